"""Missing boundaries and their repairs by the plain rules; slow and obvious on purpose."""

import numpy as np

from core.hierarchy import NEST_DECIMALS, Hierarchy, NestingFault
from core.notes import Note
from core.wording import clock


def nesting_faults(hierarchy):
    """The boundaries that each layer lacks of those above."""
    seen, faults = {}, []
    for level, layer in enumerate(hierarchy.layers, 1):
        rounded = np.round(layer.boundaries, NEST_DECIMALS).tolist()
        here = dict(zip(rounded, layer.boundaries.tolist(), strict=True))
        faults += [
            NestingFault(level, above, time)
            for key, (above, time) in sorted(seen.items())
            if key not in here
        ]
        seen |= {key: (level, time) for key, time in here.items()}
    return tuple(faults)


def insert_missing(hierarchy):
    """Each missing boundary cuts the segment around it: hierarchy and notes."""
    notes = []
    rows, labels = _lists(hierarchy)
    for fault in nesting_faults(hierarchy):
        row = rows[fault.layer - 1]
        at = int(np.searchsorted(row, fault.time))
        row.insert(at, fault.time)
        labels[fault.layer - 1].insert(at, labels[fault.layer - 1][at - 1])
        text = f"layer {fault.layer} at {clock(fault.time)}: "
        text += f"boundary of layer {fault.above} inserted"
        notes.append(Note("boundary-inserted", text, fault.layer, fault.time))
    return _made(hierarchy, rows, labels), tuple(notes)


def snap(hierarchy, tolerance):
    """Each time of the layers above, in turn, attracts the nearest boundary that may move."""
    notes = []
    rows, labels = _lists(hierarchy)
    fixed = rows[0]
    for level, row in enumerate(rows[1:], 2):
        anchored = {round(time, NEST_DECIMALS) for time in fixed}
        for time in fixed:
            key = round(time, NEST_DECIMALS)
            if any(round(other, NEST_DECIMALS) == key for other in row):
                continue
            movable = [
                at
                for at in range(1, len(row) - 1)
                if round(row[at], NEST_DECIMALS) not in anchored
                and abs(row[at] - time) <= tolerance
                and row[at - 1] < time < row[at + 1]
            ]
            if movable:
                at = min(movable, key=lambda at: abs(row[at] - time))
                text = f"layer {level} at {clock(row[at])}: boundary moved to {clock(time)}"
                notes.append(Note("boundary-moved", text, level, row[at]))
                row[at] = time
        fixed = sorted({*fixed, *row})
    return _made(hierarchy, rows, labels), tuple(notes)


def _lists(hierarchy):
    rows = [layer.boundaries.tolist() for layer in hierarchy.layers]
    return rows, [list(layer.labels) for layer in hierarchy.layers]


def _made(hierarchy, rows, labels):
    return Hierarchy.from_boundaries(rows, labels, name=hierarchy.name)
