"""The columns of a file of results that say why scores are low, there and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from core.corpus.why import FINDINGS, Causes, Why
from core.vocabulary import VARIANTS

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


def _numbers(column: pa.Array) -> npt.NDArray[Any]:
    numbers: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
    return numbers


def _lists(values: Any, lengths: npt.NDArray[np.int64], kind: pa.DataType) -> pa.Array:
    edges = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    flat = values.ravel() if isinstance(values, np.ndarray) else values
    return pa.ListArray.from_arrays(edges, pa.array(flat, kind))
