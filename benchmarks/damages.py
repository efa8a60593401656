"""Pairs with a known cause of a low score: a hierarchy, and a damaged copy of it.

They test diagnoses, and are independent of the diagnosis code and its repairs.
"""

from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
from damage_kinds import CAUSES, DRAWS, FLAT, OF_REFERENCE, Draft

from core.align import align
from core.hierarchy import Hierarchy
from core.repair import insert_missing
from core.tmeasures import score

KINDS = tuple(sorted(DRAWS))
LEAST = 0.02  # loss of T_F that a damage must cause, full and reduced
TRIES = 40
WHOLE = 0.995  # from this T_F on, nothing is left to fix


@dataclass(frozen=True)
class Damaged:
    """A damaged pair, not aligned.

    `kinds` are the damages and `texts` their strengths. `side` is the damaged side. `undone` has
    the pair after undoing each damage, with the others left. `alike` are other, equally simple
    causes that explain this pair completely. `masked` means that fixing one of several damages
    gains nothing while the others are there.
    """

    reference: Hierarchy
    estimate: Hierarchy
    kinds: tuple
    texts: tuple
    undone: tuple
    side: str = "estimate"
    alike: frozenset = frozenset()
    masked: bool = False

    @property
    def causes(self):
        """The causes that a diagnosis should name."""
        return frozenset(CAUSES.get(kind, kind) for kind in self.kinds)


def by_chance(rng):
    """Two to four nested layers over 2 to 5 minutes: sections, phrases, and so on."""
    end = round(rng.uniform(120, 300), int(rng.choice([0, 1, 3])))
    decimals = int(rng.choice([1, 2, 3, 9]))
    depth = rng.choice([2, 3, 3, 3, 4])
    lengths = [rng.uniform(15, 45), *rng.uniform(0.25, 0.6, depth - 1)]
    rows, length = [[0.0, end]], 1.0
    for factor in lengths:
        length *= factor
        row = [0.0]
        for a, b in pairwise(rows[-1]):
            parts = max(1, round((b - a) / length * rng.uniform(0.6, 1.6)))
            steps = np.cumsum(rng.uniform(0.5, 1.5, parts))
            inside = np.round(a + (b - a) * steps[:-1] / steps[-1], decimals).tolist()
            row += [time for time in inside if a + 1 < time < b - 1] + [b]
        rows.append(sorted(set(row)))
    return Hierarchy.from_boundaries(rows[1:])


def damage(kind, hierarchy, rng, window=15.0):
    """Damage a hierarchy in one way, or return None if no draw costs `LEAST`."""
    if kind in FLAT:
        hierarchy = labeled(hierarchy, rng)
    draft = drafted(hierarchy)
    for _ in range(TRIES):
        drawn = DRAWS[kind](draft, rng)
        if drawn is None:
            continue
        undergo, text = drawn
        rounded = bool(rng.random() < 0.5)
        damaged = finished(undergo(draft), rounded)
        if kind in FLAT:
            if len(damaged.boundaries[0]) != len(hierarchy.boundaries[0]):
                continue  # a boundary moved beyond an end
            damaged = with_labels(damaged, hierarchy.layers[0].labels)
        side = "reference" if rng.random() < OF_REFERENCE.get(kind, 0) else "estimate"
        if kind == "not_nested" and (hierarchy.missing or not damaged.missing):
            continue
        pair = (damaged, hierarchy) if side == "reference" else (hierarchy, damaged)
        if (1 - f_measures(*pair, window)).min() > LEAST:
            undone = hierarchy
            if kind in ("offset", "scale"):
                undone = finished(kept(draft, undergo(draft)), False)
            left = f_measures(hierarchy, undone, window)
            if (left - f_measures(*pair, window)).min() > LEAST:
                found = alike(kind, draft, undergo(draft), *pair, window)
                if (1 - left > left - f_measures(*pair, window)).any():
                    found |= {"missing"}
                return Damaged(*pair, (kind,), (text,), ((hierarchy, undone),), side, found)
    return None


def labeled(hierarchy, rng):
    """Only the coarsest layer with more than three boundaries, with letters as labels."""
    rows = [row for row in hierarchy.boundaries if len(row) > 5] or [hierarchy.boundaries[-1]]
    row = rows[0].tolist()
    steps = np.cumsum(rng.integers(1, 5, len(row) - 1))  # neighbors have different labels
    return with_labels(Hierarchy.from_boundaries([row]), ["ABCDE"[step % 5] for step in steps])


