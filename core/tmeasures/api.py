"""T-measures of a pair of hierarchies.

:func:`score` scores many windows at once, both variants, in any :class:`Convention`.
:func:`query_scores` gives g(q), the score of each query. :func:`core.tmeasures.tmeasure` is a
drop-in for mir_eval's function.

References
----------
B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection", ISMIR
2015. g(q) is Eq. 8, T_R Eq. 9, T_P Eq. 7, "reduced" section 3.5.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import ScoreError, clock
from core.frames import Segments, check_times, to_frame, to_given_frame
from core.hierarchy import Hierarchy
from core.tmeasures import _kernels
from core.tmeasures.cells import Cells
from core.tmeasures.conventions import MIR_EVAL, Convention
from core.tmeasures.results import (
    FloatArray,
    QueryScores,
    Scores,
    TMeasures,
    f_measure,
    freeze,
)

MAX_FRAMES = 1_000_000
"""More frames than that (a day at 10 Hz) are refused: the times are hardly in seconds."""


@dataclass(frozen=True)
class _Problem:
    """A pair and its windows in the units that the kernels count in."""

    cells: Cells
    back: FloatArray
    ahead: FloatArray
    positions: FloatArray
    times: FloatArray
    size: float
    frameless: bool


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
        cells = Cells.cut(pair[0], pair[1], 0.0, end)
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
        Cells.cut(pair[0], pair[1], 0.0, float(n_frames)),
        back,
        ahead,
        np.arange(n_frames, dtype=np.float64),
        times,
        float(n_frames),
        False,
    )
