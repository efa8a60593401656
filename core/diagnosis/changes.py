"""Edits of a hierarchy; each can be applied without the others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from core.diagnosis.forms import BoolArray, Form
from core.vocabulary import FloatArray, IntArray

_SAME = 1e-4  # seconds; tolerance for times that were shifted or scaled and back
_NO_TIMES = np.empty(0)
_NO_LAYERS = np.empty((0, 0), np.bool_)


@dataclass(frozen=True, eq=False)
class Edit:
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
    return np.where(np.abs(form.times[nearest] - times) < _SAME, nearest, -1)
