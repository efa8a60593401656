"""What was found as rows, against what was found."""

import csv
import io

import numpy as np
import pytest

from core.caemsi import difference_test, distance_matrix, equivalence_test
from core.caemsi.arranging import flat_map
from core.caemsi.comparing import (
    distance_rows,
    item_names,
    item_rows,
    labelling_rows,
    margin_rows,
)
from core.caemsi.equivalence import margin_curve, rank
from core.caemsi.items import Corpus, Item
from core.showing import rows_csv

A = Corpus("first", tuple(Item(f"x/{at}", b"ab" * (at + 9)) for at in range(3)))
B = Corpus("second", tuple(Item(f"{at}, ä", b"cd" * (at + 9)) for at in range(4)))
EVERY = (*A.items, *B.items)
NAMES = ["A/x/0", "A/x/1", "A/x/2", "B/0, ä", "B/1, ä", "B/2, ä", "B/3, ä"]


@pytest.fixture(scope="module")
def distances():
    return distance_matrix([item.data for item in EVERY])


def test_names_say_the_corpus():
    assert item_names(A, B) == NAMES
    # The same name in both stays apart.
    assert item_names(A, A) == [*NAMES[:3], "B/x/0", "B/x/1", "B/x/2"]


def test_a_row_of_distances_an_item(distances):
    rows = distance_rows(A, B, distances)
    assert [row["item"] for row in rows] == NAMES
    assert all(list(row) == ["item", *NAMES] for row in rows)
    values = np.array([[row[name] for name in NAMES] for row in rows])
    np.testing.assert_array_equal(values, distances.values)
    # And through a file, to the last bit.
    again = list(csv.DictReader(io.StringIO(rows_csv(rows))))
    np.testing.assert_array_equal(
        [[float(row[name]) for name in NAMES] for row in again], distances.values
    )


def test_a_row_an_item(distances):
    found = flat_map(distances)
    rows = item_rows(A, B, distances, found)
    assert [row["corpus"] for row in rows] == ["A"] * 3 + ["B"] * 4
    assert [row["item"] for row in rows] == [item.name for item in EVERY]
    assert [row["bytes"] for row in rows] == [len(item.data) for item in EVERY]
    assert [row["compressed"] for row in rows] == distances.sizes.tolist()
    assert all(type(row["compressed"]) is int for row in rows)
    assert [[row["map_x"], row["map_y"]] for row in rows] == found.places.tolist()


@pytest.mark.parametrize("superior", [None, 0.3])
def test_a_row_a_margin(distances, superior):
    curve = margin_curve(rank(distances, 3), (0.05, 0.1, 0.2), superior=superior)
    wanted = []
    for margin in (0.05, 0.1, 0.2):
        both = (margin, margin if superior is None else superior)
        test = equivalence_test(distances, 3, margin=both)
        wanted.append(
            {
                "margin_inferior": margin,
                "margin_superior": both[1],
                "p_eqv": test.p_value,
                "lambda_a": test.a.value,
                "lambda_b": test.b.value,
            }
        )
    assert margin_rows(curve) == wanted


def test_a_row_a_labelling_and_the_observed_one_first(distances):
    difference = difference_test(distances, 3, n_permutations=20)
    equivalence = equivalence_test(distances, 3, n_permutations=20)
    rows = labelling_rows(difference, equivalence)
    assert [row["labelling"] for row in rows] == ["observed", *range(1, 21)]
    columns = {
        "T": (difference.statistic, difference.null),
        "T_I_a": (equivalence.a.t_inferior, equivalence.a.null_inferior),
        "T_S_a": (equivalence.a.t_superior, equivalence.a.null_superior),
        "T_I_b": (equivalence.b.t_inferior, equivalence.b.null_inferior),
        "T_S_b": (equivalence.b.t_superior, equivalence.b.null_superior),
    }
    assert list(rows[0]) == ["labelling", "margin_inferior", "margin_superior", *columns]
    assert {(row["margin_inferior"], row["margin_superior"]) for row in rows} == {(0.15, 0.15)}
    for name, (observed, null) in columns.items():
        assert [row[name] for row in rows] == [observed, *null.tolist()]


def test_shorter_columns_end_empty(distances):
    difference = difference_test(distances, 3, exact=True)
    equivalence = equivalence_test(distances, 3, n_permutations=50)
    assert len(difference.null) == 35
    rows = labelling_rows(difference, equivalence)
    assert len(rows) == 51
    assert rows[35]["T"] == difference.null[-1]
    assert [row["T"] for row in rows[36:]] == [None] * 15
    assert all(row["T_S_b"] is not None for row in rows)
    # p-values come out of a file.
    text = list(csv.DictReader(io.StringIO(rows_csv(rows))))
    drawn = [float(row["T"]) for row in text[1:] if row["T"]]
    assert np.mean(np.array(drawn) >= float(text[0]["T"]) - 1e-12) == difference.p_value
