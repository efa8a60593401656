"""Flat measures equal mir_eval.segment, for any two layers and for the grid of all."""

import itertools
import math
import warnings

import mir_eval
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.conventions import FRAMELESS
from core.errors import ScoreError
from core.flat import grid
from core.flat.grid import FLAT_MEASURES, Lack, flat_grid
from core.flat.pair import HIT_WINDOWS, flat_metrics
from core.hierarchy import Hierarchy
from core.samples import sample
from core.settings import Settings
from core.tmeasures import score
from core.vocabulary import PARTS

KEYS = [measure.key for measure in FLAT_MEASURES]
IN_FRAMES = {
    "pairwise": mir_eval.segment.pairwise,
    "v_measure": mir_eval.segment.vmeasure,
    "nce": mir_eval.segment.nce,
}
BY_LENGTH = [measure.key for measure in FLAT_MEASURES if measure.of == "lengths"]
OF_LABELS = [*IN_FRAMES, *BY_LENGTH]
HITS = [measure.key for measure in FLAT_MEASURES if measure.of == "boundaries"]
LABELED = Hierarchy.from_boundaries(
    [[0, 20, 40], [0, 10, 20, 40]], [["Verse", "Coda"], ["verse", "solo", "verse"]]
)
PLAIN = Hierarchy.from_boundaries([[0, 40], [0, 10, 20.2, 40]])


def in_frames(key, one, other, frame_size, beta=1.0):
    """Precision, recall and F of labels, by mir_eval."""
    sides = one.intervals, list(one.labels), other.intervals, list(other.labels)
    return IN_FRAMES[key](*sides, frame_size=frame_size, beta=beta)


def by_mir_eval(measure, one, other, beta):
    """Recall, precision and F, by mir_eval itself."""
    pair = one.intervals, other.intervals
    if measure.key in IN_FRAMES:
        precision, recall, f_measure = in_frames(measure.key, one, other, 0.1, beta)
    else:
        how = {"window": measure.window, "trim": measure.trim, "beta": beta}
        precision, recall, f_measure = mir_eval.segment.detection(*pair, **how)
    return recall, precision, f_measure


def compared(reference, estimate, beta):
    measures = [measure for measure in FLAT_MEASURES if measure.of in ("boundaries", "frames")]
    found = flat_grid(reference, estimate, [measure.key for measure in measures], beta=beta)
    expected = np.empty_like(found.values)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a layer that trimming empties
        for at, measure in enumerate(measures):
            for i, one in enumerate(reference.layers):
                for j, other in enumerate(estimate.layers):
                    expected[at, i, j] = by_mir_eval(measure, one, other, beta)
    return found, expected


@st.composite
def halves(draw):
    """A layer of up to ten seconds whose boundaries are half seconds, with few labels."""
    row = sorted(draw(st.sets(st.integers(1, 19), max_size=5)))
    labels = [draw(st.sampled_from("abAc")) for _ in range(len(row) + 1)]
    return Hierarchy.from_boundaries([[0, *(n / 2 for n in row), 10]], [labels])


@given(halves(), halves())
def test_triplets_of_two_layers_are_the_papers_and_those_of_t_over_the_track(first, second):
    found = [flat_grid(first, second, ["triplets"]).part("triplets", p)[0, 0] for p in PARTS]
    full = score(first, second, [math.inf], settings=Settings(FRAMELESS)).scores["full"]
    assert found == pytest.approx([full.part(part)[0] for part in PARTS], abs=1e-12, nan_ok=True)
    # Eqs. 3 and 4 in 20 frames, which hit all boundaries; i may be q, as for short frames.
    own, other = (
        [sum(t <= frame / 2 for t in side.boundaries[0].tolist()) for frame in range(20)]
        for side in (first, second)
    )
    shares = []
    for q in range(20):
        j = [n for n in range(20) if own[n] != own[q]]
        i = [n for n in range(20) if own[n] == own[q]]
        right = sum(other[a] == other[q] != other[b] for a in i for b in j)
        if j:
            shares.append(right / (len(i) * len(j)))
    if shares:
        assert found[0] == pytest.approx(sum(shares) / 20)


