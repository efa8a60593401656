"""Lesson: choosing a window, with reasons."""

import math
from collections.abc import Sequence
from dataclasses import replace

from core.choosing import advise
from core.choosing.layers import layer_durations
from core.papers.printed import printed_corpus
from core.windows import DEFAULT_WINDOW, sweep
from core.wording import number, percent
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, WITH_SCAPE, sample, seconds, swapped

_BEYOND = 1.5


def lesson() -> Lesson:
    scene = swapped("jingle_bells", window=3.0, query=45.0)
    return Lesson(
        ("Practice", 30),
        "Choosing a window",
        "A window decides about scale. Choose it for a reason that you can cite.",
        (_argument(scene), _comparable(scene), _steady()),
        f"Choose one window for a data set before you score it: {seconds(DEFAULT_WINDOW)}, unless "
        "too little of the track is scored or a layer hardly counts. Report it with the share of "
        "the track scored. The page Windows gives the same advice.",
        ("window", "segment", "stable-stretch", "f-measure"),
    )


def _argument(scene: Scene) -> Step:
    corpus = printed_corpus()
    finest = layer_durations(scene.reference)[-1]
    windows = [
        window for window in sweep(scene.reference.end).tolist() if window >= finest.spanned_from
    ]
    return Step(
        "A rule of thumb",
        f"The paper argues from lengths: {seconds(corpus.window)} include several of SALAMI's "
        f"small segments. Their median is {seconds(corpus.segment_median)}, their 95th percentile "
        f"is {seconds(corpus.segment_p95)} (section 5.1). A rule of thumb follows: a window is at "
        "least about as long as the 95th percentile of the lowest layer.",
        scene,
        Task(
            "Find about the smallest window that the rule allows for this piece: as long as nearly "
            "every segment of the reference's lowest layer. Zoom in, and read their lengths from "
            "the axis.",
            _check_argument,
            replace(scene, window=min(windows)),
        ),
        before=("window", "scape"),
        after=WITH_SCAPE,
    )


def _check_argument(before: Scene, made: Scene) -> Verdict:
    finest = layer_durations(made.reference)[-1]
    if made.window < finest.spanned_from:
        return Verdict(False, f"{seconds(made.window)} is shorter than some common segments.")
    if made.window > _BEYOND * finest.p95:
        return Verdict(
            False, f"The rule allows {seconds(made.window)}, but also a much smaller window."
        )
    advised = advise(made.sides, settings=made.settings).window
    return Verdict(
        True,
        f"The {finest.count} segments of the lowest layer have a median of {finest.median:.1f} s "
        f"and a 95th percentile of {finest.p95:.1f} s. {seconds(made.window)} to each side is "
        f"about as long as nearly all of them. The rule allows {seconds(DEFAULT_WINDOW)} too, so "
        "it is no reason against the default: the page Windows advises "
        f"{seconds(advised)} for this pair. Hatched: at {seconds(made.window)} only "
        f"{percent(made.value('precision_share'))} of the track is scored for precision.",
    )


def _comparable(scene: Scene) -> Step:
    corpus = printed_corpus()
    own = math.ceil(layer_durations(scene.reference)[-1].p95)
    windows = [float(own), corpus.window, WHOLE]
    return Step(
        "Comparable numbers",
        "A reader wants to compare your algorithm with published ones.",
        replace(scene, window=corpus.window),
        Choice(
            "Which window must you report?",
            tuple(seconds(window) for window in windows),
            windows.index(corpus.window),
            f"{seconds(corpus.window)}: the default of the paper and of mir_eval, so others are "
            "likely to have used it. Here it gives T_F = "
            f"{number(scene.value('f_measure', corpus.window))}, and {seconds(own)} gives "
            f"{number(scene.value('f_measure', float(own)))}. Report both, with your reason.",
            (
                "It follows from the segments of this piece. It is not the default of the paper or "
                "of mir_eval.",
                "",
                "It chooses no scale. It is not the default of the paper or of mir_eval.",
            ),
        ),
        before=("window", "scape"),
        after=WITH_SCAPE,
    )


def _spread(scene: Scene, low: float, high: float) -> float:
    values = [
        scene.value("f_measure", window)
        for window in sweep(scene.reference.end).tolist()
        if low <= window <= high
    ]
    return max(values) - min(values)


def _unsteady(by: float, moved: Sequence[float]) -> str:
    """Describe how much T_F varies over a range, and over which others less."""
    where = "both others" if by == max(moved) else "one of the others"
    return f"There it moves by {number(by)}, and over {where} by less."


def _steady() -> Step:
    scene = sample("ode_to_joy", query=26.0)
    # Each is an octave, because scores vary more over wider ranges.
    ranges = [(low, 2 * low) for low in (1.0, 4.0, printed_corpus().window)]
    moved = [_spread(scene, low, high) for low, high in ranges]
    moves = ", ".join(
        f"{number(by)} between {low:g} and {high:g} s"
        for by, (low, high) in zip(moved, ranges, strict=True)
    )
    calm = moved.index(min(moved))
    share = scene.value("recall_share", ranges[calm][0])
    return Step(
        "Where scores are steady",
        "A result should not depend on the last digit of w. This is *Ode to Joy* in two "
        "readings. Each range goes from a window to twice that window. Drag in the scape or move "
        "the slider, and read T_F at both ends and between.",
        scene,
        Choice(
            "Over which range of windows does T_F move least?",
            tuple(f"{low:g} to {high:g} s" for low, high in ranges),
            calm,
            f"T_F moves by {moves}. The paper calls SALAMI's scores relatively stable "
            f"from {seconds(ranges[-1][0])} on (section 5.1). That is true of all songs together; "
            "one song may still move. And a steady score may rest on little: at "
            f"{seconds(ranges[calm][0])} only {percent(share)} of this track is scored for recall.",
            tuple("" if by == min(moved) else _unsteady(by, moved) for by in moved),
        ),
        before=("window", "scores", "scape"),
        after=WITH_SCAPE,
    )
