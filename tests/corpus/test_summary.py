"""Statistics over many scores, on generated results."""

import math
import re
from dataclasses import astuple, replace

import numpy as np
import pytest
import strategies
from cases import case_rows
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from made_results import WINDOWS, made
from scipy.stats import bootstrap, friedmanchisquare, wilcoxon

from core.choosing.estimates import rank_changes
from core.corpus.advising import segment_spread, segments
from core.corpus.comparing import compare, friedman, holm, paired, ranking
from core.corpus.filtering import MOST_VALUES, chosen, facts
from core.corpus.summary import describe, nearest_window, outliers
from core.measures import COLUMNS, SCORES
from core.notes import Note, general
from core.tmeasures.results import N_SCORES
from hierscope.cli.corpus_texts import summary


def test_scores_are_in_the_order_of_their_names():
    results = made(np.tile(np.arange(len(COLUMNS)) / 10 + 0.05, (2, len(WINDOWS), 1)))
    for (variant, measure), column in zip(
        SCORES, np.moveaxis(results.all_scores, 2, 0), strict=True
    ):
        np.testing.assert_array_equal(column, results.values(f"{measure}_{variant}"))
        np.testing.assert_array_equal(results.score(variant, measure), column)


@given(shares=st.lists(st.booleans(), min_size=6, max_size=6))
def test_what_is_not_counted_has_no_score(shares):
    table = np.full((1, len(WINDOWS), len(COLUMNS)), 0.5)
    table[0, :, N_SCORES:] = shares
    results = made(table)
    has = {}
    for name, share in zip(COLUMNS[N_SCORES:], shares, strict=True):
        side, _, variant = name.replace("_share", "").partition("_")
        has[variant, side] = share
    for variant, measure in SCORES:
        sides = ("recall", "precision") if measure == "f_measure" else (measure,)
        wanted = any(has[variant, side] for side in sides)
        assert np.isfinite(results.score(variant, measure)).all() == wanted


@strategies.examples(60)
@given(
    arrays(
        float,
        st.tuples(st.integers(1, 30), st.integers(1, 3)),
        elements=st.one_of(st.floats(0, 1), st.just(math.nan)),
    )
)
def test_a_description_is_what_a_list_says(values):
    found = describe(values)
    beyond = outliers(values)
    for at, column in enumerate(values.T):
        kept = sorted(value for value in column.tolist() if not math.isnan(value))
        assert found.count[at] == len(kept)
        if not kept:
            assert all(math.isnan(numbers[at]) for numbers in astuple(found)[1:])
            continue
        assert found.mean[at] == pytest.approx(math.fsum(kept) / len(kept))
        for share, name in ((0.25, "q1"), (0.5, "median"), (0.75, "q3")):
            place = share * (len(kept) - 1)
            low, high = kept[math.floor(place)], kept[math.ceil(place)]
            quartile = low + (place - math.floor(place)) * (high - low)
            assert getattr(found, name)[at] == pytest.approx(quartile, abs=1e-12)
        q1, q3 = found.q1[at], found.q3[at]
        assert found.whisker_low[at] <= q1 <= q3 <= found.whisker_high[at]
        for value, is_beyond in zip(column, beyond[:, at], strict=True):
            reach = 1.5 * (q3 - q1)
            far = value < q1 - reach or value > q3 + reach
            assert is_beyond == far


def test_the_interval_is_scipys_bootstrap_of_the_mean():
    values = np.random.default_rng(3).beta(5, 2, 80)
    found = describe(values)
    wanted = bootstrap(
        (values,), np.mean, n_resamples=999, method="percentile", rng=np.random.default_rng(2015)
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)
    assert found.low < values.mean() < found.high


def test_an_interval_does_not_depend_on_what_is_described_beside_it():
    values = np.random.default_rng(4).random((40, 5))
    together = describe(values)
    for at in range(5):
        alone = describe(values[:, at])
        assert alone.low == pytest.approx(together.low[at])
        assert alone.high == pytest.approx(together.high[at])


