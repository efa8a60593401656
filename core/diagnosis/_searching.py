"""Search for a short explanation of a pair: errors whose repair needs few edits.

The search is greedy: it takes the best error of many boundaries first, and never goes back.

Its steps can be repaired one by one, without the others.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from core.diagnosis import _errors
from core.diagnosis._forms import Edit, Form, difference, find, rotations
from core.diagnosis._results import KINDS, Kind
from core.diagnosis._times import FARTHEST, STEEPEST, Clock, clocks
from core.diagnosis.matching import (
    AS_CLOSE,
    AT_ONCE,
    HIT,
    SEEN,
    STILL,
    TOLERANCE,
    TURNS,
    Matching,
    alike_layers,
    distance,
    travel,
    without_chance,
)
from core.vocabulary import SIDES, FloatArray, Side

_CLEARLY = 1e-9
_ALIKE = 0.3  # minimum mean similarity of layers with adjacent numbers
_CLOSER, _CLOSER_THAN_ANY = 0.1, 0.03  # by which they exceed equal numbers: the mean, and any
_CLOSER_MOVED = 0.15  # the same if times are moved, since even layers are alike at many offsets
_SOME = 3  # boundaries that must match
_NEARLY_ALL = 0.75
_HALF = 0.5  # share of the moves that must bring boundaries nearer
_BY_CHANCE, _A_SECOND = 0.15, 0.02  # shares of all edits that an offset or scale saves by chance


@dataclass(frozen=True, eq=False)
class Step:
    """All errors of one kind on one side."""

    kind: Kind
    side: Side  # the side that has the errors
    detail: Mapping[str, float]  # the numbers for their text
    edits: tuple[Edit, ...] = ()
    """Repairs in times and layers of the original pair; empty for errors of a whole hierarchy."""

    @property
    def many_layers(self) -> bool:
        return self.kind == "layer_superfluous" and self.detail["layers"] > 1


@dataclass(frozen=True, eq=False)
class Lacking:
    """A layer of the reference that the estimate lacks, for insertion without other repairs."""

    times: FloatArray  # its boundaries in the times of the estimate
    partners: FloatArray  # the matching boundaries of the estimate; NaN without a match
    above: int | None  # the estimate's layer above it (0 = first); its boundaries are inserted, too
    before: int  # the estimate's layer before which it is inserted

    def row(self, form: Form) -> FloatArray:
        """Return its boundaries in an estimate, where it has them at their own times."""
        partner, there = find(form, self.partners), self.times.copy()
        known = partner >= 0
        there[known] = form.times[partner[known]]
        over = np.empty(0) if self.above is None else form.times[form.member[self.above]]
        return np.unique(np.concatenate((there, over)))


@dataclass(frozen=True, eq=False)
class Explanation:
    """The errors of a pair; each step can be repaired without the rest."""

    sides: Matching  # the original pair
    steps: tuple[Step, ...]  # in the order of :data:`core.diagnosis.KINDS`
    clock: Clock
    extra: frozenset[int]  # the superfluous layers of the estimate, 0 = its first
    inserted: Mapping[int, Lacking]  # the missing layers, by number in the reference (0 = layer 1)
    turned: bool  # whether the layers of the estimate run from fine to coarse
    timed: Matching  # the pair after repair of all errors that concern many boundaries at once

    def fixed(self, which: Collection[int]) -> Matching:
        """Repair the steps with these indices, and leave the others."""
        chosen = [self.steps[at] for at in sorted(which)]
        forms = {side: self.sides.form(side) for side in SIDES}
        edits = [(edit, step.side) for step in chosen for edit in step.edits]
        for edit, side in sorted(edits, key=lambda item: item[0].turn):
            forms[side] = edit.make(forms[side])
        estimate = forms["estimate"]
        rows = [
            self.inserted[layer].row(estimate)
            if side == "reference"
            else estimate.times[estimate.member[layer]]
            for side, layer in self.layers(which)
        ]
        estimate = self.clock_of(which).fixed(Form.from_rows(rows, estimate.end))
        return Matching(forms["reference"], estimate)

    def layers(self, which: Collection[int]) -> list[tuple[Side, int]]:
        """Return side and number (0 = layer 1) of the source of each layer after the repair."""
        kinds = {self.steps[at].kind for at in which}
        layers: list[tuple[float, Side, int]] = [
            (layer, "estimate", layer)
            for layer in range(len(self.sides.estimate))
            if layer not in self.extra or not kinds & {"layer_superfluous", "level_mismatch"}
        ]
        if kinds & {"layer_missing", "level_mismatch"}:
            layers += [(layer.before - 0.5, "reference", n) for n, layer in self.inserted.items()]
            # Of several missing layers in one place, the coarser comes first (last if reversed).
            layers.sort(key=lambda layer: (layer[0], -layer[2] if self.turned else layer[2]))
        if "layers_reversed" in kinds:
            layers.reverse()
        return [(side, layer) for _, side, layer in layers]

    def clock_of(self, which: Collection[int]) -> Clock:
        kinds = {self.steps[at].kind for at in which}
        return Clock(
            self.clock.factor if "scale" in kinds else 1.0,
            self.clock.late if "offset" in kinds else 0.0,
        )


def explanation(sides: Matching) -> Explanation:
    """Search greedily for a repair with few edits (:func:`core.diagnosis.matching.distance`).

    Errors of many boundaries at once are an offset, a scale, reversed layers, a hierarchy that is
    not nested, or a swallowed stretch. They are named if they save more edits than they cost, the
    best first. All other errors are repaired boundary by boundary.
    """
    is_turned, gridded = False, _errors.grid(sides)
    errors: list[_Error] = []
    clock, now = _clock_of(sides, clocks(sides))
    if gridded and not _fits(clock, now):
        form, detail = gridded
        clock, now = Clock(), sides.changed("estimate", form)
        errors.append(("grid", "estimate", difference(sides.estimate, form), detail))
    else:
        gridded = None
        if _may_be_turned(sides):
            form = sides.estimate.with_member(sides.estimate.member[::-1])
            other = sides.changed("estimate", form)
            other_clock, other_way = _clock_of(other, clocks(other))
            edits = distance(other_way) + other_clock.price + AT_ONCE
            is_turned = edits < distance(now) + clock.price
            if is_turned:
                clock, now = other_clock, other_way
    own = now
    parts, now, edits = _fixed_in_parts(own)
    if not is_turned and not gridded:
        clock, parts, now = _next_number(sides, own, edits) or (clock, parts, now)

    now = without_chance(now)
    errors += parts
    for one_by_one in _ONE_BY_ONE:
        errors += [(kind, "estimate", edit, detail) for kind, edit, detail in one_by_one(now)]
    whole: dict[Kind, Mapping[str, float]] = {}
    if clock.scaled:
        whole["scale"] = {"by": clock.factor}
    if clock.offset:
        whole["offset"] = {"by": clock.late}
    if is_turned:
        whole["layers_reversed"] = {}
    extra, detail = _errors.superfluous(now)
    lacked, lacks = _errors.lacking(now)
    # With layers of adjacent numbers, the unmatched layer must have more boundaries.
    if now.by and np.diff(now.estimate.sizes)[-1 if now.by < 0 else 0] > 0:
        whole["level_mismatch"] = detail
    else:
        if extra:
            whole["layer_superfluous"] = detail
        if lacked:
            whole["layer_missing"] = lacks
    steps = [Step(kind, "estimate", {**detail, "of": 1}) for kind, detail in whole.items()]
    steps += _steps(errors, clock, is_turned)
    n_layers = len(now.estimate)
    return Explanation(
        sides,
        tuple(sorted(steps, key=lambda step: KINDS.index(step.kind))),
        clock,
        frozenset(n_layers - 1 - n if is_turned else n for n in extra),
        {n: _lacking(now, n, clock, is_turned) for n in lacked},
        is_turned,
        now,
    )


def _may_be_turned(sides: Matching) -> bool:
    """Return whether the layers of the estimate may run from fine to coarse.

    Layers of a nested hierarchy do not. A finest layer with the fewest boundaries is not annotated.
    """
    # `member`, not `inner`: times in another unit are outside the span.
    est = sides.estimate.member
    ref = sides.reference.sizes
    annotated = ref[0] <= ref[-1] and (sides.estimate.annotated[-1] or ref[0] == 0)
    return bool(annotated and (est[:-1] & ~est[1:]).any())


def _lacking(sides: Matching, layer: int, clock: Clock, is_turned: bool) -> Lacking:
    """Convert a layer of the reference that the estimate lacks to the estimate's times."""
    ref, est = sides.reference, sides.estimate
    at = np.flatnonzero(ref.inner[layer])
    partners = np.full(len(ref.times), np.nan)
    of_ref, of_est = sides.pairs
    partners[of_ref] = est.times[of_est]
    above = int(sides.levels[:layer].max(initial=-1))
    nested = layer and not (ref.inner[:layer].any(axis=0) & ~ref.inner[layer]).any()
    return Lacking(
        clock.before(ref.times[at]),
        clock.before(partners[at]),
        None if above < 0 or not nested else len(est) - 1 - above if is_turned else above,
        len(est) - 1 - above if is_turned else above + 1,
    )