@given(halves(), halves())
def test_without_frames_labels_are_compared_by_how_long_they_last(first, second):
    one, other = first.layers[0], second.layers[0]
    edges = sorted({*one.boundaries.tolist(), *other.boundaries.tolist()})

    def label(side, at):
        return side.labels[sum(t <= at for t in side.boundaries.tolist()) - 1].lower()

    pieces = [(b - a, label(one, a), label(other, a)) for a, b in itertools.pairwise(edges)]
    alike = [
        (x[0] * y[0], x[1] == y[1], x[2] == y[2]) for x, y in itertools.product(pieces, pieces)
    ]
    both = sum(size for size, a, b in alike if a and b)
    recall = both / sum(size for size, a, _ in alike if a)
    precision = both / sum(size for size, _, b in alike if b)
    found = flat_grid(first, second, BY_LENGTH)
    said = [found.part("pairwise_frameless", part)[0, 0] for part in ("recall", "precision")]
    assert said == pytest.approx([recall, precision])
    for key in ("v_measure", "nce"):
        fits = in_frames(key, one, other, 0.25)
        scores = [found.part(f"{key}_frameless", part)[0, 0] for part in ("precision", "recall")]
        assert scores == pytest.approx(fits[:2], abs=1e-9)


def test_accuracy_counts_moments_with_the_same_function():
    """By hand, every 0.2 s: letters are no function, and the first word of the table decides."""
    names = [["Intro", "Verse 1", "Refrain", "B"], ["A", "B"]]
    reference = Hierarchy.from_boundaries([[0, 2, 5, 8, 10], [0, 4, 10]], names)
    names = [["opening", "pre-Chorus", "chorus", "chorus"], ["x", "outro"]]
    estimate = Hierarchy.from_boundaries([[0, 1, 5, 6, 10], [0, 6, 10]], names)
    found = flat_grid(reference, estimate, ["accuracy"])
    for part in PARTS:
        table = found.part("accuracy", part)
        assert table[0] == pytest.approx([(1 + 3 + 3) / 10, 0])
        assert np.isnan(table[1]).all()


@pytest.mark.parametrize("key", ["pairwise", "v_measure", "nce"])
def test_without_frames_scores_are_the_limit_of_small_ones(key):
    one = Hierarchy.from_boundaries([[0, 3.17, 5.83, 12]], [["A", "B", "A"]])
    other = Hierarchy.from_boundaries([[0, 2.71, 8.28, 12]], [["a", "b", "c"]])
    wanted = flat_grid(one, other).part(f"{key}_frameless", "f_measure")[0, 0]
    errors = [
        abs(in_frames(key, one.layers[0], other.layers[0], size)[2] - wanted)
        for size in (1.0, 0.1, 0.01)
    ]
    assert errors[0] > 3 * errors[1] > 9 * errors[2] > 0


@given(st.data())
@strategies.examples(100)
def test_every_cell_is_mir_evals(data):
    span = data.draw(st.integers(1000, 12_000))
    letters = st.sampled_from("aAbBcd")
    pair = []
    for _ in range(2):
        drawn = data.draw(strategies.hierarchies(span, step=500, layers=(1, 3)))
        labels = [[data.draw(letters) for _ in layer.labels] for layer in drawn.layers]
        pair.append(Hierarchy.from_boundaries(drawn.boundaries, labels))
    found, expected = compared(*pair, data.draw(st.sampled_from((0.5, 1.0, 2.0))))
    assert np.array_equal(found.values, expected)


@pytest.mark.thorough
def test_annotations_of_real_length_are_as_mir_eval_scores_them():
    pair = sample("jingle_bells")
    found, expected = compared(pair.reference, pair.estimate, 1.0)
    assert np.array_equal(found.values, expected)
    assert not np.isnan(found.values).any()


