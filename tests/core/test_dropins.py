"""The drop-ins equal mir_eval 0.8.2's functions, quirks included; `score` its `evaluate`."""

import inspect
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
from core.lmeasures.dropin import lmeasure
from core.settings import Settings
from core.tmeasures import MIR_EVAL, score
from core.tmeasures.dropin import tmeasure, validate

L_OPTIONS = {
    "frame_size": st.sampled_from((0.1, 0.25, 0.5)),
    "beta": st.sampled_from((1.0, 0.5, 2.0)),
}
T_OPTIONS = L_OPTIONS | {
    "transitive": st.booleans(),
    "window": st.one_of(
        st.none(),
        st.integers(3, 200).map(lambda k: k / 10),
        st.integers(300, 45_000).map(lambda ms: ms / 1000),
    ),
}


OPTIONS = {tmeasure: st.fixed_dictionaries(T_OPTIONS), lmeasure: st.fixed_dictionaries(L_OPTIONS)}
LABELS = st.sampled_from(("a", "A", "b", "", "ß", "SS"))


def arguments(ours, data, sides):
    """The sides, and for L-measures drawn labels of their layers."""
    if ours is tmeasure:
        return sides
    labels = [
        [data.draw(st.lists(LABELS, min_size=len(row), max_size=len(row))) for row in side]
        for side in sides
    ]
    return [sides[0], labels[0], sides[1], labels[1]]


@pytest.mark.parametrize("ours", [tmeasure, lmeasure])
@given(st.data())
@strategies.examples(60)
def test_scores_of_hierarchies_are_mir_evals(ours, data):
    options = data.draw(OPTIONS[ours])
    # 20 s at 0.25 s and more, 8 s at 0.1 s: mir_eval takes its time
    span = data.draw(st.integers(600, min(20_000, round(80_000 * options["frame_size"]))))
    pair = [data.draw(strategies.hierarchies(span, most=8)).intervals for _ in range(2)]
    same(ours, *arguments(ours, data, pair), **options)


@pytest.mark.parametrize("ours", [tmeasure, lmeasure])
@given(st.data())
@strategies.examples(100)
def test_scores_of_intervals_with_gaps_overlaps_and_disorder_are_mir_evals(ours, data):
    span = data.draw(st.integers(600, 6000))
    pair = [data.draw(strategies.interval_lists(span)) for _ in range(2)]
    same(ours, *arguments(ours, data, pair), **data.draw(OPTIONS[ours]))


@given(st.data(), st.fixed_dictionaries(T_OPTIONS))
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
@strategies.examples(1000)
def test_hostile_layers_are_validated_to_the_letter_of_mir_eval(layers):
    assert said(validate, layers) == said(VALIDATE, layers)


@pytest.mark.parametrize("ours", [tmeasure, lmeasure])
@given(st.data(), hostile_layers(), hostile_layers(), st.sampled_from((0.5, 1.0)), st.booleans())
@strategies.examples(100)
def test_hostile_pairs_give_the_words_and_warnings_of_mir_eval(
    ours, data, one, other, frame_size, alike
):
    if alike:
        other = [layer.copy() for layer in one if isinstance(layer, np.ndarray)]
    refused = any(said(VALIDATE, side)[0] for side in (one, other))
    assume(comparable(one, other, refused))
    # What Python and numpy say of what passes the validation is their own.
    how = {"window": 3.0, "words": refused} if ours is tmeasure else {}
    same(ours, *arguments(ours, data, [one, other]), frame_size=frame_size, **how)


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
    assert same(tmeasure, reference, estimate, **({"frame_size": 0.5} | kwargs)) is expected


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
def test_what_mir_eval_accepts_is_accepted_with_the_same_numbers(reference, estimate, kwargs):
    how = {"frame_size": 0.5} | kwargs
    assert isinstance(same(tmeasure, reference, estimate, **how), list)
    assert isinstance(same(tmeasure, estimate, reference, transitive=True, **how), list)


def test_float32_times_give_the_same_numbers_to_single_precision():
    pair = [[layer.astype(np.float32) for layer in hierarchy] for hierarchy in (GOOD, OTHER)]
    assert tmeasure(*pair) == pytest.approx(mir_eval.hierarchy.tmeasure(*pair), abs=1e-6)


@pytest.mark.parametrize("n_layers", [254, 255])
def test_deep_hierarchies_are_mir_evals_up_to_8_bits(n_layers):
    deep = [FLAT[0]] * (n_layers - 1) + [GOOD[1]]
    for transitive in (False, True):
        result = same(tmeasure, deep, GOOD, transitive=transitive, frame_size=0.5, window=4)
        assert isinstance(result, list)


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
        settings=Settings(MIR_EVAL, frame_size=0.5, beta=beta),
    ).to_dict()
    if window is not None:  # mir_eval's L has none
        expected = {key: value for key, value in expected.items() if key.startswith("T-")}
    assert {key: scored[key] for key in expected} == pytest.approx(expected, abs=1e-12)


