"""Match boundaries and layers of a pair, and count the edits that turn one side into the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise
from math import inf

import numpy as np

from core.diagnosis._forms import FEWEST, BoolArray, Form, find, rotations
from core.diagnosis._kernels import pair_up
from core.hierarchy import Hierarchy, Layer
from core.vocabulary import SIDES, FloatArray, IntArray, Side

TOLERANCE = 3.0
"""Seconds; boundaries further apart match only next to long segments or between equal labels
(section 2 of the paper names the usual tolerances, 0.5 and 3 s)."""

LEAST_REACH = 1.5  # seconds; boundaries this close can match even next to very short segments

STILL = 0.05  # seconds, half a frame of 0.1 s; a smaller difference is no error

AT_END = 0.1
"""Seconds, one frame. Two files of a track rarely end at the same moment, so a boundary this near
the start or end is neither missing nor extra."""

HIT = 0.5  # seconds; tolerance for finding a missing layer's boundary in another layer

DOUBLED = 0.9  # layers that share this part of their boundaries are nearly the same

_CROWD = 2  # so many of the estimate's boundaries for each of the reference's can match by chance
_SHARED = 3  # boundaries of two layers that differ by one
_SHORT, _LONG = 0.5, 0.1  # reach as share of the shorter segment: up to 3 s, and beyond 3 s
_SAME_LABELS = 0.75  # share of labels that agree in order; fewer can agree by chance
_MOST = 400  # segments whose labels are compared
_SAME_LAYER = 0.3  # seconds; bonus for a match in the same layer
_UNLIKE = 0.7  # layers that are less alike need not match
_ADD, _REMOVE, _MOVE, _FAR = 1.0, 0.7, 0.3, 0.7  # costs of boundaries; a move by 3 s costs both
_BROUGHT = 0.5  # cost of a boundary in a layer that is inserted as a whole

TURNS, AS_CLOSE = 20, 0.1
"""Boundaries or layers match by chance if this share of so many rotations matches as closely."""

AT_ONCE = 2.0
"""Cost of reversing the layers, of a swallowed stretch, of a superfluous layer or a missing one."""

SEEN = 0.5  # cost of nesting a hierarchy, an error that its own layers show


@dataclass(frozen=True, eq=False)
class Kin:
    """Boundaries of both sides between the same two labels, within each other's segments."""

    reference: FloatArray
    estimate: FloatArray
    """Their times, in seconds."""
    reach: FloatArray  # the largest distance at which they would still match, in seconds

    @classmethod
    def of(cls, pairs: Iterable[tuple[Layer, Layer]]) -> Kin:
        """Find such boundaries in matching layers, if most of the labels agree in order."""
        alike = (_between_same_labels(*layers) for layers in pairs if _labeled_alike(*layers))
        return cls(*np.hstack([np.empty((3, 0)), *alike]))

    @property
    def apart(self) -> float:
        """The sum of their distances, in seconds."""
        return float(np.abs(self.reference - self.estimate).sum())


