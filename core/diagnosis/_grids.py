"""Find layers of an estimate that are a fixed grid, unrelated to the reference."""

import numpy as np

from core.diagnosis.forms import Form
from core.diagnosis.matching import Sides
from core.vocabulary import FloatArray

_FEWEST = 5  # boundaries
_EVEN, _ALMOST = 0.11, 0.05  # tolerance in seconds; as share of a step, for a steady tempo
_LONGEST = 3  # steps between two successive boundaries
_HIT, _NEAR = 0.5, 0.15  # tolerance of a hit, in seconds and as share of a step
_HITS = 0.6  # share of hits on either side from which the grid follows the bars


def grid(sides: Sides) -> tuple[Form, dict[str, float]] | None:
    """Replace a grid by the reference's boundaries; return the new estimate and the text's numbers.

    A grid has at least five inner boundaries in equal steps, of which a few can be missing. The
    reference is less even. On both sides, fewer than 0.6 of the boundaries lie within 0.5 s (and
    15 % of a step) of the other side. A coarser layer with only lines of the grid counts, too.
    """
    est, ref = sides.estimate, sides.reference
    pairs = [(level, layer) for layer, level in enumerate(sides.levels.tolist()) if level >= 0]
    layers = [
        (level, layer)
        for level, layer in pairs
        if any(
            _off_grid(row, ref.row(layer), est.end) for row in (_own(est, level), est.row(level))
        )
    ]
    if not layers:
        return None
    finest, _ = max(layers)
    layers = [
        (level, layer)
        for level, layer in pairs
        if (level, layer) in layers or (level < finest and _on_lines(sides, level, layer, finest))
    ]
    member, levels = est.member.copy(), [level for level, _ in layers]
    others = np.logical_or.reduce(np.delete(est.inner, levels, axis=0))
    member[np.ix_(levels, ~others & est.inside)] = False
    of_ref, of_est = sides.pairs
    stands = dict(zip(of_ref.tolist(), of_est.tolist(), strict=True))
    own = {at: stands[at] for at in stands if others[stands[at]]}
    new = np.zeros((len(est), len(ref.times)), np.bool_)
    for level, layer in layers:
        for at in np.flatnonzero(ref.inner[layer]).tolist():
            if at in own:
                member[level, own[at]] = True
            else:
                new[level, at] = True
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


def _on_lines(sides: Sides, level: int, layer: int, finest: int) -> bool:
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
    if len(row) < _FEWEST:
        return row[:0]
    gaps = np.diff(row)
    step = np.median(gaps)
    steps = np.maximum(np.round(gaps / step), 1)
    longest = max(row[0], end - row[-1]) <= _LONGEST * step + slack and steps.max() <= _LONGEST
    if not longest or np.abs(gaps - step * steps).max() > slack:
        return row[:0]
    counted = np.concatenate(([0], np.cumsum(steps)))
    return np.interp(np.arange(counted[-1] + 1), counted, row)
