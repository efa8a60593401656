"""Prepare a pair and its windows for the kernels: check them, and convert to frames or seconds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import ScoreError
from core.frames import SAME_TIME, Segments, check_times, to_frame, to_listed_frame
from core.hierarchy import Hierarchy, Pair
from core.settings import Settings
from core.tmeasures import _kernels
from core.vocabulary import SIDES, FloatArray

MAX_FRAMES = 1_000_000
"""Limit of frames, a day at 10 Hz; longer times are hardly in seconds."""


MAX_BETA = 1e100  # its square is finite


@dataclass(frozen=True)
class Cells:
    """The cells of a pair, and the extents of q's segments; see :func:`_kernels.extents`."""

    edges: FloatArray
    ref_left: FloatArray
    ref_right: FloatArray
    est_left: FloatArray
    est_right: FloatArray
    sides: tuple[Segments, Segments]

    @classmethod
    def cut(cls, reference: Segments, estimate: Segments, low: float, high: float) -> Cells:
        """Cut the track from `low` to `high` at all boundaries of both sides."""
        sides = (reference, estimate)
        edges = np.unique(
            np.concatenate([[low, high]] + [s.starts for s in sides] + [s.ends for s in sides])
        )
        spans = [_kernels.extents(s.starts, s.ends, s.offsets, edges) for s in sides]
        gaps = ~(spans[0][2] & spans[1][2])
        if (gaps & (np.diff(edges) > 1)).any():
            # Only mir_eval's interval lists can leave frames uncovered; each such frame is a cell.
            starts, ends = edges[:-1][gaps].tolist(), edges[1:][gaps].tolist()
            alone = [np.arange(low, high) for low, high in zip(starts, ends, strict=True)]
            edges = np.unique(np.concatenate([edges, *alone]))
            spans = [_kernels.extents(s.starts, s.ends, s.offsets, edges) for s in sides]
        (ref_left, ref_right, _), (est_left, est_right, _) = spans
        return cls(edges, ref_left, ref_right, est_left, est_right, sides)

    @property
    def arrays(self) -> tuple[FloatArray, ...]:
        """The arguments of the kernels: edges, then extents by layer and cell."""
        return self.edges, self.ref_left, self.ref_right, self.est_left, self.est_right


