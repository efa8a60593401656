"""Find errors of whole layers: reversed, missing, superfluous, or not nested."""

from collections.abc import Iterator

import numpy as np

from core.diagnosis.forms import Form
from core.diagnosis.matching import TOLERANCE, Sides
from core.hierarchy import Hierarchy
from core.repair import snap


def turned(form: Form) -> Form:
    """Reverse the layers; files of some tools run from fine to coarse."""
    return form.with_member(form.member[::-1])


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


def superfluous(sides: Sides) -> tuple[list[int], dict[str, float]]:
    """Return unmatched or repeated layers of the estimate (0 = layer 1), and the text's numbers."""
    extra = np.flatnonzero(~sides.stands).tolist()
    if not extra or len(extra) == len(sides.estimate):
        return [], {}
    boundaries, first = sides.estimate.inner, extra[0]
    same = [
        n
        for n in range(len(boundaries))
        if n != first and (boundaries[n] == boundaries[first]).all()
    ]
    same_as = same[0] + 1 if same else 0
    number = _other_number(sides)
    return extra, {"layer": first + 1, "layers": len(extra), "same": same_as, **number}


def lacking(sides: Sides) -> tuple[list[int], dict[str, float]]:
    """Return missing layers of the reference (0 = layer 1), and the text's numbers."""
    lacked = np.flatnonzero(sides.levels < 0).tolist()
    if not lacked:
        return [], {}
    return lacked, {"layer": lacked[0] + 1, "layers": len(lacked), **_other_number(sides)}


def _other_number(sides: Sides) -> dict[str, float]:
    """Return the first layer of the estimate whose match has another number, if any."""
    for layer, level in enumerate(sides.levels.tolist()):
        if level >= 0 and level != layer:
            return {"own": level + 1, "reference": layer + 1}
    return {}


def _closed(form: Form) -> Form:
    return form.with_member(np.logical_or.accumulate(form.member, axis=0))
