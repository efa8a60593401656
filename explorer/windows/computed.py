"""Results that the page Windows computes once and caches; see :mod:`explorer.pair.computed`."""

from dataclasses import replace

from core.choosing import Advice, advise
from core.choosing.advice import default_reason, range_reason
from core.choosing.conventions import FrameRates, frame_rates, under_conventions
from core.choosing.estimates import Comparison, compare
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import File, grid_from
from core.measures import BY_KEY
from core.tmeasures import PAPER_TABLES, TMeasures
from core.vocabulary import Part
from explorer.messages.inspection import Setup
from explorer.messages.scape import layers_over_windows
from explorer.messages.windows import conventions_drawing, estimates_drawing, rates_drawing
from explorer.pair import computed
from explorer.session.remembered import remembered


@remembered(32, keys=computed.KEYS)
def advice_of(setup: Setup, variant: str) -> Advice:
    result, measure = computed.sweep_scores(setup), BY_KEY[variant]
    advice = advise(setup.pair, measure=variant, settings=setup.settings)
    window, end, times = advice.window, setup.reference.end, setup.reference.notation
    values, score = result.scores[variant].counted("f_measure"), measure.score("f_measure")
    around = range_reason(result.windows, values, window, end, score, times)
    default = default_reason(window, result.settings, measure, times)
    return replace(advice, reasons=(*advice.reasons, default, *filter(None, [around])))


beside_scape = remembered(32, keys=computed.KEYS)(layers_over_windows)
Estimates = tuple[tuple[str, Hierarchy], ...]


@remembered(16, keys=computed.KEYS)
def comparison(setup: Setup, estimates: Estimates) -> Comparison:
    return compare(setup.reference, estimates, setup.windows, settings=setup.settings)


@remembered(16, keys=computed.KEYS)
def estimates_chart(
    setup: Setup, estimates: Estimates, variant: str, part: Part, advised: float
) -> bytes:
    compared = comparison(setup, estimates)
    return estimates_drawing(setup.reference, compared, variant=variant, part=part, advised=advised)


@remembered(16, keys=computed.KEYS)
def conventions(setup: Setup, frames: tuple[float, ...]) -> dict[str, TMeasures]:
    """Score a pair under every convention, and on uploaded frames if there are any."""
    settings = replace(setup.settings, frames=frames or None)
    return under_conventions(*setup.pair, setup.windows, settings=settings)


@remembered(16, keys=computed.KEYS)
def conventions_chart(
    setup: Setup, frames: tuple[float, ...], variant: str, part: Part, advised: float
) -> bytes:
    results = conventions(setup, frames)
    return conventions_drawing(
        setup.reference, results, variant=variant, part=part, advised=advised
    )


@remembered(16, keys=computed.KEYS)
def _rates(setup: Setup) -> FrameRates:
    settings = setup.settings
    if settings.convention.frameless:
        settings = replace(settings, convention=PAPER_TABLES)
    return frame_rates(*setup.pair, setup.windows, settings=settings)


@remembered(16, keys=computed.KEYS)
def rates_chart(setup: Setup, variant: str, part: Part, advised: float) -> bytes:
    return rates_drawing(
        setup.reference, _rates(setup), variant=variant, part=part, advised=advised
    )


@remembered(16)
def times(name: str, data: bytes) -> tuple[tuple[float, ...], str, str]:
    """Return the frame times of a file and their source, or the problem."""
    try:
        grid = grid_from(File(name, data))
    except HierscopeError as error:
        return (), "", str(error)
    return grid.times, grid.source, ""