@dataclass(frozen=True, eq=False)
class Problem:
    """A pair and its windows in the units of the kernels."""

    cells: Cells
    segments: tuple[Segments, Segments]  # segments of the reference and of the estimate
    back: FloatArray  # reach of the windows
    ahead: FloatArray
    positions: FloatArray  # every frame; without frames, the middle of each `step` seconds
    times: FloatArray  # times of the positions, in seconds
    end: float  # end of the track, in seconds
    size: float  # the number of frames; without frames, the duration in seconds
    step: float  # the part of `size` per position: 1 frame, or a number of seconds
    frameless: bool
    place: Callable[[FloatArray], npt.NDArray[Any]]
    """Converts boundaries in seconds to positions by the convention's rounding."""
    pair: Pair  # reference and estimate, for measures that need more

    @property
    def lack(self) -> str:
        """The layer without labels, which measures of labels need; see :func:`lacking_labels`."""
        return lacking_labels(*self.pair)

    @property
    def own(self) -> float:
        """The part of its own run that a query occupies; a frame is never its own i or j."""
        return 0.0 if self.frameless else 1.0

    def at(self, queries: npt.ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return positions, times and reach of queries."""
        units = self.pair[0].notation
        asked = check_times(queries, self.end, what="Queries", at_least=1, units=units)
        if self.frameless:
            inside = np.minimum(asked, np.nextafter(self.end, 0))
            return inside, inside, self.back, self.ahead
        at = np.searchsorted(self.times, asked + SAME_TIME, side="right") - 1
        at = np.maximum(at, 0)
        back, ahead = self.back, self.ahead
        if back.shape[1] > 1:
            back, ahead = np.ascontiguousarray(back[:, at]), np.ascontiguousarray(ahead[:, at])
        return self.positions[at], self.times[at], back, ahead


def lacking_labels(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Name the first layer with several segments and no label, ``"layer 1 of the estimate"``."""
    for hierarchy, side in zip((reference, estimate), SIDES, strict=True):
        for level, layer in enumerate(hierarchy.layers, 1):
            if not layer.is_labeled:
                return f"layer {level} of the {side}"
    return ""


def segments_of(hierarchy: Hierarchy, place: Callable[[FloatArray], npt.NDArray[Any]]) -> Segments:
    """Return the segments of all layers, with their labels, at the positions of their times."""
    return Segments.of(hierarchy.boundaries, place, [layer.labels for layer in hierarchy.layers])


def check_windows(windows: npt.ArrayLike) -> FloatArray:
    """Return windows in seconds as an array; raise ScoreError if one is not positive."""
    seconds = np.array(windows, dtype=np.float64, ndmin=1)
    if seconds.ndim != 1 or not len(seconds):
        raise ScoreError("Use one list of windows in seconds.")
    bad = seconds[~(seconds > 0)]
    if len(bad):
        raise ScoreError(f"A window must be a positive number of seconds, not {bad[0]:g}.")
    return seconds


def check_beta(beta: float) -> None:
    """Raise ScoreError unless beta is positive and its square is finite."""
    if not 0 < beta <= MAX_BETA:
        raise ScoreError(f"beta must be a positive number, not {beta}, and {MAX_BETA:g} at most.")


def pose(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: FloatArray,
    settings: Settings,
) -> Problem:
    """Check a pair and cut it into cells, in frames or in seconds."""
    convention, frame_size, frames = settings.convention, settings.frame_size, settings.frames
    units = reference.notation
    for hierarchy, word in ((reference, "reference"), (estimate, "estimate")):
        if hierarchy.start != 0:
            raise ScoreError(
                f"The {word} starts at {units.at(hierarchy.start)}, not at {units.at(0.0)}. Align "
                "the pair first."
            )
    if reference.end != estimate.end:
        raise ScoreError(
            f"The reference ends at {units.at(reference.end)}, the estimate at "
            f"{units.at(estimate.end)}. Align the pair first."
        )
    if reference.unit != estimate.unit:
        raise ScoreError(
            f"The reference is in {reference.unit}, the estimate in {estimate.unit}. Align the "
            "pair first."
        )
    if not (math.isfinite(frame_size) and frame_size > 0):
        raise ScoreError(
            f"The frame size must be a positive number of {units.unit}, not {frame_size}."
        )
    end = reference.end
    if frames is None and end / frame_size > MAX_FRAMES:
        raise ScoreError(
            f"A track of {units.lasting(end)} in frames of {units.lasting(frame_size)} has more "
            f"than {MAX_FRAMES:,} frames. Are the times in {units.unit}? If they are, use larger "
            "frames."
        )
    rounding = convention.rounding
    place: Callable[[FloatArray], npt.NDArray[Any]]
    if rounding is None:
        if frames is not None:
            raise ScoreError("The frameless convention can't use frame times.")
        place = np.asarray
        n_points = max(1, math.ceil(end / frame_size))
        size, step = end, end / n_points
        positions = times = (np.arange(n_points, dtype=np.float64) + 0.5) * step
        back, ahead = convention.reach(windows, frame_size)
    else:
        if frames is not None:
            times = check_times(frames, end, units=units)
            place = partial(to_listed_frame, times=times, end=end)
            back, ahead = convention.reach(windows, frame_size, times)
        else:
            place = partial(to_frame, frame_size=frame_size, rounding=rounding)
            n_frames = int(to_frame(end, frame_size, rounding))
            if n_frames < 1:
                raise ScoreError(
                    f"A track of {units.lasting(end)} is shorter than a frame of "
                    f"{units.lasting(frame_size)}. Use smaller frames."
                )
            times = np.arange(n_frames, dtype=np.float64) * frame_size
            back, ahead = convention.reach(windows, frame_size)
        size, step = float(len(times)), 1.0
        positions = np.arange(len(times), dtype=np.float64)
    segments = segments_of(reference, place), segments_of(estimate, place)
    return Problem(
        cells=Cells.cut(*segments, 0.0, size),
        segments=segments,
        back=back,
        ahead=ahead,
        positions=positions,
        times=times,
        end=end,
        size=size,
        step=step,
        frameless=rounding is None,
        place=place,
        pair=Pair(reference, estimate),
    )
