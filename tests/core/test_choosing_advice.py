"""The advised window, by the rule spelled out one window at a time, and what the reasons say."""

import math
from dataclasses import replace

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from naive import mean_and_pooled

from core.choosing import CONDITIONS, advise, around, counted, layer_weights, percent, stable
from core.hierarchy import Hierarchy
from core.samples import samples
from core.tmeasures import CONVENTIONS, FRAMELESS, MIR_EVAL, PAPER_EQUATION, PAPER_TABLES, score
from core.windows import sweep

SAMPLES = {sample.id: sample for sample in samples()}


def replaced(result, reduced):
    return replace(result, scores={**result.scores, "reduced": reduced})


def of(boundaries, *, windows=None, convention=PAPER_TABLES, **options):
    """Advice for an estimate that equals the reference, and the result it is for."""
    reference = Hierarchy.from_boundaries(boundaries)
    windows = sweep(reference.end) if windows is None else windows
    result = score(reference, reference, windows, convention=convention)
    return advise(reference, reference, result, **options), result


def reason(advice, name):
    [found] = [each for each in advice.reasons if each.name == name]
    return found


def slow_rule(reference, result, variant, bound, share):
    """The advised window and the conditions that it does not meet."""
    finest = np.diff(reference.boundaries[-1])
    scores = getattr(result, variant)
    frame_size = result.frame_size or 0.1
    rows = []
    every = [
        layer_weights(reference, [w], convention=result.convention, frame_size=frame_size)
        for w in result.windows.tolist()
    ]
    reached = [
        any(one.weights[level, 0] >= share for one in every)
        for level in range(len(reference.layers))
    ]
    for at, w in enumerate(result.windows.tolist()):
        weights = every[at].weights[:, 0]
        rows.append(
            (
                w,
                len(finest) > 1 and w >= 0.95 * np.percentile(finest, 95),
                scores.recall_share[at],
                any(reached)
                and all(
                    weight >= share for weight, ever in zip(weights, reached, strict=True) if ever
                ),
            )
        )
    most = max(share_here for _, _, share_here, _ in rows)
    if most == 0:
        row = next((row for row in rows if row[0] == 15), rows[-1])
        named = zip(CONDITIONS, (row[1], False, row[3]), strict=True)
        return row[0], [name for name, is_met in named if not is_met], most
    asked = bound if most >= bound else bound * most
    for needs_segments, needs_layers in ((True, True), (True, False), (False, False)):
        supported = [
            row
            for row in rows
            if row[2] >= asked and (row[1] or not needs_segments) and (row[3] or not needs_layers)
        ]
        if supported:
            break
    row = next((row for row in supported if row[0] == 15), supported[0])
    met = (row[1], row[2] >= bound, row[3])
    return row[0], [name for name, is_met in zip(CONDITIONS, met, strict=True) if not is_met], most


@given(
    st.integers(8, 60).flatmap(
        lambda n: st.tuples(
            strategies.hierarchies(n * 1000, step=1000), strategies.hierarchies(n * 1000)
        )
    ),
    st.sampled_from(list(CONVENTIONS.values())),
    st.sampled_from(("reduced", "full")),
    st.sampled_from((0.5, 0.9)),
    st.sampled_from((0.05, 0.3, 0.9)),
)
@strategies.examples(50)
def test_the_advice_follows_the_rule(pair, convention, variant, bound, share):
    windows = [w for w in (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 15.0, 30.0) if w <= pair[0].end]
    result = score(*pair, [*windows, math.inf], convention=convention, frame_size=0.5)
    advice = advise(*pair, result, variant=variant, bound=bound, share=share)
    window, failed, most = slow_rule(pair[0], result, variant, bound, share)
    assert advice.window == window
    assert [r.name for r in advice.reasons if r.name in CONDITIONS and not r.holds] == failed
    assert advice.agrees_with_default == (window == 15)
    beginnings = {
        "No window can be advised: ": most == 0,
        "Choose": most >= bound and not failed,
        "No window tried meets all three conditions": most >= bound and bool(failed),
    }
    said = next((words for words, applies in beginnings.items() if applies), "Choose")
    assert advice.sentence.startswith(said)
    assert (f": no window tried counts {percent(bound)} of" in advice.sentence) == (
        0 < most < bound
    )


