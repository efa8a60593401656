"""time-view.js: the stretch of time on screen."""

import pytest
from cases import case_rows

VIEW = """
({ TimeView }, duration, steps) => {
  const view = Object.assign(new TimeView(duration), { left: 100, width: 500 });
  for (const [name, ...given] of steps) view[name](...given);
  const { start, end, whole } = view;
  return { start, end, whole, left: view.x(start), right: view.x(end) };
}
"""
ASKED = """
({ TimeView }, name, given) => {
  const view = Object.assign(new TimeView(60), { left: 100, width: 500 });
  view.show(10, 20);
  return given.map((each) => view[name](each));
}
"""


def shown(modules, *steps, duration=60):
    return modules.run("pair/time-view", VIEW, duration, list(steps))


@pytest.mark.parametrize(("steps", "start", "end"), case_rows("frontend", "time-view"))
def test_it_shows_so_much_and_stays_within_the_track(modules, steps, start, end):
    found = shown(modules, *steps)
    assert (found["start"], found["end"]) == pytest.approx((start, end), abs=1e-6)
    assert found["whole"] == ((start, end) == (0, 60))
    assert (found["left"], found["right"]) == (100, 600)


def test_first_the_whole_track_is_on_screen_and_always_if_it_is_short(modules):
    found = shown(modules)
    assert found == {"start": 0, "end": 60, "whole": True, "left": 100, "right": 600}
    found = shown(modules, ("zoom", 0.1), duration=0.3)
    assert (found["start"], found["end"], found["whole"]) == (0, 0.3, True)


def test_times_are_pixels_and_pixels_times(modules):
    assert modules.run("pair/time-view", ASKED, "x", [10, 15, 20, 25]) == [100, 350, 600, 850]
    assert modules.run("pair/time-view", ASKED, "clip", [5, 15, 25]) == [100, 350, 600]
    assert modules.run("pair/time-view", ASKED, "time", [100, 350, 600]) == [10, 15, 20]
    # A time is a whole millisecond within the track.
    assert modules.run("pair/time-view", ASKED, "time", [100.07, -1e6, 1e6]) == [10.001, 0, 60]
