"""dragging.js: a press on a picture, and what follows until the hand lets go."""

import pytest

PRESSED = """
({ dragging }, events) => {
  const picture = document.createElement("div");
  picture.setPointerCapture = () => null;
  picture.style = "position: fixed; left: 10px; top: 20px; width: 100px; height: 50px";
  document.body.append(picture);
  const said = [];
  dragging(picture, {
    over: ({ x }) => x < 60,
    move: ({ x, y }) => said.push(["move", x, y]),
    rest: ({ x }) => said.push(["rest", x]),
    hover: ({ x }) => said.push(["hover", x]),
  });
  for (const [kind, x, button] of events) {
    picture.dispatchEvent(new PointerEvent(`pointer${kind}`, { clientX: x, clientY: 25, button }));
  }
  picture.remove();
  return said;
}
"""


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([["move", 30, 0]], [["hover", 20]]),
        ([["down", 30, 0], ["move", 90, 0], ["up", 95, 0], ["move", 40, 0]],
         [["move", 20, 5], ["move", 80, 5], ["rest", 85], ["hover", 30]]),
        ([["down", 30, 0], ["cancel", 30, 0]], [["move", 20, 5], ["rest", 20]]),
        # Not the second button, and not beside what is pressed.
        ([["down", 30, 2], ["move", 40, 0], ["up", 40, 2]], [["hover", 30]]),
        ([["down", 90, 0], ["move", 40, 0], ["up", 40, 0]], [["hover", 30]]),
    ],
)  # fmt: skip
def test_a_press_is_followed_until_the_hand_lets_go(modules, events, said):
    assert modules.run("shared/dragging", PRESSED, events) == said