def test_an_interval_is_that_of_the_tracks_that_have_a_score():
    values = np.random.default_rng(5).random(60)
    some = values.copy()
    some[20:] = math.nan
    found = describe(some)
    alone = describe(values[:20])
    assert found.count == 20
    assert found.mean == alone.mean
    assert found.low == pytest.approx(alone.low, abs=0.05)
    assert found.high == pytest.approx(alone.high, abs=0.05)
    assert math.isnan(describe(values[:1]).low)
    # Most draws miss these two.
    some[2:] = math.nan
    few = describe(some)
    assert min(some[:2]) <= few.low <= few.mean <= few.high <= max(some[:2])


@pytest.mark.parametrize(
    ("window", "index"), [(0.1, 0), (2.5, 0), (3.0, 1), (15, 1), (900, 1), (math.inf, 2)]
)
def test_the_nearest_window_is_that_in_proportion(window, index):
    assert nearest_window(np.array(WINDOWS), window) == index


def two_methods(first, second):
    """Results of two methods over the same tracks, those of the second in reverse."""
    n = len(first)
    names = [f"t{row}" for row in range(n)]
    return made([*first, *second[::-1]], methods=["a"] * n + ["b"] * n, tracks=names + names[::-1])


TWO = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda pair: [x / 20 for x in pair])


# SciPy goes through all signs of up to 13 differences, where ranks are tied: 0.7 s a p-value.
@strategies.examples(40)
@given(st.one_of(st.lists(TWO, min_size=1, max_size=7), st.lists(TWO, min_size=22, max_size=25)))
def test_methods_are_compared_track_by_track(pairs):
    first, second = map(list, zip(*pairs, strict=True))
    found = paired(two_methods(first, second), "a", "b", "reduced", "f_measure")
    differences = np.round(np.subtract(first, second), 9)
    assert found.count.tolist() == [len(pairs)] * len(WINDOWS)
    assert found.difference[0] == pytest.approx(np.median(differences))
    assert found.mean[0] == pytest.approx(differences.mean())
    if len(pairs) > 1:
        described = describe(differences)
        assert (found.low[0], found.high[0]) == pytest.approx(
            (float(described.low), float(described.high))
        )
        assert found.low[0] <= found.mean[0] + 1e-12
        assert found.high[0] >= found.mean[0] - 1e-12
    unequal = sorted(differences[differences != 0], key=abs)
    if not unequal:
        assert found.effect[0] == 0
        assert math.isnan(found.p_value[0])
        return
    ranks = {
        size: np.mean([at for at, each in enumerate(unequal, 1) if abs(each) == size])
        for size in map(abs, unequal)
    }
    total = sum(ranks[abs(each)] for each in unequal)
    wanted = sum(math.copysign(ranks[abs(each)], each) for each in unequal) / total
    assert found.effect[0] == pytest.approx(wanted)
    assert found.p_value[0] == pytest.approx(wilcoxon(unequal).pvalue)
    turned = paired(two_methods(first, second), "b", "a", "reduced", "f_measure")
    np.testing.assert_allclose(turned.effect, -found.effect)
    np.testing.assert_allclose(turned.p_value, found.p_value)


def test_a_track_that_one_method_lacks_or_has_no_score_for_is_left_out():
    table = np.full((5, len(WINDOWS), len(COLUMNS)), 0.5)
    table[:, :, :6] = np.array([0.9, 0.8, 0.7, 0.2, 0.1])[:, None, None]
    table[1, 0, 6:] = 0  # the second track of a, at the first window
    results = made(table, methods=["a", "a", "a", "b", "b"], tracks=["x", "y", "z", "x", "y"])
    found = paired(results, "a", "b", "full", "recall")
    assert found.count.tolist() == [1, 2, 2]
    assert found.difference.tolist() == pytest.approx([0.7, 0.7, 0.7])
    assert found.effect.tolist() == [1, 1, 1]
    nothing = paired(made([0.5, 0.6], methods=["a", "b"]), "a", "b", "full", "recall")
    assert nothing.count.tolist() == [0, 0, 0]
    assert np.isnan(nothing.difference).all()


