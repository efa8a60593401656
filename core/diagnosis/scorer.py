"""Score a pair after many different repairs, with the setup done once."""

from dataclasses import dataclass

from core.diagnosis.matching import Sides
from core.frames import Segments
from core.measures import BY_KEY
from core.settings import Settings
from core.tmeasures.problem import Cells, Problem
from core.tmeasures.scoring import score_many
from core.vocabulary import VARIANTS, FloatArray

_VARIANTS = [BY_KEY[variant] for variant in VARIANTS]


@dataclass(frozen=True, eq=False)
class Scorer:
    """Scores pairs with the span, windows and settings of one problem."""

    problem: Problem
    settings: Settings

    def values(self, sides: Sides) -> tuple[FloatArray, FloatArray]:
        """Score a pair in both variants, which takes no longer than in one."""
        reference, estimate = (
            Segments.of(form.rows, self.problem.place) for form in (sides.reference, sides.estimate)
        )
        cells = Cells.cut(reference, estimate, 0.0, self.problem.size)
        values, counts = score_many(self.problem, [cells], self.settings, _VARIANTS)
        return values[0].swapaxes(0, 1), (counts[0] / self.problem.size).swapaxes(0, 1)