_Error = tuple[Kind, Side, Edit, Mapping[str, float]]
_Proposed = tuple[Kind, float, Side, Form, Mapping[str, float]]
# Moves come last: there may be a boundary at the new time that is removed before.
_ONE_BY_ONE = (
    _errors.wrong_layer,
    _errors.missing,
    _errors.spurious,
    _errors.shifted,
)


def _clock_of(sides: Matching, candidates: Iterable[Clock]) -> tuple[Clock, Matching]:
    """Return the clock that leaves the fewest edits, and the pair with repaired times."""
    beyond = sides.estimate.inside.sum() < len(sides.estimate.times) / 2  # needs a clock anyway
    now, far = (inf, inf) if beyond else (distance(sides), travel(sides))
    best, fewest = (Clock(), sides), now
    for clock in candidates if len(sides.estimate.times) >= _SOME else ():
        after = clock.applied(sides)
        total = distance(after) + clock.price
        least = (1 - _by_chance(clock, after)) * now
        better = total < min(least, fewest) - _CLEARLY
        if better and _brings_home(clock, sides, after, far):
            best, fewest = (clock, after), total
    return best


def _by_chance(clock: Clock, after: Matching) -> float:
    """Return the share of edits that a clock must save; larger moves can save more by chance.

    Nearly all boundaries within half a frame are hardly chance, so half of the share is enough.
    """
    typical = abs(clock.late) + abs(clock.factor - 1) * after.reference.end / 2
    share = _BY_CHANCE + _A_SECOND * min(typical, FARTHEST)
    return _HALF * share if _nearly_all_home(after) else share


