"""Comparing two corpora step by step, compared with the public functions, and result rows."""

import csv
import io
import math
from importlib.metadata import version

import numpy as np
import pytest
from cases import case_rows

from core.caemsi import StyleTests, difference_test, distance_matrix, equivalence_test
from core.caemsi.comparing import Draws, measure, run_tests
from core.caemsi.difference import MOST_LABELINGS
from core.caemsi.distances import flat_map
from core.caemsi.equivalence import equivalence, margin_curve, rank
from core.caemsi.items import Corpus, Item
from core.caemsi.reading import guess_representation
from core.caemsi.results import distance_rows, item_names, item_rows, labeling_rows, margin_rows
from core.caemsi.verdict import verdict
from core.citing import WORKS
from core.errors import StyleError
from core.showing import rows_csv


def corpus(name, texts):
    items = tuple(Item(f"{name}{at}", text.encode()) for at, text in enumerate(texts))
    return Corpus(name, items)


A = corpus("songs", ["abab", "ababab", "abba", "aabb"])
B = corpus("rondos", ["cdcd", "cddc", "ccddcd"])


def strings(seed, count, letters="ab"):
    rng = np.random.default_rng(seed)
    return ["".join(rng.choice(list(letters), 60)) for _ in range(count)]


def distances(n_a, n_b, seed=0):
    texts = strings(seed, n_a) + strings(seed + 1, n_b, "abc")
    return distance_matrix([text.encode() for text in texts])


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        (corpus("few", ["a"]), B, r"corpus A \('few'\) has 1 item to compare.*at least 3"),
        (A, corpus("two", ["a", "b"]), r"corpus B \('two'\) has 2 items to compare"),
        (A, corpus("none", []), r"corpus B \('none'\) has 0 items to compare"),
    ],
)
def test_corpora_of_fewer_than_three_are_refused_by_name(a, b, words):
    with pytest.raises(StyleError, match=f"(?i){words}"):
        measure(a, b)


# With 4 and 5 items, the 10 distances within B and 20 between are more than the 6 within A.
@pytest.mark.parametrize(("n_a", "n_b"), [(3, 3), (3, 4), (4, 4), (4, 5), (12, 12), (11, 13)])
def test_all_labelings_are_taken_only_where_they_are_few(n_a, n_b):
    given = distances(n_a, n_b)
    difference, ranked = run_tests(given, n_a, Draws(n_permutations=40, seed=5, exact=True))
    items, between = math.comb(n_a + n_b, n_a), n_a * n_b
    assert difference.exact == (items <= MOST_LABELINGS)
    assert difference.n_permutations == (items if difference.exact else 40)
    assert ranked.exact == all(
        math.comb(within + between, within) <= MOST_LABELINGS
        for within in (math.comb(n_a, 2), math.comb(n_b, 2))
    )
    how = {"exact": True} if ranked.exact else {"n_permutations": 40}
    wanted = equivalence_test(given, n_a, rng=np.random.default_rng(5), **how)
    assert equivalence(ranked, 0.15).p_value == wanted.p_value


def test_a_negative_seed_is_refused():
    with pytest.raises(StyleError, match="seed -1 is negative"):
        run_tests(distances(3, 3), 3, Draws(seed=-1))


@pytest.mark.parametrize(("names", "wanted"), case_rows("corpora", "kinds-of-files"))
def test_files_are_read_as_what_most_of_them_are_called(names, wanted):
    assert guess_representation(iter(names)) == wanted


def test_tests_tell_how_far_they_are_and_can_be_stopped():
    matrix, told = distances(4, 5), []
    run_tests(matrix, 4, Draws(n_permutations=40), progress=lambda *far: told.append(far))
    assert told == sorted(told)
    assert told[-1] == (120, 120)
    with pytest.raises(StyleError, match="stopped early"):
        run_tests(matrix, 4, cancelled=lambda: True)


FIRST = Corpus("first", tuple(Item(f"x/{at}", b"ab" * (at + 9)) for at in range(3)))
SECOND = Corpus("second", tuple(Item(f"{at}, ä", b"cd" * (at + 9)) for at in range(4)))
EVERY = (*FIRST.items, *SECOND.items)
NAMES = ["A/x/0", "A/x/1", "A/x/2", "B/0, ä", "B/1, ä", "B/2, ä", "B/3, ä"]


@pytest.fixture(scope="module")
def measured():
    return distance_matrix([item.data for item in EVERY])


def test_names_say_the_corpus():
    assert item_names(FIRST, SECOND) == NAMES
    # The same name in both stays apart.
    assert item_names(FIRST, FIRST) == [*NAMES[:3], "B/x/0", "B/x/1", "B/x/2"]


