"""`tmeasure` equals mir_eval 0.8.2's, quirks included; `score` equals its `evaluate`."""

import math
import warnings

import mir_eval
import numpy as np
import pytest
import strategies
from as_mir_eval import comparable, hostile_layers, outcome, same
from hypothesis import assume, given
from hypothesis import strategies as st

from core.align import align
from core.hierarchy import Hierarchy
from core.tmeasures import MIR_EVAL, score
from core.tmeasures.dropin import tmeasure, validate


def options():
    return st.fixed_dictionaries(
        {
            "transitive": st.booleans(),
            "window": st.one_of(
                st.none(),
                st.integers(3, 200).map(lambda k: k / 10),
                st.integers(300, 45_000).map(lambda ms: ms / 1000),
            ),
            "frame_size": st.sampled_from((0.1, 0.25, 0.5)),
            "beta": st.sampled_from((1.0, 0.5, 2.0)),
        }
    )


@given(st.data(), options())
@strategies.examples(100)
def test_tmeasure_of_hierarchies_is_mir_evals(data, options):
    # 40 s at 0.25 s and more, 16 s at 0.1 s: mir_eval takes its time
    span = data.draw(st.integers(600, min(40_000, round(160_000 * options["frame_size"]))))
    pair = [data.draw(strategies.hierarchies(span, most=8)).intervals for _ in range(2)]
    same(tmeasure, *pair, **options)


@given(st.data(), options())
@strategies.examples(150)
def test_tmeasure_of_intervals_with_gaps_overlaps_and_disorder_is_mir_evals(data, options):
    span = data.draw(st.integers(600, 6000))
    pair = [data.draw(strategies.interval_lists(span)) for _ in range(2)]
    same(tmeasure, *pair, **options)


@given(st.data(), options())
@strategies.examples(40)
def test_tmeasure_of_one_layer_of_any_intervals_is_mir_evals(data, options):
    # mir_eval validates nothing in a single layer: negative times, late starts, no length
    time = st.integers(-1000, 5000).map(lambda ms: ms / 1000)
    rows = st.lists(st.tuples(time, time), min_size=1, max_size=5).map(np.array)
    same(tmeasure, [data.draw(rows)], [data.draw(rows)], **options)


VALIDATE = mir_eval.hierarchy.validate_hier_intervals


