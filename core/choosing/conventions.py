"""Show how much a score depends on the convention and on the frame rate."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.tmeasures import CONVENTIONS, FRAMELESS, MIR_EVAL, PAPER_TABLES, Convention, score
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
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
    frames: npt.ArrayLike | None = None,
) -> dict[str, TMeasures]:
    """Score a pair under each convention, and at the user's frame times if there are any."""
    score_pair = partial(score, reference, estimate, windows, beta=beta)
    results = {
        name: score_pair(convention=convention, frame_size=frame_size)
        for name, convention in CONVENTIONS.items()
    }
    if frames is not None:
        results[GIVEN_FRAMES] = score_pair(convention=MIR_EVAL, frames=frames)
    return results


@dataclass(frozen=True, eq=False)
class FrameRates:
    """Scores of a pair at several frame rates, and without frames."""

    windows: FloatArray
    rates: FloatArray  # frames per second
    results: tuple[TMeasures, ...]
    frameless: TMeasures  # the limit of small frames, with the same window and mean

    def difference(self, measure: str, part: Part) -> FloatArray:
        """Return the score at each rate minus the limit, shape (rates, windows); NaN if missing."""
        limit = self.frameless.scores[measure].counted(part)
        rows = [result.scores[measure].counted(part) - limit for result in self.results]
        return freeze(np.array(rows))


def frame_rates(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike,
    *,
    convention: Convention = PAPER_TABLES,
    beta: float = 1.0,
) -> FrameRates:
    """Score a pair at several frame rates, and in the limit of small frames."""
    results = tuple(
        score(reference, estimate, windows, convention=convention, frame_size=1 / rate, beta=beta)
        for rate in _RATES
    )
    limit = replace(convention, name=FRAMELESS.name, rounding=None)
    frameless = score(reference, estimate, windows, convention=limit, beta=beta)
    return FrameRates(frameless.windows, freeze(np.array(_RATES)), results, frameless)
