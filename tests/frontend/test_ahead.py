"""ahead.js: which windows are asked about before the hand is there, and what of that is kept."""

import pytest

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
    "held": "",
    "told": None,
}


@pytest.mark.parametrize(
    ("moves", "index", "expected"),
    [
        ([], 50, []),
        ([1], 50, [51, 52, 53, 54, 55, 56, 57, 58]),
        ([1, -3], 50, [49, 48, 47, 46, 45, 44, 43, 42]),
        ([5], 97, [98, 99]),
        ([-1], 0, []),
        ([0], 50, [51, 49, 52, 48, 53, 47]),
        ([0], 0, [1, 2, 3]),
    ],
)
def test_the_windows_before_the_hand_come_first(modules, moves, index, expected):
    assert modules.run("pair/ahead", NEXT, moves, index, 100) == expected


def test_of_too_many_answers_the_oldest_go_and_another_pair_forgets_all(modules):
    found, after = modules.run("pair/ahead", KEPT, 302)
    assert found == [None, None, *range(2, 302)]
    assert after is None


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"strips": False}, True),
        ({"held": "a track"}, True),
        ({"query": 12.6}, False),
        ({"shown": [0, 30]}, False),
        ({"track": "whole"}, False),
        ({"chosen": [1, 2]}, False),
        ({"triplet": [1.5, 2.5]}, False),
        ({"about": "another pair"}, False),
        ({"state": {"window": "16", "variant": "full"}}, False),
    ],
)
def test_questions_with_the_same_answer_have_one_key(modules, change, same):
    keys = [modules.call("pair/ahead", "keyOf", said) for said in (LOOK, LOOK | change)]
    assert (keys[0] == keys[1]) == same