@dataclass(frozen=True, eq=False)
class Matching:
    """A pair under repair, and its matching layers and boundaries."""

    reference: Form
    estimate: Form
    """Both have the same span."""
    by: int = 0
    """If both have the same number of layers: layer n + `by` of the estimate matches layer n."""
    kin: Kin | None = None  # boundaries between the same labels
    within: float = inf  # seconds; boundaries further apart do not match

    def form(self, side: Side) -> Form:
        """Return one side."""
        return self.reference if side == "reference" else self.estimate

    def changed(self, side: Side, form: Form) -> Matching:
        """Return the pair with another form on one side."""
        if side == "reference":
            return replace(self, reference=form)
        return replace(self, estimate=form)

    @cached_property
    def alike(self) -> FloatArray:
        """Similarity of each layer of the reference to each of the estimate; 1 is equal."""
        ref, est = self.reference, self.estimate
        return np.array(
            [
                [_alike(ref.row(layer), est.row(level)) for level in range(len(est))]
                for layer in range(len(ref))
            ]
        )

    @cached_property
    def levels(self) -> IntArray:
        """The matching layer of the estimate for each layer of the reference (from 0), or -1.

        Layers match by number if both sides have equally many and no two adjacent layers are nearly
        equal. Otherwise the most similar layers match, in order.
        """
        n_ref, n_est = len(self.reference), len(self.estimate)
        by_number = np.arange(n_ref) + self.by
        if self.by:
            return np.where((by_number < 0) | (by_number >= n_est), -1, by_number)
        doubled = alike_layers(self.estimate) or alike_layers(self.reference)
        if n_ref == n_est and not doubled:
            return by_number
        # With different numbers of layers, match as many as possible.
        least = _UNLIKE if n_ref == n_est else 0.0
        levels: IntArray = pair_up(self.alike - least)
        return levels if (levels >= 0).any() else by_number

    @cached_property
    def layers(self) -> list[tuple[int, int]]:
        """Matching layers of the reference and of the estimate, 0 = layer 1."""
        return [(layer, level) for layer, level in enumerate(self.levels.tolist()) if level >= 0]

    @cached_property
    def stands(self) -> BoolArray:
        """Mask of the estimate's layers that have a match."""
        return np.isin(np.arange(len(self.estimate)), self.levels)

    @cached_property
    def wanted(self) -> BoolArray:
        """Mask (layers, n) of the estimate's layers for reference times; unmatched copy above."""
        member = np.zeros((len(self.estimate), len(self.reference.times)), np.bool_)
        for layer, level in self.layers:
            member[level] |= self.reference.inner[layer]
        for level in np.flatnonzero(~self.stands).tolist():
            if level:
                member[level] = member[level - 1]
        return member

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """Indices of matching times in the reference and in the estimate.

        Matches do not cross and maximize the sum of ``1 - |difference| / reach``, with a bonus for
        the same layer. The estimate's remaining times can match reference times that only missing
        layers have, within :data:`HIT`.
        """
        ref, est = map(np.flatnonzero, self.of_layers)
        apart = np.abs(self.reference.times[ref][:, np.newaxis] - self.estimate.times[est])
        worth = TOLERANCE * (1 - apart / self.reach[np.ix_(ref, est)])
        layers = self.wanted.argmax(axis=0)
        same = layers[ref][:, np.newaxis] == self.estimate.coarsest[est]
        worth[(worth > 0) & same] += _SAME_LAYER
        rows, columns = _indices(worth)
        of_ref, of_est = ref[rows], est[columns]
        lacking = np.setdiff1d(np.flatnonzero(self.reference.inside), of_ref, assume_unique=True)
        left = np.setdiff1d(np.flatnonzero(self.estimate.inside), of_est, assume_unique=True)
        apart = self.reference.times[lacking][:, np.newaxis] - self.estimate.times[left]
        more, taken = _indices(HIT - np.abs(apart))
        return np.append(of_ref, lacking[more]), np.append(of_est, left[taken])

    @cached_property
    def reach(self) -> FloatArray:
        """Largest distance of matching boundaries, shape (n, m), in seconds.

        It is half of the shorter segment next to the reference's boundary, in its coarsest layer.
        It is at least 1.5 s and at most 3 s, or a tenth of that segment if this is more. Boundaries
        between the same labels reach half of that segment (:class:`Kin`).
        """
        ref, est, beside = self.reference, self.estimate, self.beside
        near = np.clip(_SHORT * beside, LEAST_REACH, np.maximum(TOLERANCE, _LONG * beside))
        reach = np.repeat(near[:, np.newaxis], len(est.times), axis=1)
        if self.kin is not None:
            of_ref, of_est = find(ref, self.kin.reference), find(est, self.kin.estimate)
            known = (of_ref >= 0) & (of_est >= 0)
            farther = np.minimum(self.kin.reach[known], _SHORT * beside[of_ref[known]])
            np.maximum.at(reach, (of_ref[known], of_est[known]), farther)
        return np.minimum(reach, self.within)

    @cached_property
    def beside(self) -> FloatArray:
        """Length of the shorter segment next to each reference time, in its coarsest layer."""
        ref = self.reference
        beside = np.full(len(ref.times), ref.end)
        for places, row in zip(ref.inner[::-1], ref.rows[::-1], strict=True):
            lengths = np.diff(row)
            beside[places] = np.minimum(lengths[:-1], lengths[1:])
        return beside

    @cached_property
    def alone(self) -> tuple[IntArray, IntArray]:
        """Indices of unmatched times on both sides, except in unmatched layers and at the ends."""
        forms = (self.reference, self.estimate)
        lacked, extra = (
            np.setdiff1d(np.flatnonzero(which & form.within(form.times, AT_END)), taken)
            for which, form, taken in zip(self.of_layers, forms, self.pairs, strict=True)
        )
        return lacked, extra

    @cached_property
    def gaps(self) -> FloatArray:
        """Delay of the estimate in each of :attr:`pairs`, in seconds."""
        of_ref, of_est = self.pairs
        return self.estimate.times[of_est] - self.reference.times[of_ref]

    @cached_property
    def misplaced(self) -> BoolArray:
        """Mask of the :attr:`pairs` in wrong layers of the estimate."""
        of_ref, of_est = self.pairs
        differ = self.estimate.inner[:, of_est] != self.wanted[:, of_ref]
        return (differ & self.stands[:, np.newaxis]).any(axis=0)

    @cached_property
    def of_layers(self) -> tuple[BoolArray, BoolArray]:
        """Masks of the times on each side that belong to a layer with a match."""
        return (
            np.logical_or.reduce(self.wanted, axis=0),
            np.logical_or.reduce(self.estimate.inner[self.stands], axis=0),
        )


