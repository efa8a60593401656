"""Show how much a score depends on the convention and on the frame rate."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.hierarchy import Hierarchy
from core.settings import DEFAULT, TABLES, Settings
from core.tmeasures import CONVENTIONS, FRAMELESS, MIR_EVAL, score
from core.tmeasures.results import TMeasures
from core.vocabulary import FloatArray, Part, freeze

GIVEN_FRAMES = "given frames"
"""The key for scores at the user's frame times; other keys are conventions' names."""

_RATES = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0)  # frames a second


def under_conventions(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike,
    *,
    settings: Settings = DEFAULT,
) -> dict[str, TMeasures]:
    """Score a pair under each convention, and at the frame times of `settings` if it has any."""
    ways = {
        name: replace(settings, convention=convention, frames=None)
        for name, convention in CONVENTIONS.items()
    }
    if settings.frames is not None:
        ways[GIVEN_FRAMES] = replace(settings, convention=MIR_EVAL)
    return {name: score(reference, estimate, windows, settings=way) for name, way in ways.items()}


@dataclass(frozen=True, eq=False)
class FrameRates:
    """Scores of a pair at several frame rates, and without frames."""

    windows: FloatArray
    rates: FloatArray  # frames per second
    results: tuple[TMeasures, ...]
    frameless: TMeasures  # the limit of small frames, with the same window and mean

    def difference(self, measure: str, part: Part) -> FloatArray:
        """Return the score at each rate minus the limit, shape (rates, windows); NaN if missing."""
        limit = self.frameless.scores[measure].part(part)
        rows = [result.scores[measure].part(part) - limit for result in self.results]
        return freeze(np.array(rows))


def frame_rates(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike,
    *,
    settings: Settings = TABLES,
) -> FrameRates:
    """Score a pair at several frame rates, and in the limit of small frames."""
    results = tuple(
        score(reference, estimate, windows, settings=replace(settings, frame_size=1 / rate))
        for rate in _RATES
    )
    limit = replace(settings.convention, name=FRAMELESS.name, rounding=None)
    frameless = score(reference, estimate, windows, settings=replace(settings, convention=limit))
    return FrameRates(frameless.windows, freeze(np.array(_RATES)), results, frameless)
