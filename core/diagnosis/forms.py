"""The form of a hierarchy for repairs: distinct boundary times, and the layers of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.hierarchy import Hierarchy
from core.nesting import NEST_DECIMALS
from core.vocabulary import FloatArray, IntArray

BoolArray = npt.NDArray[np.bool_]
_SAME = 0.5 * 10.0**-NEST_DECIMALS  # seconds


@dataclass(frozen=True, eq=False)
class Form:
    """The boundaries of a hierarchy, each time once."""

    times: FloatArray
    """Increasing, in seconds. Times outside the span do not count until they are moved into it."""
    member: BoolArray
    """Mask of the layers that have each boundary, shape (layers, n), coarsest first."""
    end: float  # end of the span in seconds; its start is 0

    @classmethod
    def of(cls, hierarchy: Hierarchy, end: float) -> Form:
        """Convert a hierarchy; where :func:`core.align` pads it, all layers get a boundary."""
        rows = hierarchy.boundaries
        first, last = int(hierarchy.start == 0), -1 if hierarchy.end == end else None
        return cls.from_rows([row[first:last] for row in rows], end)

    @classmethod
    def from_rows(cls, rows: Sequence[FloatArray], end: float) -> Form:
        """Combine rows of inner boundaries, one row per layer."""
        times = np.concatenate([np.empty(0), *rows])
        member = np.zeros((len(rows), len(times)), np.bool_)
        at = 0
        for level, row in enumerate(rows):
            member[level, at : at + len(row)] = True
            at += len(row)
        return cls.made(times, member, end)

    @classmethod
    def made(cls, times: FloatArray, member: BoolArray, end: float) -> Form:
        """Sort times and merge those equal to :data:`core.nesting.NEST_DECIMALS` decimals."""
        used = member.any(axis=0)
        times, member = times[used], member[:, used]
        order = np.argsort(times, kind="stable")
        times, member = times[order], member[:, order]
        if len(times) and (np.diff(times) < 2 * _SAME).any():
            first = np.flatnonzero(np.diff(np.round(times, NEST_DECIMALS), prepend=-np.inf))
            times, member = times[first], np.logical_or.reduceat(member, first, axis=1)
        return cls(times, member, end)

    def __len__(self) -> int:
        return len(self.member)

    @cached_property
    def inside(self) -> BoolArray:
        return self.within(self.times)

    def within(self, times: FloatArray, margin: float = _SAME) -> BoolArray:
        """Return a mask of the times within the span, by more than a margin from its ends."""
        return (times > margin) & (times < self.end - margin)

    @cached_property
    def inner(self) -> BoolArray:
        """Mask of boundaries within the span by layer, shape (layers, n)."""
        return self.member & self.inside

    @cached_property
    def annotated(self) -> BoolArray:
        """Mask of layers with more than the first or last boundary of padding, which all share."""
        shared = np.logical_and.reduce(self.member, axis=0)
        shared[1:-1] = False
        return (self.member & ~shared).any(axis=1)

    @cached_property
    def sizes(self) -> IntArray:
        """Number of inner boundaries of each layer."""
        return self.inner.sum(axis=1)

    @cached_property
    def coarsest(self) -> IntArray:
        """The coarsest layer of each time, 0 = layer 1."""
        return self.member.argmax(axis=0)

    @cached_property
    def nested(self) -> bool:
        return not (self.inner[:-1] & ~self.inner[1:]).any()

    def row(self, layer: int) -> FloatArray:
        """Return the inner boundaries of a layer (0 = layer 1), in seconds."""
        return self.times[self.inner[layer]]

    @cached_property
    def rows(self) -> list[FloatArray]:
        """All boundaries of each layer with the ends, as in a hierarchy."""
        ends = np.array([0.0]), np.array([self.end])
        return [np.concatenate((ends[0], self.row(layer), ends[1])) for layer in range(len(self))]

    def moved(self, times: FloatArray) -> Form:
        """Set new times for all boundaries, in any order."""
        return self.made(times, self.member, self.end)

    def with_member(self, member: BoolArray) -> Form:
        """Set new layers for all times; times without a layer are dropped."""
        return self.made(self.times, member, self.end)

    def with_times(self, times: FloatArray, member: BoolArray) -> Form:
        """Add times in the layers of `member`, shape (layers, n)."""
        return self.made(
            np.concatenate((self.times, times)), np.hstack((self.member, member)), self.end
        )
