"""Errors of whole layers: turned round, lacking, too many, or not nested."""

from collections.abc import Iterator

import numpy as np

from core.diagnosis.forms import Form
from core.diagnosis.matching import TOLERANCE, Sides
from core.hierarchy import Hierarchy
from core.repair import snap


def turned(form: Form) -> Form:
    """Turn layers round: they run from fine to coarse, as files of some tools have them."""
    return form.with_member(form.member[::-1])


def nested(form: Form) -> Iterator[Form]:
    """Mend a hierarchy that is not nested: all layers get the boundaries of those above.

    As :func:`core.repair.insert_missing` does; and with boundaries that lie near moved onto them
    first (:func:`core.repair.snap`), by 0.5 s at most, or by 3 s.
    """
    if form.nested:
        return
    yield _closed(form)
    # Boundaries outside of the span are for an offset to bring in, which has been found by now.
    inner = form.with_member(form.held)
    for within in (0.5, TOLERANCE):
        mended = snap(Hierarchy.from_boundaries(inner.rows), within).hierarchy
        yield _closed(Form.of(mended, form.end))


def superfluous(sides: Sides) -> tuple[list[int], dict[str, float]]:
    """Give the layers of the estimate (0 = layer 1) that are one too many, and what is said.

    They stand for none of the reference's (:attr:`core.diagnosis.matching.Sides.levels`), or say
    what another says; the repair leaves them out.
    """
    extra = np.flatnonzero(~sides.stands).tolist()
    if not extra or len(extra) == len(sides.estimate):
        return [], {}
    boundaries, first = sides.estimate.held, extra[0]
    same = [
        n
        for n in range(len(boundaries))
        if n != first and (boundaries[n] == boundaries[first]).all()
    ]
    same_as = same[0] + 1 if same else 0
    number = _other_number(sides)
    return extra, {"layer": first + 1, "layers": len(extra), "same": same_as, **number}


def lacking(sides: Sides) -> tuple[list[int], dict[str, float]]:
    """Give the layers of the reference (0 = layer 1) that are lacking, and what is said.

    The repair inserts each between the layers that stand for those above and below it.
    """
    lacked = np.flatnonzero(sides.levels < 0).tolist()
    if not lacked:
        return [], {}
    return lacked, {"layer": lacked[0] + 1, "layers": len(lacked), **_other_number(sides)}


def _other_number(sides: Sides) -> dict[str, float]:
    """Name a layer of the estimate that stands for one of another number, if one does."""
    for layer, level in enumerate(sides.levels.tolist()):
        if level >= 0 and level != layer:
            return {"own": level + 1, "reference": layer + 1}
    return {}


def _closed(form: Form) -> Form:
    return form.with_member(np.logical_or.accumulate(form.member, axis=0))
