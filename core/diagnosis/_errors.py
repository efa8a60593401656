"""Find errors: grids, whole layers, segments that swallow a stretch, and single boundaries.

Each function compares both sides (:class:`core.diagnosis.matching.Matching`) and returns repairs.
Single boundaries use one matching, so each has only one kind of error, except that it can be both
off and in the wrong layer.
"""

from collections.abc import Iterator

import numpy as np

from core.diagnosis._forms import BoolArray, Edit, Form
from core.diagnosis._results import Kind
from core.diagnosis.matching import AT_END, AT_ONCE, SEEN, STILL, TOLERANCE, Matching
from core.hierarchy import Hierarchy
from core.repair import snap
from core.vocabulary import SIDES, FloatArray, IntArray, Side

_FEWEST, _MOST = 3, 0.75  # boundaries, and share of all, that a named stretch has at least
_LONGEST = 0.5  # share of the track that a named stretch has at most

_LEAST_SHARE = 0.15  # minimum length of a swallowing segment, as share of the track
_LEAST_BOUNDARIES = 3  # minimum number of the other side's boundaries within it
_BY_CHANCE = 0.01
"""If boundaries are missing everywhere, some stretch lacks many by chance. A segment counts only if
this is less likely, or if its own side shows the error."""
_CROSSED = 2  # boundaries of coarser layers that show that a segment's layer was not annotated
_EMPTY = 0.2  # a layer with less than this share of the other side's boundaries is filled
_TRIED = 3  # segments of a side

_LINES = 5  # a grid has at least so many boundaries
_EVEN, _ALMOST = 0.11, 0.05  # tolerance in seconds; as share of a step, for a steady tempo
_STEPS = 3  # at most between two successive boundaries of a grid
_HIT, _NEAR = 0.5, 0.15  # tolerance of a hit, in seconds and as share of a step
_HITS = 0.6  # share of hits on either side from which the grid follows the bars

Repair = tuple[Kind, Edit, dict[str, float]]
"""A kind of error, the edit that repairs it, and the numbers for its text."""

Filled = tuple[float, Side, Form, dict[str, float]]
"""The price, the side with the error, its form after the repair, and the text's numbers."""


def grid(sides: Matching) -> tuple[Form, dict[str, float]] | None:
    """Replace a grid by the reference's boundaries; return the new estimate and the text's numbers.

    A grid has at least five inner boundaries in equal steps, of which a few can be missing. The
    reference is less even. On both sides, fewer than 0.6 of the boundaries lie within 0.5 s (and
    15 % of a step) of the other side. A coarser layer with only lines of the grid counts, too.
    """
    est, ref = sides.estimate, sides.reference
    gridded = [
        level
        for layer, level in sides.layers
        if any(
            _off_grid(row, ref.row(layer), est.end) for row in (_own(est, level), est.row(level))
        )
    ]
    if not gridded:
        return None
    finest = max(gridded)
    layers = [
        (layer, level)
        for layer, level in sides.layers
        if level in gridded or (level < finest and _on_lines(sides, level, layer, finest))
    ]
    member, levels = est.member.copy(), [level for _, level in layers]
    others = np.logical_or.reduce(np.delete(est.inner, levels, axis=0))
    member[np.ix_(levels, ~others & est.inside)] = False
    of_ref, of_est = (times[others[sides.pairs[1]]] for times in sides.pairs)
    new = np.zeros((len(est), len(ref.times)), np.bool_)
    for layer, level in layers:
        new[level] = ref.inner[layer]
        # Matches that other layers keep stay where they are.
        member[level, of_est] |= new[level, of_ref]
        new[level, of_ref] = False
    after = Form.made(est.times, member, est.end).with_times(ref.times, new)
    lines = _lines(est.row(levels[-1]), est.end, _EVEN)
    step = float(np.median(np.diff(lines if len(lines) else _own(est, levels[-1]))))
    every = {level for level, size in enumerate(est.sizes.tolist()) if size} <= set(levels)
    return after, {"by": step, "layer": 0 if every else levels[-1] + 1}


def _own(form: Form, layer: int) -> FloatArray:
    above = np.logical_or.reduce(form.inner[:layer])
    return form.times[form.inner[layer] & ~above]