def test_methods_are_ranked_on_the_tracks_that_all_share():
    at_windows = [[0.9, 0.5, 0.5], [0.5, 0.6, 0.9], [0.7, 0.7, 0.7]]
    extra = [[0.0, 0.0, 0.0]]
    results = made(
        [*at_windows, *extra], methods=["a", "b", "c", "a"], tracks=["x", "x", "x", "only a"]
    )
    found = ranking(results, "reduced", "f_measure")
    assert found.methods == ("a", "b", "c")
    assert found.count.tolist() == [1, 1, 1]
    np.testing.assert_allclose(found.means, at_windows)
    assert found.ranks.T.tolist() == [[1, 3, 2], [3, 2, 1], [3, 1, 2]]
    changes = rank_changes(found.methods, results.windows, found.means)
    said = [(change.first, change.second) for change in changes]
    assert said == [("a", "c"), ("a", "b"), ("b", "c")]
    assert changes[0].crossing.high == 15.0


def test_segments_are_pooled_over_references():
    lengths = [[1.0, 2.0], [1.0, 2.0], [3.0, 10.0]]
    estimated = [[7.0], [8.0, 9.0], [5.0]]
    results = made(
        [0.5] * 3,
        methods=["a", "b", "a"],
        tracks=["x", "x", "y"],
        lengths=lengths,
        estimated=estimated,
    )
    references, first, second = segments(results)
    assert (references.name, references.hierarchies) == ("references", 2)
    found = references.durations
    assert found.count == 4
    assert (found.median, found.p95) == pytest.approx((2.5, np.percentile([1, 2, 3, 10], 95)))
    assert (first.name, first.hierarchies, first.durations.median) == ("a", 2, 6)
    assert (second.name, second.hierarchies, second.durations.longest) == ("b", 1, 9)
    # Those of one method are pooled with the references, too.
    results = made([0.5] * 2, lengths=[[1.0, 2.0], [3.0]], estimated=[[4.0], [5.0, 6.0]])
    both = segments(results)[2]
    assert (both.name, both.hierarchies, both.durations.median) == ("all", 4, 3.5)


@given(
    lengths=st.lists(
        st.lists(st.floats(0.125, 500, width=32), min_size=1, max_size=6), min_size=1, max_size=5
    )
)
def test_the_spread_of_segments_counts_each_once(lengths):
    results = made([0.5] * len(lengths), lengths=lengths)
    found = segment_spread(results)
    pooled = sorted(each for row in lengths for each in row)
    assert found.durations == segments(results)[0].durations
    for window, share in zip(results.windows, found.shorter, strict=True):
        assert share == sum(each <= window for each in pooled) / len(pooled)
    assert found.shares.sum() == pytest.approx(1)
    assert len(found.edges) == len(found.shares) + 1
    low, high = found.edges[8], found.edges[12]  # from 1 to 2 s
    assert (low, high) == (1, 2)
    assert round(found.shares[8:12].sum() * len(pooled)) == sum(1 <= e < 2 for e in pooled)


def test_notes_are_counted_by_kind_and_weight():
    def cropped(seconds):
        return Note("cropped", f"cropped by {seconds} s", side="estimate", seconds=seconds)

    every = Note("functions-left-out", "functions left out", side="reference")
    nested = Note("not-nested", "not nested, 1 boundary is missing", side="estimate")
    notes = (
        (every, cropped(3.5), nested),
        (every, cropped(1), Note("other", "'a b' left out", side="reference")),
        (every, cropped(9), cropped(8), Note("other", "'c' left out", side="reference")),
    )
    results = replace(made([0.5] * 3), pair_notes=notes)
    found = results.noted
    assert [(each.text, each.material, each.rows) for each in found] == [
        ("1 of 3 pairs has a hierarchy that is not nested", True, (0,)),
        ("2 of 3 pairs have a side that was cropped (more than a second)", True, (0, 2)),
        ("1 of 3 pairs has a side that was cropped (a second or less)", False, (1,)),
        ("2 of 3 pairs have reference: … left out", False, (1, 2)),
        ("all 3 pairs have functions left out because they label other layers", False, (0, 1, 2)),
    ]
    assert found[1].full.endswith(f", such as {results.tracks[0]}: estimate: cropped by 3.5 s")
    # What all pairs have is not said of each.
    assert [len(each) for each in results.particular_notes] == [2, 2, 3]
    assert not any(every in each for each in results.particular_notes)
    (alone,) = replace(made([0.5]), pair_notes=((nested,),)).noted
    assert alone.text == "the pair has a hierarchy that is not nested"


