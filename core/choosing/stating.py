"""Reasons that are given alike for a pair and for a corpus."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Protocol

import numpy as np

from core.choosing.advice import PAPER, Reason
from core.frames import DEFAULT_FRAME_SIZE
from core.measures import Measure
from core.timewords import IN_SECONDS, TimeWords
from core.tmeasures import Convention
from core.vocabulary import FloatArray
from core.windows import DEFAULT_WINDOW
from core.wording import listed


class How(Protocol):
    """How scores are computed; see :class:`core.tmeasures.TMeasures`."""

    @property
    def convention(self) -> Convention:
        """What is counted."""

    @property
    def frame_size(self) -> float | None:
        """Seconds."""

    @property
    def beta(self) -> float:
        """The weight of recall."""


def default_reason(
    window: float, how: How, measure: Measure, times: TimeWords = IN_SECONDS
) -> Reason:
    """Say whether scores can be compared with published ones."""
    published = DEFAULT_WINDOW if measure.windowed else math.inf
    source = f"{PAPER}, section 5.1; mir_eval 0.8.2"
    if not measure.windowed:
        source = "McFee, Nieto, Farbood and Bello 2017; mir_eval 0.8.2"
    unlike = list(_unlike_published(how))
    if times.musical:
        text = f"Scores in {times.unit} can't be compared with published ones, in seconds."
    elif window != published:
        text = f"Published scores have {IN_SECONDS.window(published)}: report that one, too."
    elif unlike:
        here, there = zip(*unlike, strict=True)
        text = (
            f"The scores can't be compared with published ones: here {listed(here)}, while "
            f"mir_eval's defaults and the paper's tables {listed(there)}."
        )
    else:
        text = "The scores can be compared with published ones, of mir_eval and of the paper."
        return Reason("default", True, text, source)
    return Reason("default", None, text, source)


def range_reason(
    windows: FloatArray,
    values: FloatArray,
    window: float,
    end: float,
    score: str,
    times: TimeWords = IN_SECONDS,
) -> Reason | None:
    """Say how much a score depends on the choice: its range from half to double of a window."""
    low, high = min(window, end) / 2, 2 * window
    near = values[(windows >= low) & (windows <= high) & ~np.isnan(values)]
    if not len(near):
        return None
    until = "the whole track" if math.isinf(window) else times.lasting(high)
    text = (
        f"From {times.lasting(low)} to {until}, {score} is between {near.min():.2f} and "
        f"{near.max():.2f}."
    )
    return Reason("range", None, text, f"computed from scores; compare {PAPER}, Figure 9")


def _unlike_published(how: How) -> Iterator[tuple[str, str]]:
    """Say what is computed otherwise than published scores, and how these are computed."""
    convention, frame_size = how.convention, how.frame_size
    if convention.half_window:
        yield (
            f"it reaches {DEFAULT_WINDOW / 2:g} s to each side",
            f"reach {DEFAULT_WINDOW:g} s to each side",
        )
    if convention.mean_over_all:
        yield (
            f"a query without a triplet {convention.told_without}",
            "leave out queries without triplets",
        )
    if frame_size != DEFAULT_FRAME_SIZE:
        if convention.frameless:
            here = "there are no frames"
        elif frame_size is None:
            here = "frames were given"
        else:
            here = f"frames are {frame_size:g} s long"
        yield here, f"have frames of {DEFAULT_FRAME_SIZE:g} s"
    if how.beta != 1:
        yield f"T_F weighs recall with β = {how.beta:g}", "weigh recall and precision alike"
