"""Ways of damaging a hierarchy for `damages`, several for each kind of error.

`DRAWS[kind](draft, rng)` returns a function from a draft to the damaged draft, and a short text, or
None if the draft is too small. The function is drawn for this draft, but can be applied alone or
after other damages; applied alone, it is the result of undoing the others.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

MS, HZ = 1000, (10, 100, 22050 / 512, 44100 / 512)  # units mistaken for seconds
FAR = 2.0  # seconds between a boundary that is made up and all others, where there is room
EDGE = 1.0  # seconds: no boundary is made up so near to the start or the end


@dataclass(frozen=True)
class Draft:
    """Layers by depth (1 = coarsest, 1.5 is below it), each as a set of inner boundaries.

    In seconds; boundaries beyond the ends are dropped when a hierarchy is made.
    """

    layers: dict
    end: float
    start: float = 0.0

    @property
    def times(self):
        return sorted(set().union(*self.layers.values()))

    @property
    def depths(self):
        return sorted(self.layers)

    @property
    def own(self):
        """The coarsest depth that has each boundary."""
        return {time: depth for depth in self.depths[::-1] for time in self.layers[depth]}

    def each(self, change):
        """The draft with `change(depth, times)` instead of each layer's times."""
        return replace(
            self, layers={d: frozenset(change(d, row)) for d, row in self.layers.items()}
        )


def offset(draft, rng):
    by = either(rng, 0.5, 4.0)
    manner = rng.choice(["in the same span", "with the span's end", "with both ends"])

    def undergo(it):
        moved = it.each(lambda _, row: {time + by for time in row})
        if manner == "in the same span":
            return moved
        start = it.start + by if manner == "with both ends" else it.start
        return replace(moved, start=max(start, 0.0), end=it.end + by)

    return undergo, f"all times by {by:+.2f} s, {manner}"


def scale(draft, rng):
    gross = rng.random() < 0.25
    factor = rng.choice([MS, *HZ]) if gross else 1 + either(rng, 0.01, 0.04)
    with_end = gross or rng.random() < 0.5
    digits = 0 if factor in HZ and rng.random() < 0.5 else 9  # whole, often

    def undergo(it):
        scaled = it.each(lambda _, row: {round(time * factor, digits) for time in row})
        return replace(scaled, start=it.start * factor, end=it.end * factor if with_end else it.end)

    return undergo, f"all times × {factor:.5g}, {'and' if with_end else 'but for'} the end"


def shifted(draft, rng):
    times = np.array(draft.times)
    manner = rng.choice(["normal", "uniform", "to either side", "to a grid"])
    by = rng.uniform(0.5, 2.0)
    if len(times) < 2:
        return None
    if manner == "normal":
        shifts = rng.normal(0, by, len(times))
    elif manner == "uniform":
        shifts = rng.uniform(-1.5 * by, 1.5 * by, len(times))
    elif manner == "to either side":
        shifts = by * rng.choice([-1, 1], len(times))
    else:
        shifts = np.round(times / (2 * by)) * 2 * by - times
    kept = rng.random(len(times)) < rng.choice([0, 0.3])
    shifts[kept] = 0
    # Never past another boundary, before or after its move.
    gaps = np.diff([draft.start, *times, draft.end])
    moved = times + np.clip(shifts, -0.45 * gaps[:-1], 0.45 * gaps[1:])
    ends = draft.start, draft.end
    knots, to = np.array([ends[0], *times, ends[1]]), np.array([ends[0], *moved, ends[1]])

    def undergo(it):
        return it.each(lambda _, row: {float(np.interp(time, knots, to)) for time in row})

    return undergo, f"{(~kept).sum()} of {len(times)} boundaries by about {by:.2f} s, {manner}"


def missing(draft, rng):
    pool, where = draft.times, "of all"
    if rng.random() < 0.3:
        depth = rng.choice(draft.depths)
        pool = [time for time, level in draft.own.items() if level == depth]
        where = f"of layer {depth}'s own"
    gone = some(rng, pool, 0.2, 0.6)

    def undergo(it):
        return it.each(lambda _, row: row - gone)

    return (undergo, f"{len(gone)} of {len(pool)} gone, {where}") if gone else None


def spurious(draft, rng):
    share = rng.uniform(0.3, 1.0)
    count = max(1, round(share * len(draft.times)))
    manner = rng.choice(["any layer", "one layer", "the finest", "halves"])
    if manner == "halves":
        longest = sorted(segments(draft, draft.depths[-1]), key=lambda s: s[0] - s[1])
        new = [(a + b) / 2 for a, b in longest[:count] if b - a > 2 * FAR]
    else:
        new = made_up(draft, rng, count)
    finest = np.full(len(new), draft.depths[-1])
    if manner == "any layer":
        depths = rng.choice(draft.depths, len(new))
    else:
        depths = finest if manner != "one layer" else np.full(len(new), rng.choice(draft.depths))

    def undergo(it):
        return it.each(
            lambda d, row: row | {t for t, own in zip(new, depths, strict=True) if own <= d}
        )

    return (undergo, f"{len(new)} beside {len(draft.times)}, {manner}") if new else None


