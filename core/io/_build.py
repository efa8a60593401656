"""From raw layers to a hierarchy, with the source named where that fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io.limits import MAX_LABELS, MAX_LAYERS, MAX_SEGMENTS
from core.notes import Note
from core.repair import RawLayer, Repaired, from_segments

Segment = tuple[float, float, str]


@contextmanager
def naming(source: str) -> Iterator[None]:
    """Name a file in errors of reading it."""
    try:
        yield
    except ReadError as error:
        error.source = error.source or source
        raise


def refuse_more(
    count: int, limit: int, what: str, *, source: str = "", line: int | None = None
) -> None:
    """Raise a ReadError if a file has more than the allowed number of something."""
    if count > limit:
        problem = f"{count} {what}, more than the {limit} allowed"
        raise ReadError(problem, source=source, line=line, mend="Is it the right file?")


def refuse_backward(start: float, end: float, what: str, *, line: int | None = None) -> None:
    """Raise a ReadError if something ends before it starts."""
    if end < start:
        problem = f"{what} ends ({end:g}) before it starts ({start:g})"
        raise ReadError(problem, line=line, mend="Swap its start and its end")


def build(
    layers: Sequence[RawLayer], sources: Sequence[str], *, name: str, unit: str = "seconds"
) -> Repaired:
    """Build a hierarchy as :func:`core.repair.from_segments` does."""
    source = sources[0]
    refuse_more(len(layers), MAX_LAYERS, "layers", source=source)
    n_segments = sum(len(layer.segments) for layer in layers)
    refuse_more(n_segments, MAX_SEGMENTS, "segments", source=source)
    n_characters = sum(len(label) for layer in layers for *_, label in layer.segments)
    refuse_more(n_characters, MAX_LABELS, "characters of labels", source=source)
    try:
        return from_segments(layers, name=name, unit=unit)
    except HierarchyError as error:
        if error.layer is not None:
            source = sources[error.layer - 1]
        raise HierarchyError(
            f"{error.problem} (in {source})",
            layer=error.layer,
            time=error.time,
            mend=error.mend,
            unit=error.unit,
        ) from error


def doubtful_order(hierarchy: Hierarchy) -> list[Note]:
    """Say so where levels hardly count from the coarsest, as they are taken."""
    turned = replace(hierarchy, layers=hierarchy.layers[::-1])
    if not hierarchy.missing or turned.missing:
        return []
    return [
        Note(
            "order-doubt",
            "layer 1 lies inside layer 2: levels seem to be counted from the finest, but are taken "
            "from the coarsest; turn their order round if so",
        )
    ]


def by_level(rows: Iterable[tuple[int, Segment]]) -> tuple[list[RawLayer], list[Note]]:
    """Sort segments into layers."""
    found: dict[int, list[Segment]] = {}
    for level, segment in rows:
        found.setdefault(level, []).append(segment)
    levels = sorted(found)
    notes = []
    if levels and levels[-1] - levels[0] != len(levels) - 1:
        said = "levels are not consecutive, taken as layers in ascending order"
        notes.append(Note("levels-apart", said))
    return [RawLayer(tuple(found[level])) for level in levels], notes
