"""T-measures straight from the paper: a triple loop over Eq. 8. Slow and obvious on purpose.

Times are decimals (``Fraction(repr(t))``), to share no float rounding with the tested code, except
when mir_eval's floating-point quirks are tested.
"""

import math
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import numpy as np
from scipy.integrate import quad_vec

VARIANTS = ("reduced", "full")


def decimal(t):
    """A time as it is written."""
    return Fraction(repr(float(t)))


def segments_in_frames(hierarchy, to_frame):
    """Each layer as a list of (first frame, frame after the last)."""
    return [
        [(to_frame(a), to_frame(b)) for a, b in layer.intervals.tolist()]
        for layer in hierarchy.layers
    ]


def depth(layers, q, x):
    """The deepest layer, 1 = coarsest, with a segment that contains q and x; 0 if none."""
    deepest = 0
    for level, segments in enumerate(layers, 1):
        for first, after in segments:
            if first <= q < after and first <= x < after:
                deepest = level
    return deepest


def g(reference, estimate, q, window, reduced):
    """Agreeing and all triplets (q, i, j) of the reference, for one query (Eq. 8, section 3.5)."""
    return counts(
        [(depth(reference, q, x), depth(estimate, q, x)) for x in window if x != q], reduced
    )


def counts(depths, reduced):
    """Agreeing and all triplets, from the depths of each moment in both hierarchies."""
    agreeing = every = 0
    for here, here_estimate in depths:
        for there, there_estimate in depths:
            if here == there + 1 if reduced else here > there:
                every += 1
                agreeing += here_estimate > there_estimate
    return agreeing, every


def mir_eval_frame(t, frame_size):
    """Frame number like mir_eval 0.8.2, in floating point."""
    return int((t - math.fmod(t, frame_size)) / frame_size)


def exact_frame(t, frame_size):
    """Frame number by exact arithmetic on decimals."""
    return math.floor(decimal(t) / decimal(frame_size))


def framing(end, frame_size, convention, times=None):
    """The function from a boundary to its frame number; the end's is the number of frames."""
    if times:
        return lambda t: len(times) if t >= end else sum(x < t for x in times)
    rounding = mir_eval_frame if convention.name == "mir_eval" else exact_frame
    return lambda t: rounding(t, frame_size)


def window_frames(q, n, window, frame_size, convention, times=None):
    """The frames in q's window under each convention."""
    if math.isinf(window):
        return list(range(n))
    if convention.half_window:
        here = [decimal(t) for t in times] if times else [x * decimal(frame_size) for x in range(n)]
        return [x for x in range(n) if abs(here[x] - here[q]) <= decimal(window) / 2]
    if times:
        here, reach = [decimal(t) for t in times], decimal(window)
        return [x for x in range(n) if here[q] - reach <= here[x] < here[q] + reach]
    k = (mir_eval_frame if convention.name == "mir_eval" else exact_frame)(window, frame_size)
    return [x for x in range(n) if q - k <= x < q + k]


def t_measures(reference, estimate, window, frame_size, convention, times=None):
    """Recall and precision, reduced and full, with the share of queries that count.

    Returns {"reduced": (recall, precision), "full": ...}, {... shares}, {... g per query}.
    """
    to_frame = framing(reference.end, frame_size, convention, times)
    n = to_frame(reference.end)
    layers = [segments_in_frames(h, to_frame) for h in (reference, estimate)]
    depths = []
    for q in range(n):
        inside = window_frames(q, n, window, frame_size, convention, times)
        depths.append([[depth(each, q, x) for each in layers] for x in inside if x != q])
    scores, shares, per_query = {}, {}, {}
    for variant in VARIANTS:
        rows = []
        for step in (1, -1):
            row = []
            for of_query in depths:
                agreeing, every = counts([each[::step] for each in of_query], variant == "reduced")
                row.append(agreeing / every if every else math.nan)
            rows.append(row)
        counted = [[value for value in row if not math.isnan(value)] for row in rows]
        scores[variant] = tuple(
            mean(values, n - len(values), convention.no_triplet) for values in counted
        )
        shares[variant] = tuple(len(values) / n for values in counted)
        per_query[variant] = np.array(rows)
    return scores, shares, per_query


