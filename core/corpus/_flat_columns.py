"""The columns of a file of results that hold flat measures, there and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from core.corpus.flat import LAYERS
from core.vocabulary import PARTS, FloatArray

_SCORES = tuple(f"flat_{part}" for part in PARTS)
_WORDS = {
    "flat": "Flat measures, each with its layers: the coarsest of both sides, the finest, or of "
    "all pairs of layers the one with the best F.",
    **dict.fromkeys(_SCORES, "In the order of flat; NaN where there is no score."),
}
FIELDS = tuple(
    pa.field(
        name,
        pa.list_(pa.string() if name == "flat" else pa.float64()),
        metadata={"description": _WORDS[name]},
    )
    for name in _WORDS
)
"""All empty where no flat measures were scored."""


def _names(keys: Sequence[str]) -> list[str]:
    return [f"{key} {layers}" for layers in LAYERS for key in keys]


def flat_columns(rows: Sequence[FloatArray], keys: Sequence[str]) -> list[pa.Array]:
    """Give the columns of rows, each of shape (3, measures, 3)."""
    names = _names(keys)
    edges = np.arange(len(rows) + 1, dtype=np.int32) * len(names)
    values = np.stack(rows)
    return [
        pa.array([names] * len(rows), pa.list_(pa.string())),
        *(
            pa.ListArray.from_arrays(edges, np.ravel(values[..., part]))
            for part in range(len(PARTS))
        ),
    ]


def flats_of(rows: pa.RecordBatch, keys: Sequence[str]) -> FloatArray:
    """Read the columns of rows that were checked, shape (rows, 3, measures, 3)."""
    shape = len(rows), len(LAYERS), len(keys)
    parts = [_numbers(rows.column(name).flatten()).reshape(shape) for name in _SCORES]
    return np.stack(parts, axis=-1)


def _numbers(column: pa.Array) -> npt.NDArray[Any]:
    numbers: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
    return numbers