def test_the_papers_figures_are_well_served_by_15_s():
    pair = SAMPLES["figure7"].reference, SAMPLES["figure7"].estimate
    advice = advise(*pair, score(*pair, sweep(60.0)))
    assert advice.window == 15
    assert advice.agrees_with_default
    assert (
        advice.sentence
        == "Choose w = 15 s: it meets all three conditions on the reference, and it is the default."
    )
    assert [each.name for each in advice.reasons] == [
        "segments", "queries", "layers", "default", "stable", "range",
    ]  # fmt: skip
    assert reason(advice, "segments").text == (
        "The 95th percentile of the durations of the 6 segments of the reference's finest layer is "
        "10 s, the median 10 s; w = 15 s to each side is as long as that, or longer."
    )
    assert reason(advice, "segments").source == (
        "hierscope's reading of McFee, Nieto and Bello 2015, section 5.1"
    )
    assert reason(advice, "default").holds
    assert "can be compared with published ones" in reason(advice, "default").text


def test_short_segments_do_not_ask_for_less_than_the_default():
    advice, _ = of([[0, 30, 60], list(range(0, 61, 2))])
    assert advice.window == 15


def test_long_segments_ask_for_a_larger_window():
    advice, result = of([range(0, 601, 120), range(0, 601, 40)])
    supported = result.windows[result.windows >= 0.95 * 40]
    assert advice.window == supported[0] == 38
    assert not advice.agrees_with_default
    assert advice.sentence == (
        "Choose w = 38 s, the smallest of the windows tried that meets all three conditions on the "
        "reference."
    )
    default = reason(advice, "default")
    assert not default.holds
    assert default.text == (
        "15 s, the default of mir_eval and of the paper, does not meet the conditions on segments, "
        "counted queries and layers."
    )


def test_fifteen_seconds_do_for_the_papers_95th_percentile():
    fits, beyond = (of([[0, 2 * d, 4 * d], [0, d, 2 * d, 3 * d, 4 * d]])[0] for d in (15.69, 15.8))
    assert fits.window == 15
    assert "15.69 s" in reason(fits, "segments").text
    assert beyond.window > 15


def test_where_no_window_counts_enough_queries_15_s_may_still_be_best():
    # A coarse layer without its own boundaries in the first half: no reduced triplet there.
    sample = SAMPLES["pop_two_annotators"]
    result = score(sample.reference, sample.estimate, sweep(sample.reference.end))
    advice = advise(sample.reference, sample.estimate, result)
    assert advice.window == 15
    assert advice.sentence == (
        "Choose w = 15 s: no window tried counts 90 % of the queries in the reference, and this "
        "one counts as many as any; it meets the conditions on segments and layers."
    )
    most = float(result.reduced.recall_share.max())
    assert f"No window tried has more than {math.floor(most * 1000) / 10:g} %" in (
        reason(advice, "queries").text
    )


def test_a_pair_without_triplets_still_has_an_advice():
    advice, _ = of([[0, 60]])
    assert advice.window == 15
    assert advice.sentence == (
        "No window can be advised: the reference has no triplet (reduced) at any of the windows "
        "scored."
    )
    assert [each.holds for each in advice.reasons[:4]] == [False] * 4
    assert reason(advice, "segments").text == (
        "The reference's finest layer is one segment of 60 s: no window holds more than one."
    )
    assert reason(advice, "queries").text == (
        "At none of the windows scored has any query a triplet (reduced) in the reference."
    )
    assert "so no layer is seen" in reason(advice, "layers").text
    assert reason(advice, "default").text.endswith("But here there is no score.")
    assert {each.name for each in advice.reasons} == {*CONDITIONS, "default", "flat"}
    without, _ = of([[0, 60]], windows=[5.0, 20.0, math.inf], bound=0.0, variant="full")
    assert without.window == math.inf
    assert without.sentence.startswith("No window can be advised: the reference has no triplet (f")
    assert [each.holds for each in without.reasons[:4]] == [False] * 4


