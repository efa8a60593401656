"""How long an answer would take, before it is begun: what is refused, and what takes a turn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.hierarchy import Hierarchy
from core.tmeasures import Convention
from explorer.messages.work import work

LONGEST = 3.0
"""Seconds of a core that an answer may take: a hand does not wait longer."""

# Measured on one core of 2 GHz; pairs of moments times layers a second.
_TRACK, _TRACK_FRAMELESS, _DEPTHS, _REASONS = 3.5e8, 1.2e8, 1.5e9, 1e7
_LAYERS = 8  # what a pair of moments takes beside its layers, in layers
_WINDOW = 0.01  # seconds, for the reasons at one more window
_DRAWN = 8.0  # seconds, for the effects of the largest pair that a page scores


class CostlyError(Exception):
    """An answer that takes longer than there is patience for."""


class GoneError(Exception):
    """Nobody waits for the answer any more."""


class Allowance:
    """What an answer may take: `patience` seconds, as long as somebody waits for it."""

    def __init__(self, patience: float = LONGEST, gone: Callable[[], bool] = lambda: False) -> None:
        self._patience = patience
        self._gone = gone

    def take(self, seconds: float) -> None:
        """Raise a CostlyError where an answer takes longer; its argument says how long."""
        if seconds > self._patience:
            raise CostlyError(seconds)

    def go_on(self) -> None:
        """Raise a GoneError where nobody waits any more; asked between steps."""
        if self._gone():
            raise GoneError


def of_track(reference: Hierarchy, estimate: Hierarchy, convention: Convention) -> float:
    """Give the seconds that a look at the whole track takes."""
    rate = _TRACK_FRAMELESS if convention.frameless else _TRACK
    return _moments(reference, estimate) * (_layers(reference, estimate) + _LAYERS) / rate


def of_depths(reference: Hierarchy, estimate: Hierarchy) -> float:
    """Give the seconds that pictures of depth take."""
    return _moments(reference, estimate) * (_layers(reference, estimate) + _LAYERS) / _DEPTHS


def of_reasons(reference: Hierarchy, estimate: Hierarchy, windows: int) -> float:
    """Give the seconds until it is known why scores at so many windows are low."""
    once = _moments(reference, estimate) * _layers(reference, estimate) / _REASONS
    return once * (1 + windows / 60) + windows * _WINDOW


def of_drawing(
    reference: Hierarchy, estimate: Hierarchy, convention: Convention, frame_size: float
) -> float:
    """Give the seconds that the scores and effects of a drawn pair take."""
    return _DRAWN * work(reference, estimate, convention, frame_size)


def _moments(*sides: Hierarchy) -> float:
    return float(np.prod([np.unique(np.concatenate(side.boundaries)).size for side in sides]))


def _layers(*sides: Hierarchy) -> int:
    return sum(len(side.layers) for side in sides)
