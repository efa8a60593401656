"""The columns of a file of results that say why scores are low, there and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from core.corpus.why import FINDINGS, Causes, Why
from core.diagnosis import KINDS
from core.vocabulary import SIDES, VARIANTS

_ROUNDING = 1e-6  # by which a number may leave −1 to 1
_NUMBERS = ("gains", "shares", "together")
_OF_CAUSE = {
    "kinds": pa.string(),
    "sides": pa.string(),
    "texts": pa.string(),
    "boundaries": pa.int32(),
    "orders": pa.int32(),
    **dict.fromkeys(_NUMBERS, pa.float32()),
}
_SLOTS = f"for each variant ({', then '.join(VARIANTS)}) and each of why_windows"
_WORDS = {
    "why_windows": "At which the pair was diagnosed, in seconds; inf is the whole track.",
    "why": f"A sentence that says why T_F is low, {_SLOTS}.",
    "unexplained": f"What is still lost of T_F when all causes are mended, {_SLOTS}.",
    "findings": f"What is true of the pair as a whole ({', '.join(FINDINGS)}), or empty, {_SLOTS}.",
    "cause_kinds": "Of each cause of the pair, whatever the window.",
    "cause_sides": "Whose fault each cause is taken to be.",
    "cause_texts": "What is wrong.",
    "cause_boundaries": "How many boundaries mending each cause touches.",
    "cause_orders": f"Of each cause, {_SLOTS}: its place, 1 = most helpful; 0 where it is none.",
    "cause_gains": "In the same order: what mending the cause alone adds to T_F.",
    "cause_shares": "In the same order: what the cause is worth to T_F among the others.",
    "cause_together": "In the same order: T_F with it and all causes before it mended.",
}
_TYPES = {
    "why_windows": pa.float64(),
    "why": pa.string(),
    "unexplained": pa.float32(),
    "findings": pa.string(),
    **{f"cause_{name}": kind for name, kind in _OF_CAUSE.items()},
}
FIELDS = tuple(
    pa.field(name, pa.list_(kind), metadata={"description": _WORDS[name]})
    for name, kind in _TYPES.items()
)
"""All empty where nothing was diagnosed."""


def slots_of(windows: Sequence[float]) -> int:
    """Give how many numbers each cause has: one a variant and window."""
    return len(VARIANTS) * len(windows)


def why_columns(rows: Sequence[Why], windows: Sequence[float]) -> list[pa.Array]:
    """Give the columns of rows."""
    found = Causes.of(rows, slots_of(windows))
    slots = slots_of(windows)
    once, each = found.counts, found.counts * slots
    return [
        _lists(np.tile(windows, len(rows)), np.full(len(rows), len(windows)), pa.float64()),
        pa.array(found.sentences, pa.list_(pa.string())),
        _lists(found.unexplained.ravel(), np.full(len(rows), slots), pa.float32()),
        pa.array(found.findings, pa.list_(pa.string())),
        *(
            _lists(
                getattr(found, name),
                each if name in ("orders", *_NUMBERS) else once,
                kind,
            )
            for name, kind in _OF_CAUSE.items()
        ),
    ]


def none_columns(pairs: Sequence[bool]) -> dict[str, pa.Array]:
    """Give the columns of rows that were not diagnosed, by name; null in those of no pairs."""
    return {
        field.name: pa.array([[] if pair else None for pair in pairs], field.type)
        for field in FIELDS
    }


def causes_of(rows: pa.RecordBatch, windows: Sequence[float]) -> Causes:
    """Read the columns of rows that were checked."""
    slots = slots_of(windows)
    kinds, sides, texts, boundaries = (
        rows.column(f"cause_{name}").flatten() for name in ("kinds", "sides", "texts", "boundaries")
    )

    def numbers(name: str) -> npt.NDArray[Any]:
        flat = rows.column(f"cause_{name}").flatten()
        return _numbers(flat).reshape(len(kinds), slots)

    return Causes(
        tuple(map(tuple, rows.column("why").to_pylist())),
        _numbers(rows.column("unexplained").flatten()).reshape(len(rows), slots),
        tuple(map(tuple, rows.column("findings").to_pylist())),
        _numbers(pc.list_value_length(rows.column("cause_kinds"))).astype(np.int64),
        tuple(kinds.to_pylist()),
        tuple(sides.to_pylist()),
        tuple(texts.to_pylist()),
        _numbers(boundaries).astype(np.int64),
        numbers("orders").astype(np.int64),
        *map(numbers, _NUMBERS),
    )


def unfit(rows: pa.RecordBatch, windows: Sequence[float]) -> tuple[str, str] | None:
    """Say which column holds what can't be, and what; None where all are well.

    Parameters
    ----------
    rows : RecordBatch
        Of pairs, without nulls.
    windows : sequence of float
        At which the job says that pairs were diagnosed.
    """
    slots = slots_of(windows)

    def lengths(name: str) -> npt.NDArray[Any]:
        return _numbers(pc.list_value_length(rows.column(name)))

    of_slots = "why", "unexplained", "findings"
    for name in ("why_windows", *of_slots):
        if np.any(lengths(name) != (slots if name in of_slots else len(windows))):
            return name, "has not one for each diagnosis"
    if np.any(_numbers(rows.column("why_windows").flatten()) != np.tile(windows, len(rows))):
        return "why_windows", "has not those that were diagnosed"
    count = lengths("cause_kinds")
    for name in _OF_CAUSE:
        wanted = count * (slots if name in ("orders", *_NUMBERS) else 1)
        if np.any(lengths(f"cause_{name}") != wanted) or (not slots and np.any(count)):
            return f"cause_{name}", "has not one for each cause"
    known = {"cause_kinds": KINDS, "cause_sides": SIDES, "findings": ("", *FINDINGS)}
    for name, names in known.items():
        if not np.all(_numbers(pc.is_in(rows.column(name).flatten(), pa.array(names)))):
            return name, "names none"
    most = np.repeat(count, count * slots)
    for name, highest in (("boundaries", np.inf), ("orders", most)):
        values = _numbers(rows.column(f"cause_{name}").flatten())
        if np.any((values < 0) | (values > highest)):
            return f"cause_{name}", "has a number that is not possible"
    for name in ("unexplained", *(f"cause_{each}" for each in _NUMBERS)):
        if not np.all(np.abs(_numbers(rows.column(name).flatten())) <= 1 + _ROUNDING):
            return name, "is not within −1 and 1"
    return None


def _numbers(column: pa.Array) -> npt.NDArray[Any]:
    numbers: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
    return numbers


def _lists(values: Any, lengths: npt.NDArray[np.int64], kind: pa.DataType) -> pa.Array:
    edges = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    flat = values.ravel() if isinstance(values, np.ndarray) else values
    return pa.ListArray.from_arrays(edges, pa.array(flat, kind))
