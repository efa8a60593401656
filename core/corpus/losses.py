"""Split the mean loss of each method by causes."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.corpus.results import Results
from core.corpus.summary import nearest_window
from core.vocabulary import VARIANTS, FloatArray, freeze

GROUP_OF: dict[str, str] = {
    "shifted": "moved",
    "missing": "missing",
    "spurious": "extra",
    "wrong_layer": "wrong layer",
    "layer_missing": "layers",
    "layer_superfluous": "layers",
    "layers_reversed": "layers",
    "level_mismatch": "layers",
    "offset": "offset or stretch",
    "scale": "offset or stretch",
    "swallowed": "undivided",
    "not_nested": "not nested",
    "grid": "regular grid",
}

UNEXPLAINED = "unexplained"
GROUPS = (*dict.fromkeys(GROUP_OF.values()), UNEXPLAINED)


@dataclass(frozen=True, eq=False)
class Losses:
    """The mean loss of each method, split by causes."""

    methods: tuple[str, ...]
    windows: FloatArray
    count: npt.NDArray[np.int64]  # number of tracks with a T_F; other tracks are left out
    parts: FloatArray
    """Mean parts of the loss 1 − T_F, by :data:`GROUPS` on the last axis; NaN without a T_F."""

    @property
    def total(self) -> FloatArray:
        """The mean loss, shape (methods, variants, w)."""
        return self.parts.sum(axis=-1)


def diagnosed_at(results: Results, variant: str, window: float) -> tuple[float, int] | None:
    """Return the nearest window at which pairs were diagnosed, and its slot."""
    diagnosed = results.job.diagnosed
    if not diagnosed:
        return None
    at = nearest_window(np.array(diagnosed), window)
    slot = list[str](VARIANTS).index(variant) if variant in VARIANTS else 0
    return diagnosed[at], slot * len(diagnosed) + at


def losses(results: Results) -> Losses:
    """Split the loss 1 - T_F of each method by the causes' positive shares, at every window."""
    diagnosed, scored = results.job.diagnosed, results.windows.tolist()
    kept = [at for at, window in enumerate(diagnosed) if window in scored]
    windows = [diagnosed[at] for at in kept]
    members = results.rows_by_method
    shape = len(members), len(VARIANTS), len(kept)
    count, parts = np.zeros(shape, np.int64), np.full((*shape, len(GROUPS)), np.nan)
    worth = np.zeros((len(results), len(VARIANTS) * len(diagnosed), len(GROUPS)))
    for row, why in enumerate(results.why):
        for kind, shares in zip(why.kinds, why.shares, strict=True):
            worth[row, :, GROUPS.index(GROUP_OF[kind])] += np.maximum(shares, 0)
    for number, variant in enumerate(VARIANTS):
        scores = results.score(variant, "f_measure")
        for place, at in enumerate(kept):
            slot = number * len(diagnosed) + at
            lost = 1 - scores[:, scored.index(windows[place])]
            shares = worth[:, slot].sum(axis=1)
            left = np.clip([why.unexplained[slot] for why in results.why], 0, lost)
            other = np.array([why.findings[slot] == "other_track" for why in results.why], bool)
            left = np.where((shares > 0) & ~other, left, lost)
            scale = np.divide(lost - left, shares, out=np.zeros(len(results)), where=shares > 0)
            explained = worth[:, slot] * scale[:, None]
            explained[:, GROUPS.index(UNEXPLAINED)] = left
            for method, rows in enumerate(members.values()):
                own = rows[~np.isnan(lost[rows])]
                count[method, number, place] = len(own)
                if len(own):
                    parts[method, number, place] = explained[own].mean(axis=0)
    return Losses(tuple(members), freeze(np.array(windows)), count, freeze(parts))
