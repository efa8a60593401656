"""Diagnose the pairs of a corpus: causes of low scores, at some windows and in both variants."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from core.diagnosis import Cause
from core.diagnosis.diagnosing import diagnose_windows
from core.hierarchy import Pair
from core.settings import DEFAULT, Settings
from core.vocabulary import VARIANTS, FloatArray, IntArray
from core.windows import landmarks

DIAGNOSED = (0.5, 1.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0, 30.0, 60.0, math.inf)
"""Diagnosed windows, in seconds; a dozen take little longer than one."""

FINDINGS = ("other_track", "no_triplet", "by_chance", "coverage")

INSTEAD = FINDINGS[:2]

MOST = 4000
"""Limit of boundaries of both sides; larger pairs take over a second and are not diagnosed."""


def diagnosed_among(windows: Sequence[float]) -> tuple[float, ...]:
    """Return the windows of a corpus at which its pairs are diagnosed."""
    return tuple(w for w in DIAGNOSED if w in windows) or tuple(landmarks(windows))


@dataclass(frozen=True, eq=False)
class Why:
    """Causes of a pair's low T_F: m causes in s slots, one slot per variant and window."""

    sentences: tuple[str, ...] = ()
    unexplained: tuple[float, ...] = ()
    """For each slot, the loss that remains if all causes are fixed."""
    findings: tuple[str, ...] = ()
    """For each slot, the first of :data:`FINDINGS` that holds; else empty."""
    kinds: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    boundaries: tuple[int, ...] = ()
    """For each cause, fields of :class:`core.diagnosis.Cause`; `boundaries` is `touched`."""
    orders: IntArray = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    """Rank of each cause in each slot: 1 = most helpful, 0 = not a cause there."""
    gains: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    shares: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    together: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    """For each cause and slot: the gain in T_F if only it is fixed, its share among all causes, and
    T_F if it and all causes before it are fixed."""

    def ranked(self, slot: int) -> list[int]:
        """Return the numbers of the causes in a slot, the most helpful first."""
        orders = self.orders[:, slot]
        return [int(at) for at in np.argsort(orders, kind="stable") if orders[at]]

    def first_kind(self, slot: int) -> str:
        """Return the kind of the most helpful cause in a slot, or the finding that replaces it."""
        if self.findings[slot] in INSTEAD:
            return self.findings[slot]
        return next((self.kinds[at] for at in self.ranked(slot)), "")

    def first_text(self, slot: int) -> str:
        """Return the text of the most helpful cause in a slot, or the sentence that replaces it."""
        if self.findings[slot] in INSTEAD:
            return self.sentences[slot]
        return next((self.texts[at] for at in self.ranked(slot)), "")


NONE = Why()


def why(pair: Pair, windows: Sequence[float], settings: Settings = DEFAULT) -> Why:
    """Diagnose a pair at some windows, for both T-measures; pairs that are too large say so."""
    if not windows:
        return NONE
    slots = len(VARIANTS) * len(windows)
    count = sum(len(layer.boundaries) for side in pair for layer in side.layers)
    if count > MOST:
        sentence = f"Not diagnosed: {count:,} boundaries in all layers, more than {MOST:,}."
        none = np.zeros((0, slots), np.int64)
        return Why((sentence,) * slots, (1.0,) * slots, ("",) * slots, orders=none)
    diagnoses = [*chain.from_iterable(diagnose_windows(*pair, windows, settings=settings))]
    # The kind of a cause is the same in all slots, its gain is not.
    causes: dict[tuple[str, str], Cause] = {}
    numbers: dict[tuple[str, str], FloatArray] = {}
    for slot, diagnosis in enumerate(diagnoses):
        for order, cause in enumerate(diagnosis.causes, 1):
            key = cause.kind, cause.side
            causes.setdefault(key, cause)
            gain, together = cause.gain.f_measure or 0.0, cause.together.f_measure or 0.0
            numbers.setdefault(key, np.zeros((4, slots)))
            numbers[key][:, slot] = order, gain, cause.share, together
    worth = np.array([*numbers.values()]).reshape(-1, 4, slots)
    return Why(
        tuple(diagnosis.sentence for diagnosis in diagnoses),
        tuple(diagnosis.unexplained for diagnosis in diagnoses),
        tuple(explained.findings[0].kind if explained.findings else "" for explained in diagnoses),
        tuple(cause.kind for cause in causes.values()),
        tuple(cause.side for cause in causes.values()),
        tuple(cause.text for cause in causes.values()),
        tuple(cause.touched for cause in causes.values()),
        worth[:, 0].astype(np.int64),
        *(worth[:, at] for at in range(1, 4)),
    )
