"""What the page Styles computes once and keeps; see :mod:`explorer.pair.computed`.

Distances are known by the key under which they were measured: what begins with an underscore is
not looked at.
"""

from __future__ import annotations

from typing import Any

from core.caemsi.arranging import Map, clustered, flat_map
from core.caemsi.comparing import Draws
from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Distances
from core.caemsi.equivalence import Ranked
from core.caemsi.margins import MarginCurve
from core.caemsi.spreading import Spread, spread
from explorer.messages.styles import draw_tests
from explorer.session.remembered import remembered
from explorer.styles import sources
from explorer.styles.choices import Limits

Key = tuple[Any, ...]

_large = remembered(8)
_small = remembered(200)

guess = _small(sources.guess)
"""Guess what files are read as."""


@_large
def place(key: Key) -> dict[str, Any]:
    """A place for a corpus or its distances: no bar of progress can be drawn in a cache, as
    Streamlit (1.67) refuses widgets, such as Stop, in what it keeps."""
    return {}


@_small
def drawing(
    measured: Key,
    draws: Draws,
    limits: Limits,
    _difference: DifferenceTest,
    _ranked: Ranked,
    **how: Any,
) -> tuple[MarginCurve, bytes]:
    """All margins, and what the component draws: another margin needs no other labellings."""
    return draw_tests(
        _difference,
        _ranked,
        superior=limits.superior,
        margin=limits.margin,
        alpha=limits.alpha,
        **how,
    )


@_large
def apart(measured: Key, _distances: Distances, n_a: int) -> Spread:
    """How the distances are distributed."""
    return spread(_distances, n_a)


@_small
def by_likeness(measured: Key, _distances: Distances) -> list[int]:
    """The items in an order in which those that are alike stand side by side."""
    return [int(at) for at in clustered(_distances)]


@_small
def places(measured: Key, _distances: Distances) -> Map:
    """The places of the items on a map."""
    return flat_map(_distances)
