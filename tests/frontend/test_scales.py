"""scales.js: positions of values on an axis, and labeled values."""

import math

import pytest
from cases import case_rows

PIXELS = """({ scale, heldScale }, held, given, values) =>
  values.map((held ? heldScale : scale)(...given))"""


def pixels(modules, values, domain, span, shape="linear", held=False):
    return modules.run("shared/scales", PIXELS, held, [domain, span, shape], values)


def test_values_stand_in_proportion_and_equal_factors_equally_far_on_a_logarithmic_axis(modules):
    assert pixels(modules, [0, 5, 10], [0, 10], [100, 200]) == [100, 150, 200]
    assert pixels(modules, [0, 0.25, 1], [0, 1], [200, 0]) == [200, 150, 0]  # upwards
    found = pixels(modules, [0.5, 1, 2, 4, 8], [0.5, 8], [0, 400], "log")
    assert found == pytest.approx([0, 100, 200, 300, 400])


@pytest.mark.parametrize("shape", ["linear", "log"])
def test_what_lies_beyond_stands_beyond_unless_it_is_held(modules, shape):
    free = pixels(modules, [0.1, 100], [1, 10], [300, 200], shape)
    assert free[0] > 300
    assert free[1] < 200
    assert pixels(modules, [0.1, 100], [1, 10], [300, 200], shape, held=True) == [300, 200]


def test_a_logarithmic_axis_names_1_2_and_5(modules):
    found = modules.call("shared/scales", "logTicks", 0.5, 100)
    assert found == pytest.approx([0.5, 1, 2, 5, 10, 20, 50, 100])
    assert modules.call("shared/scales", "logTicks", 0.6, 0.9) == []


@pytest.mark.parametrize(
    ("start", "end", "count", "ticks", "digits"), case_rows("frontend", "axes")
)
def test_a_time_axis_names_times_that_a_person_would_pick(
    modules, start, end, count, ticks, digits
):
    found = modules.call("shared/scales", "timeTicks", start, end, count)
    assert found["digits"] == digits
    if ticks is None:
        # There is no longer step than an hour.
        assert len(found["ticks"]) == 1 + math.floor(end / 3600)
    else:
        assert found["ticks"] == pytest.approx(ticks)


AXIS = """
({ WindowAxis }, windows) => {
  const axis = new WindowAxis(windows, 40, 640);
  const nearest = [0, 640].map((x) => axis.nearest(x));
  return { ticks: axis.ticks, places: axis.places, nearest };
}
"""


def test_the_whole_track_stands_right_of_all_windows(modules):
    found = modules.run("shared/window-axis", AXIS, [0.5, 1, 10, 60, None])
    assert found["ticks"][-1] is None
    assert found["places"] == sorted(found["places"])
    assert found["places"][-2:] == [610, 640]
    assert found["places"][0] == pytest.approx(40)
    assert found["nearest"] == [0, 4]
