"""dragging.js: a press on a picture, and the drag until release."""

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
  });
  for (const [kind, clientX, button] of events) {
    if (kind === "shift") picture.style.left = `${clientX}px`;
    picture.dispatchEvent(new PointerEvent(`pointer${kind}`, { clientX, clientY: 25, button }));
  }
  picture.remove();
  return said;
}
"""


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([["down", 30, 0], ["move", 90, 0], ["up", 95, 0], ["move", 40, 0]],
         [["move", 20, 5], ["move", 80, 5], ["rest", 85]]),
        # The page moves under a hand that rests.
        ([["down", 30, 0], ["shift", 0], ["up", 30, 0]], [["move", 20, 5], ["rest", 20]]),
        ([["down", 30, 0], ["cancel", 30, 0]], [["move", 20, 5], ["rest", 20]]),
        # Not the second button, and not beside what is pressed.
        ([["down", 30, 2], ["move", 40, 0], ["up", 40, 2]], []),
        ([["down", 90, 0], ["move", 40, 0], ["up", 40, 0]], []),
    ],
)  # fmt: skip
def test_a_press_is_followed_until_the_hand_lets_go(modules, events, said):
    assert modules.run("shared/dragging", PRESSED, events) == said


TOUCHED = """
({ pressing }, events, pinches) => {
  const picture = document.createElement("div");
  picture.style = "position: fixed; left: 10px; top: 20px; width: 100px; height: 50px";
  document.body.append(picture);
  const said = [];
  const places = (pair) => pair.map(({ x }) => x);
  const say = (what) => ({ clientX, clientY }) => said.push([what, clientX, clientY]);
  pressing(picture, {
    down: (event) => {
      say("down")(event);
      return event.clientX < 90;
    },
    move: say("move"), up: say("up"), drop: say("drop"), hover: say("hover"),
    pinch: pinches ? (...pairs) => said.push(["pinch", ...pairs.map(places)]) : null,
  });
  for (const [kind, pointerId, clientX, clientY] of events) {
    const finger = { pointerType: "touch", pointerId, isPrimary: pointerId === 1 };
    picture.dispatchEvent(new PointerEvent(`pointer${kind}`, { ...finger, clientX, clientY }));
  }
  picture.remove();
  return said;
}
"""
HERE, ASIDE, BELOW = (30, 25), (50, 25), (31, 60)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        # A tap is told once the finger is lifted.
        ([("down", 1, *HERE)], []),
        # What goes sideways drags, from where it began.
        ([("down", 1, *HERE), ("move", 1, *ASIDE), ("move", 1, *BELOW), ("up", 1, *BELOW)],
         [["down", *HERE], ["move", *ASIDE], ["move", *BELOW], ["up", *BELOW]]),
        ([("down", 1, *HERE), ("move", 1, *ASIDE), ("cancel", 1, *ASIDE)],
         [["down", *HERE], ["move", *ASIDE], ["drop", *ASIDE]]),
        # What the browser takes for scrolling is no press at all.
        ([("down", 1, *HERE), ("move", 1, *BELOW), ("cancel", 1, *BELOW)], []),
        # A press that is not taken is not followed.
        ([("down", 1, 95, 25), ("move", 1, 60, 25), ("up", 1, 60, 25)], [["down", 95, 25]]),
        ([("move", 1, *HERE)], []),
        # A second finger takes away what the first dragged.
        ([("down", 1, *HERE), ("move", 1, *ASIDE), ("down", 2, 70, 25), ("move", 2, 80, 25)],
         [["down", *HERE], ["move", *ASIDE], ["drop", 70, 25], ["pinch", [40, 60], [40, 70]]]),
        # A finger that was lifted elsewhere is forgotten.
        ([("down", 2, *HERE), ("down", 1, *HERE), ("up", 1, *HERE)],
         [["down", *HERE], ["up", *HERE]]),
    ],
)  # fmt: skip
def test_fingers_tap_drag_sideways_scroll_or_pinch(modules, events, said):
    assert modules.run("shared/dragging", TOUCHED, events, True) == said


def test_where_nothing_pinches_the_first_finger_goes_on(modules):
    events = [("down", 1, *HERE), ("move", 1, *ASIDE), ("down", 2, 70, 25), ("move", 2, 80, 25),
              ("move", 1, 60, 25), ("up", 2, 80, 25), ("up", 1, 60, 25)]  # fmt: skip
    said = modules.run("shared/dragging", TOUCHED, events, False)
    assert said == [["down", *HERE], ["move", *ASIDE], ["move", 60, 25], ["up", 60, 25]]
