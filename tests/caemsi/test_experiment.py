"""The experiment: its trials, rates of right answers, and the table next to the paper's."""

import math
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from core.caemsi import difference_test, equivalence_test
from core.caemsi.equivalence import default_margin
from core.caemsi.experiment import (
    Draw,
    Sizes,
    metrics,
    printed_table,
    rate,
    read_sizes,
    run_experiment,
    run_trial,
)
from core.errors import StyleError

LABELS = ["a"] * 14 + ["b"] * 12 + ["c"] * 7


def spread(labels=LABELS, apart=0.3, seed=0):
    """Distances of items that are nearer to their own class."""
    rng = np.random.default_rng(seed)
    names = np.array(labels)
    distances = 0.5 + apart * (names[:, None] != names) + rng.random((len(names),) * 2) / 10
    return np.triu(distances, 1) + np.triu(distances, 1).T


def test_margins_are_the_papers():
    printed = {(25, 25): 0.15, (50, 50): 0.1, (100, 100): 0.075, (50, 100): 0.0875}
    for sizes, margin in printed.items():
        assert default_margin(*sizes) == margin
    assert default_margin(5, 5) == default_margin(25, 25)


def test_sizes_are_read_once_each():
    assert [str(each) for each in read_sizes([25, (50, 100), (25, 25)])] == ["25", "50:100"]
    assert read_sizes([(50, 100)], 0.2) == [Sizes(50, 100, 0.2)]
    with pytest.raises(StyleError, match="2 items is too small"):
        read_sizes([(25, 2)])
    for margin in (0.0, math.inf, math.nan):
        with pytest.raises(StyleError, match="margin"):
            Sizes(5, 5, margin)


def test_a_trial_is_both_tests_of_two_disjoint_draws():
    draw = Draw(spread(), tuple(LABELS), 7, 50)
    sizes = Sizes(5, 4, 0.2)
    groups = {name: {at for at, label in enumerate(LABELS) if label == name} for name in "abc"}
    for number in range(6):
        found = run_trial(draw, sizes, number)
        assert found.same == (number % 2 == 0)
        # The same draw by hand: the class, then the items, then the tests, from one generator.
        rng = np.random.default_rng(np.random.SeedSequence(7, spawn_key=(5, 4, number)))
        large = ["a", "b"]
        if found.same:
            first = second = large[rng.integers(2)]
            chosen = rng.choice(sorted(groups[first]), 9, replace=False)
        else:
            first, second = (large[at] for at in rng.choice(2, 2, replace=False))
            chosen = np.concatenate(
                [
                    rng.choice(sorted(groups[name]), count, replace=False)
                    for name, count in ((first, 5), (second, 4))
                ]
            )
        assert (found.class_a, found.class_b) == (first, second)
        assert len(set(chosen.tolist())) == 9
        assert set(chosen[:5].tolist()) <= groups[first]
        assert set(chosen[5:].tolist()) <= groups[second]
        matrix = draw.distances[np.ix_(chosen, chosen)]
        difference = difference_test(matrix, 5, n_permutations=50, rng=rng)
        equivalence = equivalence_test(matrix, 5, margin=0.2, n_permutations=50, rng=rng)
        assert (found.p_diff, found.ratio) == (difference.p_value, difference.statistic)
        assert found.p_eqv == equivalence.p_value


def test_a_trial_is_the_same_whenever_and_wherever_it_is_run():
    options = {"n_permutations": 30, "seed": 5}
    whole = run_experiment(spread(), LABELS, [4, (3, 5)], trials=20, workers=3, **options)
    for series in whole.series:
        draw = Draw(spread(), tuple(LABELS), 5, 30)
        assert series.trials == tuple(run_trial(draw, series.sizes, number) for number in range(20))
    fewer = run_experiment(spread(), LABELS, [(3, 5)], trials=8, workers=1, **options)
    assert fewer.series[0].trials == whole.series[1].trials[:8]
    other = run_experiment(spread(), LABELS, [4], trials=20, n_permutations=30, seed=6)
    assert other.series[0].trials != whole.series[0].trials


def test_half_are_of_one_class_and_each_test_predicts_by_itself():
    series = run_experiment(spread(apart=0.02), LABELS, [5], trials=60, alpha=0.2).series[0]
    truth = [trial.same for trial in series.trials]
    assert sum(truth) == 30
    assert series.rates == {
        "p_diff": metrics(truth, [trial.p_diff >= 0.2 for trial in series.trials]),
        "p_eqv": metrics(truth, [trial.p_eqv < 0.2 for trial in series.trials]),
    }