def test_a_row_of_distances_an_item(measured):
    rows = distance_rows(FIRST, SECOND, measured)
    assert [row["item"] for row in rows] == NAMES
    assert all(list(row) == ["item", *NAMES] for row in rows)
    values = np.array([[row[name] for name in NAMES] for row in rows])
    np.testing.assert_array_equal(values, measured.values)
    # And through a file, to the last bit.
    again = list(csv.DictReader(io.StringIO(rows_csv(rows))))
    np.testing.assert_array_equal(
        [[float(row[name]) for name in NAMES] for row in again], measured.values
    )


def test_a_row_an_item(measured):
    found = flat_map(measured)
    rows = item_rows(FIRST, SECOND, measured, found)
    assert [row["corpus"] for row in rows] == ["A"] * 3 + ["B"] * 4
    assert [row["item"] for row in rows] == [item.name for item in EVERY]
    assert [row["bytes"] for row in rows] == [len(item.data) for item in EVERY]
    assert [row["compressed"] for row in rows] == measured.sizes.tolist()
    assert all(type(row["compressed"]) is int for row in rows)
    assert [[row["map_x"], row["map_y"]] for row in rows] == found.places.tolist()


def test_a_row_a_margin(measured):
    curve = margin_curve(rank(measured, 3), (0.05, 0.1, 0.2))
    wanted = []
    for margin in (0.05, 0.1, 0.2):
        test = equivalence_test(measured, 3, margin=margin)
        wanted.append(
            {
                "margin_inferior": margin,
                "margin_superior": margin,
                "p_eqv": test.p_value,
                "lambda_a": test.a.value,
                "lambda_b": test.b.value,
            }
        )
    assert margin_rows(curve) == wanted


def test_a_row_a_labeling_and_the_observed_one_first(measured):
    difference = difference_test(measured, 3, n_permutations=20)
    equivalence = equivalence_test(measured, 3, n_permutations=20)
    rows = labeling_rows(difference, equivalence)
    assert [row["labeling"] for row in rows] == ["observed", *range(1, 21)]
    columns = {
        "T": (difference.statistic, difference.null),
        "T_I_a": (equivalence.a.t_inferior, equivalence.a.null_inferior),
        "T_S_a": (equivalence.a.t_superior, equivalence.a.null_superior),
        "T_I_b": (equivalence.b.t_inferior, equivalence.b.null_inferior),
        "T_S_b": (equivalence.b.t_superior, equivalence.b.null_superior),
    }
    assert list(rows[0]) == ["labeling", "margin_inferior", "margin_superior", *columns]
    assert {(row["margin_inferior"], row["margin_superior"]) for row in rows} == {(0.15, 0.15)}
    for name, (observed, null) in columns.items():
        assert [row[name] for row in rows] == [observed, *null.tolist()]


def test_shorter_columns_end_empty(measured):
    difference = difference_test(measured, 3, exact=True)
    equivalence = equivalence_test(measured, 3, n_permutations=50)
    assert len(difference.null) == 35
    rows = labeling_rows(difference, equivalence)
    assert len(rows) == 51
    assert rows[35]["T"] == difference.null[-1]
    assert [row["T"] for row in rows[36:]] == [None] * 15
    assert all(row["T_S_b"] is not None for row in rows)
    # p-values come out of a file.
    text = list(csv.DictReader(io.StringIO(rows_csv(rows))))
    drawn = [float(row["T"]) for row in text[1:] if row["T"]]
    assert np.mean(np.array(drawn) >= float(text[0]["T"]) - 1e-12) == difference.p_value


ITEMS = [bytes([number] * (30 + number)) for number in range(6)]


def cited(order="canonical", margin=(0.15, 0.15), alpha=0.05, exact=(False, False), **how):
    distances = distance_matrix(ITEMS, "zlib", order=order)
    difference = difference_test(distances, 3, n_permutations=50, exact=exact[0], **how)
    equal = equivalence_test(distances, 3, margin=tuple(margin), n_permutations=50, exact=exact[1])
    corpora = corpus("A", "abc"), corpus("B", "def")
    both = verdict(difference, equal, alpha)
    return StyleTests(corpora, "bytes", distances, difference, equal, both).cite()


def test_what_was_computed_is_said():
    found = cited()
    assert found.text.startswith(
        "Two corpora of 3 and 3 items were tested for difference and for equivalence in style "
        "(Ens and Pasquier 2018). Items were read as bytes, and"
    )
    zlib = distance_matrix(ITEMS).version
    assert f"with zlib ({zlib}), the lexicographically smaller" in found.text
    assert "Each test goes through 50 random labelings." in found.text
    assert "less than 0.15 of the number of distances compared." in found.text
    assert "at α = 0.05." in found.text
    assert found.text.endswith(f"hierscope {version('hierscope')}.")
    assert found.works == (WORKS["ens2018caemsi"], WORKS["hierscope"])


@pytest.mark.parametrize(("how", "said"), case_rows("words", "cited-styles"))
def test_what_is_otherwise_is_said(how, said):
    assert said in cited(**how).text
    assert said not in cited().text