def wrong_layer(draft, rng):
    manner = rng.choice(["coarser", "finer", "any"])
    others = {}
    for time, own in draft.own.items():
        others[time] = [
            d
            for d in draft.depths
            if (d < own and manner != "finer") or (d > own and manner != "coarser")
        ]
    chosen = some(rng, [time for time in sorted(others) if others[time]], 0.2, 0.6)
    to = {time: rng.choice(others[time]) for time in sorted(chosen)}

    def undergo(it):
        present = it.own
        put = {time: depth for time, depth in to.items() if time in present}
        return it.each(
            lambda d, row: (row - put.keys()) | {time for time, depth in put.items() if depth <= d}
        )

    return (undergo, f"{len(to)} of {len(draft.times)} put into {manner} layers") if to else None


def layer_missing(draft, rng):
    gone = rng.choice(draft.depths)

    def undergo(it):
        return replace(it, layers={d: row for d, row in it.layers.items() if d != gone})

    return (undergo, f"layer {gone} of {len(draft.layers)}") if len(draft.layers) > 1 else None


def layer_superfluous(draft, rng):
    manners = ["below", "between", "above", "like another", "doubled"]
    manner = rng.choice(manners, p=[0.34, 0.34, 0.22, 0.05, 0.05])
    depths = draft.depths
    base, finest = 0, depths[-1]
    extra = frozenset()
    if manner == "below":
        base = finest
        cut = [s for s in segments(draft, finest) if s[1] - s[0] > 2 * EDGE]
        extra = frozenset(a + (b - a) * rng.uniform(0.3, 0.7) for a, b in cut if rng.random() < 0.7)
    elif manner == "between" and len(depths) > 1:
        base = rng.choice(depths[:-1])
        below = depths[depths.index(base) + 1]
        extra = some(rng, sorted(draft.layers[below] - draft.layers[base]), 0.3, 0.7)
    elif manner == "above":
        extra = some(rng, sorted(draft.layers[depths[0]]), 0.3, 0.7)
    elif manner == "like another":
        alike = draft.layers[rng.choice(depths)]
        extra = frozenset(time + either(rng, 0.5, 1.5) for time in sorted(alike))
        base = rng.choice([0, *depths])
    elif manner == "doubled":  # a flat hierarchy loses all reduced triplets, others none
        base = rng.choice(depths)
    if not extra and manner != "doubled":
        return None
    at = base + 0.5

    def undergo(it):
        above = [it.layers[depth] for depth in it.depths if depth < at and manner != "like another"]
        over = above[-1] if above else frozenset()
        known = extra if manner in ("below", "like another") else extra & set(it.times)
        return replace(it, layers={**it.layers, at: over | known})

    return undergo, f"{manner}, after layer {base}, {len(extra)} boundaries of its own"


def layers_reversed(draft, rng):
    def undergo(it):
        return replace(it, layers={-d: row for d, row in it.layers.items()})

    return (undergo, f"all {len(draft.layers)}") if len(draft.layers) > 1 else None


def swallowed(draft, rng):
    length = rng.uniform(0.25, 0.6) * (draft.end - draft.start)
    start = rng.uniform(draft.start, draft.end - length)
    a, b = start, start + length
    manner = rng.choice(["between two boundaries", "anywhere", "deeper layers"], p=[0.5, 0.3, 0.2])
    first = draft.depths[0]
    if manner == "deeper layers" and len(draft.layers) > 1:
        first = rng.choice(draft.depths[1:])
    if manner != "anywhere":
        places = sorted({draft.start, *draft.layers[draft.depths[-1]], draft.end})
        a, b = (min(places, key=lambda place: abs(place - time)) for time in (a, b))
    if (
        sum(a < time < b for time in draft.times) < 3
        or not 0.25 <= (b - a) / (draft.end - draft.start) <= 0.6
    ):
        return None

    def undergo(it):
        ends = {t for t in (a, b) if it.start + EDGE < t < it.end - EDGE}
        return it.each(
            lambda d, row: {t for t in row if not a < t < b} | ends if d >= first else row
        )

    return undergo, f"{a:.1f} to {b:.1f} s of {draft.end:.1f} from layer {first} on, {manner}"


