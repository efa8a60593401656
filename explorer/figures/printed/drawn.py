"""What all panels of a pair draw from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.timewords import TimeWords
from core.tmeasures import TMeasures
from explorer.figures.printed.canvas import Canvas
from explorer.figures.printed.how import Print
from explorer.palette import printed_fills

ShadeOf = Callable[[str, int], tuple[str, str]]


@dataclass
class Drawn:
    """All that the panels of a pair draw from."""

    canvas: Canvas
    sides: tuple[Hierarchy, Hierarchy]
    result: TMeasures
    how: Print
    shade: ShadeOf = field(default_factory=printed_fills)

    @property
    def words(self) -> TimeWords:
        return self.sides[0].words

    @property
    def end(self) -> float:
        return self.sides[0].end

    @property
    def frame_size(self) -> float:
        return self.result.frame_size or DEFAULT_FRAME_SIZE

    @property
    def reach(self) -> tuple[float, float]:
        """The stretch of time that the window holds around the query."""
        query = self.how.query or 0.0
        windows = np.array([self.how.window])
        back, ahead = self.result.convention.reach_in_seconds(windows, self.frame_size)
        return max(0.0, query - float(back[0])), min(self.end, query + float(ahead[0]))
