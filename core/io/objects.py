"""Read intervals and labels of other Python libraries, and repair them like files."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.errors import HierarchyError
from core.hierarchy import interval_array
from core.io._layers import Flat, Order, Stack
from core.io._understand import understand
from core.io.choices import AS_UNDERSTOOD, Choices
from core.io.understood import Candidate
from core.io.units import SECONDS
from core.repair import RawLayer, Segment

_SOURCE = "intervals"
_UNITS = {"s": SECONDS, "ms": "milliseconds"}  # mirdata's names


def read_intervals(
    intervals: Iterable[Any],
    labels: Iterable[Any] | None = None,
    *,
    unit: str = "s",
    choices: Choices = AS_UNDERSTOOD,
) -> Candidate:
    """Build a hierarchy from intervals in mir_eval's form: of one layer, or one list per layer.

    Segments may be unsorted, of no length or have gaps, as in files; labels may be missing.
    """
    rows = list(intervals)
    if _is_flat(rows):
        rows, labels = [rows], [labels]
    label_rows = [None] * len(rows) if labels is None else list(labels)
    if len(label_rows) != len(rows):
        raise HierarchyError(f"{len(label_rows)} lists of labels for {len(rows)} layers")
    if not rows:
        raise HierarchyError("no segment", advice="Add at least one segment")
    if unit not in _UNITS:
        raise HierarchyError(
            f"'{unit}' is not a unit of intervals", advice=f"Use one of {', '.join(_UNITS)}"
        )
    flats = (
        Flat(RawLayer(_segments(row, names, level)), _SOURCE)
        for level, (row, names) in enumerate(zip(rows, label_rows, strict=True), 1)
    )
    stack = Stack(tuple(flats), "", order=Order.GIVEN, format=_SOURCE, unit=_UNITS[unit])
    return understand(stack, choices)


def _is_flat(rows: list[Any]) -> bool:
    """Return whether the rows are the segments of one layer, not layers."""
    try:
        return bool(rows) and np.ndim(rows[0]) < 2
    except ValueError:  # a layer with faulty segments
        return False


def _segments(row: Any, labels: Iterable[Any] | None, level: int) -> tuple[Segment, ...]:
    array = interval_array(row, level)
    names = [""] * len(array) if labels is None else [*map(_label, labels)]
    if len(names) != len(array):
        problem = f"{len(names)} labels for {len(array)} segments"
        raise HierarchyError(problem, layer=level, advice="Use one label per segment")
    times = zip(array.tolist(), names, strict=True)
    return tuple((start, end, name) for (start, end), name in times)


def _label(value: Any) -> str:
    missing = value is None or value != value  # NaN is how pandas marks missing labels
    return "" if missing else str(value)
