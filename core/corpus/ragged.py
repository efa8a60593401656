"""Rows of numbers of different lengths, in one array."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Ragged:
    """Rows of numbers, one after the other."""

    values: npt.NDArray[np.float32]
    """All rows."""
    offsets: npt.NDArray[np.int64]
    """Where in `values` each row begins, and the end."""

    @classmethod
    def from_rows(cls, rows: Sequence[npt.NDArray[np.float32]]) -> Ragged:
        """Put rows together."""
        return cls(
            np.concatenate([np.empty(0, np.float32), *rows]), np.cumsum([0, *map(len, rows)])
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> npt.NDArray[np.float32]:
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    def take(self, rows: Iterable[int]) -> Ragged:
        """Give some of the rows, in this order."""
        return Ragged.from_rows([self[row] for row in rows])
