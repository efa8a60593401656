"""The estimated cost of an answer, known before it is computed."""

import json
import math

import numpy as np
import pytest
from asking import answered, replied, say

from core.hierarchy import Hierarchy
from core.samples import samples
from core.tmeasures import FRAMELESS, MIR_EVAL
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


def prices(pair, convention):
    size = size_of(Setup(*pair, convention, 0.1))
    for of_labels in (False, True):
        yield size.look(of_labels, True)
        yield size.track(of_labels, False)
        yield size.track(of_labels, True)
        yield size.pictures(of_labels)
        yield size.scape(*FINE, of_labels, True)
    yield size.reasons(1)
    yield size.drawing(True)


def drawing(pair, **more):
    """A question about a pair that is being drawn."""
    asked = {**say(*pair, 5.0), "kind": "draw", "drawn": "a:1", "nested": False, "effects": ""}
    return {**asked, "first": 0, "extra": None, **more}


@pytest.mark.parametrize("each", samples(), ids=lambda each: each.id)
def test_a_sample_costs_a_moment(each):
    pair = each.reference, each.estimate
    assert max(prices(pair, MIR_EVAL)) < 5 * QUICK
    assert size_of(Setup(*pair, MIR_EVAL, 0.1)).look(False, True) < QUICK / 10


def test_more_boundaries_and_layers_cost_more():
    for convention in (MIR_EVAL, FRAMELESS):
        few, more, deep = (
            [*prices(pair, convention)] for pair in (many(2, 50), many(2, 100), many(4, 100))
        )
        assert all(a < b < c for a, b, c in zip(few, more, deep, strict=True))
    few, more = (size_of(Setup(*many(2, 50), MIR_EVAL, 0.1)).reasons(count) for count in (1, 60))
    assert few < more


def test_pairs_of_runs_that_fill_the_memory_have_no_price():
    size = size_of(Setup(*many(1, 2000), MIR_EVAL, 0.1))
    assert size.look(True, False) == math.inf
    assert size.look(False, False) < QUICK


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(say(*DEEP, 5.0, window="inf", track="splits"), id="splits"),
        pytest.param(say(*DEEP, 5.0, window="inf", track="whole"), id="whole"),
        pytest.param(say(*DEEP, 5.0, variant="l"), id="labels"),
        pytest.param({**say(*many(4, 305), 5.0), "kind": "mend", "cause": "x"}, id="mend"),
        pytest.param({**say(*DEEP, 5.0, variant="l"), "kind": "depths"}, id="depths"),
        pytest.param(drawing(WIDE), id="draw"),
        pytest.param(drawing(DEEP, effects="every"), id="effects"),
    ],
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
