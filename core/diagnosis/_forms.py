"""Distinct boundary times of a hierarchy with the layers of each, and edits of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.hierarchy import NEST_DECIMALS, Hierarchy
from core.vocabulary import FloatArray, IntArray

BoolArray = npt.NDArray[np.bool_]
_SAME = 0.5 * 10.0**-NEST_DECIMALS  # seconds
_BACK = 1e-4  # seconds; tolerance for times that were shifted or scaled and back
_LEAST_TURN = 0.05  # share of the track, also from a full turn
FEWEST = 5  # boundaries of a hierarchy that is compared with its rotations
_NO_TIMES = np.empty(0)
_NO_LAYERS = np.empty((0, 0), np.bool_)


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
        layers = np.arange(len(rows))
        member = layers[:, np.newaxis] == np.repeat(layers, [len(row) for row in rows])
        return cls.made(times, member, end)

    @classmethod
    def made(cls, times: FloatArray, member: BoolArray, end: float) -> Form:
        """Sort times and merge those equal to :data:`core.hierarchy.NEST_DECIMALS` decimals."""
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

    def with_member(self, member: BoolArray) -> Form:
        """Set new layers for all times; times without a layer are dropped."""
        return self.made(self.times, member, self.end)

    def with_times(self, times: FloatArray, member: BoolArray) -> Form:
        """Add times in the layers of `member`, shape (layers, n)."""
        return self.made(
            np.concatenate((self.times, times)), np.hstack((self.member, member)), self.end
        )


def rotations(form: Form, count: int) -> Iterator[Form]:
    """Rotate a hierarchy along the track, which makes it independent of the reference."""
    if form.inside.sum() >= FEWEST:
        for turn in np.linspace(_LEAST_TURN, 1 - _LEAST_TURN, count).tolist():
            yield Form.made((form.times + turn * form.end) % form.end, form.member, form.end)


@dataclass(frozen=True, eq=False)
class Edit:
    """A change of a hierarchy that can be made without others."""

    placed: FloatArray = field(default_factory=lambda: _NO_TIMES)
    """Times of boundaries that change layers or are new, in seconds."""
    member: BoolArray = field(default_factory=lambda: _NO_LAYERS)
    """Their layers after the edit; none if they are removed."""
    moved: FloatArray = field(default_factory=lambda: _NO_TIMES)
    to: FloatArray = field(default_factory=lambda: _NO_TIMES)
    """Old and new times of boundaries that move, in seconds."""
    turn: int = 0  # order among several edits; a later edit decides on a boundary

    def make(self, form: Form) -> Form:
        """Apply the edit to a hierarchy; skip moves of boundaries that it lacks."""
        times, member = form.times.copy(), form.member.copy()
        if len(self.placed):
            at = find(form, self.placed)
            known = at >= 0
            member[:, at[known]] = self.member[:, known]
            times = np.concatenate((times, self.placed[~known]))
            member = np.hstack((member, self.member[:, ~known]))
        if len(self.moved):
            at = find(form, self.moved)
            times[at[at >= 0]] = self.to[at >= 0]
        return Form.made(times, member, form.end)

    def carried(self, factor: float, late: float, *, turned: bool) -> Edit:
        """Convert the edit to other times and an optional reversal of layers."""
        placed, moved, to = (
            factor * (times + late) for times in (self.placed, self.moved, self.to)
        )
        member = self.member[::-1] if turned else self.member
        return replace(self, placed=placed, member=member, moved=moved, to=to)


def difference(before: Form, after: Form) -> Edit:
    """Return the edit that turns a form into another one with the same number of layers."""
    times = np.union1d(before.times, after.times)
    layers = np.zeros((2, len(before), len(times)), np.bool_)
    for row, form in zip(layers, (before, after), strict=True):
        row[:, np.searchsorted(times, form.times)] = form.member
    differ = (layers[0] != layers[1]).any(axis=0)
    return Edit(placed=times[differ], member=layers[1][:, differ])


def find(form: Form, times: FloatArray) -> IntArray:
    """Return the index of each time among a form's times, -1 if it is not there."""
    if not len(form.times):
        return np.full(len(times), -1)
    after = np.searchsorted(form.times, times)
    left, right = np.maximum(after - 1, 0), np.minimum(after, len(form.times) - 1)
    nearer = np.abs(form.times[left] - times) <= np.abs(form.times[right] - times)
    nearest = np.where(nearer, left, right)
    return np.where(np.abs(form.times[nearest] - times) < _BACK, nearest, -1)
