"""Bring a pair to one span, as mir_eval does before it scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.errors import HierarchyError, clock
from core.hierarchy import Hierarchy, Layer
from core.repair import Note

_ROUNDING = 1e-6  # seconds: sums of times and durations; not worth a word


@dataclass(frozen=True)
class Alignment:
    """A pair of one span, starting at 0, and what was cropped or padded to get it.

    Parameters
    ----------
    reference, estimate : Hierarchy
    notes : tuple of Note
        Empty when the pair already had one span.
    """

    reference: Hierarchy
    estimate: Hierarchy
    notes: tuple[Note, ...] = ()

    @property
    def missing(self) -> dict[str, int]:
        """How many boundaries the deeper layers of each side lack; 0 where it is nested."""
        sides = {"reference": self.reference, "estimate": self.estimate}
        return {side: hierarchy.missing for side, hierarchy in sides.items()}


def align(reference: Hierarchy, estimate: Hierarchy) -> Alignment:
    """Fit both hierarchies to the span from 0 to the reference's end.

    As :func:`mir_eval.hierarchy.evaluate` does with :func:`mir_eval.util.adjust_intervals`: what
    lies beyond the end is cropped, what is missing is padded with a segment labelled ``__T_MIN``
    or ``__T_MAX``.

    Parameters
    ----------
    reference, estimate : Hierarchy

    Returns
    -------
    Alignment

    Raises
    ------
    HierarchyError
        If nothing of the estimate lies before the reference's end.
    """
    end = reference.end
    notes: list[Note] = []
    aligned = [
        _fit(hierarchy, end, word, notes)
        for hierarchy, word in ((reference, "reference"), (estimate, "estimate"))
    ]
    return Alignment(aligned[0], aligned[1], tuple(notes))


def _fit(hierarchy: Hierarchy, end: float, word: str, notes: list[Note]) -> Hierarchy:
    if hierarchy.start == 0 and hierarchy.end == end:
        return hierarchy
    if hierarchy.start >= end:
        raise HierarchyError(
            f"the {word} starts after the reference has ended ({clock(end)})",
            time=hierarchy.start,
            mend="Check that both files are of the same track",
        )
    if hierarchy.start >= _ROUNDING:
        notes.append(Note(f"{word}: padded from 0:00.0 to {clock(hierarchy.start)}", None, 0.0))
    if abs(hierarchy.end - end) < _ROUNDING:
        pass
    elif hierarchy.end < end:
        notes.append(
            Note(
                f"{word}: padded by {_seconds(end - hierarchy.end)} "
                f"from {clock(hierarchy.end)} to the reference's end {clock(end)}",
                None,
                hierarchy.end,
            )
        )
    else:
        notes.append(
            Note(
                f"{word}: cropped by {_seconds(hierarchy.end - end)} "
                f"from {clock(hierarchy.end)} to the reference's end {clock(end)}",
                None,
                end,
            )
        )
    return Hierarchy(tuple(_cut(layer, end) for layer in hierarchy.layers), hierarchy.name)


def _cut(layer: Layer, end: float) -> Layer:
    """Crop and pad a layer to the span from 0 to `end`, before which it starts.

    A segment that starts exactly at the end is kept by mir_eval with no length; it is left out.
    """
    inside = layer.boundaries[layer.boundaries < end].tolist()
    labels = list(layer.labels[: len(inside)])
    if len(labels) < len(inside):  # it ends before
        labels.append("__T_MAX")
    if inside[0] > 0:
        inside.insert(0, 0.0)
        labels.insert(0, "__T_MIN")
    return Layer(np.array([*inside, end]), tuple(labels), layer.name)


def _seconds(difference: float) -> str:
    return f"{difference:.3g} s"
