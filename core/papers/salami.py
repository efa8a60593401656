"""The annotations of the papers' track: in SALAMI's folder, and in the authors' own files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from core.align import Alignment, align
from core.errors import ReadError
from core.files.access import Listing, expanded, is_folder, open_error
from core.files.folders import annotations_in
from core.io import Candidate, read_path
from core.io.limits import MAX_LISTED
from core.papers.printed import TRACK

SALAMI_VARIABLE = "HIERSCOPE_SALAMI"
"""The variable of the environment that names the folder of the corpus."""

ANNOTATIONS_FILE = f"SALAMI_{TRACK}.jams"
OLDA_FILE = f"SALAMI_{TRACK}_OLDA.jams"
REPOSITORY = "urinieto/hier_eval on GitHub (GPL, not shipped)"
"""Where both files are, in the folder ``test``."""


class Published(NamedTuple):
    """What is in the authors' files that were given together."""

    annotators: Alignment | None
    """The first two of a file that holds several, the first as the reference."""
    olda: Candidate | None
    """What is alone in its file, or the one that several files make."""


def published(candidates: Sequence[Candidate]) -> Published:
    """Tell the annotators from OLDA."""
    by_file: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        by_file.setdefault(candidate.understood.layers[0].source, []).append(candidate)
    several = [inside for inside in by_file.values() if len(inside) > 1]
    alone = [inside[0] for inside in by_file.values() if len(inside) == 1]
    return Published(_aligned(*several[0][:2]) if several else None, alone[0] if alone else None)


def annotators_of(candidates: Sequence[Candidate], source: str) -> Alignment:
    """Give the annotators of a file."""
    annotators = published(candidates).annotators
    if annotators is None:
        raise ReadError(
            "one annotator only",
            source=source,
            mend=f"Give a file with both, such as {ANNOTATIONS_FILE} of {REPOSITORY}",
        )
    return annotators


def salami_pair(folder: str | os.PathLike[str], track: int = TRACK) -> Alignment:
    """Read the two annotators of a track, each with the uppercase and the lowercase layer.

    The folder is SALAMI's (with ``annotations/636/...`` in it), its folder ``annotations``, that of
    the track, or the one into which mirdata put the corpus.
    """
    place = _find(Path(expanded(folder)), str(track))
    candidates = read_path(place)
    return _aligned(*(_annotator(number, candidates, place) for number in (1, 2)))


def _aligned(reference: Candidate, estimate: Candidate) -> Alignment:
    return align(reference.hierarchy, estimate.hierarchy, reference.notes, estimate.notes)


def _find(folder: Path, track: str) -> Path:
    try:
        if not is_folder(folder):
            raise ReadError(
                "there is no such folder",
                source=str(folder),
                mend="Point at a folder with SALAMI's annotations",
            )
        if folder.name == track:
            return folder
        for parent in chain([folder], annotations_in(folder, Listing(str(folder), MAX_LISTED))):
            if is_folder(parent / track):
                return parent / track
    except OSError as error:
        raise open_error(error, str(folder)) from error
    looked = ", ".join(f"{inside}{track}" for inside in ("", "annotations/", "*/annotations/"))
    raise ReadError(
        f"SALAMI's track {track} is not in it (looked for {looked})",
        source=str(folder),
        mend="Point at the folder of the corpus, which has a folder 'annotations'",
    )


def _annotator(number: int, candidates: tuple[Candidate, ...], place: Path) -> Candidate:
    for candidate in candidates:
        if candidate.title.startswith(f"annotator {number} "):
            return candidate
    raise ReadError(
        f"there are no layers of annotator {number} (looked for "
        f"parsed/textfile{number}_uppercase.txt and textfile{number}.txt)",
        source=str(place),
        mend="Choose a track with two annotators",
    )
