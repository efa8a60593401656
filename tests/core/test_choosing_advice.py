"""The advised window of a data set: the rule, both orders of a pair, and the texts."""

import math
from dataclasses import replace

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.choosing import advise, layer_weights
from core.choosing.advice import choose, default_reason, range_reason
from core.choosing.chance import DRAWS, chance, random_boundaries
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.samples import samples
from core.tmeasures import CONVENTIONS, FRAMELESS, MIR_EVAL, PAPER_EQUATION, PAPER_TABLES, score
from core.windows import ADVISABLE, CORPUS_WINDOWS, sweep

SAMPLES = {sample.id: sample for sample in samples()}
PAIRS = st.integers(8, 60).flatmap(
    lambda n: st.tuples(
        strategies.hierarchies(n * 1000, step=1000), strategies.hierarchies(n * 1000, step=1000)
    )
)
MEASURES = st.sampled_from(("reduced", "full", "l"))
REDUCED = BY_KEY["reduced"]


def reason(advice, name):
    (one,) = (reason for reason in advice.reasons if reason.name == name)
    return one


@given(PAIRS, MEASURES)
@strategies.examples(30)
def test_the_advice_is_the_same_for_both_orders(pair, measure):
    assert advise(pair, measure=measure) == advise(pair[::-1], measure=measure)


@given(PAIRS, MEASURES, st.integers(2, 3))
@strategies.examples(15)
def test_a_pair_has_the_advice_of_a_data_set_of_such_pairs(pair, measure, count):
    whole = advise(pair * count, measure=measure)
    assert whole.window == advise(pair, measure=measure).window


@given(PAIRS, st.sampled_from(("reduced", "full")), st.sampled_from((0.05, 0.3)))
@strategies.examples(30)
def test_the_advice_follows_the_rule(pair, measure, share):
    advice = advise(pair, measure=measure, share=share)
    longest = max(hierarchy.end for hierarchy in pair)
    windows = [w for w in ADVISABLE if w < longest or w in (15, math.inf)]
    coverage, seeing = [], []
    for hierarchy in pair:
        own = [score(hierarchy, hierarchy, [w]).scores[measure] for w in windows]
        coverage.append([float(one.recall_share[0]) for one in own])
        weights = np.nan_to_num(layer_weights(hierarchy, windows).weights) >= share
        weights = weights[weights.any(axis=1)]
        if len(weights):
            seeing.append(weights.all(axis=0).tolist())
    allowed = set(windows)
    for rows in (seeing, coverage):
        means = {
            w: sum(row[at] for row in rows) / len(rows) for at, w in enumerate(windows) if rows
        }
        enough = min(0.5, 0.9 * max(means.values(), default=0))
        meets = {w for w in windows if not rows or means[w] >= enough - 1e-9}
        allowed = allowed & meets or meets
    if any(map(any, coverage)):
        assert advice.window == min(allowed, key=lambda w: (abs(math.log2(w / 15)), w))
    else:
        assert advice.sentence.startswith("No window can be advised")
        assert (advice.window, advice.reasons) == (15, ())


def test_what_may_be_advised_is_among_the_windows_of_corpora():
    assert set(ADVISABLE) <= set(CORPUS_WINDOWS)


@pytest.mark.parametrize(
    ("windows", "coverage", "window", "words"),
    [
        ([3, 10, 30], [[1, 1, 1]], 10, "Use 10 s: 15 s is not among the windows."),
        ([0.5, math.inf], [[0.1, 1]], math.inf, "Use the whole track: 15 s is not among"),
        ([3, 15, 30], [[0.3, 0.3, 0.3]], 15, "published scores. But it scores less than"),
        ([3, 15, math.inf], [[0, 0, 0.4]], math.inf, "it scores 40 % of the track, 15 s scores 0"),
    ],
)
def test_what_is_chosen_of_other_windows(windows, coverage, window, words):
    advice = choose(np.array(windows, float), np.array(coverage, float), (), REDUCED)
    assert advice.window == window
    assert words in advice.sentence


@pytest.mark.parametrize("measure", ["reduced", "full"])
def test_the_floor_is_the_mean_of_seeded_draws(measure):
    hierarchies = [SAMPLES["figure6"].reference, SAMPLES["sonata_movement"].reference]
    values = [
        float(score(one, random_boundaries(one, draw), [15]).scores[measure].f_measure[0])
        for one in hierarchies
        for draw in range(DRAWS)
    ]
    floor = chance(hierarchies, 15, measure)
    assert floor == pytest.approx(np.mean(values))
    assert floor == chance(hierarchies[::-1], 15, measure)
    text = reason(advise(hierarchies, measure=measure), "chance").text
    assert f"{BY_KEY[measure].score('f_measure')} {floor:.2f} (" in text


def test_a_flat_hierarchy_of_one_segment_has_no_floor():
    assert math.isnan(chance([Hierarchy.from_boundaries([[0, 60]])], 15))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"frame_size": 0.25}, "here frames are 0.25 s long, while mir_eval's"),
        ({"convention": FRAMELESS}, "here there are no frames, while"),
        ({"frames": np.arange(0, 60, 0.5)}, "here frames are at your times, while"),
        ({"beta": 2.0}, "here T_F weighs recall with β = 2, while"),
        (
            {"convention": PAPER_EQUATION, "frame_size": 0.2},
            "the window reaches 7.5 s to each side and frames are 0.2 s long, while mir_eval's "
            "defaults and the paper's tables reach 15 s to each side and have frames of 0.1 s.",
        ),
        (
            {"convention": replace(MIR_EVAL, no_triplet=0.0)},
            "here a query without a triplet counts as 0, while",
        ),
    ],
)
def test_scores_of_other_settings_are_not_said_to_compare_with_published_ones(how, words):
    pair = SAMPLES["figure6"].reference, SAMPLES["figure6"].estimate
    default = default_reason(15, score(*pair, sweep(60.0), **how), REDUCED)
    assert words in default.text
    assert default.holds is None


@pytest.mark.parametrize("convention", [MIR_EVAL, PAPER_TABLES], ids=lambda one: one.name)
@pytest.mark.parametrize(("window", "key"), [(15, "reduced"), (math.inf, "l")])
def test_usual_scores_are_said_to_compare_with_published_ones(convention, window, key):
    pair = SAMPLES["figure6"].reference, SAMPLES["figure6"].estimate
    how = score(*pair, [15], convention=convention)
    usual = default_reason(window, how, BY_KEY[key])
    assert usual.holds
    assert usual.text.startswith("These scores can be compared")
    other = default_reason(30, how, BY_KEY[key])
    assert other.holds is None
    assert other.text.startswith("Published scores use ")


def test_the_range_is_from_half_to_double_of_the_window():
    windows, values = np.array([1, 2, 4, 8, 16, math.inf]), np.array([0.1, 0.2, 0.5, 0.6, 0.9, 0.3])
    near = range_reason(windows, values, 4, 60, "T_F")
    assert near.text == "From 2 s to 8 s, T_F is between 0.20 and 0.60."
    whole = range_reason(windows, values, math.inf, 20, "T_F")
    assert whole.text == "From 10 s to the whole track, T_F is between 0.30 and 0.90."
    assert range_reason(windows, np.full(6, np.nan), 4, 60, "T_F") is None


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_reason_is_a_sentence_with_a_source(sample, name):
    advice = advise([sample.reference, sample.estimate], convention=CONVENTIONS[name])
    for one in advice.reasons:
        assert one.text[0].isupper()
        assert one.text.endswith(".")
        assert "nan" not in one.text
        assert one.source