@pytest.mark.parametrize(
    ("boundaries", "counted", "bound", "words"),
    [
        # One layer seen at every window; 15 s is long enough for segments of 10 s, 5 s is not.
        (range(0, 61, 10), [0.6, 0.7, 0.7], 0.9, "this one counts as many as any; it meets the c"),
        (range(0, 61, 10), [0.6, 0.65, 0.7], 0.9, "this one counts nearly as many as any; it m"),
        (
            range(0, 61, 10),
            [0.6, 0.58, 0.7],
            0.8,
            "counts 58 %, where 70 % is the most; it meets",
        ),
        (range(0, 61, 10), [0.1, 0.35, 0.6], 0.7, "as many as any; it meets the conditions on s"),
        (range(0, 61, 10), [0.1, 0.35, 0.7], 0.5, None),
        ([0, 30, 60], [0.2, 0.3, 0.3], 0.9, "it meets the condition on layers, not the one on s"),
    ],
)
def test_where_no_window_counts_enough_the_sentence_says_what_holds(
    boundaries, counted, bound, words
):
    advice, result = of([boundaries], windows=[5.0, 15.0, 20.0])
    fewer = replace(result.reduced, recall_share=np.array(counted))
    reference = Hierarchy.from_boundaries([boundaries])
    advice = advise(
        reference,
        reference,
        replace(result, scores={**result.scores, "reduced": fewer}),
        bound=bound,
    )
    assert (f": no window tried counts {percent(bound)} of the" in advice.sentence) == bool(words)
    assert (words or "") in advice.sentence


def test_the_whole_track_may_be_advised():
    advice, _ = of([[0, 20, 40, 60], range(0, 61, 10)], windows=[0.5, math.inf])
    assert advice.window == math.inf
    assert advice.sentence.startswith("Choose the whole track, ")
    assert "the whole track holds all of them" in reason(advice, "segments").text
    assert "was not among the windows" in reason(advice, "default").text
    assert reason(advice, "range").text == (
        "From w = 30 s to the whole track T_F (reduced) lies between 1.000 and 1.000; at the whole "
        "track it is 1.000."
    )


def test_layers_that_no_window_sees_are_left_aside_and_named():
    rows = [[0, 60], [0, 60], [0, 20, 40, 60], range(0, 61, 10)]
    advice, _ = of(rows)
    assert advice.window == 15
    assert reason(advice, "layers").text.endswith(
        "Left aside are layers 1 and 2, which reach 5 % at no window tried."
    )
    one, _ = of(rows[1:])
    assert reason(one, "layers").text.endswith(
        "Left aside is layer 1, which reaches 5 % at no window tried."
    )


@pytest.mark.parametrize(
    ("windows", "window", "words"),
    [
        (
            [15, 60, math.inf],
            60,
            "at least 5 % of a query's reduced triplets, in the mean; the least, layer 1 (form)",
        ),
        (
            [60, math.inf],
            60,
            "at least 5 % of a query's reduced triplets, in the mean; the least, layer 1 (form)",
        ),
        ([15, math.inf], 15, "At w = 15 s layer 1 (form) of the reference tells apart 3.9 %"),
    ],
)
def test_the_layer_that_counts_least_is_named(windows, window, words):
    reference = Hierarchy.from_boundaries(
        [range(0, 601, 200), range(0, 601, 10)], layer_names=["form", "phrases"]
    )
    # At 15 s the layers weigh 0.039 and 0.961, at 60 s 0.27 and 0.73, in the end 0.976 and 0.024.
    advice = advise(
        reference, reference, score(reference, reference, windows, convention=PAPER_TABLES)
    )
    assert advice.window == window
    assert words in reason(advice, "layers").text
    assert reason(advice, "layers").holds == (window == 60)