METADATA = [
    {"genre": "jazz", "year": "1959", "title": "a"},
    {"genre": "rock", "year": "1967", "title": "b"},
    {"genre": "jazz", "title": "c"},
]


def test_filters_are_what_the_metadata_allows():
    count = MOST_VALUES + 1
    rows = [{**METADATA[at % 2], "serial": str(at)} for at in range(count)]
    found = facts(made([0.1] * count, metadata=rows, durations=range(60, 60 + count)))
    assert found.kinds.keys() == {"genre", "year", "title"}
    assert found.kinds["genre"] == ("jazz", "rock")
    assert found.ranges == {"duration": (60, 60 + MOST_VALUES), "serial": (0, MOST_VALUES)}
    assert facts(made([0.1] * 3).take([False] * 3)).ranges == {}
    # What is beyond all numbers has no place on a slider.
    huge = [{"serial": "9" * 401}, {"serial": "2"}, {"serial": "-1e999"}]
    assert "serial" not in facts(made([0.1] * 3, metadata=huge)).ranges


@pytest.mark.parametrize(("kinds", "ranges", "rows"), case_rows("corpora", "filters"))
def test_filters_keep_what_is_asked_for(kinds, ranges, rows):
    results = made([0.1] * 3, metadata=METADATA, durations=[60, 61, 65])
    assert np.flatnonzero(chosen(results, kinds, ranges)).tolist() == rows


@pytest.mark.parametrize(("text", "kind"), case_rows("words", "note-kinds"))
def test_a_kind_of_note_keeps_names_and_no_numbers(text, kind):
    assert general(text) == kind


def test_a_table_in_latex_has_the_mean_of_each_method_and_says_what_is_in_none():
    rng = np.random.default_rng(3)
    scores = rng.uniform(0.1, 0.9, (5, len(WINDOWS), len(COLUMNS)))
    scores[1, 1, N_SCORES:] = 0  # a pair of the first that has no score at 15 s
    results = made(scores, ["b_1", "b_1", "[a]", "[a]", "[a]"])
    text = results.to_latex([15.0, math.inf], "Means", digits=4, measures=["reduced", "full", "l"])
    body = text.split(r"\midrule")[1].split(r"\bottomrule")[0].replace(r"\addlinespace", "")
    lines = [line for line in body.splitlines() if "&" in line]
    rows = [[cell.strip() for cell in line.removesuffix(r"\\").split("&")] for line in lines]
    assert [row[:3] for row in rows] == [
        ["15", r"b\_1", "1"], ["", "{}[a]", "3"], [r"$\infty$", r"b\_1", "2"], ["", "{}[a]", "3"],
    ]  # fmt: skip
    wanted = [scores[:1, 1], scores[2:, 1], scores[:2, 2], scores[2:, 2]]
    means = [each[:, :N_SCORES].mean(axis=0) for each in wanted]
    for pair in (slice(0, 2), slice(2, 4)):  # the methods at one window: the best in bold
        best = np.max(means[pair], axis=0)
        for row, mean in zip(rows[pair], means[pair], strict=True):
            assert row[3:] == [
                rf"\textbf{{{score:.4f}}}" if score == most else f"{score:.4f}"
                for score, most in zip(mean, best, strict=True)
            ]
    comments = [line for line in text.splitlines() if line.startswith("%")]
    assert len(comments) == 4
    assert [line[2:] for line in comments[1:3]] == results.at(1, 2).sentences()
    assert "means over the n pairs that have a score" in comments[0]
    lacking = scores.copy()
    lacking[0, 2, COLUMNS.index("recall_share_full")] = 0
    text = made(lacking, ["b_1", "b_1", "[a]", "[a]", "[a]"]).to_latex([math.inf])
    first, counts, other = re.findall(r"    (.*) \\\\\n", text.split(r"\midrule")[1])
    assert first.split(" & ")[:3] == [r"$\infty$", r"b\_1", ""]
    assert counts.split(" & ") == ["", r"\quad $n$", "", *"222122"]
    assert other.split(" & ")[:3] == ["", "{}[a]", "3"]


