"""Errors of single boundaries: off, lacking, too many, or in a layer where they do not belong.

All four are read off one pairing of boundaries (:class:`core.diagnosis.matching.Sides`), so that
no boundary is of two kinds but one that is off and in the wrong layer, too.
"""

from collections.abc import Iterator

import numpy as np

from core.diagnosis.changes import Edit
from core.diagnosis.forms import Form
from core.diagnosis.kinds import Kind
from core.diagnosis.matching import AT_END, STILL, Sides
from core.vocabulary import IntArray

_FEWEST, _MOST = 3, 0.75  # boundaries, and of all: so many in one segment show where they are
_LONGEST = 0.5  # of the track

Found = tuple[Kind, Edit, dict[str, float]]
"""A kind, the edit that mends it, and what its words say."""


def wrong_layer(sides: Sides) -> Iterator[Found]:
    """Boundaries are in too coarse or too fine a layer.

    The repair gives a boundary the layers of its match in the reference; its time stays.
    """
    wrong = sides.misplaced
    if wrong.any():
        of_ref, of_est = (times[wrong] for times in sides.pairs)
        before = sides.estimate.held[:, of_est]
        after = np.where(sides.stands[:, np.newaxis], sides.wanted[:, of_ref], before)
        coarse = int((before.sum(axis=0) > after.sum(axis=0)).sum())
        count = int(wrong.sum())
        detail: dict[str, float] = {"count": count, "coarse": coarse, "fine": count - coarse}
        yield "wrong_layer", Edit(sides.estimate.times[of_est], after), detail


def shifted(sides: Sides) -> Iterator[Found]:
    """Boundaries are off, each by its own.

    A boundary t stands for one of the reference, t', that is more than 0.05 and less than 3 s
    away: the repair makes it t' in all layers that have it.
    """
    belongs = sides.wanted[:, sides.pairs[0]].any(axis=0)
    off = belongs & (np.abs(sides.gaps) > STILL)
    if off.any():
        of_ref, of_est = (times[off] for times in sides.pairs)
        gaps = np.abs(sides.gaps[off])
        detail = {"count": len(gaps), "typical": float(np.median(gaps)), "most": float(gaps.max())}
        moved, to = sides.estimate.times[of_est], sides.reference.times[of_ref]
        yield "shifted", Edit(moved=moved, to=to), detail


def missing(sides: Sides) -> Iterator[Found]:
    """Boundaries of the reference are missing: none of the estimate's stands for them.

    The repair adds each to the layers that stand for those that have it in the reference.
    """
    lacked, _ = sides.alone
    if len(lacked):
        member = sides.wanted[:, lacked]
        detail = _where(sides.reference, lacked, sides.estimate)
        yield "missing", Edit(sides.reference.times[lacked], member), detail


def spurious(sides: Sides) -> Iterator[Found]:
    """Boundaries of the estimate stand for none of the reference: the repair removes them."""
    _, extra = sides.alone
    if len(extra):
        detail = _where(sides.estimate, extra, sides.reference)
        nowhere = np.zeros((len(sides.estimate), len(extra)), np.bool_)
        yield "spurious", Edit(sides.estimate.times[extra], nowhere), detail


def _where(form: Form, at: IntArray, other: Form) -> dict[str, float]:
    """Say how many of some boundaries are in one layer (1 = coarsest), where they begin.

    If most are in one segment of the other side, say also how many, and between which times; 0
    stands for an end of the track.
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