def without_chance(sides: Matching) -> Matching:
    """Match only boundaries within :data:`HIT` if others match no better than by chance.

    This is so if at least twice as many of the estimate's boundaries as of the reference's are off
    or alone, and at least a tenth of their rotations along the track match as closely.
    """
    exact, rest = np.abs(sides.gaps) <= STILL, []
    for side, which, at in zip(SIDES, sides.of_layers, sides.pairs, strict=True):
        left = np.setdiff1d(np.flatnonzero(which & sides.form(side).inside), at[exact])
        rest.append((left, sides.form(side).times[left]))
    (of_ref, ref), (_, est) = rest
    if not len(ref) or len(est) < max(FEWEST, _CROWD * len(ref)):
        return sides
    own, reach = Form.from_rows([est], sides.estimate.end), sides.reach[of_ref].min(axis=1)
    closeness = []
    for form in (own, *rotations(own, TURNS)):
        worth = 1 - np.abs(ref[:, np.newaxis] - form.times) / reach[:, np.newaxis]
        closeness.append(worth[_indices(worth)].sum())
    as_close = np.mean(np.array(closeness[1:]) >= closeness[0])
    return replace(sides, within=HIT) if as_close >= AS_CLOSE else sides


def distance(sides: Matching) -> float:
    """Return the cost of turning the estimate into the reference.

    Adding a boundary, or changing its layer, costs 1; removing one costs 0.7. A boundary that is
    off by d seconds costs ``0.3 + 0.7 d / reach``, or nothing within 0.05 s. A superfluous or
    missing layer costs 2, and each boundary that only a missing layer has costs 0.5.
    """
    skipped = int((sides.levels < 0).sum() + (~sides.stands).sum())
    brought = int((sides.reference.inside & ~sides.of_layers[0]).sum())
    return of_boundaries(sides) + (AT_ONCE * skipped + _BROUGHT * brought)


def of_boundaries(sides: Matching) -> float:
    """Return the cost of single boundaries in :func:`distance`."""
    lacked, extra = sides.alone
    cost = cost_of(len(lacked), len(extra), sides.gaps, sides.reach[sides.pairs])
    return cost + float(sides.misplaced.sum())


def travel(sides: Matching) -> float:
    """Return by how many seconds boundaries are off in total; one without a match counts 3 s."""
    lacked, extra = sides.alone
    off = np.minimum(np.abs(sides.gaps), TOLERANCE)
    return float(off.sum() + TOLERANCE * (len(lacked) + len(extra)))


