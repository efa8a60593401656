"""What is known of an advised window, and how a reason is given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.choosing.durations import LayerDurations
from core.choosing.layers import LayerWeights
from core.choosing.steadiness import Around
from core.hierarchy import Hierarchy
from core.measures import BY_KEY, Measure
from core.tmeasures import TMeasures

CONDITIONS = {"segments": "segments", "queries": "counted queries", "layers": "layers"}
"""The names of the reasons that decide, and what they are about."""


@dataclass(frozen=True)
class Reason:
    """A fact about the advised window.

    Parameters
    ----------
    name : str
        ``"segments"``, ``"queries"`` and ``"layers"`` are the conditions that decide; the others
        are ``"estimate"``, where too few of its queries count, ``"default"``, ``"stable"``,
        ``"range"`` and, for two flat hierarchies, ``"flat"``.
    holds : bool
        Whether it speaks for the window.
    text : str
        A sentence or two, with computed numbers.
    source : str
        What to cite.
    warns : bool
        Whether it says that scores at this window, though it be advised, mean little by themselves.
        Such reasons stand first.
    """

    name: str
    holds: bool
    text: str
    source: str
    warns: bool = False

    @property
    def against(self) -> bool:
        """Whether it speaks against the window: a condition that is not met, or a warning."""
        return not self.holds and (self.warns or self.name in CONDITIONS)


@dataclass(frozen=True, eq=False)
class Facts:
    """What :func:`core.choosing.advise` found, for :func:`reasons` to put in words.

    Parameters
    ----------
    reference, estimate, result, variant, bound, tolerance
        As there.
    window : float
        The advised one.
    met : dict of bool
        By the names of `CONDITIONS`: whether the advised window meets it.
    failed_by_default : tuple of str or None
        The conditions that 15 s does not meet; None if 15 s was not among the windows.
    durations : LayerDurations
        Of the reference's finest layer.
    weights : LayerWeights
        Of the reference.
    most_counted : float
        The largest share of queries that any window counts in recall.
    around : Around or None
        T_F from half to double of the advised window; None where it has none there.
    """

    reference: Hierarchy
    estimate: Hierarchy
    result: TMeasures
    variant: str
    window: float
    met: dict[str, bool]
    failed_by_default: tuple[str, ...] | None
    durations: LayerDurations
    weights: LayerWeights
    bound: float
    most_counted: float
    tolerance: float
    around: Around | None

    @property
    def measure(self) -> Measure:
        """What is scored."""
        return BY_KEY[self.variant]

    @property
    def lacks_labels(self) -> str:
        """Say that the measure needs labels which the pair lacks; empty where it is scored."""
        if self.measure in self.result.measures:
            return ""
        return f"{self.measure.title} needs labels, and {self.result.lack} has none"

    @property
    def index(self) -> int:
        """Which of the result's windows is advised."""
        return int(np.searchsorted(self.result.windows, self.window))

    @property
    def counted(self) -> float:
        """The share of queries that the advised window counts in recall."""
        return float(self.result.scores[self.variant].recall_share[self.index])

    @property
    def counted_in_estimate(self) -> float:
        """The share of queries that it counts in precision."""
        return float(self.result.scores[self.variant].precision_share[self.index])

    @property
    def estimate_short(self) -> bool:
        """Whether fewer of the estimate's queries count than are asked for of the reference's."""
        return self.counted_in_estimate < self.bound
