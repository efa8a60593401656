"""Whole estimates of a known kind, and what the first words of a diagnosis must say of each.

`ESTIMATES[kind](hierarchy, rng)` returns a pair, or None if the hierarchy is too small. `expected`
says whether a diagnosis is right. Both are independent of the diagnosis code.
"""

import re

import numpy as np
from damage_kinds import made_up, some
from damaged import any_one
from damages import LEAST, drafted, f_measures

from core.hierarchy import Hierarchy
from core.windows import DEFAULT_WINDOW

TRIES = 20
ABSENT = {"missing", "swallowed", "layer_missing"}
CHANCE = {"by_chance", "other_track"}


def estimate_of(kind, rng, window=DEFAULT_WINDOW):
    """Return a pair of this kind with a score that needs an explanation, or None."""
    for _ in range(TRIES):
        pair = ESTIMATES[kind](any_one(rng), rng)
        if pair is not None and (1 - f_measures(*pair, window)).min() > 5 * LEAST:
            return pair
    return None


def expected(kind, diagnosis):
    """Whether the sentence of a diagnosis begins with what is right for this kind."""
    named = [cause.kind for cause in diagnosis.causes] or [""]
    kinds = {finding.kind for finding in diagnosis.findings}
    texts = [each.text for each in diagnosis.findings if each.kind in CHANCE]
    chance = any(diagnosis.sentence.startswith(text[:20]) for text in texts)
    match kind:
        case "random" | "other track":
            return chance
        case "grid over two layers":
            nothing_left = diagnosis.unexplained <= 0.05
            return nothing_left and (chance or "grid" in named[:2])
        case "late metrical music":
            return named[0] == "offset"
        case "many layers":
            first = diagnosis.sentence.partition(" would ")[0]
            return re.search(r"\d+ of (the estimate's )?\d+ layers", first) is not None
        case "many at random":
            moved = re.findall(r" by up to ([\d.]+) s", diagnosis.sentence)
            too_many = re.search(
                "extra boundaries|Removing the estimate's layer", diagnosis.sentence
            )
            return (chance or too_many is not None) and all(float(by) <= 0.5 for by in moved)
        case "nearly equal layers":
            return "nearly alike" in diagnosis.sentence and "layer_missing" in named
        case _:  # nothing of the reference is there
            return "no_triplet" in kinds or chance or named[0] in ABSENT


def random(hierarchy, rng):
    """As many random boundaries as the reference has, or up to three times as many."""
    draft, rows = drafted(hierarchy), set()
    layers = {}
    for depth in draft.depths:
        size = round(len(draft.layers[depth]) * rng.uniform(1, 3))
        rows |= {*rng.uniform(0, hierarchy.end, max(size - len(rows), 0)).tolist()}
        layers[depth] = frozenset(rows)
    return hierarchy, flat([sorted(layers[depth]) for depth in draft.depths], hierarchy.end)


def many_at_random(hierarchy, rng):
    """Layer 1 as in the reference, or at random, over three to eight times as many boundaries."""
    draft = drafted(hierarchy)
    if len(draft.layers) > 3:
        return None
    size = int(len(draft.times) * rng.uniform(3, 8))
    fine = rng.uniform(0, hierarchy.end, size).tolist()
    coarse = [*draft.layers[draft.depths[0]]] if rng.random() < 0.5 else fine[: size // 4]
    return hierarchy, flat([coarse, [*coarse, *fine]], hierarchy.end)


def other_track(hierarchy, rng):
    """Another track, stretched to the same duration."""
    other = any_one(rng)
    if any(f_measures(hierarchy, stretched(other, hierarchy.end), DEFAULT_WINDOW) > 0.95):
        return None  # two sides of one track
    return hierarchy, stretched(other, hierarchy.end)


def grid_over_layers(hierarchy, rng):
    """A flat grid against two layers."""
    if len(hierarchy.layers) < 2:
        return None
    two = Hierarchy.from_boundaries([row.tolist() for row in hierarchy.boundaries[:2]])
    step = rng.uniform(5, 20)
    lines = np.arange(step, hierarchy.end - 1, step)
    return (two, flat([lines.tolist()], hierarchy.end)) if len(lines) > 5 else None


def late_music(_, rng):
    """Sections of 4, 8 or 16 bars in a steady tempo, all late or early."""
    bar = rng.uniform(1.6, 2.6)
    bars = np.cumsum(rng.choice([4, 8, 16], rng.integers(10, 18), p=[0.04, 0.92, 0.04]))
    times = bar * bars + rng.uniform(0, 3)
    end = float(times[-1])
    fine = times[:-1].tolist()
    rows = [fine[:: rng.integers(2, 4)], fine] if rng.random() < 0.7 else [fine]
    by = rng.uniform(0.5, 3.5) * rng.choice([-1, 1])
    late = [[time + by for time in row if 0.2 < time + by < end - 0.2] for row in rows]
    return flat(rows, end), flat(late, end)


def many_layers(hierarchy, rng):
    """Layers as of a clustering: 6 to 9, each with a few more boundaries, half of them wrong."""
    draft = drafted(hierarchy)
    if len(draft.layers) > 3:
        return None
    kept = some(rng, draft.times, 0.75, 0.95)
    moved = [time + rng.normal(0, 0.3) for time in sorted(kept)]
    extra = made_up(draft, rng, max(2, len(draft.times) // 3))
    order = rng.permutation([*moved, *extra]).tolist()
    sizes = np.unique(np.linspace(1, len(order), rng.integers(6, 10)).round().astype(int))
    return hierarchy, flat([sorted(order[:size]) for size in sizes], hierarchy.end)


def nearly_equal(hierarchy, rng):
    """Two layers that differ by one boundary, both as the reference's coarser or finer one."""
    draft = drafted(hierarchy)
    if len(draft.layers) < 2 or len(draft.layers[draft.depths[0]]) < 3:
        return None
    first, last = (draft.layers[depth] for depth in (draft.depths[0], draft.depths[-1]))
    base = sorted(first if rng.random() < 0.5 else last)
    if len(last) < 2 * len(first):
        return None
    two = Hierarchy.from_boundaries([[0.0, *sorted(row), hierarchy.end] for row in (first, last)])
    moved = [time + rng.normal(0, 0.1) for time in base]
    shorter = [*moved]
    shorter.pop(rng.integers(len(moved)))
    return two, flat([shorter, moved], hierarchy.end)


def abstention(hierarchy, rng):
    """One segment, or one useless boundary."""
    return hierarchy, flat([[]] if rng.random() < 0.5 else [[0.3]], hierarchy.end)


def flat(rows, end):
    """A hierarchy of inner boundaries."""
    inside = [sorted({time for time in row if 0 < time < end}) for row in rows]
    return Hierarchy.from_boundaries([[0.0, *row, end] for row in inside])


def stretched(hierarchy, end):
    """A hierarchy with all its times stretched to a duration."""
    factor = end / hierarchy.end
    return flat([(row[1:-1] * factor).tolist() for row in hierarchy.boundaries], end)


ESTIMATES = {
    "random": random,
    "many at random": many_at_random,
    "other track": other_track,
    "grid over two layers": grid_over_layers,
    "late metrical music": late_music,
    "many layers": many_layers,
    "nearly equal layers": nearly_equal,
    "abstention": abstention,
}