def _off_grid(row: FloatArray, reference: FloatArray, end: float) -> bool:
    """Return whether a layer is a grid although the reference is not."""
    lines = _lines(row, end, _EVEN)
    if not len(lines) or not len(reference):
        return False
    step = float(np.median(np.diff(lines)))
    even = _lines(reference, end, _ALMOST * step)
    if len(even) and abs(np.median(np.diff(even)) - step) < _ALMOST * step:
        return False
    return _hits(lines, reference, step) < _HITS


def _on_lines(sides: Matching, level: int, layer: int, finest: int) -> bool:
    """Return whether a layer has only lines of the grid below it, and mostly wrong ones."""
    est = sides.estimate
    boundaries, lines = est.inner[level], est.inner[finest]
    if not boundaries.any() or (boundaries & ~lines).any():
        return False
    step = float(np.median(np.diff(est.times[lines])))
    return _hits(est.times[boundaries], sides.reference.row(layer), step) < _HITS


def _hits(row: FloatArray, reference: FloatArray, step: float) -> float:
    """Return the share of boundaries that are hit, on the side where it is larger."""
    near = np.abs(row[:, np.newaxis] - reference) <= min(_HIT, _NEAR * step)
    return float(max(near.any(axis=0).mean(), near.any(axis=1).mean())) if near.size else 0.0


def _lines(row: FloatArray, end: float, slack: float) -> FloatArray:
    """Return all lines of a grid, also missing ones; none if steps are not equal."""
    if len(row) < _LINES:
        return row[:0]
    gaps = np.diff(row)
    step = np.median(gaps)
    steps = np.maximum(np.round(gaps / step), 1)
    longest = max(row[0], end - row[-1]) <= _STEPS * step + slack and steps.max() <= _STEPS
    if not longest or np.abs(gaps - step * steps).max() > slack:
        return row[:0]
    counted = np.concatenate(([0], np.cumsum(steps)))
    return np.interp(np.arange(counted[-1] + 1), counted, row)


def nested(form: Form) -> Iterator[Form]:
    """Yield repairs of a hierarchy that is not nested: each layer gets the boundaries above it.

    The first repair works like :func:`core.repair.insert_missing`. The others first move near
    boundaries (:func:`core.repair.snap`), by at most 0.5 s and 3 s.
    """
    if form.nested:
        return
    yield _closed(form)
    # Only an offset could bring in boundaries outside the span, and it was found before.
    inner = form.with_member(form.inner)
    for within in (0.5, TOLERANCE):
        fixed = snap(Hierarchy.from_boundaries(inner.rows), within).hierarchy
        yield _closed(Form.of(fixed, form.end))


def superfluous(sides: Matching) -> tuple[list[int], dict[str, float]]:
    """Return unmatched or repeated layers of the estimate (0 = layer 1), and the text's numbers."""
    extra = np.flatnonzero(~sides.stands).tolist()
    if not extra or len(extra) == len(sides.estimate):
        return [], {}
    boundaries, first = sides.estimate.inner, extra[0]
    same = np.flatnonzero((boundaries == boundaries[first]).all(axis=1)).tolist()
    same_as = next((n + 1 for n in same if n != first), 0)
    number = {"layer": first + 1, "layers": len(extra), "same": same_as, "every": len(boundaries)}
    return extra, {**number, **_other_number(sides)}


def lacking(sides: Matching) -> tuple[list[int], dict[str, float]]:
    """Return missing layers of the reference (0 = layer 1), and the text's numbers."""
    lacked = np.flatnonzero(sides.levels < 0).tolist()
    if not lacked:
        return [], {}
    detail = {"layer": lacked[0] + 1, "layers": len(lacked), **_other_number(sides)}
    return lacked, {**detail, **_not_divided(sides.reference, lacked[0])}


def _not_divided(form: Form, layer: int) -> dict[str, float]:
    """Return the times of a segment, most of the track, that only coarser layers divide, if any."""
    row, above = form.rows[layer], form.times[form.inner[:layer].any(axis=0)]
    start, end = row[np.diff(row).argmax() :][:2].tolist()
    crossed = ((above > start) & (above < end)).sum() >= _CROSSED
    return {"start": start, "end": end} if crossed and end - start > _LONGEST * form.end else {}


def _other_number(sides: Matching) -> dict[str, float]:
    """Return the first layer of the estimate whose match has another number, if any."""
    other = ((layer, level) for layer, level in sides.layers if level != layer)
    return next(({"own": level + 1, "reference": layer + 1} for layer, level in other), {})


