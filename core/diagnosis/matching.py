"""Which boundary of the estimate stands for which of the reference, and which layer for which."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.diagnosis import _kernels
from core.diagnosis.forms import BoolArray, Form
from core.vocabulary import FloatArray, IntArray, Side

TOLERANCE = 3.0
"""Seconds: boundaries that are further apart never stand for each other (section 2 of the paper
names 0.5 and 3 s as the tolerances in use)."""

STILL = 0.05
"""Seconds: half a frame of 0.1 s; what is off by no more is not off."""

_SAME_LAYER = 0.3  # seconds that a boundary of the layer looked for may be further away
_DOUBLED = 0.9  # of the boundaries of two layers
_UNLIKE = 0.7  # layers that are less alike can be left alone
_ADD, _REMOVE, _MOVE, _FAR = 1.0, 0.7, 0.3, 0.7  # what boundaries cost; a move, and at 3 s more


@dataclass(frozen=True, eq=False)
class Sides:
    """A pair that is being mended, and what of it stands for what.

    Parameters
    ----------
    reference, estimate : Form
        Of one span.
    by : int
        Where both have as many layers: which layer of the estimate stands for layer n of the
        reference, counted from n.
    """

    reference: Form
    estimate: Form
    by: int = 0

    def form(self, side: Side) -> Form:
        """Give one of the two."""
        return self.reference if side == "reference" else self.estimate

    def changed(self, side: Side, form: Form) -> Sides:
        """Give the pair with another form of one side."""
        if side == "reference":
            return replace(self, reference=form)
        return replace(self, estimate=form)

    @cached_property
    def alike(self) -> FloatArray:
        """How alike each layer of the reference is to each of the estimate, of 1 at most."""
        ref, est = self.reference, self.estimate
        return np.array(
            [
                [_alike(ref.row(layer), est.row(level)) for level in range(len(est))]
                for layer in range(len(ref))
            ]
        )

    @cached_property
    def levels(self) -> IntArray:
        """The layer of the estimate for each of the reference's (0 = layer 1), or -1.

        By number where both have as many, else those that are the most alike, in order; a layer
        that says what another says stands for none if it is not like the other side's.
        """
        n_ref, n_est = len(self.reference), len(self.estimate)
        by_number = np.arange(n_ref) + self.by
        if self.by:
            return np.where((by_number < 0) | (by_number >= n_est), -1, by_number)
        doubled = _doubled(self.estimate) or _doubled(self.reference)
        if n_ref == n_est and not doubled:
            return by_number
        # As many as can be, and of those the most alike.
        least = _UNLIKE if n_ref == n_est else 0.0
        found: IntArray = _kernels.pair_up(self.alike - least)
        return found if (found >= 0).any() else by_number

    @cached_property
    def stands(self) -> BoolArray:
        """Which layers of the estimate stand for one of the reference."""
        return np.isin(np.arange(len(self.estimate)), self.levels)

    @cached_property
    def wanted(self) -> BoolArray:
        """In which layers of the estimate each time of the reference belongs, shape (layers, n).

        A layer that stands for none of the reference's has what those above it have.
        """
        found = np.zeros((len(self.estimate), len(self.reference.times)), np.bool_)
        for layer, level in enumerate(self.levels.tolist()):
            if level >= 0:
                found[level] |= self.reference.held[layer]
        for level in np.flatnonzero(~self.stands).tolist():
            if level:
                found[level] = found[level - 1]
        return found

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """The times of the reference, and those of the estimate that stand for them.

        Pairs keep their order in time and are such that the sum of ``3 s - |difference|`` is
        greatest; of boundaries that lie together, those of the same layer are rather taken.
        """
        return _pairs(self, *self.of_layers, self.wanted.argmax(axis=0))

    @cached_property
    def alone(self) -> tuple[IntArray, IntArray]:
        """The times of the reference, and those of the estimate, that stand for none.

        Times of layers only that stand for none are not among them.
        """
        found = [
            np.setdiff1d(np.flatnonzero(which), taken, assume_unique=True)
            for which, taken in zip(self.of_layers, self.pairs, strict=True)
        ]
        return found[0], found[1]

    @cached_property
    def gaps(self) -> FloatArray:
        """How late each of :attr:`pairs` is in the estimate, in seconds."""
        of_ref, of_est = self.pairs
        return self.estimate.times[of_est] - self.reference.times[of_ref]

    @cached_property
    def misplaced(self) -> BoolArray:
        """Which of :attr:`pairs` are in other layers of the estimate than they should."""
        of_ref, of_est = self.pairs
        differ = self.estimate.held[:, of_est] != self.wanted[:, of_ref]
        found: BoolArray = (differ & self.stands[:, np.newaxis]).any(axis=0)
        return found

    @cached_property
    def of_layers(self) -> tuple[BoolArray, BoolArray]:
        """Which times of each side belong to a layer that stands for one of the other side."""
        return (
            np.logical_or.reduce(self.wanted, axis=0),
            np.logical_or.reduce(self.estimate.held[self.stands], axis=0),
        )


def pair_rows(reference: FloatArray, estimate: FloatArray) -> tuple[IntArray, IntArray]:
    """Bring two rows of boundaries together; give the indices of those that stand for each other.

    Parameters
    ----------
    reference, estimate : ndarray, shape (n,) and (m,)
        Increasing times in seconds.

    Returns
    -------
    of_reference, of_estimate : ndarray of int, shape (pairs,)
    """
    worth = TOLERANCE - np.abs(reference[:, np.newaxis] - estimate)
    return _indices(worth)


def cost_of(lacked: int, extra: int, gaps: FloatArray) -> float:
    """Say what it takes to mend single boundaries.

    Parameters
    ----------
    lacked, extra : int
        How many must be added, at 1 each, and removed, at 0.7: it need not be said where to.
    gaps : ndarray
        How late the others are, in seconds: ``0.3 + 0.7 |d| / 3``, nothing within 0.05 s.

    Returns
    -------
    float
    """
    off = np.abs(gaps)
    off = off[off > STILL]
    return float(_ADD * lacked + _REMOVE * extra + (_MOVE + _FAR / TOLERANCE * off).sum())


def _alike(reference: FloatArray, estimate: FloatArray) -> float:
    """Say how alike two layers are: 1 where nothing is to be mended, 0 where all is."""
    of_ref, of_est = pair_rows(reference, estimate)
    n_ref, n_est = len(reference), len(estimate)
    most = cost_of(n_ref, n_est, np.empty(0))
    gaps = estimate[of_est] - reference[of_ref]
    cost = cost_of(n_ref - len(of_ref), n_est - len(of_est), gaps)
    return (1 - cost / most if most else 1.0) + 1e-6


def _doubled(form: Form) -> bool:
    """Say whether two layers next to each other say the same."""
    both = (form.held[1:] & form.held[:-1]).sum(axis=1)
    either = (form.held[1:] | form.held[:-1]).sum(axis=1)
    return bool(((both >= _DOUBLED * either) & (either > 0)).any())


def _pairs(
    sides: Sides, of_ref: BoolArray, of_est: BoolArray, layers: IntArray
) -> tuple[IntArray, IntArray]:
    ref, est = np.flatnonzero(of_ref), np.flatnonzero(of_est)
    worth = TOLERANCE - np.abs(
        sides.reference.times[ref][:, np.newaxis] - sides.estimate.times[est]
    )
    same = layers[ref][:, np.newaxis] == sides.estimate.coarsest[est]
    worth[(worth > 0) & same] += _SAME_LAYER
    found = _indices(worth)
    return ref[found[0]], est[found[1]]


def _indices(worth: FloatArray) -> tuple[IntArray, IntArray]:
    found = _kernels.pair_up(worth)
    rows = np.flatnonzero(found >= 0)
    return rows, found[rows]
