"""Lesson: choosing a window, with reasons."""

import math
from collections.abc import Sequence
from dataclasses import replace

from core.choosing import advise
from core.choosing.layers import layer_durations
from core.papers.printed import printed_corpus
from core.windows import DEFAULT_WINDOW, sweep
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, sample, seconds

_BEYOND = 1.5


def lesson() -> Lesson:
    scene = sample("sonata_movement", window=3.0, query=60.0)
    return Lesson(
        "choosing",
        "Choosing a window",
        "A window is a decision about scale. Make it for a reason that can be cited.",
        (_argument(scene), _comparable(scene), _steady()),
        f"Choose one window for a data set, before you score it: {seconds(DEFAULT_WINDOW)}, unless "
        "too little of the track is scored or a layer hardly counts. Report it with the share of "
        "the track scored. The page Windows advises so.",
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
        f"The paper argues from segment lengths: {seconds(corpus.window)} hold several of SALAMI's "
        f"small segments, whose median is {seconds(corpus.segment_median)} and whose 95th "
        f"percentile {seconds(corpus.segment_p95)} (section 5.1). A rule of thumb follows: "
        "a window is about as long as the 95th percentile of the finest layer, or longer.",
        scene,
        Task(
            "Here is another piece. Set about the smallest window that the rule allows, as long "
            "as nearly every segment of the reference's finest layer. (The axis under the picture "
            "tells how long they are; zoom in.)",
            _check_argument,
            replace(scene, window=min(windows)),
        ),
        before=("window",),
        after=("window", "scores", "curves"),
    )


def _check_argument(before: Scene, made: Scene) -> Verdict:
    finest = layer_durations(made.reference)[-1]
    if made.window < finest.spanned_from:
        return Verdict(False, f"{seconds(made.window)} is shorter than some common segments.")
    if made.window > _BEYOND * finest.p95:
        return Verdict(
            False, f"The rule allows {seconds(made.window)}, but also a much smaller window."
        )
    advised = advise(made.sides, **made.frames).window
    return Verdict(
        True,
        f"The {finest.count} segments of the finest layer last {finest.median:.1f} s in the "
        f"median, and {finest.p95:.1f} s at the 95th percentile. {seconds(made.window)} to each "
        "side is about as long as nearly all of them, or longer. The rule allows "
        f"{seconds(DEFAULT_WINDOW)} as well, so it is no reason to leave the default: the page "
        f"Windows advises {seconds(advised)} for this pair.",
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
            "Which window must be among those that you report?",
            tuple(seconds(window) for window in windows),
            windows.index(corpus.window),
            f"{seconds(corpus.window)}: the paper's and mir_eval's default, so that others are "
            f"likely to have used it. Here it gives T_F = "
            f"{number(scene.value('f_measure', corpus.window))}, and {seconds(own)} gives "
            f"{number(scene.value('f_measure', float(own)))}. Report both, with the reason for "
            "yours.",
            (
                "It follows from the segments of this piece alone; neither the paper nor mir_eval "
                "has it as its default.",
                "",
                "It is no choice of a scale; neither the paper nor mir_eval has it as its default.",
            ),
        ),
        after=("window", "scores", "curves"),
    )


def _spread(scene: Scene, low: float, high: float) -> float:
    """How far reduced T_F moves between two windows."""
    values = [
        scene.value("f_measure", window)
        for window in sweep(scene.reference.end).tolist()
        if low <= window <= high
    ]
    return max(values) - min(values)


def _unsteady(by: float, moved: Sequence[float]) -> str:
    """Say of one of three ranges that T_F moves less over another."""
    where = "both others" if by == max(moved) else "one of the others"
    return f"There it moves by {number(by)}; over {where} by less."


def _steady() -> Step:
    scene = sample("pop_two_annotators", query=46.0)
    # An octave each: over a wider range a score moves further, however steady it is.
    ranges = [(low, 2 * low) for low in (1.0, 4.0, printed_corpus().window)]
    moved = [_spread(scene, low, high) for low, high in ranges]
    moves = ", ".join(
        f"{number(by)} between {low:g} and {high:g} s"
        for by, (low, high) in zip(moved, ranges, strict=True)
    )
    return Step(
        "Where scores are steady",
        "A result should not hang on the last digit of w. The pop song with two annotators, again. "
        "Each range goes from a window to twice that window, so that they can be compared.",
        scene,
        Choice(
            "Over which range of windows does T_F move least?",
            tuple(f"{low:g} to {high:g} s" for low, high in ranges),
            moved.index(min(moved)),
            f"T_F moves by {moves}. The paper finds the scores of SALAMI relatively stable from "
            f"{seconds(printed_corpus().window)} on (section 5.1). That is said of the "
            "distribution over all songs: the score of a single one may still move, as here.",
            tuple("" if by == min(moved) else _unsteady(by, moved) for by in moved),
        ),
        after=("window", "scores", "curves"),
    )
