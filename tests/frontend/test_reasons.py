"""reasons.js: which windows are requested next, and which answers are kept."""

import pytest
from cases import case_rows

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


@pytest.mark.parametrize(("taken", "index", "others", "expected"), case_rows("frontend", "reasons"))
def test_the_window_on_screen_comes_first_and_then_the_nearest(
    modules, taken, index, others, expected
):
    assert modules.run("diagnosis/reasons", NEXT, taken, index, others) == expected


def test_what_is_known_is_of_one_pair(modules):
    assert modules.run("diagnosis/reasons", KEPT) == [None, "why", "why not", None]
