"""Convert seconds to frames.

The literature counts frames in three ways; a :class:`core.tmeasures.Convention` selects one.

* ``"mir_eval"``: frame ``int((t - t mod f) / f)`` in floating point, as mir_eval 0.8.2 computes it.
  Most multiples of 0.1 s land one frame early (0.3 s is frame 2), and 15 s are 149 frames.
* ``"exact"``: frame ``floor(t / f)`` without rounding errors (0.3 s is frame 3, 15 s are 150).
* frames at listed times, such as beats: a frame belongs to the segment that contains its time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from core.errors import ScoreError
from core.vocabulary import FloatArray
from core.wording import IN_SECONDS, TimeNotation

Rounding = Literal["mir_eval", "exact"]

DEFAULT_FRAME_SIZE = 0.1  # seconds: the default of mir_eval, and that of the papers

SAME_TIME = 1e-9
"""Times closer than this many seconds are the same, since sums of decimals are not exact."""

_MOST_FRAMES = 2.0**53  # float64 has no larger consecutive whole numbers
_NEAR_WHOLE = 1e-6  # a quotient this close to a whole number is that number


@dataclass(frozen=True)
class Segments:
    """The segments of all layers of a hierarchy, as positions (frame numbers or seconds)."""

    starts: FloatArray  # layer after layer, coarsest first
    ends: FloatArray
    offsets: npt.NDArray[np.int64]  # layer l (from 0) is starts[offsets[l]:offsets[l + 1]]
    labels: Sequence[Sequence[str]] = ()
    """Labels of each layer's segments; empty if no measure needs them."""

    @classmethod
    def cut(cls, stacked: npt.NDArray[Any], lengths: Sequence[int]) -> Segments:
        """Cut an array of shape (segments, 2) into layers with `lengths` segments."""
        starts, ends = np.ascontiguousarray(stacked.T, dtype=np.float64)[:2]
        return cls(starts, ends, np.array([0, *accumulate(lengths)], dtype=np.int64))

    @classmethod
    def of(
        cls,
        boundaries: Sequence[FloatArray],
        place: Callable[[FloatArray], npt.NDArray[Any]],
        labels: Sequence[Sequence[str]] = (),
    ) -> Segments:
        """Convert the boundaries of each layer, in seconds, with the rounding `place`."""
        starts_and_ends = [layer[:-1] for layer in boundaries] + [layer[1:] for layer in boundaries]
        positions = place(np.concatenate(starts_and_ends)).astype(np.float64)
        offsets = np.cumsum([0] + [len(layer) - 1 for layer in boundaries], dtype=np.int64)
        return cls(positions[: offsets[-1]], positions[offsets[-1] :], offsets, labels)


def to_frame(times: npt.ArrayLike, frame_size: float, rounding: Rounding) -> npt.NDArray[np.int64]:
    """Convert times to numbers of frames, by one of the two roundings at the top of this file.

    Parameters
    ----------
    times : array_like
        Seconds from 0, of any shape.
    frame_size : float > 0
        Seconds.
    rounding : {"mir_eval", "exact"}

    Returns
    -------
    ndarray of int
        Of the shape of `times`; at most 2**53.
    """
    seconds = np.asarray(times)
    with np.errstate(over="ignore"):  # `_MOST_FRAMES` limits the result below
        if rounding == "mir_eval":
            floored = seconds - np.mod(seconds, float(frame_size))
            frames = np.trunc(floored / float(frame_size))
        else:
            quotient = np.asarray(seconds / frame_size, dtype=np.float64)
            nearest = np.rint(quotient)
            frames = np.where(np.abs(quotient - nearest) < _NEAR_WHOLE, nearest, np.floor(quotient))
    return np.minimum(frames, _MOST_FRAMES).astype(np.int64)


def to_listed_frame(boundaries: FloatArray, times: FloatArray, end: float) -> FloatArray:
    """Return the first frame at or after each boundary; the last segment includes its end."""
    frames = np.searchsorted(times, boundaries - SAME_TIME).astype(np.float64)
    frames[boundaries >= end] = len(times)
    return frames


def check_times(
    times: npt.ArrayLike,
    end: float,
    *,
    what: str = "Frame times",
    at_least: int = 2,
    units: TimeNotation = IN_SECONDS,
) -> FloatArray:
    """Return times as an array, shape (n,); raise ScoreError unless they increase within the track.

    `what` names them in the error, and `at_least` is the least number of them.
    """
    frames = np.array(times, dtype=np.float64)
    if frames.ndim != 1 or len(frames) < at_least or not np.isfinite(frames).all():
        raise ScoreError(
            f"{what} must be a list of at least {at_least} finite times in {units.unit}."
        )
    falls = np.flatnonzero(np.diff(frames) <= 0)
    if len(falls):
        raise ScoreError(
            f"{what} must increase, but {units.at(frames[falls[0]])} is followed by "
            f"{units.at(frames[falls[0] + 1])}."
        )
    if frames[0] < 0 or frames[-1] > end:
        outside = frames[0] if frames[0] < 0 else frames[-1]
        raise ScoreError(
            f"{what} must lie within the track ({units.at(0.0)} to {units.at(end)}); "
            f"{units.at(outside)} does not."
        )
    return frames
