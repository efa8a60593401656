"""Which pair is on screen, and why: sources, choices, repairs, alignment.

A source is a plain tuple, fit for the session and the URL's neighbourhood:
``("sample", id)``, ``("files", ((name, data), ...))``, ``("text", text)``, ``("path", path)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from core.align import align
from core.errors import HierscopeError
from core.hierarchy import Hierarchy, NestingFault
from core.io import Candidate
from core.repair import Note, Repaired, insert_missing, snap
from core.samples import samples
from explorer import cache

Side = Literal["reference", "estimate"]
SIDES: tuple[Side, Side] = ("reference", "estimate")
Source = tuple[str, Any]
REPAIRS = {"insert": insert_missing, "snap": snap}


@dataclass(frozen=True)
class Opened:
    """One side of the pair, ready but for alignment."""

    hierarchy: Hierarchy
    notes: tuple[Note, ...]
    faults: tuple[NestingFault, ...]


@dataclass(frozen=True)
class Pair:
    """The pair on screen and what the user should know about it."""

    reference: Opened
    estimate: Opened
    aligned: tuple[Hierarchy, Hierarchy]
    notes: tuple[Note, ...]


def candidates(source: Source, side: Side) -> tuple[Candidate, ...]:
    """Read a source.

    Raises
    ------
    HierscopeError
        If nothing can be made of it.
    """
    kind, content = source
    if kind == "sample":
        sample = next(sample for sample in samples() if sample.id == content)
        hierarchy = sample.reference if side == "reference" else sample.estimate
        return (Candidate(hierarchy, hierarchy.name, ()),)
    if kind == "files":
        return cache.candidates_in_files(content)
    if kind == "text":
        return cache.candidates_in_text(content, f"pasted {side}")
    return cache.candidates_in_path(content)


def try_candidates(source: Source, side: Side) -> tuple[tuple[Candidate, ...], str]:
    """Read a source; give what was found, or nothing and the reason."""
    try:
        return candidates(source, side), ""
    except HierscopeError as error:
        return (), str(error)


def open_side(candidate: Candidate, repair: str | None) -> Opened:
    """Apply the repair that the user chose."""
    mended = Repaired(candidate.hierarchy)
    if repair is not None:
        mended = REPAIRS[repair](candidate.hierarchy)
    return Opened(
        mended.hierarchy, candidate.notes + mended.notes, mended.hierarchy.nesting_faults()
    )


def pair_up(reference: Opened, estimate: Opened, swapped: bool) -> Pair:
    """Swap if asked to, and align.

    Raises
    ------
    HierarchyError
        If the two can't be aligned.
    """
    if swapped:
        reference, estimate = estimate, reference
    aligned = align(reference.hierarchy, estimate.hierarchy)
    return Pair(reference, estimate, (aligned.reference, aligned.estimate), aligned.notes)
