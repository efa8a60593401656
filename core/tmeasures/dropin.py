"""`tmeasure`: the function of mir_eval 0.8.2, quirks included, fast."""

from __future__ import annotations

import math
from collections.abc import Sequence

import mir_eval
import numpy as np
import numpy.typing as npt

from core.frames import Segments, to_frame
from core.hierarchy import Hierarchy
from core.tmeasures import _kernels
from core.tmeasures.api import score
from core.tmeasures.cells import Cells
from core.tmeasures.conventions import FRAMELESS

# Kept from import time: a user may put our function in its place.
_MIR_EVAL_TMEASURE = mir_eval.hierarchy.tmeasure
_MIR_EVAL_LAYERS = 254  # mir_eval keeps depths, and depths + 1, in 8 bits


def tmeasure(
    reference_intervals_hier: Sequence[npt.NDArray[np.float64]],
    estimated_intervals_hier: Sequence[npt.NDArray[np.float64]],
    transitive: bool = False,
    window: float | None = 15.0,
    frame_size: float | None = 0.1,
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
        mir_eval.hierarchy.validate_hier_intervals(reference_intervals_hier)
        mir_eval.hierarchy.validate_hier_intervals(estimated_intervals_hier)
        limit = score(
            reference_hierarchy,
            estimated_hierarchy,
            [math.inf if window is None else window],
            convention=FRAMELESS,
            beta=beta,
        )
        chosen = limit.full if transitive else limit.reduced
        return float(chosen.precision[0]), float(chosen.recall[0]), float(chosen.f_measure[0])

    if max(len(reference_intervals_hier), len(estimated_intervals_hier)) > _MIR_EVAL_LAYERS:
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
    if window is None:
        window_frames = math.inf
    else:
        if frame_size > window:
            raise ValueError(f"frame_size ({frame_size:.2f}) cannot exceed window ({window:.2f})")
        if not math.isfinite(window):
            raise ValueError(f"window ({window}) must be a number; None is the whole track")
        window_frames = float(to_frame(window, frame_size, "mir_eval"))
    mir_eval.hierarchy.validate_hier_intervals(reference_intervals_hier)
    mir_eval.hierarchy.validate_hier_intervals(estimated_intervals_hier)

    reference, n_reference = _mir_eval_frames(reference_intervals_hier, frame_size)
    estimate, n_estimate = _mir_eval_frames(estimated_intervals_hier, frame_size)
    if n_reference != n_estimate:
        raise ValueError("Estimated and reference hierarchies must have the same shape.")
    if n_reference == 0:
        return 0.0, 0.0, 0.0
    if min(window_frames, n_reference) < 2:
        raise IndexError(
            "mir_eval needs a window and a track of at least two frames; "
            "use a larger window or smaller frames."
        )
    reach = np.array([[window_frames]])
    total, counted, _ = _kernels.score_points(
        np.arange(n_reference, dtype=np.float64),
        reach,
        reach,
        1.0,
        *Cells.cut(reference, estimate, 0.0, float(n_reference)).arrays,
        False,
    )
    mean = np.divide(total, counted, out=np.zeros_like(total), where=counted > 0)[0].tolist()
    recall, precision = mean[2:] if transitive else mean[:2]
    return precision, recall, mir_eval.util.f_measure(precision, recall, beta=beta)


def _mir_eval_frames(
    intervals_hier: Sequence[npt.NDArray[np.float64]], frame_size: float
) -> tuple[Segments, int]:
    """Give the segments in frames, and the number of frames, as mir_eval's lca matrix has them."""
    layers = [np.asarray(layer) for layer in intervals_hier]
    if any(layer.ndim != 2 for layer in layers):
        raise TypeError("each layer must be an array of shape (n, 2)")
    times = np.concatenate([layer.ravel() for layer in layers])
    floored = [time - np.mod(time, float(frame_size)) for time in (times.max(), times.min())]
    n_frames = int((floored[0] - floored[1]) / float(frame_size))
    frames = [to_frame(layer, frame_size, "mir_eval") for layer in layers]
    for segments in frames:
        # A single layer is not validated by mir_eval, and then sliced: negative frames count from
        # the end, and a segment that ends before it starts is empty.
        segments[segments < 0] += n_frames
        np.clip(segments, 0, n_frames, out=segments)
        np.maximum(segments[:, 0], segments[:, 1], out=segments[:, 1])
    return Segments.pack(frames), n_frames