def _closed(form: Form) -> Form:
    return form.with_member(np.logical_or.accumulate(form.member, axis=0))


def swallowings(sides: Matching) -> Iterator[Filled]:
    """Yield the segments of each side that swallow most boundaries of the other, and the repairs.

    The segment's layer, and other layers with almost no boundaries there, lack those of the other
    side. The repair adds them to the matching layers and all deeper ones, and moves or removes the
    ends of the segment. The error is the reference's if a coarser layer has boundaries within the
    segment: then its layer was not annotated there, for example because of silence. Otherwise it is
    the estimate's.
    """
    for side in SIDES:
        done: set[tuple[float, float]] = set()
        for _, layer, start, end, seen in sorted(_stretches(sides, side), reverse=True):
            if (start, end) not in done and len(done) < _TRIED:
                done.add((start, end))
                filled, count = _filled(sides, side, start, end)
                if count:
                    detail = {"layer": layer + 1, "start": start, "end": end, "count": count}
                    yield SEEN / 2 if seen else AT_ONCE, side, filled, detail


def _stretches(sides: Matching, side: Side) -> Iterator[tuple[int, int, float, float, bool]]:
    """Yield swallowing segments: count, layer (from 0), start, end, and if its side shows it."""
    own, other, (of_own, of_other), layers = _from(sides, side)
    for layer, level in layers:
        row = own.rows[layer]
        there, below = np.zeros((2, len(other.times)), np.bool_)
        there[of_other] = own.inner[layer, of_own]
        below[of_other] = own.inner[layer + 1 :, of_own].any(axis=0)
        wanted, there = other.row(level), there[other.inner[level]]
        above = own.times[own.inner[:layer].any(axis=0)]
        for at in np.flatnonzero(np.diff(row) >= _LEAST_SHARE * own.end).tolist():
            start, end = float(row[at]), float(row[at + 1])
            inside = other.within(wanted, AT_END) & (wanted > start) & (wanted < end)
            count = int(inside.sum())
            crossed = int(((above > start) & (above < end)).sum())
            whole = not_annotated(own, layer)
            seen = whole or (side == "reference" and crossed >= _CROSSED)
            if count < (1 if whole else _LEAST_BOUNDARIES):
                continue
            if not seen:
                if side == "reference" and not crossed:
                    continue
                lacking = (int((~there & ~inside).sum()) + 0.5) / (len(wanted) - count + 1)
                if len(wanted) * lacking**count > _BY_CHANCE:
                    continue
                if side == "estimate" and 2 * (inside & below[other.inner[level]]).sum() > count:
                    continue  # a deeper layer has these boundaries
            yield count, layer, start, end, seen


def _filled(sides: Matching, side: Side, start: float, end: float) -> tuple[Form, int]:
    """Fill a stretch; also return the number of the other side's boundaries there, 0 if none lacks.

    Those at which an end of the segment belongs do not lack, but count.
    """
    own, other, (of_own, of_other), _ = _from(sides, side)
    times, member = own.times.copy(), own.member.copy()
    inner = other.within(other.times, AT_END)
    inside = np.flatnonzero(inner & (other.times > start) & (other.times < end))
    wanted = _belonging(sides, side, inside)
    there = own.inner[:, (times > start) & (times < end)].sum(axis=1)
    wanted &= (there < _EMPTY * wanted.sum(axis=1))[:, np.newaxis]
    inside, wanted = inside[wanted.any(axis=0)], wanted[:, wanted.any(axis=0)]
    # Boundaries that already have a match keep their time.
    matches = np.full(len(other.times), -1)
    matches[of_other] = of_own
    known = matches[inside]
    member[:, known[known >= 0]] |= wanted[:, known >= 0]
    ends = np.flatnonzero((times == start) | (times == end))
    count = int((~np.isin(known, ends)).sum())
    inward = 0
    for at in ends.tolist():
        match = of_other[of_own == at]
        member[:, at] = _belonging(sides, side, match)[:, 0] if len(match) else False
        for there in other.times[match].tolist():
            if abs(there - times[at]) > STILL:
                times[at] = there
                inward += start < there < end
    after = Form.made(times, member, own.end)
    after = after.with_times(other.times[inside[known < 0]], wanted[:, known < 0])
    if (start, end) == (0, own.end):
        after = _closed(after)
    return after, count and count + inward


