"""The drawings of a room for the browser: rows, density, peaks, agreement at several windows."""

import math
from collections.abc import Sequence

import numpy as np

from core.agreement.consensus import Density, consensus, medoid
from core.agreement.matrix import agreement
from core.agreement.results import KINDS
from core.hierarchy import Hierarchy
from core.measures import MEASURES
from core.settings import Settings
from core.showing import none_for_nan
from core.vocabulary import PARTS
from core.windows import finite, whole_from
from explorer.messages.pack import pack

WINDOWS = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0, 30.0, 60.0)  # and the whole track
MOST_PEAKS = 8  # that are named
CONSENSUS = "Consensus"


def room_drawings(
    drawings: Sequence[Hierarchy],
    published: Sequence[Hierarchy],
    variant: str,
    tolerance: float,
    settings: Settings,
) -> bytes:
    end = drawings[0].end
    windows = [*(window for window in WINDOWS if window < end), math.inf]
    agreed = consensus(drawings, tolerance, CONSENSUS)
    scored = agreement(
        [(drawing.name, drawing) for drawing in drawings],
        windows,
        estimates=[(side.name, side) for side in (agreed, *published)],
        settings=settings,
        most=len(drawings),
    )
    measure = [measure.key for measure in MEASURES].index(variant)
    f = scored.values[measure, :, :, :-1, PARTS.index("f_measure")]
    mutual = f[:, :, : len(drawings)]
    levels = scored.levels[measure, :, :, PARTS.index("f_measure")]
    people = [np.unique(np.concatenate([b[1:-1] for b in each.boundaries])) for each in drawings]
    density = Density(people, end, tolerance)
    counts = density.counts
    peaks = sorted(density.peaks(2), key=lambda peak: -peak.people)[:MOST_PEAKS]
    others = list(KINDS)
    return pack(
        {
            "names": [*scored.names, *scored.estimates],
            "people": len(drawings),
            "end": end,
            "rows": [
                [layer.tolist() for layer in side.boundaries]
                for side in (*drawings, agreed, *published)
            ],
            "windows": [finite(window) for window in windows],
            "most": whole_from(end),
            "medoids": [medoid(matrix) for matrix in mutual],
            "means": none_for_nan(levels[:, others.index("others")]),
            "floors": none_for_nan(levels[:, others.index("floor")]),
            "peaks": [[round(peak.time, 2), peak.people] for peak in peaks],
        },
        times=density.times.astype(np.float32),
        counts=counts.astype(np.float32),
        scores=np.nan_to_num(f, nan=-1).astype(np.float32),
    )
