"""Questions about the scape: the drawn planes are the core's g."""

import zlib

import numpy as np
import pytest
from asking import answered, say

from core.choosing.layers import layer_weights
from core.measures import BY_KEY
from core.samples import sample
from core.scape import deciding_layers, scape
from core.vocabulary import DIRECTIONS, SIDES
from core.windows import columns
from explorer.messages.inspection import Setup
from explorer.messages.pair import NO_TRIPLET, steps
from explorer.messages.scape import (
    COARSE,
    FINE,
    SHADES,
    WEIGHED,
    layers_over_windows,
    scape_windows,
)

TUNE = sample("jingle_bells")
PAIR = TUNE.reference, TUNE.estimate


def planes_of(arrays, size):
    data = arrays["planes"].tobytes()
    data = zlib.decompress(data) if size == FINE else data
    return np.frombuffer(data, np.uint8).reshape(2, *size)


def asked(*, fine=False, deciding=False, **state):
    more = {"kind": "scape", "shown": [20.0, 90.0], "fine": fine, "deciding": deciding}
    return {**say(*PAIR, 5.0, **state), **more}


@pytest.mark.parametrize("measure", BY_KEY)
@pytest.mark.parametrize(("fine", "size"), [(False, COARSE), (True, FINE)])
def test_planes_are_the_cores_over_the_stretch_on_screen(measure, fine, size):
    head, arrays = answered(asked(fine=fine, variant=measure))
    windows, queries = scape_windows(TUNE.reference.end, size[0]), columns(20.0, 90.0, size[1])
    wanted = scape(*PAIR, windows, queries=queries, measure=measure)
    planes = np.array([wanted.of(part) for part in DIRECTIONS])
    shades = steps(np.rint(planes * SHADES) / SHADES)
    np.testing.assert_array_equal(planes_of(arrays, size), shades)
    costs = np.array([wanted.cost(part) for part in DIRECTIONS])
    np.testing.assert_array_equal(arrays["costs"].reshape(costs.shape), steps(costs))
    assert (head["windows"], head["rows"]) == ([0.5, TUNE.reference.end], size[0])


def test_layers_that_decide_are_the_cores():
    _, arrays = answered(asked(deciding=True))
    windows, queries = (
        scape_windows(TUNE.reference.end, COARSE[0]),
        columns(20.0, 90.0, COARSE[1]),
    )
    for plane, side in zip(planes_of(arrays, COARSE), PAIR, strict=True):
        wanted = deciding_layers(side, windows, queries)
        np.testing.assert_array_equal(np.where(plane == NO_TRIPLET, 0, plane + 1.0), wanted)


def test_shares_of_layers_are_their_weights_one_after_the_other():
    beside = layers_over_windows(Setup(*PAIR))
    windows = scape_windows(TUNE.reference.end, WEIGHED)
    for side, hierarchy in zip(SIDES, PAIR, strict=True):
        ends = np.array(beside[side]["ends"], float)  # None is NaN
        weights = layer_weights(hierarchy, windows).weights  # nested layers: the sum is 1
        np.testing.assert_allclose(np.diff(ends, axis=0, prepend=0), weights, rtol=0, atol=1e-3)
        assert np.nanmax(ends) == 1
