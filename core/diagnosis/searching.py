"""Find the shortest explanation of a pair: the errors whose repair needs the fewest edits."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf

import numpy as np

from core.diagnosis import _boundaries
from core.diagnosis._grids import grid
from core.diagnosis._layers import lacking, nested, superfluous, turned
from core.diagnosis._swallowed import not_annotated, swallowings
from core.diagnosis._times import FARTHEST, STEEPEST, Clock, clocks
from core.diagnosis.changes import Edit, difference
from core.diagnosis.distance import AT_ONCE, SEEN, distance, travel
from core.diagnosis.forms import Form
from core.diagnosis.kinds import KINDS, Kind
from core.diagnosis.matching import HIT, STILL, Sides
from core.diagnosis.plan import Explanation, Lacking, Step
from core.vocabulary import SIDES, Side

_CLEARLY = 1e-9
_ALIKE = 0.3  # minimum mean similarity of layers with adjacent numbers
_CLOSER, _CLOSER_THAN_ANY = 0.1, 0.03  # by which they exceed equal numbers: the mean, and any
_CLOSER_MOVED = 0.15  # the same if times are moved, since even layers are alike at many offsets
_SOME = 3  # boundaries that must match
_NEARLY_ALL = 0.75
_HALF = 0.5  # share of the moves that must bring boundaries nearer
_BY_CHANCE, _A_SECOND = 0.15, 0.02  # shares of all edits that an offset or scale saves by chance


def explanation(sides: Sides) -> Explanation:
    """Find the repair of a pair with the fewest edits (:func:`core.diagnosis.distance.distance`).

    Errors of many boundaries at once are an offset, a scale, reversed layers, a hierarchy that is
    not nested, or a swallowed stretch. They are named if they save more edits than they cost, the
    best first. All other errors are repaired boundary by boundary.
    """
    errors: list[_Error] = []
    if gridded := grid(sides):  # no clock here: an offset or a scale can fit a grid by chance
        form, detail = gridded
        clock, now = Clock(), sides.changed("estimate", form)
        errors.append(("grid", "estimate", difference(sides.estimate, form), detail))
    else:
        clock, now = _clock_of(sides, clocks(sides))
    is_turned = False
    if not gridded and _may_be_turned(sides):
        other = sides.changed("estimate", turned(sides.estimate))
        other_clock, other_way = _clock_of(other, clocks(other))
        edits = distance(other_way) + other_clock.price + AT_ONCE
        is_turned = edits < distance(now) + clock.price
        if is_turned:
            clock, now = other_clock, other_way
    own = now
    parts, now, edits = _fixed_in_parts(own)
    if not is_turned and not gridded:
        clock, parts, now = _next_number(sides, own, edits) or (clock, parts, now)

    errors += parts
    for one_by_one in _ONE_BY_ONE:
        errors += [(kind, "estimate", edit, detail) for kind, edit, detail in one_by_one(now)]
    for turn, (kind, side, edit, numbers) in enumerate(errors):
        if edit and side == "estimate":  # convert to times and layers of the original pair
            edit = edit.carried(clock.factor, clock.late, turned=is_turned)
        errors[turn] = kind, side, edit and replace(edit, turn=turn), numbers
    n_layers = len(now.estimate)
    whole: list[_Error] = []
    if clock.scaled:
        whole.append(("scale", "estimate", None, {"by": clock.factor}))
    if clock.offset:
        whole.append(("offset", "estimate", None, {"by": clock.late}))
    if is_turned:
        whole.append(("layers_reversed", "estimate", None, {}))
    extra, detail = superfluous(now)
    lacked, lacks = lacking(now)
    # With layers of adjacent numbers, the unmatched layer must have more boundaries.
    if now.by and np.diff(now.estimate.sizes)[-1 if now.by < 0 else 0] > 0:
        whole.append(("level_mismatch", "estimate", None, detail))
    else:
        if extra:
            whole.append(("layer_superfluous", "estimate", None, detail))
        if lacked:
            whole.append(("layer_missing", "estimate", None, lacks))
    places = {n: int(now.levels[:n].max(initial=-1)) + 1 for n in lacked}
    return Explanation(
        sides,
        tuple(_steps(whole + errors)),
        clock,
        frozenset(n_layers - 1 - n if is_turned else n for n in extra),
        {n: _lacking(now, n, clock, is_turned) for n in lacked},
        {n: n_layers - place if is_turned else place for n, place in places.items()},
        is_turned,
        now,
    )


def _may_be_turned(sides: Sides) -> bool:
    """Return whether the layers of the estimate may run from fine to coarse.

    Layers of a nested hierarchy do not. A finest layer with the fewest boundaries is not annotated.
    """
    # `member`, not `held`: times in another unit are outside the span.
    est = sides.estimate.member
    ref = sides.reference.sizes
    annotated = ref[0] <= ref[-1] and (sides.estimate.annotated[-1] or ref[0] == 0)
    return bool(annotated and (est[:-1] & ~est[1:]).any())


def _lacking(sides: Sides, layer: int, clock: Clock, is_turned: bool) -> Lacking:
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
        ~sides.of_layers[0][at],
        None if above < 0 or not nested else len(est) - 1 - above if is_turned else above,
    )


_Error = tuple[Kind, Side, Edit | None, Mapping[str, float]]
_Proposed = tuple[Kind, float, Side, Form, Mapping[str, float]]
# Moves come last: there may be a boundary at the new time that is removed before.
_ONE_BY_ONE = (
    _boundaries.wrong_layer,
    _boundaries.missing,
    _boundaries.spurious,
    _boundaries.shifted,
)


def _clock_of(sides: Sides, candidates: Iterable[Clock]) -> tuple[Clock, Sides]:
    """Return the clock that leaves the fewest edits, and the pair with repaired times."""
    beyond = sides.estimate.inside.sum() < len(sides.estimate.times) / 2  # needs a clock anyway
    now, far = (inf, inf) if beyond else (distance(sides), travel(sides))
    best, fewest = (Clock(), sides), now
    for clock in candidates:
        after = clock.applied(sides)
        total = distance(after) + clock.price
        least = (1 - _by_chance(clock, after)) * now
        better = total < min(least, fewest) - _CLEARLY
        if better and _brings_home(clock, after, far) and _labels_agree(sides, after):
            best, fewest = (clock, after), total
    return best


def _by_chance(clock: Clock, after: Sides) -> float:
    """Return the share of edits that a clock must save; larger moves can save more by chance.

    Nearly all boundaries within half a frame are hardly chance, so half of the share is enough.
    """
    typical = abs(clock.late) + abs(clock.factor - 1) * after.reference.end / 2
    share = _BY_CHANCE + _A_SECOND * min(typical, FARTHEST)
    return _HALF * share if _nearly_all_home(after) else share


def _nearly_all_home(after: Sides) -> bool:
    return len(after.gaps) > 0 and bool((np.abs(after.gaps) <= STILL).mean() >= _NEARLY_ALL)


def _brings_home(clock: Clock, after: Sides, far: float) -> bool:
    """Return whether a clock brings nearly all boundaries to their matches, or most nearer."""
    slight = clock.scaled and abs(np.log(clock.factor)) <= STEEPEST
    meets_end = abs(after.estimate.times[-1] - after.reference.end) <= STILL
    if slight and len(after.gaps) + meets_end < _SOME:  # it can fit two boundaries by chance
        return False
    if _nearly_all_home(after):
        return True
    moved = clock.displacement(after.estimate.times[after.pairs[1]])
    return travel(after) < far - _HALF * moved


def _labels_agree(before: Sides, after: Sides) -> bool:
    """Return whether a clock at least halves the distances of boundaries between equal labels."""
    if before.kin is None or after.kin is None:
        return True
    return after.kin.apart <= _HALF * before.kin.apart


def _fixed_in_parts(sides: Sides) -> tuple[list[_Error], Sides, float]:
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
    sides: Sides, own: Sides, edits: float
) -> tuple[Clock, list[_Error], Sides] | None:
    """Match layers with adjacent numbers if these are clearly more similar on average.

    `own` is the pair with repaired times; it gives the similarity of layers with equal numbers.
    The number of edits does not decide, because an inserted layer needs many.
    """
    n_layers, best, closest = len(sides.estimate), None, _ALIKE
    if len(sides.reference) != n_layers or n_layers < 2 or edits < n_layers * AT_ONCE:
        return None
    if any(not_annotated(sides.form(side), n) for side in SIDES for n in range(n_layers)):
        return None
    candidates = [Clock(), *clocks(sides)]
    for by in (-1, 1):
        clock, now = _clock_of(replace(sides, by=by), candidates)
        alike = np.diagonal(now.alike, by).mean()
        same = np.array([np.diagonal(pair.alike) for pair in (now, own)])
        moved = clock.scaled or clock.offset
        if len(now.gaps) < _SOME:
            continue  # layers with one or two boundaries are alike by chance
        if moved and _hit(sides) >= _NEARLY_ALL:
            continue  # phrases of equal length also fit at half their length
        closer = alike - same.mean(axis=1).max() >= (_CLOSER_MOVED if moved else _CLOSER)
        if alike >= closest and closer and alike >= same.max() + _CLOSER_THAN_ANY:
            closest = alike
            errors, now, _ = _fixed_in_parts(now)
            best = clock, errors, now
    return best


def _hit(sides: Sides) -> float:
    """Return the share of the reference's boundaries that the estimate hits in any layer."""
    ref, est = (form.times[form.inside] for form in (sides.reference, sides.estimate))
    near = np.abs(ref[:, np.newaxis] - est) <= HIT
    return float(near.any(axis=1).mean()) if near.size else 0.0


def _proposed(sides: Sides, ragged: Iterable[Side]) -> Iterator[_Proposed]:
    for side in ragged:
        before = sides.form(side)
        for form in nested(before):
            above = np.logical_or.accumulate(before.inner, axis=0)
            lacks = {"count": int((above & ~before.inner).any(axis=0).sum())}
            yield "not_nested", SEEN, side, form, lacks
    for price, side, form, detail in swallowings(sides):
        yield "swallowed", price, side, form, detail


def _steps(errors: Iterable[_Error]) -> Iterator[Step]:
    """Group errors by kind and side; the numbers are those of the largest error."""
    gathered: dict[tuple[Kind, Side], list[_Error]] = {}
    for error in errors:
        gathered.setdefault(error[:2], []).append(error)
    for (kind, side), all_ in sorted(gathered.items(), key=lambda item: KINDS.index(item[0][0])):
        detail = max((error[3] for error in all_), key=lambda detail: detail.get("count", 0))
        edits = tuple(edit for _, _, edit, _ in all_ if edit is not None)
        yield Step(kind, side, {**detail, "of": len(all_)}, edits)