def test_under_equation_8_the_reach_is_said_and_no_comparison_promised():
    pair = SAMPLES["figure6"].reference, SAMPLES["figure6"].estimate
    half = advise(*pair, score(*pair, sweep(60.0), convention=PAPER_EQUATION), bound=0.5)
    assert half.window == 15
    assert "reaches 7.5 s to each side, 15 s in all" in reason(half, "segments").text
    assert not reason(half, "default").holds
    assert "can't be compared with theirs" in reason(half, "default").text
    over_all = replace(MIR_EVAL, no_triplet=0.0)
    mean = advise(*pair, score(*pair, sweep(60.0), convention=over_all))
    assert "count as 0 in the mean" in reason(mean, "queries").text
    assert "here a query without a triplet counts as 0, while" in reason(mean, "default").text


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (
            {"frame_size": 0.25},
            "here frames are 0.25 s long, while mir_eval's defaults and the paper's tables have "
            "frames of 0.1 s: the scores can't be compared with theirs.",
        ),
        ({"convention": FRAMELESS}, "here there are no frames, while"),
        ({"frames": np.arange(0, 60, 0.5)}, "here frames were given, while"),
        (
            {"beta": 2.0},
            "here T_F weighs recall with β = 2, while mir_eval's defaults and the paper's tables "
            "weigh recall and precision alike",
        ),
        (
            {"convention": PAPER_EQUATION, "frame_size": 0.2},
            "here it reaches 7.5 s to each side and frames are 0.2 s long, while mir_eval's "
            "defaults and the paper's tables reach 15 s to each side and have frames of 0.1 s: ",
        ),
    ],
    ids=["frame size", "no frames", "given frames", "beta", "two things"],
)
def test_scores_of_other_frames_are_not_said_to_compare_with_published_ones(how, words):
    pair = SAMPLES["figure6"].reference, SAMPLES["figure6"].estimate
    advice = advise(*pair, score(*pair, sweep(60.0), **how), bound=0.5)
    assert advice.window == 15
    assert words in reason(advice, "default").text
    assert "so the scores can be compared" not in reason(advice, "default").text
    assert not reason(advice, "default").holds


@pytest.mark.parametrize("convention", [MIR_EVAL, PAPER_TABLES], ids=lambda each: each.name)
def test_usual_scores_are_said_to_compare_with_published_ones(convention):
    pair = SAMPLES["figure6"].reference, SAMPLES["figure6"].estimate
    advice = advise(*pair, score(*pair, sweep(60.0), convention=convention))
    assert reason(advice, "default").holds
    assert "can be compared with published ones" in reason(advice, "default").text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0 %"), (0.05, "5 %"), (0.29, "29 %"), (0.57, "57 %"), (0.89999, "89.9 %"), (1, "100 %")],
)
def test_a_share_in_percent_is_rounded_down(share, text):
    assert percent(share) == text


@given(st.floats(0, 1))
def test_a_share_in_percent_is_never_above_the_share(share):
    said = float(percent(share).removesuffix(" %")) / 100
    assert said - 1e-11 <= share < said + 0.001 + 1e-11


