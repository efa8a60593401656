"""Read the annotations of the papers' track, from SALAMI's folder or the authors' own files."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from core.align import Alignment, align
from core.corpus.items import Item
from core.corpus.reading import read_annotation
from core.corpus.sources.salami import from_salami
from core.errors import ReadError
from core.files.access import expanded
from core.io import Candidate
from core.papers.printed import TRACK

SALAMI_VARIABLE = "HIERSCOPE_SALAMI"  # the environment variable with the folder of the corpus

ANNOTATIONS_FILE = f"SALAMI_{TRACK}.jams"
OLDA_FILE = f"SALAMI_{TRACK}_OLDA.jams"
REPOSITORY = "urinieto/hier_eval on GitHub (GPL, not shipped)"
"""The repository with both files, in its folder ``test``."""


class Published(NamedTuple):
    annotators: Alignment | None  # the first two annotators of a file; the first is the reference
    olda: Candidate | None  # a single annotation in a file or in several files


def published(candidates: Sequence[Candidate]) -> Published:
    """Distinguish the annotators' file from OLDA's."""
    by_file: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        by_file.setdefault(candidate.understood.layers[0].source, []).append(candidate)
    several = [inside for inside in by_file.values() if len(inside) > 1]
    alone = [inside[0] for inside in by_file.values() if len(inside) == 1]
    return Published(_aligned(*several[0][:2]) if several else None, alone[0] if alone else None)


def annotators_of(candidates: Sequence[Candidate], source: str) -> Alignment:
    """Return the two annotators of a file as a pair; raise ReadError if it has one only."""
    annotators = published(candidates).annotators
    if annotators is None:
        raise ReadError(
            "one annotator only",
            source=source,
            advice=f"Choose a file with both, such as {ANNOTATIONS_FILE} of {REPOSITORY}",
        )
    return annotators


def salami_pair(folder: str | os.PathLike[str], track: int = TRACK) -> Alignment:
    """Read a track's two annotators from SALAMI's folder, one inside it, or mirdata's."""
    item, name = _item(folder, str(track)), str(track)
    sides = [read_annotation(paths, 0) for paths in (item.reference, item.estimate)]
    return _aligned(
        *(
            replace(side, hierarchy=replace(side.hierarchy, name=f"{name} annotator {number}"))
            for number, side in enumerate(sides, 1)
        )
    )


def track_folder(folder: str | os.PathLike[str], track: int | str) -> Path:
    """Return the folder of a track that two people annotated."""
    place = Path(_item(folder, str(track)).reference[0]).parent
    return place if place.name == str(track) else place.parent  # of parsed files


def _item(folder: str | os.PathLike[str], name: str) -> Item:
    path = Path(expanded(folder))
    corpus = from_salami(path.parent if path.name == name else path)
    item = next((item for item in corpus.items if item.track == name), None)
    if item is None:
        reasons = (problem.reason for problem in corpus.problems if problem.track == name)
        raise ReadError(
            f"SALAMI's track {name}: {next(reasons, 'it is not there')}",
            source=str(path),
            advice=f"Choose one of its {len(corpus.items)} tracks with two annotators, such as "
            f"{corpus.items[0].track}"
            if corpus.items
            else "Choose the corpus folder that contains a folder 'annotations'",
        )
    return item


def _aligned(reference: Candidate, estimate: Candidate) -> Alignment:
    return align(reference.hierarchy, estimate.hierarchy, reference.notes, estimate.notes)
