"""L-measures straight from the paper: a triple loop over the depths at which frames meet."""

from itertools import pairwise

import numpy as np
from naive import edges, framing, lengths, mean, quadrature, window_frames


def meet(layers, q, x):
    """The deepest layer, 1 = coarsest, in which q and x have the same label; 0 if none."""
    deepest = 0
    for level, label_at in enumerate(layers, 1):
        if label_at(q) == label_at(x):
            deepest = level
    return deepest


def labels_in(hierarchy, place):
    """For each layer the function from a position to its label, in upper case."""

    def of(layer):
        segments = [
            (place(start), place(end), label.lower())
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
        ]
        return lambda x: next(label for start, end, label in segments if start <= x < end)

    return [of(layer) for layer in hierarchy.layers]


def g(depths):
    """Agreeing triplets of a query and all of each side, from (weight, depth, other depth)."""
    agreeing, one, other = 0, 0, 0
    for weight_i, here, here_other in depths:
        for weight_j, there, there_other in depths:
            weight = weight_i * weight_j
            one += weight * (here > there)
            other += weight * (here_other > there_other)
            agreeing += weight * (here > there and here_other > there_other)
    return agreeing, one, other


def l_measures(reference, estimate, window, frame_size, convention, times=None):
    """Recall and precision, and the shares of queries that count."""
    place = framing(reference.end, frame_size, convention, times)
    n = place(reference.end)
    sides = [labels_in(each, place) for each in (reference, estimate)]
    rows = []
    for q in range(n):
        inside = window_frames(q, n, window, frame_size, convention, times)
        rows.append(g([(1, *(meet(side, q, x) for side in sides)) for x in inside if x != q]))
    scores, shares = [], []
    for at in (1, 2):
        counted = [row[0] / row[at] for row in rows if row[at]]
        scores.append(mean(counted, n - len(counted), convention.no_triplet))
        shares.append(len(counted) / n)
    return tuple(scores), tuple(shares)


def lose_the_frames(reference, estimate):
    """The L-measure of Xi and McFee 2025 in frameless-eval, commit 6186c58, for a whole track.

    The track is cut at all boundaries of both sides. The weight of a triplet of pieces is the
    product of their lengths. A piece without a triplet has the ratio 1. The mean over pieces is
    weighted by length.
    """
    pieces = list(pairwise(sorted(edges(reference, estimate))))
    sides = [labels_in(each, lambda t: t) for each in (reference, estimate)]
    ratios = []
    for q, _ in pieces:
        agreeing, *every = g([(b - a, *(meet(side, q, a) for side in sides)) for a, b in pieces])
        ratios.append([agreeing / each if each else 1.0 for each in every])
    return tuple(np.average(ratios, axis=0, weights=[b - a for a, b in pieces]))


def frameless_l_measures(reference, estimate, window):
    """The limit of small frames: recall and precision, and their shares of queries."""
    sides = [labels_in(each, lambda t: t) for each in (reference, estimate)]
    marks = edges(reference, estimate)

    def triplets_of(q):
        found = lengths(sides, marks, q, window, reference.end, meet)
        agreeing, *every = g([(length, *depths) for depths, length in found.items()])
        return [(agreeing, each) for each in every]

    return tuple(map(tuple, quadrature(reference, estimate, window, triplets_of)))