def test_stability_and_range_are_those_of_the_curve():
    pair = SAMPLES["figure6"].reference, SAMPLES["figure6"].estimate
    result = score(*pair, sweep(60.0))
    advice = advise(*pair, result, variant="full", tolerance=0.05)
    values = counted(result, "full", "f_measure")
    stretch = stable(result.windows, values, 0.05, around=advice.window)
    assert reason(advice, "stable").text == (
        f"T_F (full) stays between {stretch.low:.3f} and {stretch.high:.3f} from "
        f"w = {stretch.start:g} s to w = {stretch.end:g} s."
    )
    assert reason(advice, "stable").holds == (stretch.end >= 2 * stretch.start)
    near = values[(result.windows >= 7.5) & (result.windows <= 30)]
    assert f"between {near.min():.3f} and {near.max():.3f}" in reason(advice, "range").text
    assert reason(advice, "range").holds == (near.max() - near.min() <= 0.1)
    exact = advise(*pair, result, tolerance=0.0)
    assert (
        "changes by more than 0 from w = 15 s to the windows scored next to it"
        in reason(exact, "stable").text
    )


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("variant", ["reduced", "full"])
def test_what_speaks_against_a_score_stands_first_and_is_in_the_sentence(sample, name, variant):
    pair = sample.reference, sample.estimate
    result = score(*pair, sweep(pair[0].end), convention=CONVENTIONS[name])
    advice = advise(*pair, result, variant=variant)
    scores = getattr(result, variant)
    (at,) = np.flatnonzero(result.windows == advice.window)
    # The values from half to double of the window, one at a time.
    near = [
        value
        for window, value, *shares in zip(
            result.windows,
            scores.f_measure,
            scores.recall_share,
            scores.precision_share,
            strict=True,
        )
        if min(advice.window, pair[0].end) / 2 <= window <= 2 * advice.window and min(shares) > 0
    ]
    unsteady = bool(max(near) - min(near) >= 0.3)
    short = bool(scores.precision_share[at] < 0.9)
    warned = ["range"] * unsteady + ["estimate"] * short
    assert [each.name for each in advice.reasons if each.warns] == warned
    assert [each.name for each in advice.reasons[: len(warned)]] == warned
    assert all(each.against for each in advice.reasons[: len(warned)])
    assert ("; but " in advice.sentence) == bool(warned)
    assert ("from half to double of it" in advice.sentence) == unsteady
    assert ("of the queries count in the estimate" in advice.sentence) == short
    assert f"{min(near):.3f} and {max(near):.3f}" in reason(advice, "range").text
    # Conditions are said to be met only where they are, and never without their "on the reference".
    if "meets all three conditions" in advice.sentence:
        assert "all three conditions on the reference" in advice.sentence
        assert all(reason(advice, each).holds for each in CONDITIONS)


def test_the_sonata_is_advised_with_both_warnings():
    pair = SAMPLES["sonata_movement"].reference, SAMPLES["sonata_movement"].estimate
    advice = advise(*pair, score(*pair, sweep(pair[0].end)))
    assert advice.sentence == (
        "Choose w = 15 s: it meets all three conditions on the reference, and it is the default; "
        "but only 77.1 % of the queries count in the estimate, and T_F (reduced) lies between "
        "0.248 and 0.703 from half to double of it."
    )
    assert [each.name for each in advice.reasons[:2]] == ["range", "estimate"]


def test_no_sample_of_two_annotators_is_called_unsteady():
    for name in ("pop_two_annotators", "jazz_two_annotators"):
        pair = SAMPLES[name].reference, SAMPLES[name].estimate
        for variant in ("reduced", "full"):
            advice = advise(*pair, score(*pair, sweep(pair[0].end)), variant=variant)
            assert not reason(advice, "range").warns


@pytest.mark.parametrize(("low", "unsteady"), [(0.5, True), (0.501, False)])
def test_a_range_of_the_papers_gap_is_unsteady(low, unsteady):
    windows = np.array([5.0, 7.5, 10.0, 15.0, 30.0, 40.0, math.inf])
    values = np.array([math.nan, low, 0.6, 0.7, 0.8, 0.0, 0.1])
    found = around(windows, values, 15.0, 100.0)
    assert (found.half, found.double, found.low, found.high) == (7.5, 30.0, low, 0.8)
    assert found.unsteady == unsteady
    assert around(windows, values, 5.0, 100.0) is None
    whole = around(windows, values, math.inf, 60.0)
    assert (whole.half, whole.low, whole.high) == (30.0, 0.0, 0.8)


def test_an_estimate_without_a_triplet_is_said_to_have_none():
    reference = SAMPLES["figure6"].reference
    nothing = Hierarchy.from_boundaries([[0, 60]])
    advice = advise(reference, nothing, score(reference, nothing, sweep(60.0)))
    assert advice.sentence.endswith("; but none of the queries counts in the estimate.")
    assert reason(advice, "estimate").text == (
        "At w = 15 s no query has a triplet (reduced) in the estimate: there is no T_P, and no T_F."
    )


def test_one_window_alone_says_nothing_of_its_neighbours():
    pair = SAMPLES["figure6"].reference, SAMPLES["figure6"].estimate
    advice = advise(*pair, score(*pair, [15.0]))
    assert "stable" not in {each.name for each in advice.reasons}


