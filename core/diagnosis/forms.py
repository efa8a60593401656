"""A hierarchy as repairs change it: the times at which anything begins, and in which layers."""

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
    """Increasing, in seconds. Those outside of the span count for nothing until they are moved into
    it."""
    member: BoolArray
    """Which layers have a boundary there, coarsest first."""
    end: float
    """Of the span, which starts at 0, in seconds."""

    @classmethod
    def of(cls, hierarchy: Hierarchy, end: float) -> Form:
        """Take a hierarchy apart; where it starts late or ends early, all layers have a boundary,
        as :func:`core.align` pads them."""
        rows = hierarchy.boundaries
        first, last = int(hierarchy.start == 0), -1 if hierarchy.end == end else None
        return cls.from_rows([row[first:last] for row in rows], end)

    @classmethod
    def from_rows(cls, rows: Sequence[FloatArray], end: float) -> Form:
        """Put rows of inner boundaries together, a row a layer."""
        times = np.concatenate([np.empty(0), *rows])
        member = np.zeros((len(rows), len(times)), np.bool_)
        at = 0
        for level, row in enumerate(rows):
            member[level, at : at + len(row)] = True
            at += len(row)
        return cls.made(times, member, end)

    @classmethod
    def made(cls, times: FloatArray, member: BoolArray, end: float) -> Form:
        """Sort times, each once, to :data:`core.nesting.NEST_DECIMALS` decimals."""
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
        """Say which of some times lie within the span, further than a margin from its ends."""
        return (times > margin) & (times < self.end - margin)

    @cached_property
    def held(self) -> BoolArray:
        """Which layers have which boundary within the span, shape (layers, n)."""
        return self.member & self.inside

    @cached_property
    def annotated(self) -> BoolArray:
        """Which layers have more than a first or last boundary that all have, as padding does."""
        shared = np.logical_and.reduce(self.member, axis=0)
        shared[1:-1] = False
        annotated: BoolArray = (self.member & ~shared).any(axis=1)
        return annotated

    @cached_property
    def sizes(self) -> IntArray:
        """How many inner boundaries each layer has."""
        sizes: IntArray = self.held.sum(axis=1)
        return sizes

    @cached_property
    def coarsest(self) -> IntArray:
        """The coarsest layer of each time, 0 = layer 1."""
        layers: IntArray = self.member.argmax(axis=0)
        return layers

    @cached_property
    def nested(self) -> bool:
        return not (self.held[:-1] & ~self.held[1:]).any()

    def row(self, layer: int) -> FloatArray:
        """Give the inner boundaries of a layer (0 = layer 1), in seconds."""
        row: FloatArray = self.times[self.held[layer]]
        return row

    @cached_property
    def rows(self) -> list[FloatArray]:
        """All boundaries of each layer, ends included, as hierarchies have them."""
        ends = np.array([0.0]), np.array([self.end])
        return [np.concatenate((ends[0], self.row(layer), ends[1])) for layer in range(len(self))]

    def moved(self, times: FloatArray) -> Form:
        """Give all boundaries new times, in any order."""
        return self.made(times, self.member, self.end)

    def with_member(self, member: BoolArray) -> Form:
        """Give all times other layers; those of none are left out."""
        return self.made(self.times, member, self.end)

    def with_times(self, times: FloatArray, member: BoolArray) -> Form:
        """Add times, of which `member` (layers, n) says in which layers they are."""
        return self.made(
            np.concatenate((self.times, times)), np.hstack((self.member, member)), self.end
        )
