"""What the page Windows computes once and keeps; see :mod:`explorer.pair.computed`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.choosing import (
    Advice,
    Comparison,
    FrameRates,
    LayerWeights,
    advise,
    compare,
    counted,
    default_reason,
    frame_rates,
    layer_weights,
    range_reason,
    under_conventions,
    within,
)
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import File, grid_from
from core.measures import BY_KEY
from core.tmeasures import PAPER_TABLES, Convention, TMeasures
from core.vocabulary import Part, Side
from core.windows import sweep
from explorer.messages.comparisons import (
    conventions_drawing,
    estimates_drawing,
    rates_drawing,
)
from explorer.messages.windows import windows_drawing
from explorer.pair import computed
from explorer.pair.settings import Case
from explorer.session.remembered import remembered


@remembered(32, keys=computed.KEYS)
def advice(case: Case, variant: str) -> Advice:
    """What window to choose; see :func:`core.choosing.advise`."""
    reference, estimate, convention, frame_size, *_ = case
    result, measure = computed.sweep_scores(*case), BY_KEY[variant]
    advice = advise(
        (reference, estimate), variant=variant, convention=convention, frame_size=frame_size
    )
    window, end, times = advice.window, reference.end, reference.words
    values, score = counted(result, variant, "f_measure"), measure.score("f_measure")
    around = range_reason(result.windows, values, window, end, score, times)
    default = default_reason(window, result, measure, times)
    return replace(advice, reasons=(*advice.reasons, default, *filter(None, [around])))


@remembered(64, keys=computed.KEYS)
def _weights(
    hierarchy: Hierarchy, convention: Convention, frame_size: float, extra: float
) -> LayerWeights:
    return layer_weights(
        hierarchy, sweep(hierarchy.end, extra), convention=convention, frame_size=frame_size
    )


@remembered(32, keys=computed.KEYS)
def windows_chart(case: Case, side: Side, variant: str, bound: float, advised: float) -> bytes:
    """The chart of a pair, packed, with the weights of the layers of one side."""
    reference, estimate, convention, frame_size, _, extra = case
    hierarchy = reference if side == "reference" else estimate
    return windows_drawing(
        (reference, estimate),
        computed.sweep_scores(*case),
        _weights(hierarchy, convention, frame_size, extra),
        side=side,
        variant=variant,
        bound=bound,
        advised=advised,
    )


Estimates = tuple[tuple[str, Hierarchy], ...]


@remembered(16, keys=computed.KEYS)
def comparison(case: Case, estimates: Estimates) -> Comparison:
    """Several estimates against the reference of a case; the first is the case's own."""
    if len(estimates) == 1:
        return Comparison((estimates[0][0],), (computed.sweep_scores(*case),))
    reference, _, convention, frame_size, beta, extra = case
    windows = sweep(reference.end, extra)
    return compare(
        reference, estimates, windows, convention=convention, frame_size=frame_size, beta=beta
    )


@remembered(16, keys=computed.KEYS)
def estimates_chart(
    case: Case, estimates: Estimates, variant: str, part: Part, advised: float
) -> bytes:
    """The chart of several estimates, packed."""
    found = comparison(case, estimates)
    return estimates_drawing(case[0], found, variant=variant, part=part, advised=advised)


def conventions(case: Case, frames: tuple[float, ...]) -> dict[str, TMeasures]:
    """The pair of a case under every convention, and on given frames if there are any."""
    reference, estimate, _, frame_size, beta, extra = case
    return _conventions(reference, estimate, frame_size, beta, extra, frames)


@remembered(16, keys=computed.KEYS)
def _conventions(
    reference: Hierarchy,
    estimate: Hierarchy,
    frame_size: float,
    beta: float,
    extra: float,
    frames: tuple[float, ...],
) -> dict[str, TMeasures]:
    return under_conventions(
        reference,
        estimate,
        sweep(reference.end, extra),
        frame_size=frame_size,
        beta=beta,
        frames=frames or None,
    )


@remembered(16, keys=computed.KEYS)
def conventions_chart(
    case: Case, frames: tuple[float, ...], variant: str, part: Part, advised: float
) -> bytes:
    """The chart of the conventions, packed."""
    found = conventions(case, frames)
    return conventions_drawing(case[0], found, variant=variant, part=part, advised=advised)


@remembered(16, keys=computed.KEYS)
def _rates(
    reference: Hierarchy, estimate: Hierarchy, convention: Convention, beta: float, extra: float
) -> FrameRates:
    windows = sweep(reference.end, extra)
    return frame_rates(reference, estimate, windows, convention=convention, beta=beta)


@remembered(16, keys=computed.KEYS)
def rates_chart(case: Case, variant: str, part: Part, advised: float) -> bytes:
    """The chart of the frame rates, packed."""
    reference, estimate, convention, _, beta, extra = case
    with_frames = PAPER_TABLES if convention.frameless else convention
    found = _rates(reference, estimate, with_frames, beta, extra)
    return rates_drawing(reference, found, variant=variant, part=part, advised=advised)


@remembered(16)
def times(name: str, data: bytes) -> tuple[tuple[float, ...], str, str]:
    """Frame times of a file and what they are of, or none and what is wrong; see
    :func:`core.io.grid_from`."""
    try:
        grid = grid_from(File(name, data))
    except HierscopeError as error:
        return (), "", str(error)
    return grid.times, grid.source, ""


def times_within(times: tuple[float, ...], end: float) -> tuple[float, ...]:
    """Those of the times that lie within a track; see :func:`core.choosing.within`."""
    return tuple(within(np.array(times), end).tolist())
