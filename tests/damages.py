"""Pairs whose one cause of a low score is known: a hierarchy, and itself damaged.

A diagnosis is judged by them. They know nothing of how it is made, of its repairs least of all.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from damage_kinds import DRAWS, Draft

from core.align import align
from core.hierarchy import Hierarchy
from core.repair import insert_missing
from core.tmeasures import score

KINDS = tuple(sorted(DRAWS))
LEAST = 0.02  # of T_F, which a damage must cost, full and reduced
TRIES = 40
WHOLE = 0.995  # from this T_F on nothing is left to mend


@dataclass(frozen=True)
class Damaged:
    """A damaged pair, not aligned.

    `kinds` are the damages and `texts` say how strong they are. `side` says whose hierarchy was
    damaged: that of the reference only when it is not nested. `undone` has the pair with each
    damage undone and the other left. `alike` are other kinds that say the same of this very pair:
    mending such a one, no less simple, also leaves nothing to mend. Of two damages `masked` says
    that one is worth nothing to mend while the other is there.
    """

    reference: Hierarchy
    estimate: Hierarchy
    kinds: tuple
    texts: tuple
    undone: tuple
    side: str = "estimate"
    alike: frozenset = frozenset()
    masked: bool = False


def damage(kind, hierarchy, rng, window=15.0):
    """Damage a hierarchy in one way, or give None where no draw costs `LEAST`."""
    draft = drafted(hierarchy)
    for _ in range(TRIES):
        drawn = DRAWS[kind](draft, rng)
        if drawn is None:
            continue
        undergo, text = drawn
        rounded = bool(rng.random() < 0.5)
        damaged = finished(undergo(draft), rounded)
        side = "reference" if kind == "not_nested" and rng.random() < 0.3 else "estimate"
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


def damage_two(first, second, hierarchy, rng, window=15.0):
    """Damage the estimate in two ways, or give None where no draw has each cost `LEAST`.

    Nor are two that amount to one: where one is gone with the other (boundaries in a layer that is
    missing), or where both together are a layer too many or too few, or
    boundaries in the wrong layer.
    """
    draft = drafted(hierarchy)
    kinds = tuple(kind for kind in DRAWS if kind in (first, second))
    if hierarchy.missing and "not_nested" in kinds:
        return None
    for _ in range(TRIES):
        drawn = [DRAWS[kind](draft, rng) for kind in kinds]
        if None in drawn:
            continue
        (one, text), (other, also) = drawn
        rounded = bool(rng.random() < 0.5)
        # What undoing the first leaves is the second alone, and the other way round.
        left = finished(other(draft), rounded), finished(one(draft), rounded)
        both = finished(other(one(draft)), rounded)
        if both.start >= hierarchy.end or is_one(hierarchy, both, left, kinds, window):
            continue
        now = f_measures(hierarchy, both, window)
        then = np.array([f_measures(hierarchy, each, window) for each in left])
        if (1 - then).min() > LEAST and (1 - now).min() > LEAST:
            masked = bool((then - now).min() < LEAST)
            undone = tuple((hierarchy, each) for each in left)
            return Damaged(hierarchy, both, kinds, (text, also), undone, masked=masked)
    return None


def is_one(whole, both, left, kinds, window):
    """Whether nothing tells two damages from one."""
    gone = both in left or ("not_nested" in kinds and not both.missing)
    if set(kinds) == {"layer_missing", "layer_superfluous"}:
        # As many layers and the same boundaries: they are in other layers, and that is all.
        before, after = drafted(whole).times, drafted(both).times
        gone = gone or (
            len(before) == len(after) and np.allclose(before, after, rtol=0, atol=0.001)
        )
    return gone or bool(layers_alike(whole, both, window))


def drafted(hierarchy):
    rows = (row[1:-1].tolist() for row in hierarchy.boundaries)
    layers = {depth: frozenset(row) for depth, row in enumerate(rows, 1)}
    return Draft(layers, hierarchy.end, hierarchy.start)


def kept(draft, moved):
    """What of a draft is left when all that moved beyond the ends is gone."""
    before, after = draft.times, moved.times
    if len(before) != len(after):  # frames, some of which fall together; none goes beyond
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
    """T_F reduced and full; 0 where nothing is counted."""
    both = align(reference, estimate)
    found = score(both.reference, both.estimate, [window])
    return np.array([found.scores["reduced"].f_measure[0], found.scores["full"].f_measure[0]])


def alike(kind, draft, damaged, reference, estimate, window):
    """Other kinds, no less simple, that say of this pair all that there is to say."""
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
        mended = insert_missing(estimate).hierarchy
        found |= {"not_nested"} if f_measures(reference, mended, window).min() > WHOLE else set()
    return frozenset(found)


def moved_alike(draft, damaged):
    """By which of offset, scale and shifted the boundaries have come to where they are."""
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
    """By which change of whole layers nothing is left to mend, nor is it less nested for that.

    Below all others, the reference's finest layer would hide what is wrong with those above.
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

    def mends(tried):
        made = Hierarchy.from_boundaries(tried)
        return (
            made.missing <= reference.missing and f_measures(reference, made, window).min() > WHOLE
        )

    return {way for way, tried in ways.items() if any(map(mends, tried))}
