"""Lists of intervals as mir_eval 0.8.2 takes them: validated as there, and in its frames."""

from __future__ import annotations

import math
from collections.abc import Sequence

import mir_eval
import numpy as np
import numpy.typing as npt

from core.frames import Segments, to_frame
from core.nesting import NEST_DECIMALS

MOST_LAYERS = 254
"""mir_eval keeps depths, and depths + 1, in 8 bits."""

LONGEST = 1e9
"""Seconds; rounding times of any size may overflow."""


def validate(intervals_hier: Sequence[npt.NDArray[np.float64]]) -> None:
    """Raise and warn as mir_eval's validation does, which takes longer than the scores.

    It is asked wherever it might have something to say.
    """
    if not _is_clean(intervals_hier):
        mir_eval.hierarchy.validate_hier_intervals(intervals_hier)


def _is_clean(intervals_hier: Sequence[npt.NDArray[np.float64]]) -> bool:
    """Whether mir_eval's validation surely finds nothing: every layer is a nested partition.

    mir_eval also passes gaps, overlaps, and starts and ends that are off by little; not in here.
    """
    if not is_listed(intervals_hier):
        return False
    stacked = np.concatenate(intervals_hier)
    starts, ends = stacked[:, 0], stacked[:, 1]
    end = ends[-1]
    if not ((starts < ends).all() and end < LONGEST):  # NaN, too
        return False
    if any(layer[0, 0] != 0 or layer[-1, 1] != end for layer in intervals_hier):
        return False
    # Within a layer each segment starts where the one before it ends; no other layer does.
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
    """Whether there are layers, each an array of float64 of shape (n, 2), with n at least 1."""
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
    """Give how many frames a window reaches to each side; infinity for the whole track."""
    if window is None:
        return math.inf
    if frame_size > window:
        raise ValueError(f"frame_size ({frame_size:.2f}) cannot exceed window ({window:.2f})")
    if not math.isfinite(window):
        raise ValueError(f"window ({window}) must be a number; None is the whole track")
    return float(to_frame(window, frame_size, "mir_eval"))


def check_frames(n_reference: int, n_estimate: int, reach: float) -> int:
    """Give the number of frames of a pair, where mir_eval scores it."""
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
    """Give the segments in frames, and the number of frames, as mir_eval's lca matrix has them."""
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
        # Each layer in its own precision.
        frames = np.concatenate([to_frame(layer, frame_size, "mir_eval") for layer in layers])
    # A single layer is not validated by mir_eval, and then sliced: negative frames count from
    # the end, and a segment that ends before it starts is empty.
    if not earliest >= 0:
        frames[frames < 0] += n_frames
    np.minimum(frames, n_frames, out=frames)
    np.maximum(frames, 0, out=frames)
    np.maximum(frames[:, 0], frames[:, 1], out=frames[:, 1])
    return Segments.cut(frames, [len(layer) for layer in layers]), n_frames
