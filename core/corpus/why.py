"""Why scores of a corpus are low: the causes of each pair, at some windows and in both variants."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.diagnosis import Diagnosis, Kind
from core.diagnosis.api import diagnose_variants
from core.hierarchy import Hierarchy
from core.tmeasures import Convention
from core.vocabulary import VARIANTS, IntArray, Side
from core.windows import landmarks

DIAGNOSED = (0.5, 1.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0, 30.0, 60.0, math.inf)
"""Windows at which pairs are diagnosed, in seconds: a dozen take little longer than one."""

FINDINGS = ("other_track", "no_triplet", "coverage", "by_chance")
"""What may be true of a pair as a whole; see :class:`core.diagnosis.Finding`."""

INSTEAD = FINDINGS[:2]
"""Those that are said in place of any cause."""

MOST = 4000
"""Boundaries of both sides, each counted in every layer that has it: a pair of so many takes a
second, and the time grows with their square. Pairs with more are scored, but not diagnosed."""

F32Array = npt.NDArray[np.float32]
TextArray = npt.NDArray[np.object_]
_TYPES = {
    **dict.fromkeys(("sentences", "findings", "kind", "side", "text"), np.object_),
    **dict.fromkeys(("boundaries", "orders"), np.int64),
    **dict.fromkeys(("unexplained", "gains", "shares", "together"), np.float32),
}


def diagnosed_among(windows: Sequence[float]) -> tuple[float, ...]:
    """Give the windows of a corpus at which its pairs are diagnosed."""
    return tuple(w for w in DIAGNOSED if w in windows) or tuple(landmarks(windows))


@dataclass(frozen=True)
class Named:
    """A cause of a pair: what it is, and what it is worth in each slot of a :class:`Why`."""

    kind: Kind
    side: Side
    """See :class:`core.diagnosis.Cause`."""
    text: str
    boundaries: int
    """How many mending it touches."""
    orders: tuple[int, ...]
    """Its place among the causes, 1 = most helpful; 0 in slots in which it is none."""
    gains: tuple[float, ...]
    shares: tuple[float, ...]
    together: tuple[float, ...]
    """Of T_F: what mending it alone adds, what it is worth among the others, and the score with it
    and all causes before it mended. 0 where it is none."""


@dataclass(frozen=True)
class Why:
    """Why the T_F of a pair is low: a slot a variant and window, windows running faster."""

    sentences: tuple[str, ...] = ()
    unexplained: tuple[float, ...] = ()
    """What is still lost when all causes are mended."""
    findings: tuple[str, ...] = ()
    """The first of :data:`FINDINGS` that holds; empty for none."""
    causes: tuple[Named, ...] = ()


NONE = Why()
"""Of a pair that is not diagnosed."""


def why(
    given: tuple[Hierarchy, Hierarchy],
    windows: Sequence[float],
    convention: Convention,
    frame_size: float,
    beta: float,
) -> Why:
    """Diagnose a pair."""
    if not windows:
        return NONE
    count = sum(len(layer.boundaries) for side in given for layer in side.layers)
    if count > MOST:
        said = f"Not diagnosed: {count:,} boundaries in all layers, more than {MOST:,}."
        every = len(VARIANTS) * len(windows)
        return Why((said,) * every, (1.0,) * every, ("",) * every)
    slots = [
        found
        for variant in diagnose_variants(
            *given, windows, convention=convention, frame_size=frame_size, beta=beta
        )
        for found in variant
    ]
    return Why(
        tuple(found.sentence for found in slots),
        tuple(found.unexplained for found in slots),
        tuple(found.findings[0].kind if found.findings else "" for found in slots),
        tuple(_named(slots)),
    )


def _named(slots: Sequence[Diagnosis]) -> Iterator[Named]:
    """Gather what is said of a cause in all slots; what it is does not depend on them."""
    found: dict[tuple[Kind, Side], Named] = {}
    numbers: dict[tuple[Kind, Side], npt.NDArray[np.float64]] = {}
    for slot, diagnosis in enumerate(slots):
        for order, cause in enumerate(diagnosis.causes, 1):
            key = cause.kind, cause.side
            if key not in found:
                found[key] = Named(*key, cause.text, cause.touched, (), (), (), ())
                numbers[key] = np.zeros((4, len(slots)))
            gain, together = cause.gain.f_measure or 0.0, cause.together.f_measure or 0.0
            numbers[key][:, slot] = order, gain, cause.share, together
    for key, named in found.items():
        orders, gains, shares, mended = map(tuple, numbers[key].tolist())
        yield replace(
            named,
            orders=tuple(map(int, orders)),
            gains=gains,
            shares=shares,
            together=mended,
        )


@dataclass(frozen=True, eq=False)
class Causes:
    """Why the T_F of each pair of a corpus is low; n pairs, m causes of all of them, s slots."""

    sentences: TextArray
    unexplained: F32Array
    findings: TextArray
    """See :class:`Why`; shape (n, s)."""
    counts: IntArray
    """How many of the causes are of each pair: they come in its order."""
    kinds: TextArray
    sides: TextArray
    texts: TextArray
    boundaries: IntArray
    """See :class:`Named`; shape (m,)."""
    orders: IntArray
    gains: F32Array
    shares: F32Array
    together: F32Array
    """See :class:`Named`; shape (m, s)."""

    @classmethod
    def of(cls, rows: Sequence[Why], slots: int) -> Causes:
        """Put those of pairs together."""
        every = [cause for row in rows for cause in row.causes]

        def gathered(name: str, of: Sequence[object], *shape: int) -> npt.NDArray[Any]:
            values = [getattr(one, name) for one in of]
            return np.array(values, _TYPES[name]).reshape(len(of), *shape)

        return cls(
            gathered("sentences", rows, slots),
            gathered("unexplained", rows, slots),
            gathered("findings", rows, slots),
            np.array([len(row.causes) for row in rows], np.int64),
            gathered("kind", every),
            gathered("side", every),
            gathered("text", every),
            gathered("boundaries", every),
            gathered("orders", every, slots),
            gathered("gains", every, slots),
            gathered("shares", every, slots),
            gathered("together", every, slots),
        )

    @property
    def owners(self) -> npt.NDArray[np.int64]:
        """The number of the pair of each cause, shape (m,)."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def first(self, slot: int) -> npt.NDArray[np.int64]:
        """Give the number of each pair's most helpful cause in a slot; -1 where it has none."""
        found = np.full(len(self.counts), -1, np.int64)
        leading = np.flatnonzero(self.orders[:, slot] == 1)
        found[self.owners[leading]] = leading
        return found

    def first_kinds(self, slot: int) -> tuple[str, ...]:
        """Give the kind of each pair's most helpful cause in a slot; empty where it has none.

        What is said instead of any cause (:data:`INSTEAD`) is given in its place.
        """
        return tuple(
            row[slot] if row[slot] in INSTEAD else self.kinds[at] if at >= 0 else ""
            for row, at in zip(self.findings, self.first(slot).tolist(), strict=True)
        )

    @classmethod
    def joined(cls, parts: Sequence[Causes], slots: int) -> Causes:
        """Put those of several parts of a corpus together; each pair has so many slots."""
        parts = [cls.of((), slots), *parts]
        columns = ([getattr(part, each.name) for part in parts] for each in fields(cls))
        return cls(*map(np.concatenate, columns))

    def take(self, rows: npt.NDArray[np.intp]) -> Causes:
        """Give those of some pairs, by number."""
        starts = np.cumsum(self.counts) - self.counts
        counts = self.counts[rows]
        before = np.cumsum(counts) - counts
        kept = np.repeat(starts[rows] - before, counts) + np.arange(counts.sum())
        at = dict.fromkeys(("sentences", "unexplained", "findings", "counts"), rows)
        return Causes(*(getattr(self, each.name)[at.get(each.name, kept)] for each in fields(self)))