def with_labels(hierarchy, labels):
    """A flat hierarchy with the labels of its segments."""
    row = hierarchy.boundaries[0].tolist()
    return Hierarchy.from_boundaries([row], labels=[list(labels)])


def drafted(hierarchy):
    rows = (row[1:-1].tolist() for row in hierarchy.boundaries)
    layers = {depth: frozenset(row) for depth, row in enumerate(rows, 1)}
    return Draft(layers, hierarchy.end, hierarchy.start)


def kept(draft, moved):
    """The draft without boundaries that moved beyond the ends."""
    before, after = draft.times, moved.times
    if len(before) != len(after):  # in frames, some times coincide, but none is beyond the ends
        return draft
    pairs = zip(before, after, strict=True)
    lost = {time for time, to in pairs if not moved.start < to < moved.end}
    return draft.each(lambda _, row: row - lost)


def finished(draft, rounded):
    """The hierarchy of a draft, its inner boundaries rounded to milliseconds or not."""
    layers = []
    for depth in draft.depths:
        row = {round(time, 3) if rounded else float(time) for time in draft.layers[depth]}
        inside = sorted(time for time in row if draft.start < time < draft.end)
        layers.append([draft.start, *inside, draft.end])
    return Hierarchy.from_boundaries(layers)


def f_measures(reference, estimate, window):
    """T_F reduced and full; 0 without a score."""
    both = align(reference, estimate)
    found = score(both.reference, both.estimate, [window])
    values = [found.scores[variant].f_measure[0] for variant in ("reduced", "full")]
    return np.nan_to_num(values)


def alike(kind, draft, damaged, reference, estimate, window):
    """Other, equally simple kinds that explain this pair completely."""
    found = set()
    if kind in ("offset", "scale", "shifted"):
        found = moved_alike(draft, damaged) - {kind}
    if kind == "shifted":
        by = np.median(np.array(damaged.times) - draft.times)
        back = finished(damaged.each(lambda _, row: {time - by for time in row}), False)
        found |= {"offset"} if f_measures(reference, back, window).min() > WHOLE else set()
    if kind == "missing":
        gone = np.array([time not in damaged.own for time in draft.times])
        if gone.sum() > 2 and np.ptp(np.flatnonzero(gone)) == gone.sum() - 1:
            found.add("swallowed")
    if kind in ("missing", "spurious", "wrong_layer", "swallowed", "not_nested", "shifted"):
        found |= layers_alike(reference, estimate, window)
    if kind == "swallowed" and estimate.missing:
        refined = insert_missing(estimate).hierarchy
        found |= {"not_nested"} if f_measures(reference, refined, window).min() > WHOLE else set()
    return frozenset(found)


def moved_alike(draft, damaged):
    """Which of offset, scale and shifted explain the times of the boundaries."""
    before, after = (np.array(each.times) for each in (draft, damaged))
    if len(before) == 1:
        return {"offset", "scale", "shifted"}
    if len(before) != len(after):
        return set()
    ways = {
        "offset": after - before - np.median(after - before),
        "scale": after - before * (after @ before) / (before @ before),
    }
    return {way for way, off in ways.items() if np.abs(off).max() < 0.1}


def layers_alike(reference, estimate, window):
    """Which changes of whole layers leave nothing to fix, and do not break the nesting.

    The reference's finest layer must not be added at the bottom, as it would hide errors above.
    """
    both = align(reference, estimate)
    sides = both.estimate, both.reference
    rows, wanted = ([each.tolist() for each in side.boundaries] for side in sides)
    places = range(len(rows))
    ways = {
        "layers_reversed": [rows[::-1]],
        "layer_superfluous": [rows[:n] + rows[n + 1 :] for n in places if len(rows) > 1],
        "layer_missing": [
            [*rows[:n], row, *rows[n:]] for n, row in product([*places, len(rows)], wanted)
        ],
    }

    def fixes(tried):
        made = Hierarchy.from_boundaries(tried)
        return (
            made.missing <= reference.missing and f_measures(reference, made, window).min() > WHOLE
        )

    return {way for way, tried in ways.items() if any(map(fixes, tried))}
