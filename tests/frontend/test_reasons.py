"""reasons.js: which windows are asked about next, and what of that is kept."""

import pytest

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
WHOLE = """
({ Reasons }, index) => {
  const reasons = new Reasons();
  const asked = [];
  for (;;) {
    const next = reasons.next(index, 40, true);
    if (!next) return asked;
    for (let at = 0; at < next.count; at++) asked.push(next.first + at);
    reasons.take(next.first, Array(next.count).fill("why"));
  }
}
"""


@pytest.mark.parametrize(
    ("taken", "index", "others", "expected"),
    [
        ([], 20, False, {"first": 20, "count": 1}),
        ([], 20, True, {"first": 20, "count": 1}),
        ([[20, 1]], 20, False, None),
        ([[20, 1]], 20, True, {"first": 21, "count": 8}),
        ([[20, 9]], 20, True, {"first": 12, "count": 8}),
        ([[39, 1]], 39, True, {"first": 31, "count": 8}),
        ([[0, 40]], 20, True, None),
    ],
)
def test_the_window_on_screen_comes_first_and_then_the_nearest(
    modules, taken, index, others, expected
):
    assert modules.run("diagnosis/reasons", NEXT, taken, index, others) == expected


@pytest.mark.parametrize("index", [0, 17, 39])
def test_each_window_is_asked_about_once(modules, index):
    asked = modules.run("diagnosis/reasons", WHOLE, index)
    assert asked[0] == index
    assert sorted(asked) == list(range(40))


def test_what_is_known_is_of_one_pair(modules):
    assert modules.run("diagnosis/reasons", KEPT) == [None, "why", "why not", None]
