"""Triplets one by one, straight from the definition, and their losses.

A companion of tests/naive.py: literal loops over q, i and j; blocks and sums only group them.
"""

import math
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import naive
import naive_labels
import numpy as np

SIDES = ("recall", "precision")
OUTCOMES = ("agree", "tie", "inverted")
ROLES = ("query", "i", "j")


class Triplet(NamedTuple):
    """One triplet, and the depths (in the reference, in the estimate) of i and of j."""

    q: int
    i: int
    j: int
    depths_i: tuple
    depths_j: tuple
    outcome: str


class Block(NamedTuple):
    """The triplets of a query with the same runs of i and j."""

    q: int
    runs: tuple
    triplets: list
    share: float  # share of the query's triplets
    loss: float  # loss of the track's score


def outcome_of(depths_i, depths_j, side, transitive):
    """The outcome of a triplet, or None where a side's i and j make none."""
    fall, other = (depths_i[at] - depths_j[at] for at in (side, 1 - side))
    if fall < 1 or (fall > 1 and not transitive):
        return None
    return "agree" if other > 0 else "tie" if other == 0 else "inverted"


def triplets(pair, q, window, direction, transitive, depth=naive.depth):
    """Every triplet of q; `pair` is two hierarchies in frames, `window` a list of frames."""
    side = SIDES.index(direction)
    depths = {x: tuple(depth(hierarchy, q, x) for hierarchy in pair) for x in window}
    for i in window:
        for j in window:
            if q in (i, j):
                continue
            outcome = outcome_of(depths[i], depths[j], side, transitive)
            if outcome:
                yield Triplet(q, i, j, depths[i], depths[j], outcome)


def runs(pair, q, n, depth=naive.depth):
    """The run of each frame: 0 holds q, 1, 2, ... follow to the right, -1, -2, ... to the left."""
    depths = [tuple(depth(hierarchy, q, x) for hierarchy in pair) for x in range(n)]
    number = {q: 0}
    for x in range(q + 1, n):
        number[x] = number[x - 1] + (depths[x] != depths[x - 1])
    for x in range(q - 1, -1, -1):
        number[x] = number[x + 1] - (depths[x] != depths[x + 1])
    return number


