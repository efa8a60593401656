"""The advised window of a corpus, for criteria that are met or not."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_results import made

from core.corpus.advising import advise_corpus
from core.corpus.comparing import ranking
from core.measures import COLUMNS

WINDOWS = (3.0, 10.0, 15.0, 30.0, math.inf)


def corpus(shares=(1.0,) * 5, methods=("m",) * 4, scores=0.5):
    """Four pairs of which so many queries count at each window."""
    n = len(methods)
    table = np.empty((n, len(WINDOWS), len(COLUMNS)))
    table[:, :, :6] = np.broadcast_to(scores, (n, len(WINDOWS)))[:, :, None]
    table[:, :, 6:] = np.broadcast_to(shares, (n, len(WINDOWS)))[:, :, None]
    tracks = [f"t{row // len(set(methods))}" for row in range(n)]
    return made(table, methods, tracks, windows=WINDOWS)


def reason(found, name):
    (said,) = (each for each in found.reasons if each.name == name)
    return said


def test_the_default_is_advised_where_it_is_supported():
    advice = advise_corpus(corpus())
    assert advice.window == 15
    assert "the default of mir_eval: 100 % of the track is scored." in advice.sentence
    assert reason(advice, "default").holds
    assert "hierscope corpus --advise" in reason(advice, "layers").text


@pytest.mark.parametrize(
    ("shares", "window", "words"),
    [
        ((0.1, 0.2, 0.4, 0.8, 1.0), 30, "it scores 80 % of the track, 15 s scores 40 %."),
        ((0.1, 0.2, 0.3, 0.3, 0.3), 15, "But it scores less than half of the track in 8 of 8"),
        ((0.1, 0.2, 0.2, 0.3, 0.4), math.inf, "it scores 40 % of the track"),
    ],
)
def test_coverage_decides(shares, window, words):
    advice = advise_corpus(corpus(shares=shares))
    assert advice.window == window
    assert words in advice.sentence


def test_recall_and_precision_count_alike():
    one, other = corpus(), corpus()
    for results, side in ((one, "recall"), (other, "precision")):
        column = COLUMNS.index(f"{side}_share_reduced")
        results.scores[:, :, column] = [0, 0, 0, 0.5, 1]
    assert advise_corpus(one).window == advise_corpus(other).window == 15
    for results, side in ((one, "precision"), (other, "recall")):
        results.scores[:, :, COLUMNS.index(f"{side}_share_reduced")] = [0.2, 0.3, 0.4, 0.9, 1]
    assert advise_corpus(one).sentence == advise_corpus(other).sentence
    assert advise_corpus(one).window == 30


def test_random_boundaries_that_were_scored_are_the_floor():
    results = corpus(methods=["m", "random boundaries"] * 2, scores=[[0.5] * 5, [0.2] * 5] * 2)
    assert all(one.name != "chance" for one in advise_corpus(results).reasons)
    items = tuple(
        replace(item, baseline="" if item.method == "m" else item.method) for item in results.items
    )
    floor = reason(advise_corpus(replace(results, items=items)), "chance")
    assert floor.text == "Chance: random boundaries score T_F (reduced) 0.20 (mean of 2 tracks)."


def test_the_order_of_methods_is_followed_to_both_sides():
    scores = [[0.5, 0.6, 0.6, 0.6, 0.4], [0.7, 0.5, 0.5, 0.5, 0.5]] * 2
    results = corpus(methods=["a", "b"] * 2, scores=scores)
    found = advise_corpus(results)
    assert reason(found, "order").text == (
        "By the mean T_F (reduced) the 2 methods have the same order from w = 10 s to w = 30 s."
    )
    assert [one.text for one in found.reasons if one.name == "range"] == [
        "From 7.5 s to 30 s, the mean T_F (reduced) of a is between 0.60 and 0.60.",
        "From 7.5 s to 30 s, the mean T_F (reduced) of b is between 0.50 and 0.50.",
    ]


@given(
    scores=st.lists(
        st.lists(st.sampled_from([0.2, 0.5, 0.9]), min_size=5, max_size=5), min_size=4, max_size=4
    )
)
def test_within_what_is_said_the_order_is_the_same(scores):
    results = corpus(methods=["a", "b"] * 2, scores=scores)
    found = advise_corpus(results)
    order = ranking(results, "reduced", "f_measure")
    at = WINDOWS.index(found.window)
    same = [(order.ranks[:, k] == order.ranks[:, at]).all() for k in range(len(WINDOWS))]
    first, last = at, at
    while first > 0 and same[first - 1]:
        first -= 1
    while last < len(WINDOWS) - 1 and same[last + 1]:
        last += 1
    ends = ["the whole track" if math.isinf(w) else f"w = {w:g} s" for w in WINDOWS]
    assert reason(found, "order").text.endswith(f"from {ends[first]} to {ends[last]}.")
    assert reason(found, "order").holds == (first < at < last)


def test_a_corpus_without_a_score_has_an_advice_all_the_same():
    advice = advise_corpus(corpus(shares=(0.0,) * 5))
    assert advice.window == 15
    assert advice.sentence.startswith("No window can be advised")
    assert [one.name for one in advice.reasons] == ["layers", "default"]


def test_l_is_advised_the_whole_track():
    results = corpus()
    results.scores[2:, :, COLUMNS.index("recall_share_l")] = 0
    advice = advise_corpus(results, "l")
    assert advice.window == math.inf
    assert advice.sentence == "Use the whole track: L is published without a window."
