"""asking.js, diagnosing.js: which windows are requested next, and which answers are known."""

import pytest
from cases import case_rows

AHEAD = """
({ Ahead }, moves, index, count) => {
  const ahead = new Ahead();
  moves.forEach((by) => ahead.toward(by));
  return ahead.next(index, count);
}
"""
NEXT = """
({ Reasons }, taken, index, others) => {
  const reasons = new Reasons();
  reasons.about("a pair");
  taken.forEach(([first, count]) => reasons.take(first, Array(count).fill("why")));
  return reasons.next(index, 40, others);
}
"""
KEPT = """
({ Reasons }) => {
  const reasons = new Reasons();
  reasons.about("a pair");
  reasons.take(3, ["why", "why not"]);
  reasons.about("a pair");
  const found = [2, 3, 4].map((index) => reasons.at(index) ?? null);
  reasons.about("another");
  return [...found, reasons.at(3) ?? null];
}
"""
LOOK = {
    "kind": "look",
    "about": "a pair",
    "query": 12.5,
    "shown": [0, 60],
    "track": "none",
    "chosen": None,
    "triplet": None,
    "state": {"window": "15", "variant": "full"},
    "strips": True,
    "track_key": "",
    "document": None,
}


@pytest.mark.parametrize(("moves", "index", "expected"), case_rows("frontend", "windows-ahead"))
def test_the_windows_before_the_hand_come_first(modules, moves, index, expected):
    assert modules.run("pair/asking", AHEAD, moves, index, 100) == expected


@pytest.mark.parametrize(("change", "same"), case_rows("frontend", "key"))
def test_questions_with_the_same_answer_have_one_key(modules, change, same):
    keys = [modules.call("pair/asking", "keyOf", said) for said in (LOOK, LOOK | change)]
    assert (keys[0] == keys[1]) == same


@pytest.mark.parametrize(("taken", "index", "others", "expected"), case_rows("frontend", "reasons"))
def test_the_window_on_screen_comes_first_and_then_the_nearest(
    modules, taken, index, others, expected
):
    assert modules.run("diagnosis/diagnosing", NEXT, taken, index, others) == expected


def test_what_is_known_is_of_one_pair(modules):
    assert modules.run("diagnosis/diagnosing", KEPT) == [None, "why", "why not", None]
