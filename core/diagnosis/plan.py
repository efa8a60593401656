"""An explanation of a pair: its errors as steps, each of which can be repaired alone."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from core.diagnosis._times import Clock
from core.diagnosis.changes import Edit, find
from core.diagnosis.forms import BoolArray, Form
from core.diagnosis.kinds import Kind
from core.diagnosis.matching import Sides
from core.vocabulary import SIDES, FloatArray, Side


@dataclass(frozen=True, eq=False)
class Step:
    """All errors of one kind on one side."""

    kind: Kind
    side: Side  # the side that has the errors
    detail: Mapping[str, float]  # the numbers for their text
    edits: tuple[Edit, ...] = ()
    """Repairs in times and layers of the original pair; empty for errors of a whole hierarchy."""


@dataclass(frozen=True, eq=False)
class Lacking:
    """A layer of the reference that the estimate lacks, for insertion without other repairs."""

    times: FloatArray  # its boundaries in the times of the estimate
    partners: FloatArray  # the matching boundaries of the estimate; NaN without a match
    alone: BoolArray  # mask of boundaries that belong to no other layer of the estimate
    above: int | None  # the estimate's layer above it (0 = first); its boundaries are inserted, too

    def row(self, form: Form) -> FloatArray:
        """Return its boundaries in an estimate, without those that only another repair adds."""
        partner, own = find(form, self.partners), find(form, self.times)
        there = np.where((own >= 0) | self.alone, self.times, np.nan)
        known = partner >= 0
        there[known] = form.times[partner[known]]
        over = np.empty(0) if self.above is None else form.times[form.member[self.above]]
        return np.unique(np.concatenate((there[~np.isnan(there)], over)))


@dataclass(frozen=True, eq=False)
class Explanation:
    """The errors of a pair; each step can be repaired without the rest."""

    sides: Sides  # the original pair
    steps: tuple[Step, ...]  # in the order of :data:`core.diagnosis.KINDS`
    clock: Clock
    extra: frozenset[int]  # the superfluous layers of the estimate, 0 = its first
    inserted: Mapping[int, Lacking]  # the missing layers, by number in the reference (0 = layer 1)
    places: Mapping[int, int]
    """For each missing layer, the estimate's layer before which it is inserted."""
    turned: bool  # whether the layers of the estimate run from fine to coarse
    timed: Sides  # the pair after repair of all errors that concern many boundaries at once

    def fixed(self, which: Collection[int]) -> Sides:
        """Repair the steps with these indices, and leave the others."""
        chosen = [self.steps[at] for at in sorted(which)]
        forms = dict(zip(SIDES, (self.sides.reference, self.sides.estimate), strict=True))
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
        return Sides(forms["reference"], estimate)

    def layers(self, which: Collection[int]) -> list[tuple[Side, int]]:
        """Return side and number (0 = layer 1) of the source of each layer after the repair."""
        kinds = {self.steps[at].kind for at in which}
        layers: list[tuple[float, Side, int]] = [
            (layer, "estimate", layer)
            for layer in range(len(self.sides.estimate))
            if layer not in self.extra or not kinds & {"layer_superfluous", "level_mismatch"}
        ]
        if kinds & {"layer_missing", "level_mismatch"}:
            layers += [(before - 0.5, "reference", n) for n, before in self.places.items()]
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
