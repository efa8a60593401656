"""Saved pictures, and letters of three moments."""

import pytest

SHEET = """async ({ together }) => {
  const { svg } = await import("/shared/elements.js");
  const picture = svg("svg", { width: 200, height: 50 }, svg("polyline", { points: "0,0 9,9" }),
    svg("circle", { class: "thumb" }), svg("rect", { class: "track" }));
  const sheet = together([picture], ["one", ["two:", ["recall 0.5", "#123456"]]],
    { background: "white", text: "black", font: "serif" });
  const root = new DOMParser().parseFromString(sheet.text, "image/svg+xml").documentElement;
  const texts = [...root.querySelectorAll("tspan")].map(
    (part) => [part.textContent, part.getAttribute("fill")]);
  const count = (parts) => root.querySelectorAll(parts).length;
  return [count(".thumb, .track"), count("polyline"), texts];
}"""


def test_a_saved_picture_has_a_legend_in_colors_and_no_slider(modules):
    texts = [["one", None], ["two:", None], ["recall 0.5", "#123456"]]
    assert modules.run("shared/saving", SHEET) == [0, 1, texts]


@pytest.mark.parametrize("places", [[50, 50, 50], [50, 53, 48], [0, 80, 40], [60, 58, 90]])
def test_letters_of_moments_stay_apart_and_in_order(modules, places):
    letters = modules.call("triplets/moments", "spread", places, 11)
    order = sorted(range(3), key=places.__getitem__)
    first, middle, last = (letters[at] for at in order)
    assert middle == sorted(places)[1]
    assert min(middle - first, last - middle) >= 11