def test_small_classes_are_left_out_and_named():
    found = run_experiment(spread(), LABELS, [3, 6, 7], trials=4, n_permutations=10)
    assert [series.classes for series in found.series] == [("a", "b", "c"), ("a", "b"), ("a",)]
    assert [series.small for series in found.series] == [(), ("c",), ("b", "c")]
    assert [len(series.trials) for series in found.series] == [4, 4, 0]
    assert [bool(series.rates) for series in found.series] == [True, True, False]
    assert {trial.class_a for trial in found.series[1].trials} <= {"a", "b"}
    assert found.remarks[:2] == [
        "Classes too small for size 6: c.",
        "Size 7 left out: fewer than two classes are large enough.",
    ]
    with pytest.raises(StyleError, match=r"two corpora of 7 each. Choose sizes up to 6"):
        run_experiment(spread(), LABELS, [7, 8], trials=4)
    few = ["a"] * 14 + ["b"] * 5
    with pytest.raises(StyleError, match=r"of 3 each. Add items: two classes need 6 each"):
        run_experiment(spread(few), few, [3], trials=4)


def test_a_row_a_rate_beside_the_papers():
    labels = ["a"] * 60 + ["b"] * 60
    found = run_experiment(spread(labels), labels, [25, 3], trials=6, n_permutations=20)
    rows = found.rows()
    assert [row["rate"] for row in rows] == ["ACC", "TPR", "TNR", "PPV", "NPV"] * 4
    assert [row["wikiart"] for row in rows[:10]] == [
        *(0.85, 0.96, 0.75, 0.79, 0.95),
        *(0.78, 0.78, 0.77, 0.78, 0.77),
    ]
    assert {row["midi"] for row in rows[10:]} == {None}
    assert [row["margin"] for row in rows[::5]] == [None, 0.15, None, 0.15]
    for row, share in zip(rows[:5], found.series[0].rates["p_diff"].values(), strict=True):
        assert {name: row[name] for name in asdict(share)} == asdict(share)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"trials": 1}, "at least two trials"),
        ({"alpha": 1.5}, "alpha"),
        ({"sizes": []}, "There is no size"),
        ({"labels": LABELS[:-1]}, "32 labels do not fit"),
        ({"labels": ["a"] * len(LABELS)}, "one class"),
        ({"n_permutations": 0}, "at least one permutation"),
        ({"seed": -1}, "negative"),
        ({"distances": np.full((33, 33), math.nan)}, "not finite"),
    ],
)
def test_what_can_not_be_run_is_refused(options, problem):
    arguments = {"distances": spread(), "labels": LABELS, "sizes": [4], "trials": 4, **options}
    with pytest.raises(StyleError, match=problem):
        run_experiment(**arguments)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_metrics_count_what_they_say(trials):
    truth, said = [list(each) for each in zip(*trials, strict=True)] or [[], []]
    found = metrics(truth, said)
    kinds = [(a, b) for a, b in trials]
    hit, rejected = kinds.count((True, True)), kinds.count((False, False))
    assert {name: (rate.count, rate.of) for name, rate in found.items()} == {
        "ACC": (hit + rejected, len(trials)),
        "TPR": (hit, sum(truth)),
        "TNR": (rejected, len(trials) - sum(truth)),
        "PPV": (hit, sum(said)),
        "NPV": (rejected, len(trials) - sum(said)),
    }


@given(st.integers(1, 2000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_interval_is_wilsons(numbers):
    count, of = numbers
    z, p = norm.ppf(0.975), count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    found = rate(count, of)
    assert found.value == p
    assert (found.low, found.high) == pytest.approx(
        (max(0, middle - half), min(1, middle + half)), abs=1e-12
    )


def test_printed_rows_agree_with_themselves_but_for_the_one_that_is_noted():
    rows = printed_table()["rows"]
    assert len(rows) == 16
    for row in rows:
        accuracy, tpr, tnr, ppv, npv = row["rates"]
        off = max(
            abs((tpr + tnr) / 2 - accuracy),
            abs(tpr / (tpr + 1 - tnr) - ppv),
            abs(tnr / (tnr + 1 - tpr) - npv),
        )
        # What two digits leave open.
        assert (off > 0.012) == ("note" in row), row
        assert (row["margin"] is None) == (row["test"] == "p_diff")
    above = (0.98 - 0.95) / (0.95 * 0.05 / 500) ** 0.5
    assert f"unlikely ({above:.0f} standard errors)" in printed_table()["note"]
