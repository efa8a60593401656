"""The model: what a hierarchy is, and every way of not being one."""

import dataclasses
import math
import pickle

import mir_eval
import numpy as np
import pytest

from core.errors import HierarchyError, HierscopeError
from core.hierarchy import Hierarchy, Layer, NestingFault

NESTED = [[0, 20, 30], [0, 10, 20, 30]]


def test_layer():
    layer = Layer([0, 1, 2.5], ("a", "b"), "large")
    assert layer.boundaries.dtype == np.float64
    assert layer.intervals.tolist() == [[0, 1], [1, 2.5]]
    assert layer.labels == ("a", "b")
    assert Layer([0, 1, 2]).labels == ("", "")


@pytest.mark.parametrize(
    ("boundaries", "problem", "time"),
    [
        ([0, 10, 10, 20], "zero-length segment", 10),
        ([0, 20, 10], "boundaries are not sorted", 10),
        ([5], "1 boundaries make no segment", 5),
        ([], "0 boundaries make no segment", None),
        ([0, math.nan, 2], "boundary 2 is nan, not a time", None),
        ([0, 1, math.inf], "boundary 3 is inf, not a time", None),
        ([-1, 0, 2], "negative time", -1),
        ([[0, 1], [1, 2]], "boundaries have shape (2, 2)", None),
        (["a", "b"], "boundaries are not numbers", None),
        ([[0, 1], [1]], "boundaries are not numbers", None),
    ],
)
def test_layers_that_are_none(boundaries, problem, time):
    with pytest.raises(HierarchyError) as caught:
        Layer(boundaries)
    assert (caught.value.problem, caught.value.time) == (problem, time)
    assert caught.value.mend
    assert isinstance(caught.value, HierscopeError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("boundaries", [[0, 10, 10, 20], [0, 20, 10], [5], [0, math.nan], [-1, 0]])
def test_from_boundaries_names_the_layer(boundaries):
    with pytest.raises(HierarchyError, match=r"^layer 2") as caught:
        Hierarchy.from_boundaries([[0, 20], boundaries])
    assert caught.value.layer == 2


def test_the_message_has_place_problem_and_mend():
    with pytest.raises(HierarchyError) as caught:
        Hierarchy.from_boundaries([[0, 90], [0, 63.1, 63.1, 90]])
    assert str(caught.value) == (
        "layer 2 at 1:03.1: zero-length segment. Remove the repeated boundary"
    )


@pytest.mark.parametrize(
    ("row", "word", "time"), [([1, 30], "starts", 1), ([0, 29], "ends", 29), ([0, 31], "ends", 31)]
)
def test_layers_of_different_span(row, word, time):
    with pytest.raises(HierarchyError, match=f"{word} where layer 1 does not") as caught:
        Hierarchy.from_boundaries([[0, 30], [0, 10, 30], row])
    assert (caught.value.layer, caught.value.time) == (3, time)


@pytest.mark.parametrize(
    ("second", "problem"),
    [
        ([[0, 10], [11, 30]], r"segments leave a gap \(0:10.0, then 0:11.0\)"),
        ([[0, 10], [9, 30]], r"segments overlap \(0:10.0, then 0:09.0\)"),
    ],
)
def test_gaps_and_overlaps(second, problem):
    with pytest.raises(HierarchyError, match=problem) as caught:
        Hierarchy.from_intervals([[[0, 30]], second])
    assert (caught.value.layer, caught.value.time) == (2, 10)


@pytest.mark.parametrize("row", [[], [0, 1], [[0, 1, 2]]])
def test_intervals_that_are_none(row):
    with pytest.raises(HierarchyError, match="intervals have shape") as caught:
        Hierarchy.from_intervals([[[0, 30]], row])
    assert caught.value.layer == 2


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"boundaries": []}, "a hierarchy without layers"),
        ({"boundaries": [[0, 1]], "labels": []}, "0 lists of labels for 1 layers"),
        ({"boundaries": [[0, 1]], "labels": [["a", "b"]]}, "2 labels for 1 segments"),
        ({"boundaries": [[0, 1]], "layer_names": ["a", "b"]}, "2 layer names for 1 layers"),
    ],
)
def test_counts_that_do_not_match(arguments, problem):
    with pytest.raises(HierarchyError, match=problem):
        Hierarchy.from_boundaries(**arguments)


def test_hierarchy():
    made = Hierarchy.from_boundaries(NESTED, [["A", "B"], "abc"], layer_names=["L", "S"], name="x")
    assert (made.start, made.end, made.duration, made.name) == (0, 30, 30, "x")
    assert [row.tolist() for row in made.boundaries] == NESTED
    assert made.labels == [["A", "B"], ["a", "b", "c"]]
    assert [layer.name for layer in made.layers] == ["L", "S"]
    mir_eval.hierarchy.validate_hier_intervals(made.intervals)
    assert (
        Hierarchy.from_intervals(made.intervals, made.labels, layer_names=["L", "S"], name="x")
        == made
    )


def test_it_is_frozen_and_keeps_its_own_times():
    given = np.array([0.0, 1.0, 2.0])
    layer = Layer(given)
    given[1] = 9
    assert layer.boundaries[1] == 1
    with pytest.raises(ValueError, match="read-only"):
        layer.boundaries[1] = 5
    with pytest.raises(dataclasses.FrozenInstanceError):
        layer.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        Hierarchy((layer,)).name = "b"
    assert Hierarchy([layer]).layers == (layer,)


def test_equality_hash_and_digest():
    def made(name="x", **changed):
        return Hierarchy(
            (Layer(**{"boundaries": [0, 1], "labels": ["a"], "name": "n", **changed}),), name
        )

    assert made() == made()
    assert hash(made()) == hash(made())
    assert made().digest == made().digest
    others = [made(boundaries=[0, 2]), made(labels=["b"]), made("y"), made(**{"name": "m"})]
    for other in others[:2]:
        assert other != made()
    assert len({each.digest for each in [made(), *others]}) == 5
    assert made().layers[0] != "a layer"


def test_a_hierarchy_survives_pickling():
    made = Hierarchy.from_boundaries(NESTED)
    assert pickle.loads(pickle.dumps(made)) == made


def test_nesting_faults():
    assert Hierarchy.from_boundaries(NESTED).nesting_faults() == ()
    made = Hierarchy.from_boundaries([[0, 10, 30], [0, 12, 20, 30], [0, 20, 30]])
    assert made.nesting_faults() == (
        NestingFault(layer=2, above=1, time=10),
        NestingFault(layer=3, above=1, time=10),
        NestingFault(layer=3, above=2, time=12),
    )


def test_the_nearest_layer_above_is_named():
    made = Hierarchy.from_boundaries([[0, 10, 30], [0, 10, 30], [0, 30]])
    assert made.nesting_faults() == (NestingFault(layer=3, above=2, time=10),)


@pytest.mark.parametrize(("time", "faults"), [(10.000001, 0), (10.0001, 1)])
def test_boundaries_agree_to_five_decimals_as_in_mir_eval(time, faults):
    made = Hierarchy.from_boundaries([[0, 10, 30], [0, time, 30]])
    assert len(made.nesting_faults()) == faults
    if faults:
        with pytest.warns(UserWarning, match="hierarchy"):
            mir_eval.hierarchy.validate_hier_intervals(made.intervals)
    else:
        mir_eval.hierarchy.validate_hier_intervals(made.intervals)
