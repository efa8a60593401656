"""The window that is advised for a corpus, against conditions that are met or not."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.corpus.advising import advise_corpus
from core.corpus.comparing import ranking
from core.corpus.items import Item
from core.corpus.job import Job, without_uncounted
from core.corpus.ragged import Ragged
from core.corpus.results import Results
from core.corpus.why import NONE, Causes
from core.measures import COLUMNS

WINDOWS = (3.0, 10.0, 15.0, 30.0, math.inf)


def corpus(length=10.0, shares=(1.0,) * 5, methods=None, scores=0.5, windows=WINDOWS):
    """Four pairs of which all segments last so long and so many queries count at each window."""
    methods = methods or ["m"] * 4
    n = len(methods)
    table = np.empty((n, len(windows), len(COLUMNS)))
    table[:, :, :6] = np.broadcast_to(scores, (n, len(windows)))[:, :, None]
    table[:, :, 6:] = np.broadcast_to(shares, (n, len(windows)))[:, :, None]
    segments = Ragged.from_rows([np.full(5, length, np.float32)] * n)
    return Results(
        job=Job(windows),
        windows=np.array(windows),
        items=tuple(
            Item(f"t{row // len(set(methods))}", method, (f"r{row}",), (f"e{row}",))
            for row, method in enumerate(methods)
        ),
        digests=("",) * n,
        durations=np.full(n, 60.0),
        reference_layers=np.full(n, 2),
        estimate_layers=np.full(n, 2),
        scores=without_uncounted(table),
        reference_segments=segments,
        estimate_segments=segments,
        notes=((),) * n,
        why=Causes.of([NONE] * n, 0),
        flat=np.empty((n, 3, 0, 3)),
    )


def reason(found, name):
    (said,) = (each for each in found.reasons if each.name == name)
    return said


def test_the_default_is_advised_where_it_is_supported():
    found = advise_corpus(corpus())
    assert (found.window, found.agrees_with_default) == (15, True)
    assert "it meets both conditions" in found.sentence
    assert reason(found, "default").holds
    assert "published ones" in reason(found, "default").text


@pytest.mark.parametrize(
    ("length", "shares", "window", "failed"),
    [
        (20.0, (1.0,) * 5, 30, "segments"),
        (10.0, (0.1, 0.2, 0.5, 0.95, 1.0), 30, "counted queries"),
        (20.0, (0.1, 0.2, 0.5, 0.95, 1.0), 30, "segments and counted queries"),
    ],
)
def test_else_the_smallest_window_that_meets_both(length, shares, window, failed):
    found = advise_corpus(corpus(length, shares))
    assert (found.window, found.agrees_with_default) == (window, False)
    assert "the smallest" in found.sentence
    assert reason(found, "default").text.endswith(f"on {failed}.")


def test_where_no_window_is_long_enough_but_the_whole_track():
    assert advise_corpus(corpus(200.0)).window == math.inf


def test_where_no_window_meets_both_it_is_said():
    found = advise_corpus(corpus(200.0, windows=WINDOWS[:-1], shares=(1.0,) * 4))
    assert found.window == 15
    assert "does not meet the one on segments" in found.sentence
    assert not reason(found, "segments").holds
    few = advise_corpus(corpus(shares=(0.1, 0.2, 0.3, 0.8, 0.5)))
    assert few.window == 30
    assert "does not meet the one on counted queries" in few.sentence
    assert "At no window is it more than 80 %." in reason(few, "queries").text


def test_half_of_the_tracks_decide_about_queries():
    one_is_bad = [[1.0] * 5] * 3 + [[0.0] * 5]
    assert advise_corpus(corpus(shares=one_is_bad)).window == 15
    two_are_bad = [[1.0] * 5] * 2 + [[0.2, 0.2, 0.2, 0.2, 1.0]] * 2
    assert advise_corpus(corpus(shares=two_are_bad)).window == math.inf


def test_the_order_of_methods_is_followed_to_both_sides():
    scores = [[0.5, 0.6, 0.6, 0.6, 0.4], [0.7, 0.5, 0.5, 0.5, 0.5]] * 2
    results = corpus(methods=["a", "b"] * 2, scores=scores)
    found = advise_corpus(results)
    assert reason(found, "order").text == (
        "By the mean T_F (reduced) the 2 methods have the same order from w = 10 s to w = 30 s."
    )
    assert reason(found, "order").holds
    assert [each.text.split(" stays")[0] for each in found.reasons if each.name == "stable"] == [
        "The mean T_F (reduced) of a",
        "The mean T_F (reduced) of b",
    ]
    alone = advise_corpus(corpus(methods=["a", "b"] * 2, scores=[[0, 0, 1, 0, 0], [0.5] * 5] * 2))
    assert not reason(alone, "order").holds


@pytest.mark.parametrize(
    ("means", "warned"),
    [((0.2, 0.3, 0.5, 0.6, 0.1), True), ((0.2, 0.35, 0.5, 0.6, 0.1), False)],
)
def test_a_mean_that_is_unsteady_around_the_window_stands_first(means, warned):
    # From 7.5 s to 30 s there are 10, 15 and 30 s.
    found = advise_corpus(corpus(methods=["a", "b"] * 2, scores=[means, [0.5] * 5] * 2))
    assert found.window == 15
    assert [each.name for each in found.reasons if each.warns] == ["range"] * warned
    words = "; but the mean T_F (reduced) of a changes by 0.3 or more from half to double of it."
    assert found.sentence.endswith(words) == warned
    if warned:
        assert found.reasons[0].against
        assert "of a lies between 0.300 and 0.600." in found.reasons[0].text


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
    found = advise_corpus(corpus(shares=(0.0,) * 5))
    assert found.window == 15
    assert "does not meet the one on counted queries" in found.sentence
    assert [each.name for each in found.reasons] == ["segments", "queries", "default"]


def test_pairs_without_labels_do_not_count_against_a_window_of_l():
    results = corpus()
    results.scores[2:, :, COLUMNS.index("recall_share_l")] = 0
    found = advise_corpus(results, "l")
    assert found.window == 15
    assert "all of the queries have a triplet of labels" in reason(found, "queries").text
    assert "in half of the 2 pairs with labels" in reason(found, "queries").text
    assert found.sentence.endswith("and it is the default of T-measures.")
