"""Advise a window for a data set before scoring, with reasons that can be cited."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.choosing.chance import DRAWS, chance
from core.choosing.layers import layer_weights
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.measures import BY_KEY, Measure
from core.settings import DEFAULT, Settings
from core.tmeasures import score
from core.vocabulary import FloatArray
from core.windows import ADVISABLE, DEFAULT_WINDOW
from core.wording import IN_SECONDS, TimeNotation, counted, listed, percent

PAPER = "McFee, Nieto and Bello 2015"

_HALF = 0.5  # minimum share of the track, and of the hierarchies
_NEARLY = 0.9  # share of the maximum over windows that suffices if no window reaches half
_ROUNDING = 1e-9
_MUCH = 0.1  # if a score varies by more from half to twice the window, both are reported


@dataclass(frozen=True)
class Reason:
    """A fact about the advised window."""

    name: str  # coverage, layers, chance, default, range or order
    holds: bool | None  # True supports the window, False contradicts it
    text: str
    source: str  # what to cite


@dataclass(frozen=True)
class Advice:
    """An advised window and the reasons."""

    window: float  # seconds; infinite is the whole track
    main: str  # may end with a warning that little of the track is scored
    reasons: tuple[Reason, ...]
    default: str = ""  # the window as text, if it is mir_eval's default and scores enough
    depends: str = ""  # a clause on the score that depends most on the window
    also: tuple[float, ...] = ()  # other windows to report, because a score depends on the window

    @property
    def sentence(self) -> str:
        """The advice and its main reason."""
        if not self.depends:
            return self.main
        if self.default:
            return f"{self.default} is mir_eval's default, but {self.depends}"
        return f"{self.main} And {self.depends}"


def advise(
    hierarchies: Sequence[Hierarchy],
    *,
    measure: str = "reduced",
    share: float = 0.05,
    settings: Settings = DEFAULT,
) -> Advice:
    """Advise a window for a data set.

    The advice is 15 s, the default of mir_eval and the paper, unless one of two criteria fails:

    1. Coverage: on average over the hierarchies, at least half of the track must be scored.
    2. Layers: in at least half of the hierarchies, every layer must decide at least `share` of the
       comparisons (see :func:`core.choosing.layer_weights`). Layers that fail at every window are
       ignored.

    If no window reaches half, nine tenths of the maximum over windows suffice. If 15 s fails, the
    advice is the nearest window, in octaves, of :data:`core.windows.ADVISABLE` that meets both
    criteria, or else the nearest with enough coverage.

    Scores play no role, because choosing a window for each pair would raise the mean score. In
    beats and other musical units, the 95th percentile of the durations of the finest segments
    replaces 15 s, following the paper (section 5.1). For a measure published without a window, such
    as L, the advice is the whole track.

    Parameters
    ----------
    hierarchies : sequence of Hierarchy
        The hierarchies of the data set, or of a pair. At least one; all start at 0.
    measure : str, the key of a measure
    share : float
        In [0, 1].
    settings : Settings
    """
    kind, times = BY_KEY[measure], hierarchies[0].notation
    if kind.needs != "labels":  # without labels, the slower L is not scored
        hierarchies = [
            Hierarchy.from_boundaries(hierarchy.boundaries, unit=hierarchy.unit)
            for hierarchy in hierarchies
        ]
    longest = max(hierarchy.end for hierarchy in hierarchies)
    windows = np.array([w for w in ADVISABLE if w < longest or w in (DEFAULT_WINDOW, math.inf)])
    coverage, layers, unseen = [], [], 0
    for hierarchy in hierarchies:
        own = score(hierarchy, hierarchy, windows, settings=settings)
        coverage.append(own.scores[measure].recall_share)
        if not kind.windowed:  # layer weights are defined for T only
            continue
        weights = layer_weights(hierarchy, windows, settings=settings).weights
        seen = weights >= share  # False for NaN
        ever = seen.any(axis=1)
        unseen += int((~ever & ~np.isnan(weights).all(axis=1)).sum())
        if ever.any():
            layers.append(np.array(seen[ever].all(axis=0), dtype=np.float64))
    aim = DEFAULT_WINDOW
    if times.musical:
        finest = [np.diff(hierarchy.boundaries[-1]) for hierarchy in hierarchies]
        aim = float(np.percentile(np.concatenate(finest), 95))
    advice = choose(
        windows, coverage, layers, kind, unseen=unseen, aim=aim, share=share, times=times
    )
    floor = chance(hierarchies, advice.window, measure, settings=settings)
    if math.isnan(floor):
        return advice
    draws = f"mean of {DRAWS} seeded draws for each hierarchy"
    return replace(advice, reasons=(*advice.reasons, chance_reason(floor, kind, draws)))


def choose(
    windows: FloatArray,
    coverage: Sequence[FloatArray],
    layers: Sequence[FloatArray],
    measure: Measure,
    *,
    unseen: int = 0,
    aim: float = DEFAULT_WINDOW,
    share: float = 0.05,
    times: TimeNotation = IN_SECONDS,
) -> Advice:
    """Choose a window by coverage and layers; see :func:`advise`."""
    scored, covers = _enough(coverage, windows)
    _, sees = _enough(layers, windows)
    supported = np.flatnonzero(covers & sees if (covers & sees).any() else covers).tolist()
    distance = np.abs(np.log2(windows / aim))
    nearest, at = int(distance.argmin()), min(supported, key=lambda index: float(distance[index]))
    if not measure.windowed:
        at = len(windows) - 1
    window = float(windows[at])
    if not scored.any():
        text = f"No window can be advised: no window contains a {measure.triplet}."
        return Advice(aim if measure.windowed else window, text, ())
    name = times.width(window)
    short = sum(float(row[at]) < _HALF for row in coverage)
    none = sum(not row.any() for row in coverage)
    blind = sum(not row[at] for row in layers)
    low, high = (percent(float(bound)) for bound in np.quantile(coverage, (0, 1), axis=0)[:, at])
    least = f"{percent(share)} of the comparisons"
    deciding = f"every layer decides at least {least}"
    default = ""
    if not measure.windowed:
        text = f"Use {name}: {measure.title} is published without a window."
    elif times.musical and at == nearest:
        text = (
            f"Use {name}, the nearest window to {times.lasting(round(aim, 2))}: 95 % of the finest "
            "segments last no longer."
        )
    elif window == aim:
        why = [deciding] if len(layers) and not blind else []
        if 2 * short < len(coverage):
            mean = " on average" if low != high else ""
            why.append(f"{percent(scored[at])} of the track is scored{mean}")
        default = name if 2 * short < len(coverage) else ""
        text = f"Use {name}, the default of mir_eval{': ' if why else ''}{', and '.join(why)}."
    elif not times.musical and windows[nearest] != aim:
        text = f"Use {name}: {aim:g} s is not among the windows."
    else:
        why, other = [], times.lasting(float(windows[nearest]))
        if not covers[nearest]:
            less, more = percent(scored[nearest]), percent(scored[at])
            why.append(f"it scores {more} of the track, {other} scores {less}")
        if sees[at] and not sees[nearest]:
            why.append(f"at {other} some layers decide less than {least}")
        of = "" if times.musical else "the default of "
        text = f"Use {name}, not {of}{other}: {', and '.join(why)}."
    if 2 * short >= len(coverage):
        symbol, of = measure.symbol("f_measure"), f"in {short} of {len(coverage)} hierarchies"
        text += (
            f" But {symbol} needs a {measure.triplet} on both sides: there is none {of}."
            if short == none
            else f" But it scores less than half of the track {of}."
        )
    spread = f" ({low} to {high})" if low != high else ""
    lacking = f" {none} of {len(coverage)} have no {measure.triplet} at any window." * bool(none)
    reasons = [
        Reason(
            "coverage",
            2 * short < len(coverage),
            f"Share of the track scored: {percent(scored[at])}{spread}.{lacking}",
            f"compare {PAPER}, Eq. 9",
        )
    ]
    if len(layers) or unseen:
        few = f"In {blind} of {len(layers)} hierarchies a layer decides less than {least}"
        aside = f" (left out: {counted(unseen, 'layer')} below that at every window)" * bool(unseen)
        weights = few if blind else deciding.capitalize()
        source = f"compare {PAPER}, sections 3.5 and 6"
        holds = (None if sees[at] else False) if blind else True
        reasons.append(Reason("layers", holds, f"{weights}{aside}.", source))
    return Advice(window, text, tuple(reasons), default)


def _enough(
    rows: Sequence[FloatArray], windows: FloatArray
) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """Average rows at each window; also return a mask of the windows that meet the criterion."""
    mean = np.mean(rows, axis=0) if len(rows) else np.ones(len(windows))
    return mean, mean >= min(_HALF, _NEARLY * float(mean.max())) - _ROUNDING


def chance_reason(floor: float, measure: Measure, how: str) -> Reason:
    """State what random boundaries score."""
    text = f"Chance: random boundaries score {measure.score('f_measure')} {floor:.2f} ({how})."
    return Reason("chance", None, text, "computed by hierscope")


def default_reason(
    window: float, settings: Settings, measure: Measure, times: TimeNotation = IN_SECONDS
) -> Reason:
    """State whether scores with these settings compare with published ones."""
    published = DEFAULT_WINDOW if measure.windowed else math.inf
    source = f"{PAPER}, section 5.1; mir_eval 0.8.2"
    if not measure.windowed:
        source = "McFee, Nieto, Farbood and Bello 2017; mir_eval 0.8.2"
    unlike = list(_unlike_published(settings))
    if times.musical:
        text = f"Scores in {times.unit} can't be compared with published scores, which use seconds."
    elif window != published:
        when = "by default" if measure.windowed else f"for {measure.title}"
        text = f"mir_eval uses {IN_SECONDS.window(published)} {when}. Report that window, too."
    elif unlike:
        here, there = zip(*unlike, strict=True)
        text = (
            f"These scores can't be compared with published scores: here {listed(here)}, while "
            f"mir_eval's defaults and the paper's tables {listed(there)}."
        )
    else:
        text = "These scores can be compared with those of mir_eval and of the paper."
        return Reason("default", True, text, source)
    return Reason("default", None, text, source)


def with_range(
    advice: Advice,
    windows: FloatArray,
    scores: Mapping[str, FloatArray],
    end: float,
    times: TimeNotation = IN_SECONDS,
) -> Advice:
    """Add how much scores vary from half to twice the window; if much, advise to report both."""
    low, high = min(advice.window, end) / 2, 2 * advice.window
    until = "the whole track" if math.isinf(high) else times.lasting(high)
    most = 0.0
    for name, values in scores.items():
        near = values[(windows >= low) & (windows <= high) & ~np.isnan(values)]
        if not len(near):
            continue
        text = (
            f"From {times.lasting(low)} to {until}, {name} is between {near.min():.2f} and "
            f"{near.max():.2f}."
        )
        source = f"computed from scores; compare {PAPER}, Figure 9"
        reason = Reason("range", None, text, source)
        advice = replace(advice, reasons=(*advice.reasons, reason))
        if np.ptp(near) > max(most, _MUCH) and math.isfinite(high):
            most = float(np.ptp(near))
            depends = f"{name} depends on it: report {times.lasting(low)} and {until}, too."
            advice = replace(advice, depends=depends, also=(low, high))
    return advice


def _unlike_published(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield each difference from published scores: the setting here, and the published one."""
    convention, frame_size = settings.convention, settings.used_frame_size
    if convention.half_window:
        yield (
            f"the window reaches {DEFAULT_WINDOW / 2:g} s to each side",
            f"reach {DEFAULT_WINDOW:g} s to each side",
        )
    if convention.mean_over_all:
        yield (
            f"a query without a triplet {convention.describe_no_triplet}",
            "leave out queries without triplets",
        )
    if frame_size != DEFAULT_FRAME_SIZE:
        if convention.frameless:
            here = "there are no frames"
        elif frame_size is None:
            here = "frames are at your times"
        else:
            here = f"frames are {frame_size:g} s long"
        yield here, f"have frames of {DEFAULT_FRAME_SIZE:g} s"
    if settings.beta != 1:
        yield f"T_F weighs recall with β = {settings.beta:g}", "weigh recall and precision equally"
