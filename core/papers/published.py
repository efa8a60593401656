"""The authors' own files of the papers' track: both annotators in one, OLDA's output in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.align import Alignment, align
from core.errors import ReadError
from core.io import Candidate
from core.papers.printed import TRACK

ANNOTATIONS_FILE = f"SALAMI_{TRACK}.jams"
OLDA_FILE = f"SALAMI_{TRACK}_OLDA.jams"
REPOSITORY = "urinieto/hier_eval on GitHub (GPL, not shipped)"
"""Where both files are, in the folder ``test``."""


@dataclass(frozen=True)
class Published:
    """What is in files that were given together.

    Parameters
    ----------
    annotators : Alignment or None
        The first two of a file that holds several, the first as the reference.
    olda : Candidate or None
        What is alone in its file, or the one that several files make.
    """

    annotators: Alignment | None
    olda: Candidate | None


def published(found: Sequence[Candidate]) -> Published:
    """Tell the annotators from OLDA."""
    files: dict[str, list[Candidate]] = {}
    for each in found:
        files.setdefault(each.understood.layers[0].source, []).append(each)
    several = [inside for inside in files.values() if len(inside) > 1]
    alone = [inside[0] for inside in files.values() if len(inside) == 1]
    annotators = None
    if several:
        one, two, *_ = several[0]
        annotators = align(one.hierarchy, two.hierarchy, one.notes, two.notes)
    return Published(annotators, alone[0] if alone else None)


def annotators_of(found: Sequence[Candidate], source: str) -> Alignment:
    """Give the annotators of a file."""
    annotators = published(found).annotators
    if annotators is None:
        raise ReadError(
            "one annotator only",
            source=source,
            mend=f"Give a file with both, such as {ANNOTATIONS_FILE} of {REPOSITORY}",
        )
    return annotators
