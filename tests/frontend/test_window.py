"""window-slider.js: the slider of windows and the text field next to it."""

import pytest
from cases import case_rows, table, times

WINDOWS = [0.5, 1, 3, 15, 60, None]
TYPED = """
({ WindowSlider }, text, windows, least, known) => {
  const said = [];
  const slider = new WindowSlider({
    move: (index) => said.push(["move", index]),
    settle: (index) => said.push(["settle", index]),
    type: (seconds) => { said.push(["type", seconds]); return known; },
  });
  const state = () => ({
    entry: slider.entry.value,
    words: slider.note.textContent,
    wrong: slider.entry.getAttribute("aria-invalid"),
    index: Number(slider.range.value),
  });
  const press = (key) => slider.entry.dispatchEvent(new KeyboardEvent("keydown", { key }));
  const texts = windows.map((w) => `words of ${w}`);
  slider.load({ windows, least, window_texts: texts, frames: "framed" });
  slider.show(2);
  slider.entry.value = text;
  slider.entry.dispatchEvent(new Event("input"));
  slider.entry.dispatchEvent(new Event("change"));
  const typed = state();
  slider.show(2);
  const shown = state();
  press("Escape");
  const escaped = state();
  press("ArrowUp");
  return { said, typed, shown, escaped };
}
"""


@pytest.mark.parametrize(("window", "index"), case_rows("frontend", "nearest-window"))
def test_the_nearest_window_is_so_in_proportion(modules, window, index):
    doc = {"windows": WINDOWS, "most": 90}
    assert modules.call("shared/window-slider", "nearestWindow", doc, window) == index


@pytest.mark.parametrize(
    ("x", "index"), [(-5, 0), (0, 0), (5, 0), (5.1, 1), (10, 1), (25, 2), (99, 2)]
)
def test_the_nearest_place_is_the_first_of_those_as_near(modules, x, index):
    assert modules.call("shared/scales", "nearestPlace", [0, 10, 20], x) == index


def typed(modules, text, known=True):
    return modules.run(
        "shared/window-slider", TYPED, text, WINDOWS, table("times")["least_window"], known
    )


@pytest.mark.parametrize(("text", "seconds"), times("window"))
def test_typed_windows(modules, text, seconds):
    done = typed(modules, text)
    asked = [value for kind, value in done["said"] if kind == "type"]
    if seconds is None:
        assert asked == []
        assert done["typed"]["wrong"] == "true"
        assert done["typed"]["words"] == "type seconds (at least 0.01), m:ss, or inf"
    else:
        assert asked == [None if seconds == "whole" else pytest.approx(seconds)]
        assert done["typed"]["wrong"] == "false"


def test_what_is_no_window_stays_until_escape_and_the_arrow_up_moves_on(modules):
    done = typed(modules, "nonsense")
    assert done["shown"]["entry"] == "nonsense"
    wanted = {"entry": "3", "words": "words of 3, framed", "wrong": "false", "index": 2}
    assert done["escaped"] == wanted
    assert typed(modules, "7")["said"] == [["type", 7], ["move", 3], ["settle", 3]]


@pytest.mark.parametrize(("known", "entry"), [(True, "3"), (False, "7")])
def test_a_window_that_must_be_scored_first_stays_as_typed(modules, known, entry):
    assert typed(modules, "7", known)["shown"]["entry"] == entry
