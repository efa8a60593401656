"""A pair cut at every boundary, which the kernels score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.frames import Segments
from core.tmeasures import _kernels
from core.vocabulary import FloatArray


@dataclass(frozen=True)
class Cells:
    """The cells of a pair, and how far q's segments reach there; see :func:`_kernels.extents`."""

    edges: FloatArray
    ref_left: FloatArray
    ref_right: FloatArray
    est_left: FloatArray
    est_right: FloatArray
    sides: tuple[Segments, Segments]

    @classmethod
    def cut(cls, reference: Segments, estimate: Segments, low: float, high: float) -> Cells:
        sides = (reference, estimate)
        edges = np.unique(
            np.concatenate([[low, high]] + [s.starts for s in sides] + [s.ends for s in sides])
        )
        spans = [_kernels.extents(s.starts, s.ends, s.offsets, edges) for s in sides]
        gaps = ~(spans[0][2] & spans[1][2])
        if (gaps & (np.diff(edges) > 1)).any():
            # Only mir_eval's interval lists can leave frames uncovered; each such frame is alone.
            starts, ends = edges[:-1][gaps].tolist(), edges[1:][gaps].tolist()
            alone = [np.arange(low, high) for low, high in zip(starts, ends, strict=True)]
            edges = np.unique(np.concatenate([edges, *alone]))
            spans = [_kernels.extents(s.starts, s.ends, s.offsets, edges) for s in sides]
        (ref_left, ref_right, _), (est_left, est_right, _) = spans
        return cls(edges, ref_left, ref_right, est_left, est_right, sides)

    @property
    def arrays(self) -> tuple[FloatArray, ...]:
        return self.edges, self.ref_left, self.ref_right, self.est_left, self.est_right