class Track:
    """All triplets of a track in frames, and their sums."""

    def __init__(
        self, reference, estimate, window, direction, measure, convention, frame_size, times=None
    ):
        self.to_frame = naive.framing(reference.end, frame_size, convention, times)
        self.n = n = self.to_frame(reference.end)
        self.times = times or [float(k * naive.decimal(frame_size)) for k in range(n)]
        self.boundaries = sorted(naive.edges(reference, estimate))
        self.names = self.name_frames()
        self.extent = (
            n if times else max(naive.decimal(reference.end) / naive.decimal(frame_size), n)
        )
        in_frames = naive_labels.labels_in if measure == "l" else naive.segments_in_frames
        self.pair = [in_frames(h, self.to_frame) for h in (reference, estimate)]
        self.depth = naive_labels.meet if measure == "l" else naive.depth
        self.windows = [
            # A window below a frame contains only the query.
            naive.window_frames(q, n, window, frame_size, convention, times) or [q]
            for q in range(n)
        ]
        every_layer = measure != "reduced"
        self.triplets = [
            list(triplets(self.pair, q, self.windows[q], direction, every_layer, self.depth))
            for q in range(n)
        ]
        having = sum(bool(every) for every in self.triplets)
        self.counted = n if convention.mean_over_all else having
        agreeing = [
            sum(t.outcome == "agree" for t in every) / len(every)
            for every in self.triplets
            if every
        ]
        self.score = naive.mean(agreeing, n - having, convention.no_triplet)
        # Queries without a triplet may count, but have no triplets to list.
        self.lost = (having - sum(agreeing)) / self.counted if self.counted else 0.0

    def name_frames(self):
        """A time for each frame, and the end: the time of the boundary at its start, or its own.

        If its own time is not between the neighboring boundaries' times, it is interpolated.
        """
        begun = {}
        for b in self.boundaries:
            begun.setdefault(self.to_frame(b), b)
        names = []
        for k, own in enumerate(self.times):
            before = max((b for frame, b in begun.items() if frame < k), default=-1)
            after = min((b for frame, b in begun.items() if frame > k), default=math.inf)
            names.append(begun.get(k, own if before + 1e-9 < own < after - 1e-9 else None))
        names.append(self.boundaries[-1])
        for k, name in enumerate(names):
            if name is None:
                first = k - 1
                last = next(x for x in range(k, len(names)) if names[x] is not None)
                names[k] = names[first] + (names[last] - names[first]) / (last - first)
        return names

    def loss(self, t):
        """The loss of the track's score by one triplet."""
        if t.outcome == "agree":
            return 0.0
        return 1 / len(self.triplets[t.q]) / self.counted

    def blocks(self, q):
        """The triplets of a query by the runs of i and j."""
        number = runs(self.pair, q, self.n, self.depth)
        groups = defaultdict(list)
        for t in self.triplets[q]:
            groups[number[t.i], number[t.j]].append(t)
        every = len(self.triplets[q])
        return [
            Block(q, key, group, len(group) / every, sum(map(self.loss, group)))
            for key, group in groups.items()
        ]

    def cell(self, q):
        """Number of boundaries, as frames, before q."""
        return sum(b <= q for b in {self.to_frame(b) for b in self.boundaries})

    def by_outcome(self):
        """Loss by outcome."""
        sums = Counter()
        for t in self.every():
            sums[t.outcome] += self.loss(t)
        return sums

    def by_depths(self, side):
        """Loss by outcome, depth of i and depth of j in one hierarchy (0 or 1)."""
        sums = np.zeros((2, len(self.pair[side]) + 1, len(self.pair[side]) + 1))
        for t in self.every():
            if t.outcome != "agree":
                at = OUTCOMES.index(t.outcome) - 1
                sums[at, t.depths_i[side], t.depths_j[side]] += self.loss(t)
        return sums

    def by_place(self):
        """Loss by the frame of the query, of i and of j."""
        sums = np.zeros((3, self.n))
        for t in self.every():
            for role, frame in enumerate(t[:3]):
                sums[role, frame] += self.loss(t)
        return sums

    def by_pixel(self, pixels):
        """Loss by the place of the query, and half each of i and j, in even parts.

        A frame in several parts is divided by its share in each.
        """
        marks = [Fraction(self.extent) * at / pixels for at in range(pixels + 1)]
        spread = np.array(
            [
                [float(max(0, min(x + 1, b) - max(x, a))) for a, b in pairwise(marks)]
                for x in range(self.n)
            ]
        )
        sums = np.zeros((pixels, pixels))
        for t in self.every():
            sums += self.loss(t) * np.outer(spread[t.q], spread[t.i] + spread[t.j]) / 2
        return sums

    def every(self):
        return (t for mine in self.triplets for t in mine)

    def named(self, first, after):
        """A stretch of frames in seconds."""
        return [self.names[first], self.names[after]]


def frameless_blocks(layers, marks, q, window, end, direction, transitive, depth=naive.depth):
    """Blocks of q in seconds: {(start and end of i, of j): (seconds squared, outcome)}.

    Lengths replace counts of frames, as in :func:`naive.frameless_g`; `marks` are all boundaries.
    """
    side = SIDES.index(direction)
    low, high = max(0.0, q - window), min(end, q + window)
    cuts = sorted({low, high} | {b for b in marks if low < b < high})
    stretches = []
    for a, b in pairwise(cuts):
        depths = tuple(depth(hierarchy, q, (a + b) / 2) for hierarchy in layers)
        if stretches and stretches[-1][2] == depths:
            stretches[-1] = (stretches[-1][0], b, depths)
        else:
            stretches.append((a, b, depths))
    found = {}
    for i in stretches:
        for j in stretches:
            outcome = outcome_of(i[2], j[2], side, transitive)
            if outcome:
                found[i[:2], j[:2]] = ((i[1] - i[0]) * (j[1] - j[0]), outcome)
    return found