def not_nested(draft, rng):
    own = draft.own
    shared = [t for t in draft.times if own[t] < draft.depths[-1]]
    chosen = some(rng, shared, 0.3, 1.0)
    manner = rng.choice(["lacked", "misplaced"])
    finest_only = rng.random() < 0.4
    times = [draft.start, *draft.times, draft.end]
    to = {}
    for time in sorted(chosen):
        at = times.index(time)
        by = either(rng, 0.5, 2.5)
        near = 0.45 * (times[at + 1] - time if by > 0 else time - times[at - 1])
        to[time] = time + float(np.clip(by, -near, near))

    def undergo(it):
        levels = it.own

        def change(depth, row):
            if finest_only and depth != draft.depths[-1]:
                return row
            hit = {time for time in row & to.keys() if levels[time] < depth}
            new = {to[time] for time in hit} if manner == "misplaced" else set()
            return (row - hit) | new

        return it.each(change)

    where = "the finest layer" if finest_only else "deeper layers"
    return (undergo, f"{len(to)} of {len(shared)} {manner} in {where}") if to else None


def level_mismatch(draft, rng):
    if len(draft.layers) < 2:
        return None
    first, last = draft.depths[0], draft.depths[-1]
    finer = rng.random() < 0.5
    if finer:
        cut = [(a, b) for a, b in segments(draft, last) if b - a > 2 * EDGE]
        halves = [a + (b - a) * rng.uniform(0.3, 0.7) for a, b in cut if rng.random() < 0.8]
        new, gone, depth = frozenset(halves), first, last + 1
    else:
        new, gone, depth = some(rng, sorted(draft.layers[first]), 0.3, 0.6), last, first - 1

    def undergo(it):
        row = it.layers[last] | new if finer else new & it.layers[first]
        left = {d: kept for d, kept in it.layers.items() if d != gone}
        return replace(it, layers={**left, depth: row})

    return (undergo, f"one level {'finer' if finer else 'coarser'}") if new else None


def silence(draft, rng):
    if len(draft.layers) < 2 or not draft.layers[draft.depths[0]]:
        return None
    gone = draft.depths[-1]

    def undergo(it):
        return replace(it, layers={**it.layers, gone: frozenset()})

    return undergo, f"layer {gone} is one segment"


def grid(draft, rng):
    step = rng.uniform(4, 15)
    phase = rng.uniform(0, step)
    lines = np.arange(draft.start + phase, draft.end - EDGE, step)
    rows = {depth: lines[:: 2**n] for n, depth in enumerate(draft.depths[::-1])}
    near = np.abs(lines[:, np.newaxis] - draft.times).min(axis=1) < FAR / 2
    if len(lines) < 6 or near.mean() > 0.4:
        return None

    def undergo(it):
        return it.each(lambda d, _: frozenset(rows[d].tolist()))

    return undergo, f"a boundary every {step:.1f} s"


def far(draft, rng):
    """Boundaries of a flat analysis that are off by more than 3 s; labels identify them."""
    times = np.array(draft.times)
    gaps = np.diff([draft.start, *times, draft.end])
    room = np.minimum(gaps[:-1], gaps[1:])
    shifts = 0.45 * room * rng.uniform(0.7, 1, len(times)) * rng.choice([-1, 1], len(times))
    shifts[room < 8] = 0
    to = dict(zip(times.tolist(), (times + shifts).tolist(), strict=True))

    def undergo(it):
        return it.each(lambda _, row: {to[time] for time in row})

    moved = int((shifts != 0).sum())
    enough = len(draft.layers) == 1 and len(times) >= 4 and moved >= len(times) / 2
    return (undergo, f"{moved} of {len(times)} boundaries far off") if enough else None


def either(rng, least, most):
    """A number of either sign."""
    return float(rng.uniform(least, most) * rng.choice([-1, 1]))


def some(rng, times, least, most):
    """A share of some times, at least one if there are any."""
    count = min(len(times), max(1, round(rng.uniform(least, most) * len(times))))
    return frozenset(rng.choice(times, count, replace=False).tolist()) if times else frozenset()


def segments(draft, depth):
    bounds = [draft.start, *sorted(draft.layers[depth]), draft.end]
    return list(pairwise(bounds))


def made_up(draft, rng, count):
    """New boundaries far from all others, as many as fit."""
    taken, new = np.array([draft.start, *draft.times, draft.end]), []
    for time in rng.uniform(draft.start, draft.end, 30 * count).tolist():
        if len(new) < count and np.abs(taken - time).min() >= FAR:
            taken = np.append(taken, time)
            new.append(time)
    return new


# In the order of application: first damages that identify boundaries by their time in the draft,
# then damages of layers, then damages that move times.
DRAWS = {
    "wrong_layer": wrong_layer,
    "missing": missing,
    "spurious": spurious,
    "swallowed": swallowed,
    "not_nested": not_nested,
    "layer_missing": layer_missing,
    "layer_superfluous": layer_superfluous,
    "shifted": shifted,
    "layers_reversed": layers_reversed,
    "level_mismatch": level_mismatch,
    "silence": silence,
    "grid": grid,
    "far": far,
    "offset": offset,
    "scale": scale,
}
CAUSES = {"silence": "swallowed", "far": "shifted"}  # kinds of damages with other names
OF_REFERENCE = {"not_nested": 0.3, "silence": 0.5}  # how often to damage the reference
FLAT = {"far"}  # damages of one layer, with labels