def test_what_is_cited_says_how_many_pairs_have_no_score():
    results = made(np.full((5, len(WINDOWS), len(COLUMNS)), 0.5))
    assert results.cite().text.endswith(" Each mean is over all pairs (n = 5).")
    table = results.scores.copy()
    for side in ("recall", "precision"):
        table[:2, 0, COLUMNS.index(f"{side}_share_reduced")] = 0
        table[4, :, COLUMNS.index(f"{side}_share_full")] = 0
    lacking = made(table)
    end = "Of 5 pairs, {} have no T_F (reduced) and 1 has no T_F (full); a mean leaves out "
    assert end.format("0 to 2 (by window)") in lacking.cite().text
    assert end.format(2) in lacking.cite(lacking.windows[:1].tolist()).text
    assert "Of 5 pairs, 1 has no T_F (full); " in lacking.cite([15.0]).text


def test_methods_on_different_tracks_are_named_wherever_means_are_ranked():
    table = np.full((5, len(WINDOWS), len(COLUMNS)), 0.5)
    alike = made(table[:4], ["a", "a", "b", "b"], ["x", "y", "x", "y"])
    (own,) = alike.sentences()
    assert own.startswith("L within a window is hierscope's own")
    baseline = made(table, ["a", "a", "grid", "b", "b"], [*"xyxxy"], baselines=["grid"])
    assert baseline.sentences() == [own]
    fewer = made(table[:3], ["a", "a", "b"], ["x", "y", "x"])
    _, warning = fewer.sentences()
    assert "at 0.5 s, 1 of 2 tracks have T_F (reduced) by all methods" in warning
    assert f"% {warning}" in fewer.to_latex()
    assert warning in summary(fewer)
    for side in ("recall", "precision"):
        table[0, 1, COLUMNS.index(f"{side}_share_full")] = 0
    silent = made(table[:4], ["a", "a", "b", "b"], ["x", "y", "x", "y"])
    assert "at 15 s, 1 of 2 tracks have T_F (full)" in silent.different_tracks(
        "full", "f_measure", 1
    )
    assert not silent.different_tracks("full", "f_measure", 0)


p_values = st.one_of(st.floats(0, 1), st.just(math.nan))


@given(arrays(float, st.tuples(st.integers(0, 7), st.integers(1, 2)), elements=p_values))
def test_holm_is_the_largest_of_what_stands_before(values):
    found = holm(values)
    for column, corrected in zip(values.T, found.T, strict=True):
        told = sorted(value for value in column.tolist() if not math.isnan(value))
        for value, each in zip(column, corrected, strict=True):
            if math.isnan(value):
                assert math.isnan(each)
                continue
            steps = [(len(told) - at) * p for at, p in enumerate(told) if p <= value]
            assert each == pytest.approx(min(1, max(steps)))


def four_methods(scores, baselines=()):
    """Results of methods a to d on as many tracks as there are columns."""
    names = "abcd"[: len(scores)]
    methods = [name for name in names for _ in scores[0]]
    tracks = [f"t{at}" for _ in scores for at in range(len(scores[0]))]
    return made(np.ravel(scores), methods, tracks, baselines=baselines)


def test_friedman_is_scipys_on_the_tracks_that_all_have_scored():
    scores = np.random.default_rng(1).random((3, 12))
    scores[0, :4] = scores[1, :4]
    found = friedman(four_methods(scores), "full", "f_measure")
    wanted = friedmanchisquare(*scores)
    assert found.methods == ("a", "b", "c")
    assert found.count.tolist() == [12] * len(WINDOWS)
    assert found.statistic == pytest.approx(wanted.statistic)
    assert found.p_value == pytest.approx(wanted.pvalue)
    assert found.agreement == pytest.approx(wanted.statistic / 24)
    scores[1, 2] = math.nan
    fewer = friedman(four_methods(scores), "full", "f_measure")
    assert fewer.count.tolist() == [11] * len(WINDOWS)
    wanted = friedmanchisquare(*np.delete(scores, 2, axis=1))
    assert fewer.p_value == pytest.approx(wanted.pvalue)
    same = np.tile(np.arange(3)[:, None] / 3, 10)
    assert friedman(four_methods(same), "full", "f_measure").agreement == pytest.approx(1)


