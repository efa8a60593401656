"""L-measures equal the triple loop of tests/naive_labels.py; without frames, the quadrature."""

import dataclasses
import math

import naive_labels
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.tmeasures import FRAMELESS, LOSE_THE_FRAMES, MIR_EVAL, PAPER_EQUATION, PAPER_TABLES, score
from core.vocabulary import DIRECTIONS

each_convention = pytest.mark.parametrize(
    "convention",
    [MIR_EVAL, PAPER_TABLES, dataclasses.replace(PAPER_EQUATION, no_triplet=0.0)],
    ids=lambda c: c.name,
)


def assert_as(wanted, got, at, tolerance):
    scores, shares = wanted
    assert (got.recall[at], got.precision[at]) == pytest.approx(scores, abs=tolerance)
    assert (got.recall_share[at], got.precision_share[at]) == pytest.approx(shares, abs=tolerance)


@each_convention
@given(st.data())
@strategies.examples(120)
def test_scores_of_any_pair_are_the_triple_loops(convention, data):
    *pair, frame_size = data.draw(strategies.pairs(frames=(1, 11)))
    pair = [data.draw(strategies.labeled(each)) for each in pair]
    times = data.draw(st.one_of(st.none(), strategies.frame_times(pair[0].end)))
    windows = data.draw(strategies.windows(pair[0].end))
    found = score(*pair, windows, convention=convention, frame_size=frame_size, frames=times)
    for at, window in enumerate(windows):
        wanted = naive_labels.l_measures(*pair, window, frame_size, convention, times)
        assert_as(wanted, found.scores["l"], at, 1e-12)


@given(st.data())
@strategies.examples(60)
def test_scores_without_frames_are_the_quadratures(data):
    span = data.draw(st.integers(600, 4000))
    drawn = [data.draw(strategies.hierarchies(span, most=3)) for _ in range(2)]
    pair = [data.draw(strategies.labeled(each)) for each in drawn]
    windows = data.draw(strategies.windows(pair[0].end))
    found = score(*pair, windows, convention=FRAMELESS)
    for at, window in enumerate(windows):
        wanted = naive_labels.frameless_l_measures(*pair, window)
        assert_as(wanted, found.scores["l"], at, 1e-9)
    found = score(*pair, [math.inf], convention=LOSE_THE_FRAMES).scores["l"]
    for part, wanted in zip(DIRECTIONS, naive_labels.lose_the_frames(*pair), strict=True):
        # Where nothing at all is asked for, that is 1, and here it is no score.
        none = found.share(part)[0] == 0
        assert (wanted if none else found.part(part)[0]) == pytest.approx(1 if none else wanted)


def test_where_no_label_comes_again_and_layers_are_nested_l_is_t_full():
    """The meet is the least common ancestor there."""
    rows = [[0, 9, 20, 33], [0, 4, 9, 20, 26, 33]]
    other = [[0, 12, 33], [0, 12, 17, 25, 33]]
    pair = [
        Hierarchy.from_boundaries(each, [[str(n) for n in range(len(row) - 1)] for row in each])
        for each in (rows, other)
    ]
    for convention in (MIR_EVAL, PAPER_TABLES, FRAMELESS):
        found = score(*pair, [2.0, 7.0, math.inf], convention=convention)
        for part in ("recall", "precision"):
            wanted = found.scores["full"].counted(part)
            assert found.scores["l"].counted(part) == pytest.approx(wanted, abs=1e-12, nan_ok=True)


def test_a_layer_without_labels_leaves_l_without_a_score_and_says_so():
    named = Hierarchy.from_boundaries([[0, 10], [0, 4, 10]], [[""], ["a", "b"]])
    bare = Hierarchy.from_boundaries([[0, 10], [0, 5, 10]], [[""], ["", " "]])
    found = score(named, bare, [5.0])
    assert found.scores["l"].share("f_measure")[0] == 0
    assert found.lack == "layer 2 of the estimate"
    assert [each.key for each in found.measures] == ["reduced", "full"]
    assert "L needs labels, and layer 2 of the estimate has none" in found.why_none()
    assert found.own_windows == ()
    both = score(named, named, [5.0])
    assert both.lack == ""
    assert both.scores["l"].f_measure[0] == 1
    (own,) = both.own_windows
    assert own.startswith("L within a window is hierscope's own")
    assert score(named, named, [math.inf]).own_windows == ()


def test_of_labels_that_say_nothing_it_is_said_what_no_query_has():
    alike = Hierarchy.from_boundaries([[0, 4, 10]], [["a", "A"]])
    said = score(alike, alike, [5.0]).why_none()
    assert "no query has a triplet of labels within ±5 s in the reference" in said
