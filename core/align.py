"""Crop or extend a pair to the same span, as mir_eval does before scoring, and collect notes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import HierarchyError
from core.files.names import shortened, stem
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import PADDING, Hierarchy, Layer, Pair
from core.notes import Note
from core.vocabulary import SIDES, Side
from core.wording import counted

_MUCH_LONGER = 8  # times; two versions of a track differ by less, frames of 0.1 s by 10
_ABOUT = 0.1  # relative difference between the ends of two versions of a track
_FACTORS = {"milliseconds": 1000, "centiseconds": 100}
_ROUNDING = 1e-6  # rounding in sums of positions and durations


@dataclass(frozen=True)
class Alignment:
    """A pair whose sides span the same time from 0, and its notes."""

    pair: Pair
    notes: tuple[Note, ...]
    """Notes on reading, cropping, extending and missing nesting; each names its side."""
    unaligned: Pair  # as they were read

    @property
    def reference(self) -> Hierarchy:
        """The reference as it is scored."""
        return self.pair.reference

    @property
    def estimate(self) -> Hierarchy:
        """The estimate as it is scored."""
        return self.pair.estimate


def names_of(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Name both sides, for example ``"method against annotator 1"``, without file extensions."""
    return f"{stem(estimate.name) or 'estimate'} against {stem(reference.name) or 'reference'}"


def align(
    reference: Hierarchy,
    estimate: Hierarchy,
    reference_notes: Sequence[Note] = (),
    estimate_notes: Sequence[Note] = (),
) -> Alignment:
    """Crop or pad both hierarchies to the span from 0 to the reference's end, as mir_eval does."""
    if reference.unit != estimate.unit:
        raise HierarchyError(
            f"the reference is in {reference.unit}, the estimate in {estimate.unit}",
            advice=_advice(reference, estimate),
        )
    end = reference.end
    notes = [
        replace(note, side=side)
        for side, own in zip(SIDES, (reference_notes, estimate_notes), strict=True)
        for note in own
    ]
    first, second = (
        _fit(hierarchy, end, side, notes)
        for side, hierarchy in zip(SIDES, (reference, estimate), strict=True)
    )
    if not reference.notation.musical:
        notes += _doubtful_unit(reference, estimate)
    for side, hierarchy in zip(SIDES, (first, second), strict=True):
        notes += _nesting(hierarchy, side)
    return Alignment(Pair(first, second), tuple(notes), Pair(reference, estimate))


def _advice(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Explain how to convert two hierarchies in different units to the same unit."""
    musical = [hierarchy.notation.musical for hierarchy in (reference, estimate)]
    whose, files = f"the {SIDES[musical.index(True)]}", "a file of its"
    if all(musical):
        whose, files = "both", "files of their"
    return (
        f"Set beats per minute and per measure for {whose}, such as bpm=120,meter=4, or add "
        f"{files} beats or bar lines"
    )


def _doubtful_unit(reference: Hierarchy, estimate: Hierarchy) -> list[Note]:
    """Warn if one side is so much longer that its times are probably not seconds."""
    times = estimate.end / reference.end
    side, other = SIDES[::-1]
    if times < 1:
        times, side, other = 1 / times, other, side
    if times < _MUCH_LONGER:
        return []
    fix = "convert its times to seconds if in frames or samples"
    for unit, factor in _FACTORS.items():
        if abs(times / factor - 1) < _ABOUT:
            fix = f"read it with unit={unit} if in {unit}"
    return [Note("unit-doubt", f"{times:,.4g} times as long as the {other}; {fix}", side=side)]


def _nesting(hierarchy: Hierarchy, side: Side) -> list[Note]:
    """Warn if deeper layers lack boundaries, as mir_eval does."""
    count = hierarchy.missing
    if not count:
        return []
    lack = f"{counted(count, 'boundary')} {'is' if count == 1 else 'are'}"
    (fault,) = hierarchy.nesting_faults(1)
    layer = shortened(hierarchy.layers[fault.layer - 1].name or f"layer {fault.layer}")
    example = f"({layer} lacks {hierarchy.notation.at(fault.time)})"
    text = f"not nested, {lack} missing in deeper layers {example}"
    return [Note("not-nested", text, side=side)]


def _fit(hierarchy: Hierarchy, end: float, side: Side, notes: list[Note]) -> Hierarchy:
    if hierarchy.start == 0 and hierarchy.end == end:
        return hierarchy
    units = hierarchy.notation
    if hierarchy.start >= end:
        raise HierarchyError(
            f"the {side} starts after the reference has ended ({units.at(end)})",
            time=hierarchy.start,
            advice="Check that both files are of the same track",
            unit=hierarchy.unit,
        )
    least = _ROUNDING if units.musical else DEFAULT_FRAME_SIZE
    if hierarchy.start >= least:
        text = f"starts at {units.at(hierarchy.start)} and was extended to {units.at(0.0)}"
        notes.append(Note("padded", text, None, 0.0, side, hierarchy.start))
    over = hierarchy.end - end
    if abs(over) >= least:
        kind, when, done = (
            ("cropped", "late", "cropped") if over > 0 else ("padded", "early", "extended")
        )
        ends = f"{units.at(hierarchy.end)}, reference {units.at(end)}"
        length = units.amount(f"{abs(over):,.0f}" if abs(over) >= 1000 else f"{abs(over):.3g}")
        text = f"ends {length} {when} ({ends}) and was {done}"
        notes.append(Note(kind, text, None, min(hierarchy.end, end), side, abs(over)))
    return replace(hierarchy, layers=tuple(_cut(layer, end) for layer in hierarchy.layers))


def _cut(layer: Layer, end: float) -> Layer:
    """Crop and pad a layer to the span from 0 to `end`, without mir_eval's empty segment there."""
    inside = layer.boundaries[layer.boundaries < end].tolist()
    labels = list(layer.labels[: len(inside)])
    if len(labels) < len(inside):  # the layer ends before `end`
        labels.append(PADDING[1])
    if inside[0] > 0:
        inside.insert(0, 0.0)
        labels.insert(0, PADDING[0])
    return Layer(np.array([*inside, end]), tuple(labels), layer.name)
