"""`lmeasure` equals mir_eval 0.8.2's, quirks included."""

import inspect
import math

import mir_eval
import numpy as np
import pytest
import strategies
from as_mir_eval import comparable, hostile_layers, outcome, same
from hypothesis import assume, given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.lmeasures.dropin import lmeasure
from core.tmeasures.dropin import tmeasure, validate

LABELS = st.sampled_from(("a", "A", "b", "", "ß", "SS"))
OPTIONS = st.fixed_dictionaries(
    {"frame_size": st.sampled_from((0.1, 0.25, 0.5)), "beta": st.sampled_from((1.0, 0.5, 2.0))}
)


def with_labels(data, layers):
    """The layers, and drawn labels of each."""
    return layers, [
        data.draw(st.lists(LABELS, min_size=len(layer), max_size=len(layer))) for layer in layers
    ]


@given(st.data(), OPTIONS)
@strategies.examples(100)
def test_lmeasure_of_hierarchies_is_mir_evals(data, options):
    span = data.draw(st.integers(600, round(100_000 * options["frame_size"])))
    pair = [
        each
        for _ in range(2)
        for each in with_labels(data, data.draw(strategies.hierarchies(span, most=8)).intervals)
    ]
    same(lmeasure, *pair, **options)


@given(st.data(), OPTIONS)
@strategies.examples(100)
def test_lmeasure_of_intervals_with_gaps_overlaps_and_disorder_is_mir_evals(data, options):
    span = data.draw(st.integers(600, 6000))
    pair = [
        each
        for _ in range(2)
        for each in with_labels(data, data.draw(strategies.interval_lists(span)))
    ]
    same(lmeasure, *pair, **options)


@given(st.data(), hostile_layers(), hostile_layers(), st.sampled_from((0.5, 1.0)), st.booleans())
@strategies.examples(200)
def test_hostile_pairs_give_the_words_and_warnings_of_mir_eval(data, one, other, frame_size, alike):
    if alike:
        other = [layer.copy() for layer in one if isinstance(layer, np.ndarray)]
    refused = any(isinstance(outcome(validate, side)[0], type) for side in (one, other))
    assume(comparable(one, other, refused))
    same(lmeasure, *with_labels(data, one), *with_labels(data, other), frame_size=frame_size)


ROWS = [[0, 4, 10], [0, 2, 4, 7, 10]]
GOOD = Hierarchy.from_boundaries(ROWS).intervals, [["A", "B"], ["a", "b", "a", "c"]]
OTHER = Hierarchy.from_boundaries([[0, 5.3, 10]]).intervals, [["a", "b"]]
SHORT = [np.array([[0.0, 9.0]])], [["a"]]
LATE = [np.array([[1.0, 10.0]])], [["a"]]
DEEP = GOOD[0][:1] * 300, GOOD[1][:1] * 300


@pytest.mark.parametrize(
    ("reference", "estimate", "kwargs", "expected"),
    [
        (GOOD, OTHER, {"frame_size": 0}, ValueError),
        (GOOD, OTHER, {"frame_size": -0.1}, ValueError),
        (GOOD, OTHER, {"frame_size": math.nan}, ValueError),
        (GOOD, SHORT, {}, ValueError),
        (SHORT, GOOD, {}, ValueError),
        (GOOD, LATE, {}, ValueError),
        (GOOD, ([], []), {}, IndexError),
        (SHORT, SHORT, {"frame_size": 9.0}, IndexError),
        (DEEP, GOOD, {}, OverflowError),
        (GOOD, (OTHER[0], [["a", "b", "c"]]), {}, IndexError),
        (GOOD, (OTHER[0], [[["a"], ["b"]]]), {}, None),
        (GOOD, (OTHER[0], [["a"]]), {}, None),
        (GOOD, (GOOD[0], [["a", "b"]]), {}, None),
        (GOOD, (tuple(OTHER[0]), (("a", "b"),)), {}, None),
        (GOOD, (OTHER[0], [np.array(["a", "b"])]), {}, None),
        (GOOD, (OTHER[0], [[1, 1.0]]), {}, None),
        (SHORT, SHORT, {"frame_size": 9.5}, None),
        (([np.array([[5.0, 15.0]])], [["a"]]), ([np.array([[5.0, 15]])], [["a"]]), {}, None),
    ],
)
def test_what_mir_eval_refuses_is_refused_and_what_it_takes_is_taken(
    reference, estimate, kwargs, expected
):
    found = same(lmeasure, *reference, *estimate, **kwargs)
    assert found is expected if expected else isinstance(found, list)


def test_a_warning_is_given_once():
    wrong = [GOOD[0][1], GOOD[0][0]], GOOD[1][::-1]
    overlapping = [np.array([[0, 6.0], [4, 10]]), GOOD[0][0]], [["a", "b"], ["c", "d"]]
    for side in (wrong, overlapping):
        same(lmeasure, *GOOD, *side)
    assert outcome(lmeasure, *GOOD, *wrong)[1] == ["Segment hierarchy is inconsistent at level 1"]


@pytest.mark.parametrize("window", [0.5, 3.0, 15.0, None])
def test_evaluate_gives_the_same_with_ours_in_place(window, monkeypatch):
    theirs = mir_eval.hierarchy.evaluate(*GOOD, *OTHER, window=window, beta=2.0)
    monkeypatch.setattr(mir_eval.hierarchy, "tmeasure", tmeasure)
    monkeypatch.setattr(mir_eval.hierarchy, "lmeasure", lmeasure)
    ours = mir_eval.hierarchy.evaluate(*GOOD, *OTHER, window=window, beta=2.0)
    assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("ours", [tmeasure, lmeasure])
def test_the_drop_ins_take_the_arguments_of_mir_eval_and_no_others(ours):
    theirs = getattr(mir_eval.hierarchy, ours.__name__)
    expected = inspect.signature(theirs).parameters.values()
    found = inspect.signature(ours).parameters.values()
    assert [(p.name, p.kind, p.default) for p in found] == [
        (p.name, p.kind, p.default) for p in expected
    ]


def test_the_empty_label_is_a_label_too():
    bare = GOOD[0], [["", ""], ["", "", "", ""]]
    assert lmeasure(*bare, *bare) == mir_eval.hierarchy.lmeasure(*bare, *bare)
