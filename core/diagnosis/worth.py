"""Compute the gain from each step of an explanation: fixed first, last, and after others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

import numpy as np

from core.align import Alignment
from core.diagnosis.applying import marks
from core.diagnosis.findings import COVERED, HARDLY_CHANCE, by_chance, coverage, rotations
from core.diagnosis.matching import AT_END
from core.diagnosis.plan import Explanation, Step
from core.diagnosis.results import Cause, Finding, Mark, Values
from core.diagnosis.scorer import Scorer
from core.diagnosis.texts import LITTLE, WORTH_A_WORD, cause_texts
from core.hierarchy import Hierarchy
from core.vocabulary import PARTS, VARIANTS, FloatArray, Part, Variant

ALIKE = 0.01
"""Causes whose gains differ by less are in the order of :data:`core.diagnosis.KINDS`."""


@dataclass(frozen=True, eq=False)
class Fixes:
    """A pair after any set of repair steps; each set is scored once, for both variants."""

    plan: Explanation
    pair: Alignment
    scorer: Scorer
    variant: Variant = VARIANTS[0]
    _scored: dict[tuple[int, ...], tuple[FloatArray, FloatArray]] = field(default_factory=dict)
    _changed: dict[int, tuple[Mark, ...]] = field(default_factory=dict)
    _rotations: list[FloatArray] = field(default_factory=list)

    def of(self, variant: Variant) -> Fixes:
        """Return the same pair in one variant, with what is known of both."""
        return replace(self, variant=variant)

    def _after(self, which: Iterable[int]) -> tuple[FloatArray, FloatArray]:
        """Return scores and shares of the track after some steps."""
        key = tuple(sorted(which))
        if key not in self._scored:
            self._scored[key] = self.scorer.values(self.plan.fixed(key) if key else self.plan.sides)
        return self._scored[key]

    def values(self, which: Iterable[int]) -> FloatArray:
        """Return recall, precision and F after some steps, shape (windows, 3)."""
        return self._after(which)[0][VARIANTS.index(self.variant)]

    def scores(self, at: int) -> Values:
        shares = (*self.shares(at), self.shares(at).min())
        scored = zip(self.values(())[at], shares, strict=True)
        return Values(*(float(value) if share > 0 else None for value, share in scored))

    def shares(self, at: int) -> FloatArray:
        """Return the shares of the track behind recall and precision at one window."""
        return self._after(())[1][VARIANTS.index(self.variant), at]

    def findings(self, at: int, part: Part, scores: Values, known: bool) -> Iterator[Finding]:
        """Find low coverage, or else scores by chance, which are tested only without findings."""
        full = self.of("full")
        more = self.variant != full.variant and full.shares(at).min() >= COVERED
        instead = full.scores(at).f_measure if more else None
        few = tuple(coverage(scores, self.shares(at), instead, self.plan.sides, self.variant))
        yield from few
        value = scores.part(part)
        if not (known or few or value is None or value >= HARDLY_CHANCE):
            rotated = self._rotated()[:, VARIANTS.index(self.variant), at, PARTS.index(part)]
            yield from by_chance(value, rotated)

    def _rotated(self) -> FloatArray:
        """Score the rotations of the estimate once, shape (rotations, variants, windows, 3)."""
        if not self._rotations:
            sides = self.plan.sides
            every = [
                self.scorer.values(sides.changed("estimate", form))[0]
                for form in rotations(sides.estimate)
            ]
            self._rotations.append(np.array(every).reshape(-1, *self._after(())[0].shape))
        return self._rotations[0]

    def worth(self, part: Part) -> tuple[FloatArray, FloatArray]:
        """Return the gain of each step if it is made first and last, shape (steps, windows)."""
        column, everything = PARTS.index(part), range(len(self.plan.steps))
        first, last = np.empty((2, len(everything), len(self.values(()))))
        for step in everything:
            others = [other for other in everything if other != step]
            first[step] = (self.values((step,)) - self.values(()))[:, column]
            last[step] = (self.values(everything) - self.values(others))[:, column]
        return first, last

    def in_order(
        self, kept: Iterable[int], shares: FloatArray, part: Part, at: int
    ) -> Iterator[int]:
        """Yield steps in order: each adds most to those before it, or is the simplest of equals.

        If none adds :data:`LITTLE` by itself, the step with the largest share is next. A level
        mismatch comes first, because other texts assume it. Steps with a small share come last.
        """
        column, done, left = PARTS.index(part), list[int](), list(kept)
        while left:
            worth = [step for step in left if shares[step] >= WORTH_A_WORD] or left
            now = self.values(done)[at, column]
            gains = {step: self.values([*done, step])[at, column] - now for step in worth}
            most = max(gains.values())
            by_number = [s for s in worth if self.plan.steps[s].kind == "level_mismatch"]
            if by_number:
                best = by_number[0]
            elif most >= LITTLE:
                best = next(step for step in worth if gains[step] >= most - ALIKE)
            else:
                best = max(worth, key=lambda step: shares[step])
            yield best
            done.append(best)
            left.remove(best)

    def causes(
        self, order: Iterable[int], shares: FloatArray, part: Part, at: int
    ) -> Iterator[Cause]:
        before, done, column = self.values(())[at], list[int](), PARTS.index(part)
        for step in order:
            after, so_far = self.values((step,))[at], self.values(done)[at]
            done.append(step)
            together = self.values(done)[at]
            gain, adds = after - before, together - so_far
            error = self.plan.steps[step]
            detail = self._detail(error, self._marks(step))
            units = self.pair.reference.notation
            text, fix = cause_texts(error.kind, error.side, detail, self._label(error), units)
            yield Cause(
                error.kind,
                error.side,
                Values(*gain.tolist()),
                Values(*after.tolist()),
                Values(*together.tolist()),
                float(shares[step, at]),
                self.touched(step),
                bool(gain[column] >= WORTH_A_WORD and adds[column] < gain[column] / 2),
                text,
                fix,
                detail,
                self._marks(step),
            )

    def _label(self, step: Step) -> str:
        """Return the label of the segment that swallows a stretch; else empty."""
        if step.kind != "swallowed":
            return ""
        layer, middle = round(step.detail["layer"]) - 1, step.detail["start"] + step.detail["end"]
        middle /= 2
        if step.side == "estimate":
            middle = self.plan.clock.before(middle)
            if self.plan.turned:
                layer = -1 - layer
        hierarchy: Hierarchy = getattr(self.pair, step.side)
        source = hierarchy.layers[layer]
        at = int(source.boundaries.searchsorted(middle)) - 1
        return source.labels[min(max(at, 0), len(source.labels) - 1)]

    def _detail(self, step: Step, changed: Sequence[Mark]) -> Mapping[str, float]:
        """Adjust the count to the marks: an offset can leave boundaries outside the span."""
        if "count" not in step.detail:
            return step.detail
        start, end = (
            step.detail.get(name, other) for name, other in (("start", -inf), ("end", inf))
        )
        if step.side == "estimate":
            start, end = (self.plan.clock.before(time) for time in (start, end))
        adds = step.kind in ("not_nested", "swallowed", "missing")
        times = {
            mark.time
            for mark in changed
            if start < mark.time < end and (mark.change == "added" or not adds)
        }
        count = len(times) - step.detail.get("ends", 0)
        if count in (0, step.detail["count"]):
            return step.detail
        return {**step.detail, "count": count, "of_layer": 0, "of_stretch": 0}

    def touched(self, step: int) -> int:
        estimate, kind = self.plan.sides.estimate, self.plan.steps[step].kind
        if kind == "layers_reversed":  # changes all boundaries, and has no marks
            return int(estimate.member.sum())
        times = np.array([mark.time for mark in self._marks(step)])
        # Do not count the end of a shorter file, which is no boundary.
        of_layer = kind in ("layer_superfluous", "layer_missing", "level_mismatch")
        return int(estimate.within(times, AT_END).sum()) if of_layer else len(times)

    def _marks(self, step: int) -> tuple[Mark, ...]:
        if step not in self._changed:
            self._changed[step] = tuple(marks(self.plan, step))
        return self._changed[step]