def _nearly_all_home(after: Matching) -> bool:
    return len(after.gaps) > 0 and bool((np.abs(after.gaps) <= STILL).mean() >= _NEARLY_ALL)


def _brings_home(clock: Clock, sides: Matching, after: Matching, far: float) -> bool:
    """Return whether a clock brings nearly all boundaries to their matches, or most nearer."""
    slight = clock.scaled and abs(np.log(clock.factor)) <= STEEPEST
    meets_end = abs(after.estimate.times[-1] - after.reference.end) <= STILL
    if slight and len(after.gaps) + meets_end < _SOME:  # it can fit two boundaries by chance
        return False
    if _fits(clock, after):  # far off, a boundary can be near one with the same labels by chance
        return True
    # Boundaries between the same labels must be at most half as far apart.
    if sides.kin and after.kin and after.kin.apart > _HALF * sides.kin.apart:
        return False
    if _nearly_all_home(after):
        return True
    there = after.estimate.times[after.pairs[1]]
    moved = np.minimum(np.abs(clock.before(there) - there), TOLERANCE / 2).sum()
    return travel(after) < far - _HALF * float(moved)


def _fits(clock: Clock, after: Matching) -> bool:
    """Return whether a clock brings nearly all boundaries home, into the right layers.

    So equal steps are the music's and no grid. Other steps can be stretched to fit, so a scale must
    be exact. By chance, only times fit, and layers do not.
    """
    fits = _nearly_all_home(after) if clock.scaled else min(_hits(after)) >= _NEARLY_ALL
    return fits and after.misplaced.sum() <= (1 - _NEARLY_ALL) * len(after.gaps)


