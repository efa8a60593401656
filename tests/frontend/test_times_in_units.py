"""times.js, scales.js, window-slider.js: texts of pairs in measures or quarter notes."""

import math

import pytest
from cases import case_rows, numbers

from core.wording import TIME_NOTATIONS

SAID = """
(all, unit, given) => {
  const times = all.timesIn(unit);
  return given.map((time) => [times.bare(time), times.at(time), times.window(time)]);
}
"""
TICKS = "({ timeTicks }, unit, given) => timeTicks(...given, unit).ticks"
READ = "(all, unit, text) => { const found = all.timesIn(unit).read(text); return [found]; }"


WRITERS = {
    "score": ("text", "scoreOf"),
    "signed": ("text", "signed"),
    "percent": ("text", "percent"),
    "window": ("times", "windowText"),
}


@pytest.mark.parametrize(("kind", "value", "text"), numbers())
def test_numbers_are_written_as_the_core_writes_them(modules, kind, value, text):
    name, function = WRITERS[kind]
    value = math.nan if value is None and kind != "window" else value
    assert modules.call(f"shared/{name}", function, value) == text


@pytest.mark.parametrize(("shares", "texts"), case_rows("frontend", "percents"))
def test_parts_in_percent_add_up(modules, shares, texts):
    assert modules.call("shared/text", "percents", *shares) == texts


@pytest.mark.parametrize("unit", TIME_NOTATIONS)
def test_times_and_windows_are_written_as_the_core_writes_them(modules, unit):
    words = TIME_NOTATIONS[unit]
    times = [0, 0.5, 1, 63.5]
    wanted = [[words.bare(time), words.at(time), words.lasting(time)] for time in times]
    assert modules.run("shared/times", SAID, unit, times) == wanted


@pytest.mark.parametrize(("unit", "text", "position"), case_rows("frontend", "positions"))
def test_times_are_read_as_people_count(modules, unit, text, position):
    (found,) = modules.run("shared/times", READ, unit, text)
    assert (found if found == found else None) == position


def test_an_axis_of_measures_names_round_ones_from_the_first_on(modules):
    unit = {"musical": True, "first": 1}
    assert modules.run("shared/scales", TICKS, unit, [0, 168, 10]) == [
        0, 19, 39, 59, 79, 99, 119, 139, 159,
    ]  # fmt: skip
    assert modules.run("shared/scales", TICKS, unit, [12, 15, 4]) == [12, 13, 14, 15]
    assert modules.run("shared/scales", TICKS, unit, [0, 3, 4]) == [0, 1, 2, 3]
    assert modules.run("shared/scales", TICKS, {"musical": True, "first": 0}, [0, 50, 6]) == [
        0, 10, 20, 30, 40, 50,
    ]  # fmt: skip