GOOD_L = GOOD, [["A", "B"], ["a", "b", "a", "c"]]
OTHER_L = OTHER, [["a", "b"]]
SHORT_L = SHORT, [["a"]]
LATE_L = LATE[:1], [["a"]]
DEEP = GOOD_L[0][:1] * 300, GOOD_L[1][:1] * 300
BARE = GOOD, [["", ""], ["", "", "", ""]]


@pytest.mark.parametrize(
    ("reference", "estimate", "kwargs", "expected"),
    [
        (GOOD_L, OTHER_L, {"frame_size": 0}, ValueError),
        (GOOD_L, OTHER_L, {"frame_size": -0.1}, ValueError),
        (GOOD_L, OTHER_L, {"frame_size": math.nan}, ValueError),
        (GOOD_L, SHORT_L, {}, ValueError),
        (SHORT_L, GOOD_L, {}, ValueError),
        (GOOD_L, LATE_L, {}, ValueError),
        (GOOD_L, ([], []), {}, IndexError),
        (SHORT_L, SHORT_L, {"frame_size": 9.0}, IndexError),
        (DEEP, GOOD_L, {}, OverflowError),
        (GOOD_L, (OTHER_L[0], [["a", "b", "c"]]), {}, IndexError),
        (GOOD_L, (OTHER_L[0], [[["a"], ["b"]]]), {}, None),
        (GOOD_L, (OTHER_L[0], [["a"]]), {}, None),
        (BARE, BARE, {}, None),
        (GOOD_L, (GOOD_L[0], [["a", "b"]]), {}, None),
        (GOOD_L, (tuple(OTHER_L[0]), (("a", "b"),)), {}, None),
        (GOOD_L, (OTHER_L[0], [np.array(["a", "b"])]), {}, None),
        (GOOD_L, (OTHER_L[0], [[1, 1.0]]), {}, None),
        (SHORT_L, SHORT_L, {"frame_size": 9.5}, None),
        (([np.array([[5.0, 15.0]])], [["a"]]), ([np.array([[5.0, 15]])], [["a"]]), {}, None),
    ],
)
def test_what_mir_eval_refuses_is_refused_and_what_it_takes_is_taken(
    reference, estimate, kwargs, expected
):
    found = same(lmeasure, *reference, *estimate, **({"frame_size": 0.5} | kwargs))
    assert found is expected if expected else isinstance(found, list)


def test_a_layer_that_lacks_a_boundary_warns_once_with_its_level():
    wrong = Hierarchy.from_boundaries([[0, 4, 10], [0, 4, 6, 10], [0, 6, 10]]).intervals
    assert outcome(tmeasure, wrong, GOOD)[1] == ["Segment hierarchy is inconsistent at level 2"]
    same(tmeasure, wrong, GOOD, frame_size=0.5)
    same(tmeasure, GOOD, wrong[::-1], frame_size=0.5)
    wrong = [GOOD_L[0][1], GOOD_L[0][0]], GOOD_L[1][::-1]
    overlapping = [np.array([[0, 6.0], [4, 10]]), GOOD_L[0][0]], [["a", "b"], ["c", "d"]]
    for side in (wrong, overlapping):
        same(lmeasure, *GOOD_L, *side, frame_size=0.5)
    assert outcome(lmeasure, *GOOD_L, *wrong)[1] == ["Segment hierarchy is inconsistent at level 1"]


@pytest.mark.parametrize("window", [3.0, None])
def test_evaluate_gives_the_same_with_ours_in_place(window, monkeypatch):
    theirs = mir_eval.hierarchy.evaluate(*GOOD_L, *OTHER_L, window=window, beta=2.0)
    monkeypatch.setattr(mir_eval.hierarchy, "tmeasure", tmeasure)
    monkeypatch.setattr(mir_eval.hierarchy, "lmeasure", lmeasure)
    ours = mir_eval.hierarchy.evaluate(*GOOD_L, *OTHER_L, window=window, beta=2.0)
    assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("ours", [tmeasure, lmeasure])
def test_the_drop_ins_take_the_arguments_of_mir_eval_and_no_others(ours):
    sides = ours, getattr(mir_eval.hierarchy, ours.__name__)
    found, expected = (
        [(p.name, p.kind, p.default) for p in inspect.signature(each).parameters.values()]
        for each in sides
    )
    assert found == expected