def _fixed_in_parts(sides: Matching) -> tuple[list[_Error], Matching, float]:
    """Repair missing nesting and swallowed stretches; also return the total of edits."""
    errors: list[_Error] = []
    spent = 0.0
    # Only original hierarchies count: a repair can leave one that is not nested.
    ragged = [side for side in SIDES if not sides.form(side).nested]
    while proposals := [
        (distance(sides.changed(side, form)) + price, kind, price, side, form, detail)
        for kind, price, side, form, detail in _proposed(sides, ragged)
    ]:
        total, kind, price, side, form, detail = min(proposals, key=lambda proposal: proposal[0])
        if total >= distance(sides) - _CLEARLY:
            break
        errors.append((kind, side, difference(sides.form(side), form), detail))
        sides = sides.changed(side, form)
        spent += price
    return errors, sides, distance(sides) + spent


def _next_number(
    sides: Matching, own: Matching, edits: float
) -> tuple[Clock, list[_Error], Matching] | None:
    """Match layers with adjacent numbers if these are clearly more similar on average.

    `own` is the pair with repaired times; it gives the similarity of layers with equal numbers.
    The number of edits does not decide, because an inserted layer needs many.
    """
    n_layers, best, closest = len(sides.estimate), None, _ALIKE
    if len(sides.reference) != n_layers or n_layers < 2 or edits < n_layers * AT_ONCE:
        return None
    if any(_errors.not_annotated(sides.form(side), n) for side in SIDES for n in range(n_layers)):
        return None
    if any(alike_layers(sides.form(side)) for side in SIDES):
        return None  # each of two nearly equal layers is like the same layer
    candidates = [Clock(), *clocks(sides)]
    for by in (-1, 1):
        clock, now = _clock_of(replace(sides, by=by), candidates)
        alike = np.diagonal(now.alike, by).mean()
        same = np.array([np.diagonal(pair.alike) for pair in (now, own)])
        moved = clock.scaled or clock.offset
        if len(now.gaps) < _SOME:
            continue  # layers with one or two boundaries are alike by chance
        if moved and _hits(sides)[0] >= _NEARLY_ALL:
            continue  # phrases of equal length also fit at half their length
        closer = alike - same.mean(axis=1).max() >= (_CLOSER_MOVED if moved else _CLOSER)
        if alike >= closest and closer and alike >= same.max() + _CLOSER_THAN_ANY:
            turned = (now.changed("estimate", form) for form in rotations(now.estimate, TURNS))
            as_alike = [np.diagonal(pair.alike, by).mean() >= alike for pair in turned]
            if as_alike and np.mean(as_alike) >= AS_CLOSE:
                continue
            closest = alike
            errors, now, _ = _fixed_in_parts(now)
            best = clock, errors, now
    return best


def _hits(sides: Matching) -> tuple[float, float]:
    """Return the share of boundaries that are hit on the reference's and the estimate's side."""
    ref, est = (form.times[form.inside] for form in (sides.reference, sides.estimate))
    near = np.abs(ref[:, np.newaxis] - est) <= HIT
    return (near.any(axis=1).mean(), near.any(axis=0).mean()) if near.size else (0.0, 0.0)


def _proposed(sides: Matching, ragged: Iterable[Side]) -> Iterator[_Proposed]:
    for side in ragged:
        before = sides.form(side)
        for form in _errors.nested(before):
            above = np.logical_or.accumulate(before.inner, axis=0)
            lacks = {"count": int((above & ~before.inner).any(axis=0).sum())}
            yield "not_nested", SEEN, side, form, lacks
    for price, side, form, detail in _errors.swallowings(sides):
        yield "swallowed", price, side, form, detail


def _steps(errors: Iterable[_Error], clock: Clock, is_turned: bool) -> Iterator[Step]:
    """Group errors by kind and side; the numbers are those of the largest error."""
    edits: dict[tuple[Kind, Side], list[Edit]] = {}
    details: dict[tuple[Kind, Side], list[Mapping[str, float]]] = {}
    for turn, (kind, side, edit, detail) in enumerate(errors):
        if side == "estimate":  # convert to times and layers of the original pair
            edit = edit.carried(clock.factor, clock.late, turned=is_turned)
        edits.setdefault((kind, side), []).append(replace(edit, turn=turn))
        details.setdefault((kind, side), []).append(detail)
    for (kind, side), every in details.items():
        largest = max(every, key=lambda detail: detail.get("count", 0))
        yield Step(kind, side, {**largest, "of": len(every)}, tuple(edits[kind, side]))
