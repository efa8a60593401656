"""Compute what each step of an explanation is worth: fixed first, last, and after others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import inf

import numpy as np

from core.align import Alignment
from core.diagnosis._forms import find, rotations
from core.diagnosis._results import KINDS, Cause, Mark, Values
from core.diagnosis._searching import Explanation, Step
from core.diagnosis.matching import AT_END, Matching
from core.diagnosis.texts import LITTLE, WORTH_A_WORD, cause_texts
from core.frames import Segments
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.settings import Settings
from core.showing import none_for_nan
from core.tmeasures.problem import Cells, Problem
from core.tmeasures.scoring import score_many
from core.vocabulary import PARTS, SIDES, VARIANTS, FloatArray, Part, Variant

ROTATIONS = 100  # the number of rotated estimates that a score is compared with

ALIKE = 0.01
"""Causes whose gains differ by less are in the order of :data:`core.diagnosis.KINDS`."""

PLACED = KINDS[: KINDS.index("grid")]  # the right boundaries at other times or levels
_VARIANTS = [BY_KEY[variant] for variant in VARIANTS]


@dataclass(frozen=True, eq=False)
class Fixes:
    """A pair after any set of repair steps; each set is scored once, for both variants."""

    plan: Explanation
    pair: Alignment
    problem: Problem  # the span and the windows of the scores
    settings: Settings
    cells: dict[object, list[Cells]]
    """The cells of fixed and of rotated pairs, the same at any window."""
    _scored: dict[tuple[int, ...], tuple[FloatArray, ...]] = field(default_factory=dict)

    def score(self, name: object, pairs: Iterable[Matching]) -> tuple[FloatArray, FloatArray]:
        """Return scores and shares of the track, shapes (n, variants, windows, 3) and (…, 2)."""
        place, size = self.problem.place, self.problem.size
        if name not in self.cells:
            rows = ([sides.form(side).rows for side in SIDES] for sides in pairs)
            self.cells[name] = [
                Cells.cut(Segments.of(ref, place), Segments.of(est, place), 0.0, size)
                for ref, est in rows
            ]
        values, counts = score_many(self.problem, self.cells[name], self.settings, _VARIANTS)
        return values.swapaxes(1, 2), (counts / size).swapaxes(1, 2)

    def after(self, which: Iterable[int]) -> tuple[FloatArray, ...]:
        """Return :meth:`score` of the pair after some steps, and the scores with 0 for NaN."""
        key = tuple(sorted(which))
        if key not in self._scored:
            pairs = (self.plan.fixed(which) if which else self.plan.sides for which in [key])
            values, shares = self.score(key, pairs)
            self._scored[key] = values[0], shares[0], np.nan_to_num(values[0])
        return self._scored[key]

    @cached_property
    def rotated(self) -> FloatArray:
        """The scores of the rotated estimate, shape (rotations, variants, windows, 3)."""
        sides = self.plan.sides
        turned = (sides.changed("estimate", form) for form in rotations(sides.estimate, ROTATIONS))
        return np.nan_to_num(self.score("rotated", turned)[0])


@lru_cache(maxsize=8)  # the same at any window
def changes(plan: Explanation) -> list[tuple[tuple[Mark, ...], int]]:
    """Return the boundaries that each step changes if it is made alone, and their number."""
    estimate, listed = plan.sides.estimate, []
    for number, step in enumerate(plan.steps):
        marks = tuple(_marks(plan, number))
        times = np.array([mark.time for mark in marks])
        touched = len(times)
        if step.kind == "layers_reversed":  # changes all boundaries, and has no marks
            touched = int(estimate.member.sum())
        elif step.kind in ("layer_superfluous", "layer_missing", "level_mismatch"):
            # Do not count the end of a shorter file, which is no boundary.
            touched = int(estimate.within(times, AT_END).sum())
        listed.append((marks, touched))
    return listed


@dataclass(frozen=True, eq=False)
class Worth:
    """The gains from the steps in one variant and one part, at all windows."""

    fixes: Fixes
    variant: Variant
    part: Part

    def values(self, which: Iterable[int]) -> FloatArray:
        """Return recall, precision and F after some steps, 0 without, shape (windows, 3)."""
        return self.fixes.after(which)[2][VARIANTS.index(self.variant)]

    def after(self, which: Iterable[int]) -> FloatArray:
        """Return the part after some steps, by window."""
        return self.values(which)[:, PARTS.index(self.part)]

    @property
    def rotated(self) -> FloatArray:
        """The part of the rotated estimates, shape (rotations, windows)."""
        return self.fixes.rotated[:, VARIANTS.index(self.variant), :, PARTS.index(self.part)]

    @property
    def counted(self) -> FloatArray:
        """The shares of the track behind recall and precision without repairs, (windows, 2)."""
        return self.fixes.after(())[1][VARIANTS.index(self.variant)]

    def scores(self, at: int) -> Values:
        """Return the scores at a window without repairs."""
        return Values(*none_for_nan(self.fixes.after(())[0][VARIANTS.index(self.variant), at]))

    @cached_property
    def ends(self) -> tuple[FloatArray, FloatArray]:
        """The gain of each step if it is made first and last, shape (steps, windows)."""
        everything = range(len(self.fixes.plan.steps))
        first, last = np.empty((2, len(everything), len(self.values(()))))
        for step in everything:
            others = [other for other in everything if other != step]
            first[step] = self.after((step,)) - self.after(())
            last[step] = self.after(everything) - self.after(others)
        return first, last

    @cached_property
    def shares(self) -> FloatArray:
        """The share of each step in the total gain, shape (steps, windows)."""
        first, last = self.ends
        return (first + last) / 2

    def in_order(self, kept: Iterable[int], at: int) -> Iterator[int]:
        """Yield steps in order: each adds most to those before it, or is the simplest of equals.

        If none adds :data:`LITTLE` by itself, the step with the largest share is next. Steps that
        other texts assume come first: a level mismatch; a clock or reversed layers, if its share is
        the largest; a clock before the boundaries that are off after it; and many extra layers,
        before single boundaries. At first, steps with a small share do not count.
        """
        steps, shares = self.fixes.plan.steps, self.shares[:, at]
        done, left = list[int](), list(kept)
        while left:
            worth = [step for step in left if done or shares[step] >= WORTH_A_WORD] or left
            now = self.after(done)[at]
            gains = {step: self.after([*done, step])[at] - now for step in worth}
            most, largest = max(gains.values()), max(worth, key=lambda step: shares[step])
            if most >= LITTLE:
                best = next(step for step in worth if gains[step] >= most - ALIKE)
            else:
                best = largest
            assumed = [step for step in left if steps[step].kind == "level_mismatch"]
            if steps[largest].kind in PLACED:
                assumed.append(largest)
            if steps[best].kind == "shifted":
                assumed += [step for step in left if steps[step].kind in ("scale", "offset")]
            if steps[best].side == "estimate":
                before = (step for step in left if step < best and steps[step].many_layers)
                assumed += [step for step in before if shares[step] >= WORTH_A_WORD]
            best = min(assumed, default=best)
            yield best
            done.append(best)
            left.remove(best)

    def causes(self, kept: Iterable[int], at: int) -> Iterator[Cause]:
        """Yield the causes at a window, the most helpful first."""
        plan, units = self.fixes.plan, self.fixes.pair.reference.notation
        before, so_far = self.values(())[at], self.values(())[at]
        done, column = list[int](), PARTS.index(self.part)
        for step in self.in_order(kept, at):
            done.append(step)
            after, together = self.values((step,))[at], self.values(done)[at]
            gain, adds = after - before, together - so_far
            so_far, error, (marks, touched) = together, plan.steps[step], changes(plan)[step]
            detail = _detail(plan, error, marks)
            label = _label(plan, self.fixes.pair, error)
            yield Cause(
                error.kind,
                error.side,
                Values(*gain.tolist()),
                Values(*after.tolist()),
                Values(*together.tolist()),
                float(self.shares[step, at]),
                touched,
                bool(gain[column] >= WORTH_A_WORD and adds[column] < gain[column] / 2),
                *cause_texts(error.kind, error.side, detail, label, units),
                detail,
                marks,
            )


def _label(plan: Explanation, pair: Alignment, step: Step) -> str:
    """Return the label of the segment that swallows a stretch; else empty."""
    if step.kind != "swallowed":
        return ""
    layer, middle = round(step.detail["layer"]) - 1, step.detail["start"] + step.detail["end"]
    middle /= 2
    if step.side == "estimate":
        middle = plan.clock.before(middle)
        if plan.turned:
            layer = -1 - layer
    hierarchy: Hierarchy = getattr(pair, step.side)
    source = hierarchy.layers[layer]
    at = int(source.boundaries.searchsorted(middle)) - 1
    return source.labels[min(max(at, 0), len(source.labels) - 1)]


def _detail(plan: Explanation, step: Step, changed: Iterable[Mark]) -> Mapping[str, float]:
    """Adjust the count to the marks: an offset can leave boundaries outside the span."""
    if "count" not in step.detail:
        return step.detail
    start, end = step.detail.get("start", -inf), step.detail.get("end", inf)
    if step.side == "estimate":
        start, end = plan.clock.before(start), plan.clock.before(end)
    adds = step.kind in ("not_nested", "swallowed", "missing")
    times = {
        mark.time
        for mark in changed
        if start < mark.time < end and (mark.change == "added" or not adds)
    }
    detail, count = dict(step.detail), len(times)
    if count not in (0, detail["count"]):
        detail |= {"count": count, "of_layer": 0, "of_stretch": 0}
    if "start" in detail:
        detail |= {"start": start, "end": end}
    if count == 1:
        (time,) = times
        detail["time"] = plan.clock.after(time) if step.kind == "missing" else time
    return detail


def _marks(plan: Explanation, step: int) -> list[Mark]:
    """Return all boundaries that a step changes if it is applied alone."""
    every = list(_all_marks(plan, step))
    changes = list(_within(plan, every))
    after, own = plan.clock.after, plan.steps[step]
    if not changes and own.side == "estimate" and own.kind not in ("scale", "offset"):
        # All changes are outside the span until the times are repaired.
        times = [(after(mark.time), None if mark.to is None else after(mark.to)) for mark in every]
        moved = zip(every, times, strict=True)
        changes = list(_within(plan, [replace(m, time=time, to=to) for m, (time, to) in moved]))
    return changes


def _within(plan: Explanation, every: Iterable[Mark]) -> Iterator[Mark]:
    for mark in every:
        to = mark.time if mark.to is None else mark.to
        before, after = plan.sides.estimate.within(np.array([mark.time, to]))
        if before and after:
            yield mark
        elif before:
            yield replace(mark, change="removed", to=None)
        elif after:
            yield replace(mark, change="added", time=to, to=None)


def _all_marks(plan: Explanation, step: int) -> Iterator[Mark]:
    own = plan.steps[step]
    estimate = plan.sides.estimate
    match own.kind:
        case "layers_reversed":
            return
        case "scale" | "offset":
            to = plan.clock_of([step]).after(estimate.times)
            for level, member in enumerate(estimate.member, 1):
                for time, there in zip(estimate.times[member], to[member], strict=True):
                    yield Mark("moved", "estimate", level, float(time), float(there))
        case "layer_superfluous" | "layer_missing" | "level_mismatch":
            for layer in sorted(plan.extra) if own.kind != "layer_missing" else ():
                for time in estimate.row(layer).tolist():
                    yield Mark("removed", "estimate", layer + 1, time)
            for level, (side, layer) in enumerate(plan.layers([step]), 1):
                if side == "reference":
                    for time in plan.inserted[layer].row(estimate).tolist():
                        yield Mark("added", "estimate", level, time)
        case _:
            form = plan.sides.form(own.side)
            for edit in own.edits:
                at = find(form, edit.placed)
                for column, time in enumerate(edit.placed.tolist()):
                    known = at[column] >= 0
                    before = form.member[:, at[column]] if known else np.zeros(len(form), np.bool_)
                    for layer in np.flatnonzero(before != edit.member[:, column]).tolist():
                        change = "removed" if before[layer] else "added"
                        yield Mark(change, own.side, layer + 1, time)  # type: ignore[arg-type]
                at = find(form, edit.moved)
                for time, to_, place in zip(edit.moved, edit.to, at, strict=True):
                    # Skip boundaries that only another repair would add.
                    there = form.member[:, place] & (place >= 0)
                    for layer in np.flatnonzero(there).tolist():
                        yield Mark("moved", own.side, layer + 1, float(time), float(to_))
