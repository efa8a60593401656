"""triplets.js: of an answer for every window, what is shown at one."""

import numpy as np
import pytest

from explorer.components.triplet_messages import PLACES

AT = """
({ tripletsAt }, triplets, rows, index) =>
  tripletsAt({ triplets, sweep_rows: Float64Array.from(rows) }, index)
"""
KINDS = [
    {"run": [1, 2], "outcome": "tie", "words": f"{PLACES[0]} ties with {PLACES[1]}; {PLACES[0]}."},
    {"run": [3, 1], "outcome": "inverted", "words": f"{PLACES[1]} comes first."},
]
HEAD = {
    "kinds": KINDS,
    "empty": {"none": "no triplet", "agree": "nothing lost", "filtered": "filtered"},
    "all_lost": True,
    "query": 5.0,
}
NONE = [0.0] * 8
ROWS = [
    # agree, tie, inverted, start, end, kind; i, j, example, count, of_loss
    [0, 0, 0, 1, 9, -1, *NONE],
    [5, 0, 0, 1, 9, -1, *NONE],
    [5, 2, 0, 1, 9, -1, *NONE],
    [5, 2, 1, 0, 60, 1, 10, 12, 61, 63.5, 11, 62.25, 4, 0.75],
    [5, 2, 1, 0, 60, 0, 10, 12, 61, 63.5, 11, 62.25, 4, 0.75],
]


def at(modules, index, **head):
    return modules.run("triplets", AT, HEAD | head, np.ravel(ROWS).tolist(), index)


@pytest.mark.parametrize("answer", [None, {}, {"triplets": None}])
def test_without_an_answer_there_is_nothing(modules, answer):
    assert modules.call("triplets", "tripletsAt", answer, 0) is None


@pytest.mark.parametrize(
    ("index", "words"), [(0, "no triplet"), (1, "nothing lost"), (2, "filtered")]
)
def test_where_no_block_is_shown_it_says_why(modules, index, words):
    found = at(modules, index)
    assert (found["words"], found["picked"]) == (words, None)
    assert found["total"] == sum(ROWS[index][:3])


def test_that_all_agree_is_said_only_where_all_that_is_lost_was_asked_for(modules):
    assert at(modules, 1, all_lost=False)["words"] == "filtered"


def test_each_window_has_its_own_row(modules):
    found = at(modules, 3)
    assert {name: found[name] for name in ("agree", "tie", "inverted", "total", "query")} == {
        "agree": 5, "tie": 2, "inverted": 1, "total": 8, "query": 5.0,
    }  # fmt: skip
    assert found["reach"] == [0, 60]
    assert found["picked"] == KINDS[1] | {
        "i": [10, 12], "j": [61, 63.5], "example": [11, 62.25], "count": 4, "of_loss": 0.75,
    }  # fmt: skip


def test_the_words_have_the_times_of_the_example_wherever_they_stand(modules):
    assert at(modules, 3)["words"] == "1:02.3 comes first."
    assert at(modules, 4)["words"] == "0:11.0 ties with 1:02.3; 0:11.0."
