"""The estimated cost of an answer, known before it is computed."""

import json
import math

import numpy as np
import pytest
from asking import answered, drawing, replied, say

from core.hierarchy import Hierarchy
from core.samples import samples
from explorer.live.answers import TOO_LONG, Pairs, reply
from explorer.live.channel import QUICK
from explorer.live.price import Allowance, size_of
from explorer.messages.inspection import Setup
from explorer.messages.scape import FINE


def comb(layers, count, end=3600.0, offset=0.0, labels=7):
    """Layers of which no two boundaries meet."""
    times = np.linspace(0.0, end, layers * count + 2)[1:-1] + offset
    rows = [[0.0, *times[layer::layers], end] for layer in range(layers)]
    names = [[str(number % labels) for number in range(len(row) - 1)] for row in rows]
    return Hierarchy.from_boundaries(rows, names)


def many(layers, count, **how):
    """A pair of layers that share no boundary."""
    return comb(layers, count, **how), comb(layers, count, offset=0.01, **how)


DEEP, WIDE = many(10, 950), many(98, 98)


@pytest.mark.parametrize("each", samples(), ids=lambda each: each.id)
def test_a_sample_costs_a_moment(each):
    size = size_of(Setup(each.reference, each.estimate))
    assert size.look(False, True) < QUICK / 10
    costs = [size.reasons(1), size.drawing(True)]
    for of_labels in (False, True):
        costs += [size.look(of_labels, True), size.track(of_labels, True)]
        costs += [size.pictures(of_labels), size.scape(*FINE, of_labels, True)]
    assert max(costs) < 5 * QUICK


def test_pairs_of_runs_that_fill_the_memory_have_no_price():
    size = size_of(Setup(*many(1, 2000)))
    assert size.look(True, False) == math.inf
    assert size.look(False, False) < QUICK


@pytest.mark.parametrize(
    "question",
    [
        say(*DEEP, 5.0, window="inf", track="splits"),
        say(*DEEP, 5.0, window="inf", track="whole"),
        say(*DEEP, 5.0, variant="l"),
        {**say(*many(4, 305), 5.0), "kind": "fix", "cause": "x"},
        {**say(*DEEP, 5.0, variant="l"), "kind": "depths"},
        drawing(*WIDE),
        drawing(*DEEP, effects="every"),
    ],
    ids=("splits", "whole", "labels", "fix", "depths", "draw", "effects"),
)
def test_what_a_hand_can_not_wait_for_is_refused(question):
    head, _ = replied(question)
    assert head["error"] == {"name": "too-long", "message": TOO_LONG}


@pytest.mark.parametrize("more", [{}, {"kind": "scape", "shown": [0.0, 3600.0], "fine": True}])
def test_a_large_pair_is_answered(more):
    answered({**say(*many(10, 300), 5.0), **more, "deciding": False})


def test_a_track_is_searched_for_a_loss_only_where_there_is_patience():
    """Of two equal hierarchies no query loses anything, so that all of them are looked at."""
    same = comb(10, 300)
    assert reply(json.dumps(say(same, same, 5.0)), Pairs(), Allowance(QUICK)) is None
    answered(say(same, same, 5.0))