def test_the_best_of_a_row_are_all_that_are_equal_and_none_where_all_are_0():
    reference = Hierarchy.from_boundaries([[0, 20, 40], [0, 13, 27, 40]])
    estimate = Hierarchy.from_boundaries([[0, 20, 40], [0, 20, 40], [0, 5, 20, 40]])
    best = flat_grid(reference, estimate, ["hit_rate_0.5_trimmed"]).best(
        "hit_rate_0.5_trimmed", "f_measure"
    )
    assert best.tolist() == [[True, True, False], [False, False, False]]
    # What rounding leaves of nothing is not the best.
    whole = Hierarchy.from_boundaries([[0, 40]], [["A"]])
    found = flat_grid(whole, LABELED, ["v_measure", "nce"])
    assert not found.best("v_measure", "precision").any()
    assert not found.part("nce", "f_measure").any()


def test_a_layer_of_segments_without_labels_has_hit_rates_only_and_is_named():
    found = flat_grid(LABELED, PLAIN)
    for key in OF_LABELS:
        # One segment is told from no other: it needs no label.
        assert np.isnan(found.part(key, "f_measure")).tolist() == [[False, True]] * 2
    assert not np.isnan([found.part(key, "f_measure") for key in HITS]).any()
    assert found.lacks[0].sentence.startswith("Layer 2 of the estimate: no labels for ")
    assert found.lacks[1].sentence.startswith("If a layer has only one label, F of V")
    assert len(found.lacks) == 2
    bare = Hierarchy.from_boundaries([[0, 20, 40]] * 2)
    said = flat_grid(bare, PLAIN, ["nce"]).lacks
    assert said[0].sentence.startswith("Layers 1, 2 of the reference: no labels")
    rows = [row for row in found.rows() if row["measure"] == "v_measure"]
    assert [row["f_measure"] for row in rows] == [0.0, None, 0.0, None]
    assert [(row["reference_layer"], row["estimate_layer"]) for row in rows] == [
        (1, 1), (1, 2), (2, 1), (2, 2)
    ]  # fmt: skip


def test_a_pair_in_measures_has_no_hit_rate_in_seconds():
    sides = [
        Hierarchy.from_boundaries([[0, 8, 16]], [["A", "B"]], unit="measures") for _ in range(2)
    ]
    found = flat_grid(*sides)
    assert np.isnan([found.part(key, "recall") for key in HITS]).all()
    assert all(found.part(key, "recall") == 1 for key in OF_LABELS)
    (said,) = found.lacks
    assert said.of == ("boundaries",)
    assert "this pair is in measures" in said.sentence
    assert flat_grid(*sides, ["pairwise"]).lacks == ()


def test_what_is_too_short_for_frames_has_no_measure_of_labels():
    short = Hierarchy.from_boundaries([[0, 0.05, 0.15]], [["a", "b"]])
    found = flat_grid(short, short)
    assert np.isnan([found.part(key, "recall") for key in IN_FRAMES]).all()
    assert [found.part(key, "recall")[0, 0] for key in BY_LENGTH] == pytest.approx(
        [1] * len(BY_LENGTH)
    )
    assert found.lacks == (
        Lack(
            "Measures of labels count 0.1 s frames: this pair is too short for them.", ("frames",)
        ),
    )
    # Two frames with a label each: no pair of them shares one.
    assert np.isnan(flat_grid(*[Hierarchy.from_boundaries([[0, 0.1, 0.2]], [["a", "b"]])] * 2)
                    .part("pairwise", "recall")).all()  # fmt: skip


@pytest.mark.parametrize(
    ("bound", "value", "none", "words"),
    [
        ("MOST_MATCHES", 7, HITS, "Hit rates would take too long"),
        ("MOST_FRAMES", 1599, [*IN_FRAMES, "accuracy"], "in 0.1 s frames: use fewer layers"),
        ("MOST_PIECES", 19, [*BY_LENGTH, "triplets"], "without frames would take too long"),
        ("MOST_CELLS", 15, OF_LABELS, "there are too many labels"),
    ],
)
def test_what_would_take_too_long_is_left_out_and_said(monkeypatch, bound, value, none, words):
    assert flat_grid(LABELED, LABELED).lacks == ()
    monkeypatch.setattr(grid, bound, value)
    found = flat_grid(LABELED, LABELED)
    assert words in found.lacks[0].sentence
    for key in KEYS:
        assert np.isnan(found.part(key, "recall")).all() == (key in none)