def test_what_a_layer_tells_apart_is_a_mean_over_queries_and_no_share_of_all_triplets():
    reference = SAMPLES["figure6"].reference
    flat = Hierarchy.from_boundaries([reference.boundaries[0].tolist()])
    found = layer_weights(reference, [15.0], convention=PAPER_TABLES, frame_size=0.5)
    mean, pooled = mean_and_pooled(reference, flat, 30, 0.5, reduced=True)
    assert found.weights[0, 0] == pytest.approx(mean, abs=1e-12)
    assert abs(mean - pooled) > 0.05
    advice = advise(reference, reference, score(reference, reference, sweep(60.0)))
    assert "of a query's reduced triplets, in the mean" in reason(advice, "layers").text


def test_shares_are_rounded_down_so_that_none_seems_to_meet_its_bound():
    _, result = of([[0, 20, 40, 60], range(0, 61, 10)], windows=[15.0])
    nearly = replace(result.reduced, recall_share=np.array([0.89999]))
    reference = SAMPLES["figure6"].reference
    advice = advise(
        reference, reference, replace(result, scores={**result.scores, "reduced": nearly})
    )
    assert not reason(advice, "queries").holds
    assert "89.9 % of the queries" in reason(advice, "queries").text
    assert "where 90 % is asked for" in reason(advice, "queries").text


def test_two_flat_hierarchies_are_told_that_full_is_reduced():
    flat, result = of([range(0, 61, 10)])
    assert "full and reduced scores are the same" in reason(flat, "flat").text
    np.testing.assert_array_equal(result.reduced.recall, result.full.recall)
    assert (
        reason(flat, "layers").text
        == "The reference has one layer, which tells every triplet apart."
    )


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_reason_is_a_sentence_with_a_source(sample, name):
    pair = sample.reference, sample.estimate
    result = score(*pair, sweep(pair[0].end), convention=CONVENTIONS[name])
    for variant in ("reduced", "full"):
        advice = advise(*pair, result, variant=variant)
        assert advice.window in result.windows
        for each in advice.reasons:
            assert each.text[0].isupper() or each.text[0].isdigit()
            assert each.text.endswith(".")
            assert "nan" not in each.text
            assert each.source


def test_frames_that_were_given_are_no_obstacle():
    pair = SAMPLES["figure6"].reference, SAMPLES["figure6"].estimate
    beats = np.arange(0, 60, 0.5)
    advice = advise(*pair, score(*pair, sweep(60.0), frames=beats))
    assert advice.window == 15


LABELLED = Hierarchy.from_boundaries(
    [[0, 20, 60], [0, 10, 20, 40, 60]], [["A", "B"], ["a", "b", "a", "c"]]
)
UNLABELLED = Hierarchy.from_boundaries(LABELLED.boundaries, [["A", "B"], ["", "", "", ""]])


def test_fifteen_seconds_are_no_default_of_l():
    fine = [0, *range(5, 60, 10), 60]
    pair = Hierarchy.from_boundaries([[0, 20, 60], fine], [["A", "B"], [*"abababa"]])
    advice = advise(pair, pair, score(pair, pair, [3, 15, math.inf]), variant="l")
    assert advice.sentence.endswith("and it is the default of T-measures.")
    assert "scores at w = 15 s can't be compared with theirs" in reason(advice, "default").text
    advice = advise(pair, pair, score(pair, pair, [math.inf]), variant="l")
    assert reason(advice, "default").holds
    assert "compared" not in reason(advice, "default").text


@pytest.mark.parametrize(
    ("pair", "side"),
    [((LABELLED, UNLABELLED), "estimate"), ((UNLABELLED, LABELLED), "reference")],
)
def test_of_a_pair_without_labels_it_is_said_which_side_has_none(pair, side):
    advice = advise(*pair, score(*pair, sweep(60.0)), variant="l")
    said = f"L needs labels, and layer 2 of the {side} has none."
    assert advice.sentence == f"No window can be advised: {said}"
    assert reason(advice, "queries").text == said
