"""Edits of boundaries, in free and in nested mode."""

from dataclasses import replace

import numpy as np
import pytest
import strategies
from hypothesis import assume, given
from hypothesis import strategies as st

from core.editing import add_boundary, gap, move_boundary, remove_boundary
from core.errors import HierarchyError
from core.hierarchy import Hierarchy

SPAN = 8_000  # milliseconds
HIERARCHIES = strategies.hierarchies(SPAN)
MODES = st.booleans()


def rows(hierarchy):
    return [row.tolist() for row in hierarchy.boundaries]


def inner(hierarchy):
    """Layer and time of every inner boundary."""
    return [(level, time) for level, row in enumerate(rows(hierarchy), 1) for time in row[1:-1]]


def drawn_boundary(data, hierarchy):
    found = inner(hierarchy)
    assume(found)
    return data.draw(st.sampled_from(found))


def drawn_gap(data, hierarchy):
    """Layer and time of no boundary."""
    level = data.draw(st.integers(1, len(hierarchy.layers)))
    time = data.draw(st.integers(1, SPAN - 1)) / 1000
    assume(time not in rows(hierarchy)[level - 1])
    return level, time


def drawn_place(data, hierarchy, level, time, nested):
    """A time in milliseconds to which a boundary may move."""
    low, high = (round(end * 1000) for end in gap(hierarchy, level, time, nested=nested))
    return data.draw(st.integers(low + 1, high - 1)) / 1000


@given(HIERARCHIES, MODES, st.data())
@strategies.examples(50)
def test_adding_and_removing_gives_the_same_boundaries(hierarchy, nested, data):
    level, time = drawn_gap(data, hierarchy)
    added = add_boundary(hierarchy, level, time, nested=nested)
    changed = {n for n, row in enumerate(rows(added), 1) if row != rows(hierarchy)[n - 1]}
    assert level in changed
    assert changed <= set(range(level, len(hierarchy.layers) + 1) if nested else {level})
    if not nested:
        assert rows(remove_boundary(added, level, time, nested=False)) == rows(hierarchy)


@given(HIERARCHIES, MODES, st.data())
@strategies.examples(50)
def test_moving_there_and_back_gives_the_same_hierarchy(hierarchy, nested, data):
    assume(not nested or not hierarchy.nesting_faults())
    level, time = drawn_boundary(data, hierarchy)
    to = drawn_place(data, hierarchy, level, time, nested)
    moved = move_boundary(hierarchy, level, time, to, nested=nested)
    assert (moved == hierarchy) == (to == time)
    assert move_boundary(moved, level, to, time, nested=nested) == hierarchy


@given(HIERARCHIES, MODES, st.data())
@strategies.examples(50)
def test_a_boundary_may_move_in_its_gap_and_no_further(hierarchy, nested, data):
    level, time = drawn_boundary(data, hierarchy)
    low, high = gap(hierarchy, level, time, nested=nested)
    to = data.draw(st.integers(0, SPAN)) / 1000
    if low < to < high:
        assert to in rows(move_boundary(hierarchy, level, time, to, nested=nested))[level - 1]
    else:
        with pytest.raises(HierarchyError, match="neighbor"):
            move_boundary(hierarchy, level, time, to, nested=nested)


@given(HIERARCHIES, st.data())
@strategies.examples(50)
def test_nested_edits_keep_a_nested_hierarchy_nested(hierarchy, data):
    assume(not hierarchy.nesting_faults())
    for _ in range(data.draw(st.integers(1, 4))):
        kind = data.draw(st.sampled_from(("add", "remove", "move")))
        before = rows(hierarchy)
        if kind == "add":
            hierarchy = add_boundary(hierarchy, *drawn_gap(data, hierarchy), nested=True)
            assert sum(map(len, rows(hierarchy))) > sum(map(len, before))
        elif kind == "remove":
            place = drawn_boundary(data, hierarchy)
            hierarchy = remove_boundary(hierarchy, *place, nested=True)
            assert sum(map(len, rows(hierarchy))) < sum(map(len, before))
        else:
            level, time = drawn_boundary(data, hierarchy)
            to = drawn_place(data, hierarchy, level, time, True)
            hierarchy = move_boundary(hierarchy, level, time, to, nested=True)
            assert list(map(len, rows(hierarchy))) == list(map(len, before))
        assert hierarchy.nesting_faults() == ()


@given(HIERARCHIES, MODES, st.data())
@strategies.examples(60)
def test_edits_leave_the_old_hierarchy_and_give_a_frozen_one_of_its_name(hierarchy, nested, data):
    hierarchy = replace(hierarchy, name="song")
    level, time = drawn_boundary(data, hierarchy)
    digest = hierarchy.digest
    for edited in (
        add_boundary(hierarchy, *drawn_gap(data, hierarchy), nested=nested),
        remove_boundary(hierarchy, level, time, nested=nested),
        move_boundary(hierarchy, level, time, time, nested=nested),
    ):
        assert (edited.name, edited.start, edited.end) == ("song", 0, SPAN / 1000)
        assert not any(row.flags.writeable for row in edited.boundaries)
        assert all((np.diff(row) > 0).all() for row in edited.boundaries)
    assert Hierarchy(hierarchy.layers, hierarchy.name).digest == digest