def not_annotated(form: Form, layer: int) -> bool:
    """Return whether a layer (0 = layer 1) is one segment although a coarser layer is not."""
    return not form.annotated[layer] and bool(form.annotated[:layer].any())


def _belonging(sides: Matching, side: Side, times: IntArray) -> BoolArray:
    """Return the layers of a side to which times of the other side belong."""
    if side == "estimate":
        return sides.wanted[:, times]
    member = np.zeros((len(sides.reference), len(times)), np.bool_)
    for layer, level in sides.layers:
        member[layer] = sides.estimate.inner[level, times]
    return member


def _from(
    sides: Matching, side: Side
) -> tuple[Form, Form, tuple[IntArray, IntArray], list[tuple[int, int]]]:
    """Return both forms, the matching times and the matching layers; those of a side come first."""
    if side == "reference":
        return sides.reference, sides.estimate, sides.pairs, sides.layers
    layers = [(level, layer) for layer, level in sides.layers]
    return sides.estimate, sides.reference, sides.pairs[::-1], layers


def wrong_layer(sides: Matching) -> Iterator[Repair]:
    """Find boundaries in a too coarse or too fine layer; the repair changes their layers."""
    wrong = sides.misplaced
    if wrong.any():
        of_ref, of_est = (times[wrong] for times in sides.pairs)
        before = sides.estimate.inner[:, of_est]
        after = np.where(sides.stands[:, np.newaxis], sides.wanted[:, of_ref], before)
        # Without nesting, a boundary in as many layers as its match can be in other ones.
        higher = after.argmax(axis=0) - before.argmax(axis=0)
        fewer = before.sum(axis=0) > after.sum(axis=0)
        coarse = int(((higher > 0) | (higher == 0) & fewer).sum())
        count = int(wrong.sum())
        detail: dict[str, float] = {"count": count, "coarse": coarse, "fine": count - coarse}
        yield "wrong_layer", Edit(sides.estimate.times[of_est], after), detail


def shifted(sides: Matching) -> Iterator[Repair]:
    """Find boundaries off by more than 0.05 s; the repair moves each to its match in all layers."""
    belongs = sides.wanted[:, sides.pairs[0]].any(axis=0)
    off = belongs & (np.abs(sides.gaps) > STILL)
    if off.any():
        of_ref, of_est = (times[off] for times in sides.pairs)
        gaps = np.abs(sides.gaps[off])
        detail = {"count": len(gaps), "typical": float(np.median(gaps)), "most": float(gaps.max())}
        moved, to = sides.estimate.times[of_est], sides.reference.times[of_ref]
        yield "shifted", Edit(moved=moved, to=to), detail


def missing(sides: Matching) -> Iterator[Repair]:
    """Find boundaries of the reference without a match; the repair adds them to matching layers."""
    lacked, _ = sides.alone
    if len(lacked):
        member = sides.wanted[:, lacked]
        detail = _where(sides.reference, lacked, sides.estimate)
        yield "missing", Edit(sides.reference.times[lacked], member), detail


def spurious(sides: Matching) -> Iterator[Repair]:
    """Find boundaries of the estimate without a match in the reference; the repair removes them."""
    _, extra = sides.alone
    if len(extra):
        detail = _where(sides.estimate, extra, sides.reference)
        nowhere = np.zeros((len(sides.estimate), len(extra)), np.bool_)
        yield "spurious", Edit(sides.estimate.times[extra], nowhere), detail


def _where(form: Form, at: IntArray, other: Form) -> dict[str, float]:
    """Count boundaries by their coarsest layer; return the layer with the most (1 = coarsest).

    If most are in one segment of the other side, also return their number and the segment's times;
    0 means an end of the track.
    """
    counts = np.bincount(form.coarsest[at])
    ends = np.array([0.0, *other.times[other.within(other.times, AT_END)], other.end])
    in_segments = np.histogram(form.times[at], ends)[0]
    layer, most = int(counts.argmax()), int(in_segments.max())
    start, end = ends[in_segments.argmax() :][:2].tolist()
    detail: dict[str, float] = {"count": len(at), "layer": layer + 1}
    detail["of_layer"] = int(counts[layer])
    if most < max(_FEWEST, _MOST * len(at)) or end - start > _LONGEST * other.end:
        return detail
    return {**detail, "of_stretch": most, "after": start, "before": end if end < other.end else 0}
