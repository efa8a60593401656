"""loss-strips.js: a stretch that is brushed, as the parameter has it and in words."""

import pytest

from explorer.state.pair import PairState

LEAST = 0.1


@pytest.mark.parametrize(
    ("role", "from_", "to", "text"),
    [
        ("i", 10, 20, "i:10-20"),
        ("j", 20, 10, "j:10-20"),
        ("query", 12.345, 20.5, "query:12.35-20.5"),
        ("i", 0, 60, "i:0-60"),
        ("i", 10, 10.06, "i:10-10.1"),
        ("i", 10, 10.04, ""),
        ("i", 10, 10, ""),
    ],
)
def test_a_stretch_is_a_frame_long_at_least_and_a_click_is_none(modules, role, from_, to, text):
    assert modules.call("triplets/loss-strips", "regionText", role, from_, to, LEAST) == text


@pytest.mark.parametrize("role", ["query", "i", "j"])
@pytest.mark.parametrize(("from_", "to"), [(0, 60), (12.345, 20.5), (59.94, 60)])
def test_a_link_takes_what_is_brushed(modules, role, from_, to):
    text = modules.call("triplets/loss-strips", "regionText", role, from_, to, LEAST)
    assert PairState.region.parse(text) == text


@pytest.mark.parametrize(
    ("region", "words"),
    [
        ("query:60-90", "q in 1:00.0–1:30.0"),
        ("i:0-5.25", "i in 0:00.0–0:05.3"),
        ("j:59.96-61", "j in 1:00.0–1:01.0"),
    ],
)
def test_a_region_in_words(modules, region, words):
    assert modules.call("triplets/loss-strips", "regionWords", region) == words


PLACED = """
({ LossStrips, ROLES }, region, colours) => {
  const strips = new LossStrips();
  const view = { left: 50, width: 600, clip: (time) => 50 + 10 * time };
  strips.show(null, "recall", region);
  strips.layout(100, view, colours);
  const names = ["visibility", "x", "y", "width"];
  const brush = Object.fromEntries(names.map((name) => [name, strips.brush.getAttribute(name)]));
  const drawn = [...strips.element.querySelectorAll(".strip")];
  const rows = drawn.map((each) => Number(each.getAttribute("y")));
  const outside = [99, 100 + strips.height + 50].map((y) => strips.roleAt(y));
  return { brush, rows, roles: rows.map((y) => strips.roleAt(y + 1)), outside, all: ROLES };
}
"""
COLOURS = {"text": "#111", "background": "#fff", "window": "#222", "i": "#333", "j": "#444"}


def test_each_strip_is_found_at_its_height(modules):
    found = modules.run("triplets/loss-strips", PLACED, "", COLOURS)
    assert found["roles"] == found["all"] == ["query", "i", "j"]
    assert found["outside"] == [None, None]
    assert found["brush"]["visibility"] == "hidden"


@pytest.mark.parametrize(("role", "row"), [("query", 0), ("i", 1), ("j", 2)])
def test_the_brush_lies_over_its_strip(modules, role, row):
    found = modules.run("triplets/loss-strips", PLACED, f"{role}:10-25.5", COLOURS)
    y = str(found["rows"][row])
    assert found["brush"] == {"visibility": "visible", "x": "150", "y": y, "width": "155"}


LOSS = """
({ LossStrips }, loss, range, colours) => {
  const strips = new LossStrips();
  const clip = (time) => Math.min(Math.max(10 * time, 0), 100);
  strips.layout(0, { left: 0, width: 100, clip }, colours);
  strips.show({ strip: { range, columns: loss.length / 3, peak: 0.1234 }, loss }, "recall", "");
  const paths = strips.areas.map((area) => area.getAttribute("d"));
  return { title: strips.title.textContent, paths };
}
"""


def test_the_loss_is_as_high_as_it_is_and_what_is_off_screen_is_not_drawn(modules):
    found = modules.run(
        "triplets/loss-strips", LOSS, [0, 255, 51, 0, 0, 0, 255, 255, 0], [0, 15], COLOURS
    )
    # The third column lies beyond the right end.
    assert found["paths"] == [
        "M0 40L0.0 40.0H50.0L50.0 16.0H100.0V40Z",
        "M0 69L0.0 69.0H50.0L50.0 69.0H100.0V69Z",
        "M0 98L0.0 74.0H50.0L50.0 74.0H100.0V98Z",
    ]
    assert found["title"] == "Where recall is lost · peak 12 % of the score a second"
