"""Apply a repair: list the boundaries that it changes, and make the repaired pair."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from core.align import Alignment
from core.diagnosis.changes import find
from core.diagnosis.plan import Explanation
from core.diagnosis.results import Mark
from core.hierarchy import Layer, Pair
from core.vocabulary import SIDES, FloatArray


def marks(plan: Explanation, step: int) -> Iterator[Mark]:
    """Yield all boundaries that a step changes if it is applied alone."""
    every = list(_all_marks(plan, step))
    changes = list(_within(plan, every))
    clock, own = plan.clock, plan.steps[step]
    if not changes and own.side == "estimate" and own.kind not in ("scale", "offset"):
        # All changes are outside the span until the times are repaired.
        for at, mark in enumerate(every):
            to = None if mark.to is None else clock.after(mark.to)
            every[at] = replace(mark, time=clock.after(mark.time), to=to)
        changes = list(_within(plan, every))
    yield from changes


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


def fixed_pair(plan: Explanation, step: int, pair: Alignment) -> Pair:
    """Apply one step alone, and return both hierarchies; see :func:`core.diagnosis.fix`."""
    after = plan.fixed([step])
    clock = plan.clock_of([step])
    sources = {
        "reference": [("reference", layer) for layer in range(len(after.reference))],
        "estimate": plan.layers([step]),
    }
    before = {"reference": pair.reference, "estimate": pair.estimate}
    fixed = []
    for side in SIDES:
        layers = []
        for row, (own, layer) in zip(after.form(side).rows, sources[side], strict=True):
            source = before[own].layers[layer]
            middles = (row[:-1] + row[1:]) / 2
            if side == own == "estimate":
                middles = clock.before(middles)
            layers.append(Layer(row, _labels(source, middles), source.name))
        fixed.append(replace(before[side], layers=tuple(layers)))
    return fixed[0], fixed[1]


def _labels(source: Layer, times: FloatArray) -> tuple[str, ...]:
    at = np.searchsorted(source.boundaries, times, side="right") - 1
    return tuple(source.labels[n] for n in np.clip(at, 0, len(source.labels) - 1).tolist())
