"""Write the methods passage on how scores were computed."""

import math
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import groupby

from core.citing import WORKS, Citation
from core.measures import Measure, own_windows
from core.settings import Settings
from core.wording import IN_SECONDS, TimeNotation, listed

_FEW = 6  # more windows are summarized as a range
_T, _MIR_EVAL = WORKS["mcfee2015hierarchical"], WORKS["raffel2014mireval"]
_LOSE = WORKS["xi2025lose"]


def cite_scores(
    settings: Settings,
    measures: Sequence[Measure],
    windows: Sequence[float],
    units: TimeNotation = IN_SECONDS,
) -> Citation:
    """Write the sentences and references that a paper needs for scores."""
    papers = dict.fromkeys(measure.paper for measure in measures if measure.paper)
    counted_by_mir_eval = (
        settings.convention.rounding == "mir_eval" and settings.used_frame_size is not None
    )
    others = [*[_MIR_EVAL.key] * counted_by_mir_eval, *[_LOSE.key] * _counts_as_1(settings)]
    keys = [*papers, *others, "hierscope"]
    sentences = [
        f"Each estimate was scored against its reference by {listed([*_named(measures)])}, "
        f"{_at(sorted(windows), units)}",
        _reach(settings, windows, units),
        _frames(settings, windows, units),
        *[
            "Reduced T-measures count a triplet only where the numbers of the deepest layers that "
            "q shares with i and with j differ by exactly one"
        ]
        * any(measure.key == "reduced" for measure in measures),
        _mean(settings),
        "F weighs recall and precision equally (β = 1)"
        if settings.beta == 1
        else f"F weighs recall with β = {settings.beta:g}",
        *_own(settings, measures, windows),
        f"Scores were computed with hierscope {version('hierscope')}, in its convention "
        f"{settings.convention.name}",
    ]
    return Citation(" ".join(f"{text}." for text in sentences), tuple(WORKS[key] for key in keys))


def _named(measures: Sequence[Measure]) -> Iterator[str]:
    """Name measures; group those with the same letter and paper."""
    for (letter, paper), group in groupby(
        measures, key=lambda measure: (measure.letter, measure.paper)
    ):
        variants = listed([measure.variant for measure in group])
        about = "; ".join(filter(None, [variants, WORKS[paper].short if paper else ""]))
        yield f"{letter}-measures" + (f" ({about})" if about else "")


def _at(windows: Sequence[float], units: TimeNotation) -> str:
    if len(windows) > _FEW:
        first, last = units.window(windows[0]), units.window(windows[-1])
        return f"at {len(windows)} windows from {first} to {last.removeprefix('w = ')}"
    finite = [units.lasting(window) for window in windows if math.isfinite(window)]
    whole = ["over the whole track"] * (len(finite) < len(windows))
    return " and ".join([*([f"at w = {listed(finite)}"] if finite else []), *whole])


def _reach(settings: Settings, windows: Sequence[float], units: TimeNotation) -> str:
    """State where i and j can be."""
    finite = [window for window in windows if math.isfinite(window)]
    if not finite:
        return "In a triplet (q, i, j), i and j lie anywhere in the track"
    half = settings.convention.half_window
    if len(finite) > 1:
        far = "w/2" if half else "w"
    else:
        far = units.lasting(finite[0] / 2 if half else finite[0])
    # Without frames it does not matter whether the end is included.
    close = "]" if half or settings.convention.frameless else ")"
    text = f"In a triplet (q, i, j), i and j lie in [q − {far}, q + {far}{close}"
    text += f", as in Eq. 8 of {_T.short}" if half else ""
    whole = "; over the whole track, anywhere" if len(finite) < len(windows) else ""
    return text + whole


def _frames(settings: Settings, windows: Sequence[float], units: TimeNotation) -> str:
    convention, size = settings.convention, settings.used_frame_size
    if convention.frameless:
        return "Time is not cut into frames: lengths take the place of counts"
    if size is None:
        return "Frames are at listed times, such as beats"
    text = f"Time is cut into frames of {units.lasting(size)}"
    if convention.rounding != "mir_eval":
        return f"{text}, counted exactly"
    text += f", as mir_eval 0.8.2 rounds times ({_MIR_EVAL.short})"
    finite = [window for window in windows if math.isfinite(window)]
    if len(finite) != 1:
        return text
    back = int(convention.reach(finite, size)[0][0, 0])
    side = finite[0] / 2 if convention.half_window else finite[0]
    return f"{text}: {units.lasting(side)} are {back} frames"


def _mean(settings: Settings) -> str:
    if settings.equal == "triplets":
        return "Recall and precision are shares of the triplets of all q, with equal weight"
    if settings.convention.mean_over_all:
        paper = _LOSE.short if _counts_as_1(settings) else f"Eq. 9 of {_T.short}"
        value = f"{settings.convention.no_triplet:g}"
        which = f"all q; a q without a triplet counts as {value} ({paper})"
    else:
        which = "all q with a triplet: in the reference for recall, in the estimate for precision"
    return f"Recall and precision are means over {which}"


def _counts_as_1(settings: Settings) -> bool:
    return settings.convention.no_triplet == 1 and settings.equal == "queries"


def _own(
    settings: Settings, measures: Sequence[Measure], windows: Sequence[float]
) -> Iterator[str]:
    """State for which measures the mean or the window is hierscope's own."""
    if _counts_as_1(settings) and any(measure.needs == "boundaries" for measure in measures):
        yield f"{_LOSE.short} do so for L-measures; for T-measures it is hierscope's own"
    yield from own_windows(measures, windows)
