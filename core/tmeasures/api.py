"""T-measures of a pair of hierarchies.

:func:`tmeasure` is a drop-in for :func:`mir_eval.hierarchy.tmeasure`. :func:`score` is the richer
call: many windows at once, both variants, any :class:`Convention`. :func:`query_scores` gives g(q),
the score of each query.

References
----------
B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection", ISMIR
2015. g(q) is Eq. 8, T_R Eq. 9, T_P Eq. 7, "reduced" section 3.5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mir_eval
import numpy as np
import numpy.typing as npt

from core.errors import ScoreError, clock
from core.frames import Segments, check_times, to_frame, to_given_frame
from core.hierarchy import Hierarchy
from core.tmeasures import _kernels
from core.tmeasures.conventions import FRAMELESS, MIR_EVAL, Convention
from core.tmeasures.results import (
    FloatArray,
    QueryScores,
    Scores,
    TMeasures,
    f_measure,
    freeze,
)

# Kept from import time: a user may put our function in its place.
_MIR_EVAL_TMEASURE = mir_eval.hierarchy.tmeasure
MAX_FRAMES = 1_000_000
"""More frames than that (a day at 10 Hz) are refused: the times are hardly in seconds."""

_MIR_EVAL_LAYERS = 254  # mir_eval keeps depths, and depths + 1, in 8 bits


@dataclass(frozen=True)
class _Cells:
    """A pair, cut at every boundary: what the kernels take (see :func:`_kernels.extents`)."""

    edges: FloatArray
    ref_left: FloatArray
    ref_right: FloatArray
    est_left: FloatArray
    est_right: FloatArray

    @classmethod
    def cut(cls, reference: Segments, estimate: Segments, low: float, high: float) -> _Cells:
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
        return cls(edges, *spans[0][:2], *spans[1][:2])

    @property
    def arrays(self) -> tuple[FloatArray, ...]:
        return self.edges, self.ref_left, self.ref_right, self.est_left, self.est_right


@dataclass(frozen=True)
class _Problem:
    """A pair and its windows in the units that the kernels count in."""

    cells: _Cells
    back: FloatArray
    ahead: FloatArray
    positions: FloatArray
    times: FloatArray
    size: float
    frameless: bool


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
        *_Cells.cut(reference, estimate, 0.0, float(n_reference)).arrays,
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


def score(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike = (15.0,),
    *,
    convention: Convention = MIR_EVAL,
    frame_size: float = 0.1,
    frames: npt.ArrayLike | None = None,
    beta: float = 1.0,
) -> TMeasures:
    """Score a pair for many windows at once, full and reduced.

    Parameters
    ----------
    reference, estimate : Hierarchy
        Of the same span; see :func:`core.align`.
    windows : array_like, shape (w,)
        Seconds, positive; ``inf`` is the whole track.
    convention : Convention
    frame_size : float > 0
        Seconds; not used when frameless or with `frames`.
    frames : array_like, shape (n,), optional
        Frame times in seconds, such as beats (footnote 1 of the paper), instead of a uniform grid.
    beta : float > 0
        Weight of recall in the F-measure.

    Returns
    -------
    TMeasures

    Raises
    ------
    ScoreError
        If the spans differ, or a parameter is out of range.
    """
    seconds = _check_windows(windows)
    if not (beta > 0 and math.isfinite(beta)):
        raise ScoreError(f"beta must be a positive number, not {beta}.")
    problem = _pose(reference, estimate, seconds, convention, frame_size, frames)
    if problem.frameless:
        total, counted = _kernels.integrate(problem.back, problem.ahead, *problem.cells.arrays)
    else:
        total, counted, _ = _kernels.score_points(
            problem.positions, problem.back, problem.ahead, 1.0, *problem.cells.arrays, False
        )
    mean = freeze(
        np.divide(
            total,
            problem.size if convention.mean_over_all else counted,
            out=np.zeros_like(total),
            where=counted > 0,
        )
    )
    share = freeze(counted / problem.size)
    f = freeze(f_measure(mean[:, 1::2], mean[:, 0::2], beta))
    reduced, full = (
        Scores(mean[:, at], mean[:, at + 1], f[:, at // 2], share[:, at], share[:, at + 1])
        for at in (0, 2)
    )
    kept_size = None if convention.frameless or frames is not None else frame_size
    return TMeasures(freeze(seconds), reduced, full, convention, kept_size, beta)


def query_scores(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike = (15.0,),
    *,
    convention: Convention = MIR_EVAL,
    frame_size: float = 0.1,
    frames: npt.ArrayLike | None = None,
    queries: npt.ArrayLike | None = None,
) -> QueryScores:
    """Give g(q), the score of each query (Eq. 8), for many windows.

    Parameters
    ----------
    reference, estimate, windows, convention, frame_size, frames
        As in :func:`score`.
    queries : array_like, shape (n,), optional
        Increasing times in seconds. With frames, the frame that holds each time is scored and its
        own time returned. By default every frame, or when frameless the middle of each
        `frame_size`.

    Returns
    -------
    QueryScores

    Raises
    ------
    ScoreError
        As :func:`score`, and if `queries` do not increase or lie outside the track.
    """
    seconds = _check_windows(windows)
    problem = _pose(reference, estimate, seconds, convention, frame_size, frames)
    positions, times, back, ahead = problem.positions, problem.times, problem.back, problem.ahead
    if queries is not None:
        asked = check_times(queries, reference.end, what="Queries", at_least=1)
        if problem.frameless:
            positions = times = np.minimum(asked, np.nextafter(reference.end, 0))
        else:
            if frames is None and convention.rounding is not None:
                at = to_frame(asked, frame_size, convention.rounding)
            else:
                at = np.searchsorted(times, asked, side="right") - 1
            at = np.clip(at, 0, len(times) - 1)
            positions, times = positions[at], times[at]
            if back.shape[1] > 1:
                back, ahead = np.ascontiguousarray(back[:, at]), np.ascontiguousarray(ahead[:, at])
    _, _, g = _kernels.score_points(
        positions, back, ahead, 0.0 if problem.frameless else 1.0, *problem.cells.arrays, True
    )
    return QueryScores(
        freeze(times.copy()), freeze(seconds), *(freeze(g[:, measure]) for measure in range(4))
    )


def _check_windows(windows: npt.ArrayLike) -> FloatArray:
    seconds = np.array(windows, dtype=np.float64, ndmin=1)
    if seconds.ndim != 1 or not len(seconds):
        raise ScoreError("Give one list of windows in seconds.")
    bad = seconds[~(seconds > 0)]
    if len(bad):
        raise ScoreError(f"A window must be a positive number of seconds, not {bad[0]:g}.")
    return seconds


def _pose(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: FloatArray,
    convention: Convention,
    frame_size: float,
    frames: npt.ArrayLike | None,
) -> _Problem:
    """Check a pair and cut it into cells, in frames or in seconds."""
    for hierarchy, word in ((reference, "reference"), (estimate, "estimate")):
        if hierarchy.start != 0:
            raise ScoreError(
                f"The {word} starts at {clock(hierarchy.start)}, not at 0:00.0. Align the pair "
                "first."
            )
    if reference.end != estimate.end:
        raise ScoreError(
            f"The reference ends at {clock(reference.end)}, the estimate at "
            f"{clock(estimate.end)}. Align the pair first."
        )
    if not (math.isfinite(frame_size) and frame_size > 0):
        raise ScoreError(f"The frame size must be a positive number of seconds, not {frame_size}.")
    end = reference.end
    if frames is None and end / frame_size > MAX_FRAMES:
        raise ScoreError(
            f"A track of {end:g} s in frames of {frame_size:g} s has more than {MAX_FRAMES:,} "
            "frames. Are the times in seconds? If they are, use larger frames."
        )
    if convention.rounding is None:
        if frames is not None:
            raise ScoreError("The frameless convention takes no frame times.")
        pair = [Segments.of(side.boundaries, lambda times: times) for side in (reference, estimate)]
        cells = _Cells.cut(pair[0], pair[1], 0.0, end)
        n_points = max(1, math.ceil(end / frame_size))
        middles = (np.arange(n_points, dtype=np.float64) + 0.5) * (end / n_points)
        back, ahead = convention.reach(windows, frame_size)
        return _Problem(cells, back, ahead, middles, middles, end, True)
    if frames is not None:
        given = check_times(frames, end)

        def place(seconds: FloatArray) -> npt.NDArray[Any]:
            return to_given_frame(seconds, given, end)

        times = given
        back, ahead = convention.reach(windows, frame_size, times)
    else:
        rounding = convention.rounding

        def place(seconds: FloatArray) -> npt.NDArray[Any]:
            return to_frame(seconds, frame_size, rounding)

        n_frames = int(to_frame(end, frame_size, rounding))
        if n_frames < 1:
            raise ScoreError(
                f"A track of {end:g} s holds no frame of {frame_size:g} s. Use smaller frames."
            )
        times = np.arange(n_frames, dtype=np.float64) * frame_size
        back, ahead = convention.reach(windows, frame_size)
    n_frames = len(times)
    pair = [Segments.of(side.boundaries, place) for side in (reference, estimate)]
    return _Problem(
        _Cells.cut(pair[0], pair[1], 0.0, float(n_frames)),
        back,
        ahead,
        np.arange(n_frames, dtype=np.float64),
        times,
        float(n_frames),
        False,
    )