def said(validate, layers):
    """What a validation raises, with its words, and all that it warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            validate(layers)
            problem = None
        except Exception as error:
            problem = type(error), str(error)
    return problem, [(w.category, str(w.message)) for w in caught]


@given(hostile_layers())
@strategies.examples(1500)
def test_hostile_layers_are_validated_to_the_letter_of_mir_eval(layers):
    assert said(validate, layers) == said(VALIDATE, layers)


@given(hostile_layers(), hostile_layers(), st.sampled_from((0.5, 1.0)), st.booleans())
@strategies.examples(150)
def test_hostile_pairs_give_the_words_and_warnings_of_mir_eval(one, other, frame_size, alike):
    if alike:
        other = [layer.copy() for layer in one if isinstance(layer, np.ndarray)]
    # What Python and numpy say of what passes the validation is their own.
    refused = any(said(VALIDATE, side)[0] for side in (one, other))
    assume(comparable(one, other, refused))
    same(tmeasure, one, other, frame_size=frame_size, window=3.0, words=refused)


def test_only_what_may_be_wrong_is_shown_to_mir_eval(monkeypatch):
    def refuse(layers):
        raise AssertionError("was asked")

    monkeypatch.setattr(mir_eval.hierarchy, "validate_hier_intervals", refuse)
    tmeasure(GOOD, OTHER)
    with pytest.raises(AssertionError, match="was asked"):
        tmeasure(GOOD, [*OTHER, OTHER[0][::-1]])


ROWS = [[0, 4, 10], [0, 2, 4, 7, 10]]
GOOD = Hierarchy.from_boundaries(ROWS).intervals
OTHER = Hierarchy.from_boundaries([[0, 5.3, 10]]).intervals
FLAT = [np.array([[0.0, 10.0]])]
LATE = [np.array([[1.0, 10.0]]), np.array([[0.0, 10.0]])]
SHORT = [np.array([[0.0, 9.0]])]
UNEVEN = [np.array([[0.0, 10.0]]), np.array([[0.0, 5.0], [5.0, 9.0]])]
EMPTY = np.empty((0, 2))
ZERO_LENGTH = [FLAT[0], np.array([[0.0, 5.0], [5.0, 5.0], [5.0, 10.0]])]
NEGATIVE = [FLAT[0], np.array([[-1.0, 5.0], [5.0, 10.0]])]
LISTS = [layer.tolist() for layer in GOOD]


@pytest.mark.parametrize(
    ("reference", "estimate", "kwargs", "expected"),
    [
        (GOOD, OTHER, {"frame_size": 0}, ValueError),
        (GOOD, OTHER, {"frame_size": -0.1}, ValueError),
        (GOOD, OTHER, {"frame_size": 20.0}, ValueError),
        (GOOD, OTHER, {"frame_size": math.nan}, ValueError),
        (GOOD, OTHER, {"frame_size": 0.5, "window": 0.5}, IndexError),
        (GOOD, OTHER, {"frame_size": 0.5, "window": 0.9}, IndexError),
        (GOOD, OTHER, {"window": math.inf}, ValueError),
        (GOOD, OTHER, {"window": math.nan}, ValueError),
        (GOOD, OTHER, {"window": 0}, ValueError),
        (GOOD, OTHER, {"window": "15"}, TypeError),
        (FLAT, FLAT, {"frame_size": 10.0, "window": None}, IndexError),
        (LATE, LATE, {}, ValueError),
        (GOOD, LATE, {}, ValueError),
        (GOOD, SHORT, {}, ValueError),
        (SHORT, GOOD, {}, ValueError),
        (UNEVEN, OTHER, {}, ValueError),
        ([], OTHER, {}, IndexError),
        (GOOD, [], {}, IndexError),
        (None, GOOD, {}, TypeError),
        ([EMPTY], GOOD, {}, ValueError),
        (GOOD, [EMPTY, EMPTY], {}, ValueError),
        ([FLAT[0], np.empty(0)], GOOD, {}, ValueError),
        ([np.array([0.0, 10.0])], GOOD, {}, TypeError),
        (ZERO_LENGTH, GOOD, {}, ValueError),
        (NEGATIVE, GOOD, {}, ValueError),
        (LISTS, GOOD, {}, AttributeError),
        (FLAT * 300, GOOD, {}, OverflowError),
        (GOOD, FLAT * 300, {}, OverflowError),
    ],
)
def test_what_mir_eval_refuses_is_refused_with_the_same_exception(
    reference, estimate, kwargs, expected
):
    assert same(tmeasure, reference, estimate, **kwargs) is expected


@pytest.mark.parametrize(
    ("reference", "estimate", "kwargs"),
    [
        pytest.param(LISTS[:1], LISTS[1:], {}, id="lists-of-one-layer"),
        pytest.param(tuple(GOOD), tuple(OTHER), {}, id="tuples"),
        pytest.param([np.array([[0, 4], [4, 10]])], OTHER, {}, id="integers"),
        pytest.param([FLAT[0], EMPTY], OTHER, {}, id="no-segment-in-layer-2"),
        pytest.param([EMPTY, GOOD[0]], OTHER, {}, id="no-segment-in-layer-1"),
        pytest.param(SHORT, SHORT, {"frame_size": 9.5, "window": None}, id="no-frame"),
        pytest.param(GOOD, OTHER, {"window": 1e20}, id="huge-window"),
        pytest.param(GOOD, OTHER, {"window": 10**9}, id="integer-window"),
        pytest.param(GOOD, OTHER, {"frame_size": 1, "window": 3}, id="integer-frames"),
        pytest.param(GOOD, OTHER, {"beta": 0.0}, id="beta-0"),
        pytest.param([np.array([[5.0, 15.0]])], [np.array([[5.0, 9], [9, 15]])], {}, id="late"),
        pytest.param(
            [np.array([[-1.0, 5], [5, 10]])], [np.array([[-1.0, 3], [3, 10]])], {}, id="negative"
        ),
    ],
)
@pytest.mark.parametrize("transitive", [False, True])
def test_what_mir_eval_accepts_is_accepted_with_the_same_numbers(
    reference, estimate, kwargs, transitive
):
    for pair in ((reference, estimate), (estimate, reference)):
        result = same(tmeasure, *pair, transitive=transitive, **kwargs)
        assert isinstance(result, list)


def test_float32_times_give_the_same_numbers_to_single_precision():
    pair = [[layer.astype(np.float32) for layer in hierarchy] for hierarchy in (GOOD, OTHER)]
    assert tmeasure(*pair) == pytest.approx(mir_eval.hierarchy.tmeasure(*pair), abs=1e-6)


@pytest.mark.parametrize("n_layers", [100, 254, 255])
def test_deep_hierarchies_are_mir_evals_up_to_8_bits(n_layers):
    deep = [FLAT[0]] * (n_layers - 1) + [GOOD[1]]
    for transitive in (False, True):
        result = same(tmeasure, deep, GOOD, transitive=transitive, frame_size=0.5, window=4)
        assert isinstance(result, list)


def test_a_layer_that_lacks_a_boundary_warns_with_its_level():
    wrong = Hierarchy.from_boundaries([[0, 4, 10], [0, 4, 6, 10], [0, 6, 10]]).intervals
    _, told, _ = outcome(tmeasure, wrong, GOOD)
    assert told == ["Segment hierarchy is inconsistent at level 2"]
    same(tmeasure, wrong, GOOD)
    same(tmeasure, GOOD, wrong[::-1])


@given(st.data())
@strategies.examples(40)
def test_scores_of_an_aligned_pair_are_those_of_mir_evals_evaluate(data):
    reference = data.draw(strategies.hierarchies(data.draw(st.integers(1500, 12_000)), step=500))
    estimate = data.draw(strategies.hierarchies(data.draw(st.integers(1500, 12_000)), step=500))
    # mir_eval makes a zero-length segment of an estimate's boundary at the end, then refuses it
    assume(
        not any(
            (row[:-1] == reference.end).any() and estimate.end > reference.end
            for row in estimate.boundaries
        )
    )
    window = data.draw(st.sampled_from((1.0, 1.7, 4.0, 15.0, None)))
    beta = data.draw(st.sampled_from((1.0, 2.0)))
    labels = [
        [data.draw(st.lists(st.sampled_from("abc"), min_size=n, max_size=n)) for n in sizes]
        for sizes in ([len(row) - 1 for row in h.boundaries] for h in (reference, estimate))
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        expected = mir_eval.hierarchy.evaluate(
            reference.intervals, labels[0], estimate.intervals, labels[1],
            window=window, frame_size=0.5, beta=beta,
        )  # fmt: skip
    aligned = align(
        Hierarchy.from_boundaries(reference.boundaries, labels[0]),
        Hierarchy.from_boundaries(estimate.boundaries, labels[1]),
    )
    scored = score(
        aligned.reference,
        aligned.estimate,
        [math.inf if window is None else window],
        convention=MIR_EVAL,
        frame_size=0.5,
        beta=beta,
    ).to_dict()
    if window is not None:  # mir_eval's L has none
        expected = {key: value for key, value in expected.items() if key.startswith("T-")}
    assert {key: scored[key] for key in expected} == pytest.approx(expected, abs=1e-12)
