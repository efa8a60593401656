"""Reasons that are given alike for a pair and for a corpus."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Protocol

from core.choosing._facts import CONDITIONS, Reason
from core.choosing.curves import Stretch
from core.choosing.words import PAPER, listed
from core.frames import DEFAULT_FRAME_SIZE
from core.measures import Measure
from core.timewords import IN_SECONDS, TimeWords
from core.tmeasures import Convention
from core.windows import DEFAULT_WINDOW


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
    window: float,
    failed: Sequence[str] | None,
    how: How,
    measure: Measure,
    *,
    any_score: bool = True,
    words: TimeWords = IN_SECONDS,
) -> Reason:
    """Say whether the advised window is the default, and if not, why not.

    Parameters
    ----------
    window : float
        The advised one, in seconds.
    failed : sequence of str or None
        The conditions, by the names of `CONDITIONS`, that 15 s does not meet; None if it was not
        among the windows.
    how : How
        Whether scores can be compared with published ones depends on it.
    measure : Measure
        What is scored.
    any_score : bool
        Whether there is a score at all.
    words : TimeWords
        How windows are said; the default is in seconds.

    Returns
    -------
    Reason
    """
    if not measure.windowed:
        return _no_window_reason(window, measure, words)
    source = f"{PAPER}, section 5.1; mir_eval 0.8.2"
    default = f"{DEFAULT_WINDOW:g} s"
    if words.musical:
        text = (
            f"{default}, the default of mir_eval and of the paper, is a time in seconds: it says "
            f"nothing of windows in {words.unit}, and scores in {words.unit} can't be compared "
            "with published ones."
        )
        return Reason("default", False, text, source)
    if failed is None:
        text = f"{default}, the default of mir_eval and of the paper, was not among the windows."
        return Reason("default", False, text, source)
    if window != DEFAULT_WINDOW:
        text = (
            f"{default}, the default of mir_eval and of the paper, does not meet the "
            f"condition{'s' if len(failed) > 1 else ''} on "
            f"{listed([CONDITIONS[name] for name in failed])}."
        )
        return Reason("default", False, text, source)
    text = f"{default} is the default of mir_eval, and what the paper recommends for SALAMI"
    if not any_score:
        return Reason("default", False, f"{text}. But here there is no score.", source)
    unlike = list(_unlike_published(how))
    if not unlike:
        text += ", so the scores can be compared with published ones that are computed so."
        return Reason("default", True, text, source)
    here, published = zip(*unlike, strict=True)
    text += (
        f". But here {listed(here)}, while mir_eval's defaults and the paper's tables "
        f"{listed(published)}: the scores can't be compared with theirs."
    )
    return Reason("default", False, text, source)


def default_words(measure: Measure) -> str:
    """Say for a sentence what 15 s is; a measure without a window has no default."""
    return "the default" if measure.windowed else "the default of T-measures"


def _no_window_reason(window: float, measure: Measure, words: TimeWords) -> Reason:
    """Say that a measure has no window where it is published."""
    text = (
        f"{measure.title} has no window in its paper and in mir_eval, but is that of the whole "
        "track"
    )
    whole = math.isinf(window)
    text += "." if whole else f": scores at {words.window(window)} can't be compared with theirs."
    source = "McFee, Nieto, Farbood and Bello 2017; mir_eval 0.8.2"
    return Reason("default", whole, text, source)


def stable_reason(
    score: str,
    stretch: Stretch,
    window: float,
    tolerance: float,
    source: str,
    words: TimeWords = IN_SECONDS,
) -> Reason:
    """Say how far a score stays nearly the same.

    Parameters
    ----------
    score : str
        What it is called, as a subject.
    stretch : Stretch
        Around the window; see :func:`core.choosing.stable`.
    window, tolerance : float
    source : str
    words : TimeWords
        How windows are said.

    Returns
    -------
    Reason
        It holds if the stretch is at least an octave.
    """
    if stretch.start == stretch.end:
        text = (
            f"{score} changes by more than {2 * tolerance:g} from {words.window(window)} to the "
            "windows scored next to it: give the window with each score."
        )
    else:
        text = (
            f"{score} stays between {stretch.low:.3f} and {stretch.high:.3f} from "
            f"{words.window(stretch.start)} to {words.window(stretch.end)}."
        )
    octave = math.isfinite(stretch.start) and stretch.end >= 2 * stretch.start
    return Reason("stable", octave, text, source)


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