@pytest.mark.parametrize(
    ("scores", "count"),
    [([[0.1, 0.2]] * 2, 2), ([[0.1]] * 3, 1), ([[0.5, 0.6]] * 3, 2), ([[math.nan] * 2] * 3, 0)],
)
def test_friedman_says_nothing_of_too_few_or_of_what_is_alike(scores, count):
    found = friedman(four_methods(scores), "full", "f_measure")
    assert found.count.tolist() == [count] * len(WINDOWS)
    for each in (found.statistic, found.p_value, found.agreement):
        assert np.isnan(each).all()


def test_methods_are_compared_with_each_other_and_with_baselines():
    results = four_methods(np.random.default_rng(2).random((4, 9)), baselines="cd")
    found = compare(results, "reduced", "recall")
    names = [(each.first, each.second) for each in found.pairs]
    assert names == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]
    values = [paired(results, *name, "reduced", "recall").p_value for name in names]
    assert [pair.baseline for pair in found.pairs] == [False, True, True, True, True]
    # The tests of methods are a family of their own, which baselines can't weaken.
    np.testing.assert_array_equal(found.corrected[:1], holm(values[:1]))
    np.testing.assert_array_equal(found.corrected[1:], holm(values[1:]))
    assert [row["family"] for row in found.cells(0)] == ["methods", *["baselines"] * 4]
    assert found.friedman.methods == ("a", "b")
    alone = compare(results.take([item.baseline != "" for item in results.items]), "full", "recall")
    assert [(each.first, each.second) for each in alone.pairs] == [("c", "d")]
    at = compare(results.at(1), "reduced", "recall")
    np.testing.assert_array_equal(at.corrected, found.corrected[:, [1]])
    one = compare(made([0.5, 0.6]), "full", "f_measure")
    assert one.pairs == ()
    assert one.corrected.shape == one.better.shape == (0, len(WINDOWS))


def test_which_method_is_better_is_what_a_loop_over_windows_says():
    random = np.random.default_rng(4)
    windows = tuple(range(1, 9))
    shift = np.linspace(-0.4, 0.4, len(windows)) * np.array([[[0]], [[1]], [[2]]])
    scores = np.round(random.normal(0.5, 0.2, (3, 30, len(windows))) + shift, 1).clip(0, 1)
    scores[0, :12, ::3] = scores[1, :12, ::3]  # fewer differences at some windows
    table = np.repeat(scores.reshape(90, len(windows), 1), len(COLUMNS), axis=2)
    table[:, :, 6:] = random.random((90, len(windows), 1)) < 0.9  # the others have no score
    methods, tracks = np.repeat([*"abc"], 30).tolist(), [*map(str, range(30))] * 3
    results = made(table, methods=methods, tracks=tracks, windows=windows)
    found = compare(results, "reduced", "f_measure")
    values = results.score("reduced", "f_measure").reshape(3, 30, len(windows))
    for at in range(len(windows)):
        tests = []
        for first, second in ((0, 1), (0, 2), (1, 2)):
            differences = values[first, :, at] - values[second, :, at]
            unequal = [round(each, 9) for each in differences if abs(each) > 1e-9]
            tests.append(
                (
                    wilcoxon(unequal).pvalue,
                    math.copysign(1, -wilcoxon(unequal, alternative="greater").pvalue + 0.5),
                )
            )
        lowest, corrected = 0.0, {}
        for turn, row in enumerate(sorted(range(3), key=lambda row: tests[row][0])):
            lowest = corrected[row] = max(lowest, (3 - turn) * tests[row][0])
        wanted = [int(tests[row][1]) if corrected[row] < 0.05 else 0 for row in range(3)]
        assert found.better[:, at].tolist() == wanted
    assert {*found.better.ravel().tolist()} == {-1, 0, 1}
