"""An explanation of a pair as steps, any of which can be made without the others."""

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
    side: Side
    """Whose fault they are taken to be."""
    detail: Mapping[str, float]
    """What is said of them."""
    edits: tuple[Edit, ...] = ()
    """What mends them, in the times and layers of the pair as it is; empty for what concerns a
    whole hierarchy."""


@dataclass(frozen=True, eq=False)
class Lacking:
    """A layer of the reference that the estimate lacks, as it would be without other repairs."""

    times: FloatArray
    """Its boundaries in the times of the estimate."""
    partners: FloatArray
    """The boundaries of the estimate that stand for them; NaN for none."""
    alone: BoolArray
    """Which of them belong in no other layer of the estimate."""
    above: int | None
    """The layer of the estimate (0 = its first) under which it belongs, and whose boundaries it
    gets, too."""

    def row(self, form: Form) -> FloatArray:
        """Give its boundaries in an estimate: what another repair brings in is not there yet."""
        partner, own = find(form, self.partners), find(form, self.times)
        there = np.where((own >= 0) | self.alone, self.times, np.nan)
        known = partner >= 0
        there[known] = form.times[partner[known]]
        over = np.empty(0) if self.above is None else form.times[form.member[self.above]]
        return np.unique(np.concatenate((there[~np.isnan(there)], over)))


@dataclass(frozen=True, eq=False)
class Explanation:
    """What is wrong with a pair, so that any part of it can be mended without the rest."""

    sides: Sides
    """The pair as it is."""
    steps: tuple[Step, ...]
    """In the order of :data:`core.diagnosis.KINDS`."""
    clock: Clock
    extra: frozenset[int]
    """The superfluous layers of the estimate, 0 = its first."""
    inserted: Mapping[int, Lacking]
    """The missing layers by their number in the reference (0 = layer 1)."""
    places: Mapping[int, int]
    """Before which layer of the estimate each of those belongs."""
    turned: bool
    """Whether the layers of the estimate run from fine to coarse."""
    timed: Sides
    """The pair with all mended that concerns many boundaries at once."""

    def mended(self, which: Collection[int]) -> Sides:
        """Mend some of the steps, by their places, and leave the others as they are."""
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
        estimate = self.clock_of(which).mended(Form.from_rows(rows, estimate.end))
        return Sides(forms["reference"], estimate)

    def layers(self, which: Collection[int]) -> list[tuple[Side, int]]:
        """Say of each layer of the mended estimate whose it was, and which (0 = layer 1)."""
        kinds = {self.steps[at].kind for at in which}
        layers: list[tuple[float, Side, int]] = [
            (layer, "estimate", layer)
            for layer in range(len(self.sides.estimate))
            if layer not in self.extra or not kinds & {"layer_superfluous", "level_mismatch"}
        ]
        if kinds & {"layer_missing", "level_mismatch"}:
            layers += [(before - 0.5, "reference", n) for n, before in self.places.items()]
            # Of several in one place the coarser comes first, which here may be the last.
            layers.sort(key=lambda layer: (layer[0], -layer[2] if self.turned else layer[2]))
        if "layers_reversed" in kinds:
            layers.reverse()
        return [(side, layer) for _, side, layer in layers]

    def clock_of(self, which: Collection[int]) -> Clock:
        """Give the clock of the steps that concern all times."""
        kinds = {self.steps[at].kind for at in which}
        return Clock(
            self.clock.factor if "scale" in kinds else 1.0,
            self.clock.late if "offset" in kinds else 0.0,
        )