def mean(values, others, value):
    """Mean of g; other queries count as a fixed value unless it is None. 0 without any g."""
    every = values if value is None else values + [value] * others
    return sum(every) / len(every) if values else 0.0


def f_measure(scores, shares, convention):
    """F of recall and precision, with a beta of 1; NaN without one.

    It is 0 if only one side has triplets, unless a query without a triplet counts as 1.
    """
    scored = [share > 0 for share in shares]
    if not any(scored) or (convention.no_triplet == 1 and not all(scored)):
        return math.nan
    return 2 * math.prod(scores) / sum(scores) if all(scored) and sum(scores) else 0.0


def edges(*hierarchies):
    """All boundaries, in seconds."""
    return {b for each in hierarchies for row in each.boundaries for b in row.tolist()}


def lengths(layers, marks, q, window, end, depth=depth):
    """Seconds of q's window by the depths of their moments in each hierarchy, cut at `marks`."""
    low, high = max(0.0, q - window), min(end, q + window)
    found = defaultdict(float)
    for a, b in pairwise(sorted({low, high} | {b for b in marks if low < b < high})):
        found[tuple(depth(hierarchy, q, (a + b) / 2) for hierarchy in layers)] += b - a
    return found


def frameless_g(layers, q, window, end):
    """Agreeing and all triplets of q, with lengths in seconds instead of counts of frames.

    Returns them for recall and precision, reduced then full.
    """
    marks = {b for hierarchy in layers for segments in hierarchy for s in segments for b in s}
    every_length = lengths(layers, marks, q, window, end).items()
    found = []
    for reduced in (True, False):
        for one, other in ((0, 1), (1, 0)):
            agreeing = every = 0.0
            for i, length_i in every_length:
                for j, length_j in every_length:
                    if i[one] == j[one] + 1 if reduced else i[one] > j[one]:
                        every += length_i * length_j
                        agreeing += length_i * length_j * (i[other] > j[other])
            found.append((agreeing, every))
    return found


def quadrature(reference, estimate, window, triplets_of):
    """The means of agreeing by all triplets over queries that have any, and their shares.

    Adaptive quadrature between all breakpoints; `triplets_of(q)` gives agreeing and all triplets.
    """
    end = reference.end
    marks = edges(reference, estimate)
    if not math.isinf(window):
        marks |= {b - window for b in marks} | {b + window for b in marks}
    marks = sorted(mark for mark in marks if 0 <= mark <= end)

    def g_of(q):
        return np.array([a / e if e else 0.0 for a, e in triplets_of(q)])

    total = size = np.zeros(len(triplets_of(0.0)))
    for a, b in pairwise(marks):
        if b - a < 1e-10:
            continue  # the same breakpoint with another rounding error
        has_triplets = np.array([e > 0 for _, e in triplets_of((a + b) / 2)])
        if has_triplets.any():
            total = total + quad_vec(g_of, a, b, epsabs=1e-11, norm="max")[0]
            size = size + (b - a) * has_triplets
    return np.divide(total, size, out=np.zeros(len(total)), where=size > 0), size / end


def frameless_t_measures(reference, estimate, window):
    """The limit of small frames.

    Returns {"reduced": (recall, precision), "full": ...} and {... shares}.
    """
    layers = [segments_in_frames(hierarchy, float) for hierarchy in (reference, estimate)]
    found = quadrature(
        reference, estimate, window, lambda q: frameless_g(layers, q, window, reference.end)
    )
    return tuple(dict(zip(VARIANTS, map(tuple, each.reshape(2, 2)), strict=True)) for each in found)


def mean_and_pooled(reference, estimate, k, frame_size, reduced):
    """Recall in frames q-k .. q+k-1: the mean of g over queries, and the share of all triplets."""
    sides = [
        segments_in_frames(side, lambda t: exact_frame(t, frame_size))
        for side in (reference, estimate)
    ]
    n = exact_frame(reference.end, frame_size)
    counts = [g(*sides, q, range(max(0, q - k), min(n, q + k)), reduced=reduced) for q in range(n)]
    asked = [(won, every) for won, every in counts if every]
    mean = sum(Fraction(won, every) for won, every in asked) / len(asked)
    pooled = Fraction(sum(won for won, _ in asked), sum(every for _, every in asked))
    return float(mean), float(pooled)