def matched(reference: Hierarchy, estimate: Hierarchy) -> FloatArray:
    """List each boundary once: a row has its times on both sides, then its coarsest layers there
    (1 = layer 1), NaN without a match.

    Matching layers come first: boundaries there are closer than half of the shorter segment next to
    the reference's boundary, or than :data:`LEAST_REACH`. Others match only within that reach.
    """
    end = max(reference.end, estimate.end)
    sides = Matching(Form.of(reference, end), Form.of(estimate, end))
    forms = sides.reference, sides.estimate
    ref, est = (form.times[form.inside] for form in forms)
    layers, levels = (form.coarsest[form.inside] for form in forms)
    apart = np.abs(ref[:, np.newaxis] - est)
    reach = np.maximum(_SHORT * sides.beside[sides.reference.inside], LEAST_REACH)
    same = sides.levels[layers][:, np.newaxis] == levels
    of_layers = [same & (layers == layer)[:, np.newaxis] for layer in range(len(sides.reference))]
    partners = np.full(len(ref), -1)
    for pairs in (*of_layers, apart < LEAST_REACH):
        rows, columns = _indices(np.where(pairs, 1 - apart / reach[:, np.newaxis], 0))
        partners[rows] = columns
        apart[rows] = apart[:, columns] = np.inf
    alone = np.setdiff1d(np.arange(len(est)), partners)
    of_ref = np.append(np.arange(len(ref)), np.full(len(alone), -1))
    of_est = np.append(partners, alone)
    listed = (ref, of_ref), (est, of_est), (layers + 1, of_ref), (levels + 1, of_est)
    # No partner, -1, is the NaN at the end.
    table = np.column_stack([np.append(values, np.nan)[which] for values, which in listed])
    return table[np.argsort(np.nanmin(table[:, :2], axis=1), kind="stable")]


def pair_rows(reference: FloatArray, estimate: FloatArray) -> tuple[IntArray, IntArray]:
    """Match two rows of boundaries; return the indices of the matches."""
    return _indices(TOLERANCE - np.abs(reference[:, np.newaxis] - estimate))


def cost_of(
    lacked: int, extra: int, gaps: FloatArray, reach: FloatArray | float = TOLERANCE
) -> float:
    """Return the cost of boundaries that are lacking, extra, and off by `gaps` seconds."""
    off = np.abs(gaps)
    moved = (_MOVE + _FAR * np.minimum(off / np.minimum(reach, TOLERANCE), 1))[off > STILL]
    return float(_ADD * lacked + _REMOVE * extra + moved.sum())


def _alike(reference: FloatArray, estimate: FloatArray) -> float:
    """Return the similarity of two layers: 1 if nothing needs repair, 0 if everything does."""
    of_ref, of_est = pair_rows(reference, estimate)
    n_ref, n_est = len(reference), len(estimate)
    most = cost_of(n_ref, n_est, np.empty(0))
    gaps = estimate[of_est] - reference[of_ref]
    cost = cost_of(n_ref - len(of_ref), n_est - len(of_est), gaps)
    return (1 - cost / most if most else 1.0) + 1e-6


def _labeled_alike(reference: Layer, estimate: Layer) -> bool:
    ref, est = reference.labels, estimate.labels
    if not any(ref) or max(len(ref), len(est)) > _MOST:
        return False
    return SequenceMatcher(a=ref, b=est, autojunk=False).ratio() >= _SAME_LABELS


def _between_same_labels(reference: Layer, estimate: Layer) -> FloatArray:
    """Return boundaries of two layers between the same labels, and their reach."""
    ref, est = reference.boundaries, estimate.boundaries
    same = np.array(
        [
            [all(a) and a[0] != a[1] and a == b for b in pairwise(estimate.labels)]
            for a in pairwise(reference.labels)
        ],
        np.bool_,
    ).reshape(len(ref) - 2, len(est) - 2)
    of_ref, of_est = np.nonzero(same)
    at_ref, at_est = of_ref + 1, of_est + 1
    late = est[at_est] > ref[at_ref]
    reach = np.where(
        late,
        np.minimum(ref[at_ref + 1] - ref[at_ref], est[at_est] - est[at_est - 1]),
        np.minimum(ref[at_ref] - ref[at_ref - 1], est[at_est + 1] - est[at_est]),
    )
    near = np.abs(est[at_est] - ref[at_ref]) < reach
    return np.array([ref[at_ref], est[at_est], reach])[:, near]


def alike_layers(form: Form) -> bool:
    """Return whether two adjacent layers share nearly all boundaries, or all but one."""
    both = (form.inner[1:] & form.inner[:-1]).sum(axis=1)
    either = (form.inner[1:] | form.inner[:-1]).sum(axis=1)
    all_but_one = (both >= either - 1) & (both >= _SHARED)
    return bool((((both >= DOUBLED * either) & (either > 0)) | all_but_one).any())


def _indices(worth: FloatArray) -> tuple[IntArray, IntArray]:
    partners = pair_up(worth)
    rows = np.flatnonzero(partners >= 0)
    return rows, partners[rows]
