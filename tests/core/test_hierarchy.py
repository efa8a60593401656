"""The model Hierarchy: it is always valid and immutable."""

import dataclasses

import mir_eval
import numpy as np
import pytest

from core.errors import HierscopeError
from core.hierarchy import Hierarchy, Layer

NESTED = [[0, 20, 30], [0, 10, 20, 30]]


def test_hierarchy():
    made = Hierarchy.from_boundaries(NESTED, [["A", "B"], "abc"], layer_names=["L", "S"], name="x")
    assert (made.start, made.end, made.duration, made.name) == (0, 30, 30, "x")
    assert [row.tolist() for row in made.boundaries] == NESTED
    assert made.labels == [["A", "B"], ["a", "b", "c"]]
    assert [layer.name for layer in made.layers] == ["L", "S"]
    mir_eval.hierarchy.validate_hier_intervals(made.intervals)
    again = Hierarchy.from_intervals(made.intervals, made.labels, name="x")
    assert (again.boundaries[1].tolist(), again.labels, again.name) == (NESTED[1], made.labels, "x")


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


@pytest.mark.parametrize(("time", "faults"), [(10.000001, 0), (10.0001, 1)])
def test_boundaries_agree_to_five_decimals_as_in_mir_eval(time, faults):
    made = Hierarchy.from_boundaries([[0, 10, 30], [0, time, 30]])
    assert len(made.nesting_faults()) == faults
    if faults:
        with pytest.warns(UserWarning, match="hierarchy"):
            mir_eval.hierarchy.validate_hier_intervals(made.intervals)
    else:
        mir_eval.hierarchy.validate_hier_intervals(made.intervals)


def test_an_error_has_its_parts():
    with pytest.raises(HierscopeError) as caught:
        Hierarchy.from_boundaries([[0, 90], [0, 63.1, 63.1, 90]])
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.problem, error.layer, error.time) == ("zero-length segment", 2, 63.1)
    assert error.advice == "Remove the repeated boundary"
