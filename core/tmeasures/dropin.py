"""`tmeasure`: a fast replacement for mir_eval 0.8.2's function, quirks included."""

import math
from collections.abc import Sequence

import mir_eval
import numpy as np
import numpy.typing as npt

from core.frames import DEFAULT_FRAME_SIZE, Segments, to_frame
from core.hierarchy import NEST_DECIMALS
from core.tmeasures import _kernels
from core.tmeasures.problem import Cells
from core.vocabulary import FloatArray
from core.windows import DEFAULT_WINDOW

# Saved at import, because a user may replace it by our function.
_MIR_EVAL_TMEASURE = mir_eval.hierarchy.tmeasure


def tmeasure(
    reference_intervals_hier: Sequence[npt.NDArray[np.float64]],
    estimated_intervals_hier: Sequence[npt.NDArray[np.float64]],
    transitive: bool = False,
    window: float | None = DEFAULT_WINDOW,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> tuple[float, float, float]:
    """Compute T-precision, T-recall and T-measure like mir_eval 0.8.2, but faster.

    Parameters
    ----------
    reference_intervals_hier, estimated_intervals_hier : list of ndarray, each of shape (n, 2)
        Segments of each layer in seconds, coarsest layer first.
    transitive : bool
        True: compare all pairs of layers ("full"). False: successive layers only ("reduced").
    window : float > 0 or None
        Seconds to each side of a query; None for the whole track.
    frame_size : float > 0
        Seconds.
    beta : float > 0
        Weight of recall in the F-measure.

    Returns
    -------
    precision, recall, f_measure : float
        In [0, 1].

    Raises
    ------
    ValueError, IndexError, OverflowError
        For the same inputs as in mir_eval: hierarchies that do not start at 0 or differ in
        duration, `frame_size` not positive or above `window`, windows or tracks of a single frame,
        more than 255 layers.

    Warns
    -----
    UserWarning
        If a layer lacks a boundary of a layer above, like mir_eval.
    """
    if max(len(reference_intervals_hier), len(estimated_intervals_hier)) > MOST_LAYERS:
        # mir_eval's 8-bit depths overflow here; results must be the same even then.
        return _MIR_EVAL_TMEASURE(
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
    columns = slice(2, 4) if transitive else slice(0, 2)
    return scores_of(total[0, columns], counted[0, columns], beta)


def scores_of(total: FloatArray, counted: FloatArray, beta: float) -> tuple[float, float, float]:
    """Return precision, recall and F from sums over queries; 0 if no query counts."""
    sums = zip(total.tolist(), counted.tolist(), strict=True)
    recall, precision = (value / count if count else 0.0 for value, count in sums)
    return precision, recall, mir_eval.util.f_measure(precision, recall, beta=beta)


MOST_LAYERS = 254  # mir_eval stores depths and depths + 1 in 8 bits
LONGEST = 1e9  # seconds; rounding larger times could overflow


def validate(intervals_hier: Sequence[npt.NDArray[np.float64]]) -> None:
    """Raise and warn like mir_eval; its slow validation runs only if layers may be invalid."""
    if not _is_clean(intervals_hier):
        mir_eval.hierarchy.validate_hier_intervals(intervals_hier)


def _is_clean(intervals_hier: Sequence[npt.NDArray[np.float64]]) -> bool:
    """Whether every layer is an exact nested partition, so that mir_eval's validation passes."""
    if not is_listed(intervals_hier):
        return False
    stacked = np.concatenate(intervals_hier)
    starts, ends = stacked[:, 0], stacked[:, 1]
    end = ends[-1]
    if not ((starts < ends).all() and end < LONGEST):  # true for NaN, too
        return False
    if any(layer[0, 0] != 0 or layer[-1, 1] != end for layer in intervals_hier):
        return False
    # A start that differs from the previous end is allowed only between layers.
    if np.count_nonzero(starts[1:] != ends[:-1]) != len(intervals_hier) - 1:
        return False
    rounded = np.round(starts, NEST_DECIMALS).tolist()
    above: set[float] = set()
    first = 0
    for layer in intervals_hier:
        here = set(rounded[first : first + len(layer)])
        if not above <= here:
            return False
        above = here
        first += len(layer)
    return True


def is_listed(intervals_hier: Sequence[npt.NDArray[np.float64]]) -> bool:
    """Whether there are layers, all float64 arrays of shape (n, 2) with n of at least 1."""
    return (
        type(intervals_hier) in (list, tuple)
        and bool(intervals_hier)
        and all(
            type(layer) is np.ndarray
            and layer.dtype == np.float64
            and layer.ndim == 2
            and layer.shape[1] == 2
            and len(layer) > 0
            for layer in intervals_hier
        )
    )


def window_in_frames(window: float | None, frame_size: float) -> float:
    """Return the number of frames from a query to each end of a window, or infinity."""
    if window is None:
        return math.inf
    if frame_size > window:
        raise ValueError(f"frame_size ({frame_size:.2f}) cannot exceed window ({window:.2f})")
    if not math.isfinite(window):
        raise ValueError(f"window ({window}) must be a number; None is the whole track")
    return float(to_frame(window, frame_size, "mir_eval"))


def check_frames(n_reference: int, n_estimate: int, reach: float) -> int:
    """Return the number of frames of a pair; raise an error if mir_eval can't score it."""
    if n_reference != n_estimate:
        raise ValueError("Estimated and reference hierarchies must have the same shape.")
    if n_reference and min(reach, n_reference) < 2:
        raise IndexError(
            "mir_eval needs a window and a track of at least two frames; "
            "use a larger window or smaller frames."
        )
    return n_reference


def segments_in_frames(
    intervals_hier: Sequence[npt.NDArray[np.float64]], frame_size: float
) -> tuple[Segments, int]:
    """Return the segments in frames, and the number of frames, as in mir_eval's lca matrix."""
    layers = [np.asarray(layer) for layer in intervals_hier]
    if any(layer.ndim != 2 and layer.size for layer in layers):
        raise TypeError("each layer must be an array of shape (n, 2)")
    times = np.concatenate(layers)
    latest, earliest = times.max(), times.min()
    floored = [time - np.mod(time, float(frame_size)) for time in (latest, earliest)]
    n_frames = int((floored[0] - floored[1]) / float(frame_size))
    if all(layer.dtype == times.dtype for layer in layers):
        frames = to_frame(times, frame_size, "mir_eval")
    else:
        # Keeps the precision of each layer.
        frames = np.concatenate([to_frame(layer, frame_size, "mir_eval") for layer in layers])
    # mir_eval does not validate a single layer, and slices arrays: negative frames count from
    # the end, and a segment that ends before it starts is empty.
    if not earliest >= 0:
        frames[frames < 0] += n_frames
    np.minimum(frames, n_frames, out=frames)
    np.maximum(frames, 0, out=frames)
    np.maximum(frames[:, 0], frames[:, 1], out=frames[:, 1])
    return Segments.cut(frames, [len(layer) for layer in layers]), n_frames
