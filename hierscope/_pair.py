"""Public functions on one pair; they import code on first use, so that commands start fast."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import replace
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from core.errors import ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.measures import BY_KEY
from core.tmeasures import MIR_EVAL, Convention, TMeasures
from core.vocabulary import VARIANTS, Direction, Part
from core.windows import DEFAULT_WINDOW
from core.windows import sweep as sweep_windows
from hierscope._reading import Source, read_pair, settings_of

if TYPE_CHECKING:
    from core.diagnosis import Diagnosis
    from core.effects import Effects
    from core.flat import FlatGrid
    from core.scape import Scape
    from core.triplets import TripletBlocks
    from core.triplets.results import Outcome

TOP = 100  # default number of blocks listed for a whole track


def windows_of(windows: float | Iterable[float | None] | None) -> list[float]:
    """Return windows sorted, without duplicates; accept a single window, or None (whole track)."""
    several = windows if isinstance(windows, Iterable) else [windows]
    seconds = [math.inf if window is None else window for window in several]
    for window in seconds:
        if not isinstance(window, Real):
            raise ScoreError(f"A window must be a number of seconds, not {window!r}.")
    return sorted({*seconds})


def measure_of(measure: str, among: Collection[str] = tuple(BY_KEY)) -> str:
    if measure not in among:
        raise ScoreError(f"There is no measure {measure!r}. Choose one of {', '.join(among)}.")
    return measure


def score(
    reference: Source,
    estimate: Source,
    window: float | None = DEFAULT_WINDOW,
    *,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> TMeasures:
    """Score an estimate against a reference.

    Parameters
    ----------
    reference, estimate : path, Hierarchy, (intervals, labels), JAMS or DataFrame
        Sources or results of :func:`hierscope.read`. Both are cropped or extended to the
        reference's span. If both are the same file, its second annotation is the estimate.
    window : float or None
        Seconds; None or ``inf`` is the whole track.
    convention : str or Convention
        ``"mir_eval"``, ``"paper-tables"``, ``"paper-equation"``, ``"frameless"`` or
        ``"lose-the-frames"``.
    frame_size : float > 0
        Seconds.
    beta : float > 0
        Weight of recall in the F-measure.

    Returns
    -------
    TMeasures
        ``result.reduced.f_measure`` is a number, NaN if no query has a triplet.

    Raises
    ------
    ReadError, HierarchyError
        If a side can't be read; names file and fix.
    ScoreError
        If a parameter is out of range.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/figure6.jams")
    >>> round(hierscope.score(reference, estimate, window=3).reduced.f_measure, 3)
    0.716
    """
    if np.ndim(window):  # type: ignore[arg-type]
        raise ScoreError("score has one window. Use sweep(..., windows=...) for several.")
    return sweep(
        reference, estimate, [window], convention=convention, frame_size=frame_size, beta=beta
    )


def sweep(
    reference: Source,
    estimate: Source,
    windows: float | Iterable[float | None] | None = None,
    *,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> TMeasures:
    """Score an estimate against a reference at many windows: the curves T(w).

    Parameters
    ----------
    reference, estimate, convention, frame_size, beta
        As in :func:`score`.
    windows : float or iterable of float, optional
        Seconds, in any order; by default about 200, from 0.1 s to the whole track.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/ode_to_joy.jams")
    >>> len(hierscope.sweep(reference, estimate).windows)
    108
    """
    from core.tmeasures import score as score_windows

    pair = read_pair(reference, estimate)
    measures = score_windows(
        pair.reference,
        pair.estimate,
        sweep_windows(pair.reference.end) if windows is None else windows_of(windows),
        settings=settings_of(convention, frame_size, beta),
    )
    return replace(measures, pair=pair)


def scape(
    reference: Source,
    estimate: Source,
    windows: float | Iterable[float | None] | None = None,
    *,
    queries: Iterable[float] | None = None,
    measure: str = "reduced",
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    frames: Iterable[float] | None = None,
    beta: float = 1.0,
) -> Scape:
    """Score every query at every window, to show which moments disagree at which scale.

    Parameters
    ----------
    reference, estimate, convention, frame_size, beta
        As in :func:`score`.
    windows : float or iterable of float, optional
        As in :func:`sweep`.
    queries : iterable of float, optional
        Seconds, increasing; by default every frame.
    measure : {"reduced", "full", "l"}
    frames : iterable of float, optional
        Times of frames in seconds, such as beats, instead of a grid.

    Returns
    -------
    Scape
        ``recall`` and ``precision`` have shape (windows, queries), NaN if a query has no triplet.
        ``scores`` are the means of rows; ``cost`` are mean losses of columns.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/ode_to_joy.jams")
    >>> scape = hierscope.scape(reference, estimate, windows=[3, 15, None])
    >>> scape.recall.shape
    (3, 319)
    >>> scape.scores.recall.round(3)
    array([0.876, 0.749, 0.637])
    """
    from core.scape import scape as score_queries

    pair = read_pair(reference, estimate)
    result = score_queries(
        pair.reference,
        pair.estimate,
        None if windows is None else windows_of(windows),
        queries=queries if queries is None else [*queries],
        measure=measure_of(measure),
        settings=settings_of(convention, frame_size, beta, frames),
    )
    return replace(result, pair=pair)


def evaluate(
    ref_intervals_hier: Any,
    ref_labels_hier: Any,
    est_intervals_hier: Any,
    est_labels_hier: Any,
    window: float | None = DEFAULT_WINDOW,
    **how: Any,
) -> dict[str, float]:
    """Compute the scores of :func:`mir_eval.hierarchy.evaluate`, with its names.

    Parameters
    ----------
    ref_intervals_hier, est_intervals_hier : list of array_like, each of shape (n, 2)
        Seconds, one list per layer, coarsest first.
    ref_labels_hier, est_labels_hier : list of list of str
    window : float or None
        Window of T-measures in seconds. L-measures score the whole track, as in mir_eval.
    **how
        `convention`, `frame_size` and `beta`, as in :func:`score`.

    Returns
    -------
    dict
        Scores by names such as ``"T-Measure reduced"``; 0 if no query has a triplet.

    Examples
    --------
    >>> import hierscope
    >>> intervals, labels = [[[0, 20], [20, 30]]], [["A", "B"]]
    >>> hierscope.evaluate(intervals, labels, intervals, labels)["T-Measure full"]
    1.0
    """
    sides = (ref_intervals_hier, ref_labels_hier), (est_intervals_hier, est_labels_hier)
    whole = sweep(*sides, [math.inf], **how).to_dict()
    within = sweep(*sides, [window], **how).to_dict()
    return {name: within.get(name, value) for name, value in whole.items()}


def triplets(
    reference: Source,
    estimate: Source,
    query: float | None = None,
    *,
    window: float | None = DEFAULT_WINDOW,
    measure: str = "reduced",
    direction: Direction = "recall",
    outcome: Outcome | Literal["lost"] | Collection[str] | None = None,
    top: int | None = None,
    merge: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
) -> TripletBlocks:
    """List triplets (q, i, j) as blocks: all of a query, or the costliest of a track.

    Parameters
    ----------
    reference, estimate, window, convention, frame_size
        As in :func:`score`.
    query : float, optional
        q in seconds. By default the costliest blocks of all queries are listed.
    measure : {"reduced", "full", "l"}
        Triplets of successive layers, of all pairs of layers, or of labels.
    direction : {"recall", "precision"}
        The reference's triplets, or the estimate's.
    outcome : {"agree", "tie", "inverted", "lost"} or collection of the first three, optional
        Outcomes to list; ``"lost"`` is tie and inverted. By default all blocks of a query, or the
        lost blocks of a track.
    top : int, optional
        Maximum number of blocks; by default all of a query, or 100 of a track.
    merge : bool
        Whether to combine identical losses of adjacent queries into one block; for a track only.

    Raises
    ------
    ReadError, HierarchyError
        As in :func:`score`.
    ScoreError
        If a parameter is out of range, the query is outside the track, or a layer has no labels
        for L.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/figure6.jams")
    >>> lost = hierscope.triplets(reference, estimate, direction="precision", merge=True, top=5)
    >>> lost.to_pandas()[["query", "i_start", "i_end", "outcome"]].head(2)
       query  i_start  i_end outcome
    0   10.0     10.0   15.0     tie
    1   49.8     45.0   50.0     tie
    """
    from core.triplets import TripletBlocks
    from core.triplets.blocks import Filter, costliest, query_blocks
    from core.triplets.task import Task

    if merge and query is not None:
        raise ScoreError("merge=True is for the whole track. Leave out the query.")
    if top is not None and not (isinstance(top, Integral) and top >= 1):
        raise ScoreError(f"The number of blocks must be a whole number from 1, not {top}.")
    measure_of(measure)
    pair = read_pair(reference, estimate)
    task = Task(
        pair.reference,
        pair.estimate,
        math.inf if window is None else window,
        direction,
        measure,
        settings_of(convention, frame_size),
    )
    only = None if outcome is None else Filter(_outcomes(outcome))
    of_query = None if query is None else query_blocks(task, query, only)
    if of_query is None:
        blocks = costliest(task, top or TOP, only, merge=merge)
    else:
        blocks = of_query.blocks.lost_first()[:top]
    return TripletBlocks(task, blocks, of_query, merge, pair)


def _outcomes(outcome: str | Collection[str]) -> list[Outcome]:
    from core.triplets.results import LOST, OUTCOMES

    asked = {outcome} if isinstance(outcome, str) else set(outcome)
    if "lost" in asked:
        asked |= set(LOST)
    unknown = asked - {*OUTCOMES, "lost"}
    if unknown or not asked:
        raise ScoreError(f"An outcome must be {', '.join(OUTCOMES)} or lost, not {outcome!r}.")
    return [name for name in OUTCOMES if name in asked]


def effects(
    reference: Source,
    estimate: Source,
    window: float | None = DEFAULT_WINDOW,
    *,
    nested: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> Effects:
    """Score the estimate with each of its boundaries removed, and with each missing one added.

    Parameters
    ----------
    reference, estimate, window, convention, frame_size, beta
        As in :func:`score`.
    nested : bool
        Whether an edit also changes deeper layers of the estimate, so that it stays nested.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/figure6.jams")
    >>> changes = hierscope.effects(reference, estimate, window=15)
    >>> changes.to_pandas()[["edit", "level", "time", "f_measure_reduced"]].head(2).round(3)
         edit  level  time  f_measure_reduced
    0  remove      1  15.0              0.045
    1  remove      1  45.0              0.045
    """
    from core.effects import effects as changes

    pair = read_pair(reference, estimate)
    result = changes(
        pair.reference,
        pair.estimate,
        math.inf if window is None else window,
        nested=nested,
        settings=settings_of(convention, frame_size, beta),
    )
    return replace(result, pair=pair)


def diagnose(
    reference: Source,
    estimate: Source,
    window: float | None = DEFAULT_WINDOW,
    *,
    measure: Literal["reduced", "full"] = "reduced",
    part: Part = "f_measure",
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> Diagnosis:
    """Explain why the score of a pair is low.

    Parameters
    ----------
    reference, estimate, window, convention, frame_size, beta
        As in :func:`score`.
    measure : {"reduced", "full"}
    part : {"recall", "precision", "f_measure"}
        Whose loss is explained.

    Examples
    --------
    >>> import hierscope
    >>> ode = "sample_data/ode_to_joy.jams"
    >>> why = hierscope.diagnose(hierscope.read(ode, 1), hierscope.read(ode, 2))
    >>> why.to_pandas()[["kind", "f_measure", "together", "touched"]].round(3)
              kind  f_measure  together  touched
    0  wrong_layer      0.150      0.97        1
    1     spurious      0.033      0.98        2
    2      shifted      0.008      1.00        3
    """
    from core.diagnosis import diagnose as causes

    measure_of(measure, VARIANTS)
    pair = read_pair(reference, estimate)
    result = causes(
        *pair.unaligned,
        math.inf if window is None else window,
        variant=measure,
        settings=settings_of(convention, frame_size, beta),
        part=part,
    )
    return replace(result, pair=pair)


def flat(reference: Source, estimate: Source, *, beta: float = 1.0) -> FlatGrid:
    """Score each layer of the reference against each layer of the estimate by flat measures.

    Hit rates at 0.5 and 3 s, with the ends and trimmed; pairwise scores, V-measure and normalized
    conditional entropies of labels, in frames of 0.1 s. All equal those of mir_eval.

    Parameters
    ----------
    reference, estimate, beta
        As in :func:`score`.

    Raises
    ------
    ReadError, HierarchyError
        If a side can't be read; names file and fix.
    ScoreError
        If beta is out of range, or there are too many layers.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/ode_to_joy.jams")
    >>> table = hierscope.flat(reference, estimate).to_pandas().query("measure == 'v_measure'")
    >>> table.pivot(index="reference_layer", columns="estimate_layer", values="f_measure").round(3)
    estimate_layer       1      2      3
    reference_layer
    1                0.800  0.400  0.238
    2                0.603  0.938  0.560
    3                0.447  0.585  0.917
    """
    from core.flat.grid import flat_grid

    pair = read_pair(reference, estimate)
    return replace(flat_grid(pair.reference, pair.estimate, beta=beta), pair=pair)
