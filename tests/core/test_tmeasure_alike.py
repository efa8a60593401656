"""Equal weight for all triplets: the share of agreeing triplets, not a mean over queries."""

import math
from itertools import pairwise

import naive
import naive_labels
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad_vec

from core.hierarchy import Hierarchy
from core.tmeasures import FRAMELESS, LOSE_THE_FRAMES, MIR_EVAL, PAPER_EQUATION, score
from core.vocabulary import DIRECTIONS

PAIR = (
    Hierarchy.from_boundaries([[0, 9, 20], [0, 4, 9, 13, 20]], [["A", "B"], ["a", "b", "a", "c"]]),
    Hierarchy.from_boundaries(
        [[0, 12, 20], [0, 5, 12, 16, 20]], [["x", "x"], ["p", "q", "p", "r"]]
    ),
)


def divided(counts):
    """Agreeing and all triplets of queries, as one ratio."""
    agreeing, every = np.sum(counts, axis=0)
    return agreeing / every if every else 0.0


@given(st.data())
@strategies.examples(20)
def test_all_triplets_are_one_ratio(data):
    *pair, frame_size = data.draw(strategies.pairs(frames=(1, 9)))
    convention = data.draw(st.sampled_from([MIR_EVAL, PAPER_EQUATION]))
    (window, *_) = data.draw(strategies.windows(pair[0].end))
    how = {"convention": convention, "frame_size": frame_size, "equal": "triplets"}
    found = score(*pair, [window], **how).scores
    place = naive.framing(pair[0].end, frame_size, convention)
    n = place(pair[0].end)
    inside = [naive.window_frames(q, n, window, frame_size, convention) for q in range(n)]
    sides = [naive.segments_in_frames(each, place) for each in pair]
    for variant in naive.VARIANTS:
        for part, (one, other) in zip(DIRECTIONS, (sides, sides[::-1]), strict=True):
            counts = [naive.g(one, other, q, inside[q], variant == "reduced") for q in range(n)]
            assert found[variant].part(part)[0] == pytest.approx(divided(counts), abs=1e-12)
            assert found[variant].share(part)[0] == sum(every > 0 for _, every in counts) / n


@pytest.mark.parametrize("window", [3.0, math.inf])
def test_triplets_of_labels_are_one_ratio(window):
    found = score(*PAIR, [window], frame_size=1.0, equal="triplets").scores["l"]
    place = naive.framing(20, 1.0, MIR_EVAL)
    sides = [naive_labels.labels_in(each, place) for each in PAIR]
    rows = [
        naive_labels.g(
            [
                (1, *(naive_labels.meet(side, q, x) for side in sides))
                for x in naive.window_frames(q, 20, window, 1.0, MIR_EVAL)
                if x != q
            ]
        )
        for q in range(20)
    ]
    agreeing, *every = np.sum(rows, axis=0)
    assert [found.part(part)[0] for part in DIRECTIONS] == pytest.approx(agreeing / every)


@pytest.mark.parametrize("window", [3.0, math.inf])
def test_without_frames_counts_are_integrals(window):
    found = score(*PAIR, [window], convention=FRAMELESS, equal="triplets").scores
    layers = [[layer.intervals.tolist() for layer in side.layers] for side in PAIR]
    edges = {b for side in PAIR for row in side.boundaries for b in row.tolist()}
    marks = edges if math.isinf(window) else {b + d for b in edges for d in (-window, 0, window)}
    sums = sum(
        quad_vec(lambda q: np.array(naive.frameless_g(layers, q, window, 20.0)), a, b)[0]
        for a, b in pairwise(sorted(mark for mark in marks if 0 <= mark <= 20))
    )
    said = [found[key].part(part)[0] for key in naive.VARIANTS for part in DIRECTIONS]
    assert said == pytest.approx((sums[:, 0] / sums[:, 1]).tolist())


def test_frames_of_all_conventions_and_beats_come_near_the_integrals():
    alike = [
        score(*PAIR, [6.0], **how, equal="triplets").scores
        for how in (
            {"convention": FRAMELESS},
            {"convention": LOSE_THE_FRAMES},
            {"frame_size": 0.01},
            {"frames": np.arange(0, 20, 0.01)},
        )
    ]
    for key in ("reduced", "full", "l"):
        values = [each[key].f_measure[0] for each in alike]
        assert values == pytest.approx([values[0]] * 4, abs=2e-3)
        assert values[1] == values[0]


def test_what_has_no_triplet_and_no_labels_has_no_score():
    bare = Hierarchy.from_boundaries([[0, 20]])
    found = score(bare, PAIR[1], [5.0], equal="triplets")
    assert found.scores["full"].share("recall")[0] == 0
    unlabeled = Hierarchy.from_boundaries([[0, 7, 20]])
    lacking = score(unlabeled, PAIR[1], [5.0], equal="triplets")
    assert lacking.lack == score(unlabeled, PAIR[1], [5.0]).lack != ""
    assert lacking.scores["l"].share("f_measure")[0] == 0
