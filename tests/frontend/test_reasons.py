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


def test_what_is_known_is_of_one_pair(modules):
    assert modules.run("diagnosis/reasons", KEPT) == [None, "why", "why not", None]
