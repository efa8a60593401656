"""`tmeasure`: the function of mir_eval 0.8.2, quirks included, fast."""

from __future__ import annotations

import math
from collections.abc import Sequence

import mir_eval
import numpy as np
import numpy.typing as npt

from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.tmeasures import _kernels
from core.tmeasures.api import score
from core.tmeasures.conventions import FRAMELESS
from core.tmeasures.mir_eval_layers import (
    MOST_LAYERS,
    check_frames,
    segments_in_frames,
    validate,
    window_in_frames,
)
from core.tmeasures.problem import Cells
from core.windows import DEFAULT_WINDOW

# Kept from import time: a user may put our function in its place.
_MIR_EVAL_TMEASURE = mir_eval.hierarchy.tmeasure


def tmeasure(
    reference_intervals_hier: Sequence[npt.NDArray[np.float64]],
    estimated_intervals_hier: Sequence[npt.NDArray[np.float64]],
    transitive: bool = False,
    window: float | None = DEFAULT_WINDOW,
    frame_size: float | None = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> tuple[float, float, float]:
    """Compute T-precision, T-recall and T-measure as mir_eval 0.8.2 does, fast.

    Parameters
    ----------
    reference_intervals_hier, estimated_intervals_hier : list of ndarray, each of shape (n, 2)
        Segments of each layer in seconds, coarsest layer first.
    transitive : bool
        True: compare all pairs of layers ("full"). False: successive layers only ("reduced").
    window : float > 0 or None
        Seconds to each side of a query; None for the whole track.
    frame_size : float > 0 or None
        Seconds. None, which mir_eval does not have, computes the limit of small frames.
    beta : float > 0
        Weight of recall in the F-measure.

    Returns
    -------
    precision, recall, f_measure : float
        In [0, 1].

    Raises
    ------
    ValueError, IndexError, OverflowError
        On the inputs on which mir_eval raises them: hierarchies that do not start at 0 or differ
        in duration, `frame_size` not positive or above `window`; windows or tracks of a single
        frame; more than 255 layers.

    Warns
    -----
    UserWarning
        Where a layer lacks a boundary of a layer above, as mir_eval does.
    """
    if frame_size is None:
        reference_hierarchy = Hierarchy.from_intervals(reference_intervals_hier)
        estimated_hierarchy = Hierarchy.from_intervals(estimated_intervals_hier)
        validate(reference_intervals_hier)
        validate(estimated_intervals_hier)
        limit = score(
            reference_hierarchy,
            estimated_hierarchy,
            [math.inf if window is None else window],
            convention=FRAMELESS,
            beta=beta,
        )
        chosen = limit.scores["full" if transitive else "reduced"]
        return float(chosen.precision[0]), float(chosen.recall[0]), float(chosen.f_measure[0])

    if max(len(reference_intervals_hier), len(estimated_intervals_hier)) > MOST_LAYERS:
        # Its 8-bit depths overflow there; even that is to be the same.
        return _MIR_EVAL_TMEASURE(  # type: ignore[no-any-return]
            reference_intervals_hier,
            estimated_intervals_hier,
            transitive=transitive,
            window=window,
            frame_size=frame_size,
            beta=beta,
        )
    if not frame_size > 0:
        raise ValueError(f"frame_size ({frame_size:.2f}) must be a positive number.")
    window_frames = window_in_frames(window, frame_size)
    validate(reference_intervals_hier)
    validate(estimated_intervals_hier)

    reference, n_reference = segments_in_frames(reference_intervals_hier, frame_size)
    estimate, n_estimate = segments_in_frames(estimated_intervals_hier, frame_size)
    n_frames = check_frames(n_reference, n_estimate, window_frames)
    if n_frames == 0:
        return 0.0, 0.0, 0.0
    reach = np.array([[window_frames]])
    total, counted, _, _ = _kernels.score_points(
        np.arange(n_frames, dtype=np.float64),
        reach,
        reach,
        1.0,
        *Cells.cut(reference, estimate, 0.0, float(n_frames)).arrays,
        False,
    )
    sums = zip(total[0].tolist(), counted[0].tolist(), strict=True)
    mean = [value / count if count else 0.0 for value, count in sums]
    recall, precision = mean[2:] if transitive else mean[:2]
    return precision, recall, mir_eval.util.f_measure(precision, recall, beta=beta)
