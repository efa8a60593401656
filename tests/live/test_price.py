"""What answers cost, told before they are begun."""

import numpy as np
import pytest
from asking import replied, say

from core.hierarchy import Hierarchy
from core.samples import samples
from core.tmeasures import FRAMELESS, MIR_EVAL
from explorer.live.answers import TOO_LONG
from explorer.live.channel import QUICK
from explorer.live.price import LONGEST, of_depths, of_drawing, of_reasons, of_track


def many(layers, count, end=3600.0):
    """A pair of layers that share no boundary."""
    rng = np.random.default_rng(0)
    return tuple(
        Hierarchy.from_boundaries(
            [[0, *np.unique(rng.uniform(1, end - 1, count)).tolist(), end] for _ in range(layers)]
        )
        for _ in range(2)
    )


def prices(pair, convention):
    yield of_track(*pair, convention)
    yield of_depths(*pair)
    yield of_reasons(*pair, 1)
    yield of_drawing(*pair, convention, 0.1)


@pytest.mark.parametrize("each", samples(), ids=lambda each: each.id)
def test_a_sample_is_quick(each):
    pair = each.reference, each.estimate
    for convention in (MIR_EVAL, FRAMELESS):
        assert max(prices(pair, convention)) < QUICK


def test_more_boundaries_and_layers_cost_more():
    for convention in (MIR_EVAL, FRAMELESS):
        few, more, deep = (
            [*prices(pair, convention)] for pair in (many(2, 50), many(2, 100), many(4, 100))
        )
        assert all(a <= b < c for a, b, c in zip(few, more, deep, strict=True))
    assert of_reasons(*many(2, 50), 60) > of_reasons(*many(2, 50), 1)


def test_what_a_hand_can_not_wait_for_is_refused():
    pair = many(10, 900)
    head, _ = replied(say(*pair, 5.0))
    assert "error" not in head
    for track in ("splits", "whole"):
        head, _ = replied(say(*pair, 5.0, track=track))
        assert head["error"] == {"name": "too-long", "words": TOO_LONG}
    assert of_track(*pair, MIR_EVAL) > LONGEST
