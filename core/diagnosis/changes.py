"""Edits of a hierarchy, so stated that any of them can be made without the others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from core.diagnosis.forms import BoolArray, Form
from core.vocabulary import FloatArray, IntArray

_SAME = 1e-4  # seconds; times that went through an offset or a scale and back
_NO_TIMES = np.empty(0)
_NO_LAYERS = np.empty((0, 0), np.bool_)


@dataclass(frozen=True, eq=False)
class Edit:
    """Boundaries, and what becomes of them."""

    placed: FloatArray = field(default_factory=lambda: _NO_TIMES)
    """Boundaries that change their layers, or are new, in seconds."""
    member: BoolArray = field(default_factory=lambda: _NO_LAYERS)
    """In which layers those then are; in none where they are removed."""
    moved: FloatArray = field(default_factory=lambda: _NO_TIMES)
    to: FloatArray = field(default_factory=lambda: _NO_TIMES)
    """Boundaries that are moved, and where to, in seconds."""
    turn: int = 0
    """Of several edits, which is made first: it says what becomes of a boundary after those."""

    def make(self, form: Form) -> Form:
        """Edit a hierarchy; what it does not have is not moved."""
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
        """Say the same of a hierarchy whose times and layers are others."""
        placed, moved, to = (
            factor * (times + late) for times in (self.placed, self.moved, self.to)
        )
        member = self.member[::-1] if turned else self.member
        return replace(self, placed=placed, member=member, moved=moved, to=to)


def difference(before: Form, after: Form) -> Edit:
    """Give the edit that makes one form of another with as many layers."""
    times = np.union1d(before.times, after.times)
    layers = np.zeros((2, len(before), len(times)), np.bool_)
    for row, form in zip(layers, (before, after), strict=True):
        row[:, np.searchsorted(times, form.times)] = form.member
    differ = (layers[0] != layers[1]).any(axis=0)
    return Edit(placed=times[differ], member=layers[1][:, differ])


def find(form: Form, times: FloatArray) -> IntArray:
    """Give the place of each time among those of a form, -1 where it has none."""
    if not len(form.times):
        return np.full(len(times), -1)
    after = np.searchsorted(form.times, times)
    left, right = np.maximum(after - 1, 0), np.minimum(after, len(form.times) - 1)
    nearer = np.abs(form.times[left] - times) <= np.abs(form.times[right] - times)
    nearest = np.where(nearer, left, right)
    return np.where(np.abs(form.times[nearest] - times) < _SAME, nearest, -1)
