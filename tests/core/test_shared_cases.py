"""Rules in both Python and JavaScript, tested by the same tables of cases."""

import argparse
import math

import pytest
from cases import READERS, edits, numbers, table, times

from core.editing import add_boundary, move_boundary, remove_boundary
from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io.formats.points_csv import parse_time
from core.wording import counted, number, p_value, percent, signed, window_number
from hierscope.cli.shared import query_time


def edited(hierarchy, case):
    level, time, nested = case["level"], case["time"], case["nested"]
    if case["edit"] == "add":
        return add_boundary(hierarchy, level, time, nested=nested)
    if case["edit"] == "remove":
        return remove_boundary(hierarchy, level, time, nested=nested)
    return move_boundary(hierarchy, level, time, case["to"], nested=nested)


@pytest.mark.parametrize(("song", "case", "wanted"), edits("python"))
def test_edits(song, case, wanted):
    hierarchy = Hierarchy.from_boundaries(song["boundaries"], song["labels"])
    if wanted is None:
        with pytest.raises(HierarchyError):
            edited(hierarchy, case)
        return
    found = edited(hierarchy, case)
    assert [row.tolist() for row in found.boundaries] == wanted["boundaries"]
    assert found.labels == wanted["labels"]


@pytest.mark.parametrize(("text", "seconds"), times("file"))
def test_times_in_files(text, seconds):
    try:
        found = parse_time(text, line=1)
    except ReadError:
        found = None
    assert found == seconds


@pytest.mark.parametrize(("text", "seconds"), times("command"))
def test_times_on_the_command_line(text, seconds):
    try:
        found = query_time(text)
    except argparse.ArgumentTypeError:
        found = None
    # What is not finite is refused with the reason by who knows the track.
    assert (found if found is None or math.isfinite(found) else None) == seconds


WRITERS = {
    "score": number,
    "signed": signed,
    "percent": percent,
    "window": lambda value: window_number(math.inf if value is None else value),
}


@pytest.mark.parametrize(("kind", "value", "text"), numbers())
def test_numbers(kind, value, text):
    assert WRITERS[kind](value) == text


@pytest.mark.parametrize(
    ("thing", "counts"),
    [
        ("pair", ["0 pairs", "1 pair", "1,234 pairs"]),
        ("boundary", ["0 boundaries", "1 boundary", "1,234 boundaries"]),
    ],
)
def test_counts(thing, counts):
    assert [counted(count, thing) for count in (0, 1, 1234)] == counts


def test_p_values_and_negative_zeros():
    assert [p_value(p) for p in (0.0004, 0.0446, math.nan)] == ["< 0.001", "0.045", "–"]
    assert [number(value) for value in (-1e-9, math.nan)] == ["0.000", "–"]


def test_every_difference_between_two_sides_has_its_reason():
    for case in table("editing")["cases"]:
        assert ("gives" in case) != ({"python", "javascript", "why"} <= set(case)), case["name"]
        assert "gives" in case or case["python"] != case["javascript"]
    for case in table("times")["cases"]:
        others = [case[reader] for reader in READERS if reader in case]
        assert bool(others) == ("why" in case), case["text"]
        assert case["all"] not in others
