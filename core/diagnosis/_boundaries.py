"""Find errors of single boundaries: off, missing, extra, or in the wrong layer.

All four kinds use one matching (:class:`core.diagnosis.matching.Sides`). So a boundary has only one
kind of error, except that it can be both off and in the wrong layer.
"""

from collections.abc import Iterator

import numpy as np

from core.diagnosis.changes import Edit
from core.diagnosis.forms import Form
from core.diagnosis.kinds import Kind
from core.diagnosis.matching import AT_END, STILL, Sides
from core.vocabulary import IntArray

_FEWEST, _MOST = 3, 0.75  # boundaries, and share of all, that a named stretch has at least
_LONGEST = 0.5  # share of the track that a named stretch has at most

Found = tuple[Kind, Edit, dict[str, float]]
"""A kind of error, the edit that repairs it, and the numbers for its text."""


def wrong_layer(sides: Sides) -> Iterator[Found]:
    """Find boundaries in a too coarse or too fine layer; the repair changes their layers."""
    wrong = sides.misplaced
    if wrong.any():
        of_ref, of_est = (times[wrong] for times in sides.pairs)
        before = sides.estimate.inner[:, of_est]
        after = np.where(sides.stands[:, np.newaxis], sides.wanted[:, of_ref], before)
        coarse = int((before.sum(axis=0) > after.sum(axis=0)).sum())
        count = int(wrong.sum())
        detail: dict[str, float] = {"count": count, "coarse": coarse, "fine": count - coarse}
        yield "wrong_layer", Edit(sides.estimate.times[of_est], after), detail


def shifted(sides: Sides) -> Iterator[Found]:
    """Find boundaries off by more than 0.05 s; the repair moves each to its match in all layers."""
    belongs = sides.wanted[:, sides.pairs[0]].any(axis=0)
    off = belongs & (np.abs(sides.gaps) > STILL)
    if off.any():
        of_ref, of_est = (times[off] for times in sides.pairs)
        gaps = np.abs(sides.gaps[off])
        detail = {"count": len(gaps), "typical": float(np.median(gaps)), "most": float(gaps.max())}
        moved, to = sides.estimate.times[of_est], sides.reference.times[of_ref]
        yield "shifted", Edit(moved=moved, to=to), detail


def missing(sides: Sides) -> Iterator[Found]:
    """Find boundaries of the reference without a match; the repair adds them to matching layers."""
    lacked, _ = sides.alone
    if len(lacked):
        member = sides.wanted[:, lacked]
        detail = _where(sides.reference, lacked, sides.estimate)
        yield "missing", Edit(sides.reference.times[lacked], member), detail


def spurious(sides: Sides) -> Iterator[Found]:
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
