"""ahead.js: which windows are requested in advance, and which answers are kept."""

import pytest
from cases import case_rows

NEXT = """
({ Ahead }, moves, index, count) => {
  const ahead = new Ahead();
  moves.forEach((by) => ahead.toward(by));
  return ahead.next(index, count);
}
"""
KEPT = """
({ Ahead }, many) => {
  const ahead = new Ahead();
  for (let at = 0; at < many; at++) ahead.keep(`question ${at}`, at);
  const found = Array.from({ length: many }, (_, at) => ahead.find(`question ${at}`) ?? null);
  ahead.forget();
  return [found, ahead.find(`question ${many - 1}`) ?? null];
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
    assert modules.run("pair/ahead", NEXT, moves, index, 100) == expected


def test_of_too_many_answers_the_oldest_go_and_another_pair_forgets_all(modules):
    found, after = modules.run("pair/ahead", KEPT, 302)
    assert found == [None, None, *range(2, 302)]
    assert after is None


@pytest.mark.parametrize(("change", "same"), case_rows("frontend", "key"))
def test_questions_with_the_same_answer_have_one_key(modules, change, same):
    keys = [modules.call("pair/ahead", "keyOf", said) for said in (LOOK, LOOK | change)]
    assert (keys[0] == keys[1]) == same
