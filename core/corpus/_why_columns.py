"""The columns of a file of results that say why scores are low, there and back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from core.corpus.why import FINDINGS, Causes, Why
from core.vocabulary import VARIANTS

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
    "why": pa.string(),
    "unexplained": pa.float32(),
    "findings": pa.string(),
    "cause_kinds": pa.string(),
    "cause_sides": pa.string(),
    "cause_texts": pa.string(),
    "cause_boundaries": pa.int32(),
    "cause_orders": pa.int32(),
    "cause_gains": pa.float32(),
    "cause_shares": pa.float32(),
    "cause_together": pa.float32(),
}
_OF_CAUSE = tuple(name for name in _TYPES if name.startswith("cause_"))
FIELDS = tuple(
    pa.field(name, pa.list_(kind), metadata={"description": _WORDS[name]})
    for name, kind in [("why_windows", pa.float64()), *_TYPES.items()]
)
"""All empty where nothing was diagnosed."""


def slots_of(windows: Sequence[float]) -> int:
    """Give how many numbers each cause has: one a variant and window."""
    return len(VARIANTS) * len(windows)


def why_columns(rows: Sequence[Why], windows: Sequence[float]) -> list[pa.Array]:
    """Give the columns of rows."""
    slots = slots_of(windows)
    found = Causes.of(rows, slots)
    columns = [_lists(np.tile(windows, (len(rows), 1)), np.ones(len(rows), int), pa.float64())]
    for name, kind in _TYPES.items():
        values = getattr(found, _attribute(name))
        counts = found.counts if name in _OF_CAUSE else np.ones(len(rows), int)
        columns.append(_lists(values, counts, kind))
    return columns


def causes_of(rows: pa.RecordBatch, windows: Sequence[float]) -> Causes:
    """Read the columns of rows that were checked."""
    counts = _array(pc.list_value_length(rows.column("cause_kinds"))).astype(np.int64)
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(_TYPES, (len(rows), slots_of(windows)))
    shapes |= dict.fromkeys(_OF_CAUSE, (int(counts.sum()), slots_of(windows)))
    shapes |= dict.fromkeys(_OF_CAUSE[:4], (int(counts.sum()),))
    found = {
        _attribute(name): _array(rows.column(name).flatten()).reshape(shape)
        for name, shape in shapes.items()
    }
    for name in ("boundaries", "orders"):
        found[name] = found[name].astype(np.int64)
    return Causes(counts=counts, **found)


def _attribute(name: str) -> str:
    return "sentences" if name == "why" else name.removeprefix("cause_")


def _array(column: pa.Array) -> npt.NDArray[Any]:
    array: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
    return array


def _lists(rows: npt.NDArray[Any], counts: npt.NDArray[np.int64], kind: pa.DataType) -> pa.Array:
    """Give a list for so many rows at a time, each with all of their values."""
    edges = np.cumsum([0, *counts * math.prod(rows.shape[1:])]).astype(np.int32)
    return pa.ListArray.from_arrays(edges, pa.array(rows.ravel(), kind))