def test_what_can_not_be_scored_says_why():
    many = Hierarchy.from_boundaries([[0, 40]] * 40)
    with pytest.raises(ScoreError, match="40 and 40 layers are more than 1000 pairs: use fewer"):
        flat_grid(many, many)
    with pytest.raises(ScoreError, match=r"no flat measure 'zebra', only hit_rate_0\.5, "):
        flat_grid(PLAIN, PLAIN, ["zebra"])
    with pytest.raises(ScoreError, match=r"'zebra' was not scored, only hit_rate_0\.5, "):
        flat_grid(PLAIN, PLAIN).part("zebra", "recall")
    with pytest.raises(ScoreError, match="Align the pair first"):
        flat_grid(PLAIN, Hierarchy.from_boundaries([[0, 41]]))
    with pytest.raises(ScoreError, match="beta must be a positive number"):
        flat_grid(PLAIN, PLAIN, beta=0)


def test_a_long_pair_takes_no_matrix_of_all_frames():
    """Some 60,000 frames: their pairs would take gigabytes."""
    hour = Hierarchy.from_boundaries([[0, 3000, 6000]], [["a", "b"]])
    shifted = Hierarchy.from_boundaries([[0, 1500, 6000]], [["a", "b"]])
    recall = flat_grid(hour, shifted, ["pairwise"]).part("pairwise", "recall")
    n = 30_000
    assert recall[0, 0] == (2 * (n // 2 * (n // 2 - 1)) + n * (n - 1)) / 2 / (n * (n - 1))


REFERENCE = Hierarchy.from_boundaries([[0, 30, 60], [0, 10, 20, 30, 40, 50, 60]])
ESTIMATE = Hierarchy.from_boundaries([[0, 60], [0, 20.4, 42, 60]])


@given(st.data())
@strategies.examples(150)
def test_metrics_of_any_two_layers_are_mir_evals(data):
    span = data.draw(st.integers(1000, 30_000))
    pair = [data.draw(strategies.hierarchies(span, step=500)) for _ in range(2)]
    levels = [data.draw(st.integers(1, len(hierarchy.layers))) for hierarchy in pair]
    beta = data.draw(st.sampled_from((0.5, 1.0, 2.0)))
    flat = flat_metrics(*pair, *levels, beta=beta)
    intervals = [
        hierarchy.layers[level - 1].intervals for hierarchy, level in zip(pair, levels, strict=True)
    ]
    assert [(rate.window, rate.trim) for rate in flat.hit_rates] == [
        (window, trim) for trim in (False, True) for window in HIT_WINDOWS
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a layer that trimming empties
        for rate in flat.hit_rates:
            assert (rate.precision, rate.recall, rate.f_measure) == mir_eval.segment.detection(
                *intervals, window=rate.window, beta=beta, trim=rate.trim
            )
        assert (
            flat.reference_to_estimate,
            flat.estimate_to_reference,
        ) == mir_eval.segment.deviation(*intervals)


def test_the_finest_layers_are_the_default():
    assert flat_metrics(REFERENCE, ESTIMATE) == flat_metrics(REFERENCE, ESTIMATE, 2, 2)
    assert flat_metrics(REFERENCE, ESTIMATE) != flat_metrics(REFERENCE, ESTIMATE, 1, 2)


def test_trimming_an_undivided_layer_scores_0_without_a_warning():
    rates = flat_metrics(REFERENCE, ESTIMATE, 2, 1).hit_rates
    assert [(r.precision, r.recall, r.f_measure) for r in rates if r.trim] == [(0, 0, 0)] * 2


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ((3, None), "The reference has 2 layers, not 3"),
        ((None, 0), "The estimate has 2 layers, not 0"),
        ((None, -1), "The estimate has 2 layers, not -1"),
    ],
)
def test_a_layer_that_is_not_there_is_named(layers, message):
    with pytest.raises(ScoreError, match=message):
        flat_metrics(REFERENCE, ESTIMATE, *layers)
