"""The frozen results of scoring a pair."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.citing import Citation
from core.citing.scores import cite_scores
from core.files.names import stem
from core.latex import DIGITS, Columns, name_cell, table, window_cell
from core.measures import (
    MEASURES,
    QUERY_COLUMNS,
    SCORES,
    VALUES,
    Measure,
    caption,
    chosen_measures,
    own_windows,
)
from core.settings import Settings, WithSettings
from core.showing import Column, PairResult, Result, Row, kept, none_for_nan
from core.vocabulary import DIRECTIONS, PARTS, SIDES, VARIANTS, FloatArray, Part
from core.windows import finite
from core.wording import counted

if TYPE_CHECKING:
    from core.align import Alignment

_ORDER: tuple[Part, ...] = ("precision", "recall", "f_measure")

ENOUGH = 0.5  # share of the track; a score that rests on less has little meaning
N_SCORES = len(SCORES)  # the first columns of a table are scores, the others shares


@dataclass(frozen=True, eq=False)
class Scores:
    """One measure over all windows; every array has shape (windows,).

    Parameters
    ----------
    recall, precision, f_measure : ndarray
        Such as T_R, T_P and T_F, in [0, 1]; NaN without a score. Recall has none if no query has a
        triplet in the reference, precision if none has one in the estimate. See :func:`f_measure`.
    recall_share, precision_share : ndarray
        The share of queries (without frames, of time) that have a triplet in the reference, and in
        the estimate.
    """

    recall: FloatArray
    precision: FloatArray
    f_measure: FloatArray
    recall_share: FloatArray
    precision_share: FloatArray

    def part(self, part: Part) -> FloatArray:
        """Return recall, precision or F; 0 if no query counts."""
        return getattr(self, part)

    def share(self, part: Part) -> FloatArray:
        """Return the share of queries behind a score; for F the smaller of both."""
        if part == "recall":
            return self.recall_share
        if part == "precision":
            return self.precision_share
        return np.minimum(self.recall_share, self.precision_share)

    def values(self, at: int) -> FloatArray:
        """Return recall, precision and F at one window, then both shares, shape (5,)."""
        return np.array([getattr(self, name)[at] for name in VALUES])


class Score(NamedTuple):
    """One measure at one window; NaN without a score."""

    recall: float
    precision: float
    f_measure: float
    recall_share: float
    precision_share: float


NONE: dict[Part, str] = {
    "recall": "none if no query has a triplet in the reference",
    "precision": "none if no query has a triplet in the estimate",
    "f_measure": "0 if only one hierarchy has a triplet, none if neither has",
}
"""When a score is missing."""

HOW = (
    Column("convention", "text", "counting rules of triplets"),
    Column("frame_size", "number", "in the unit of windows; none without frames"),
    Column("beta", "number", "weight of recall in the F-measure"),
    Column("mean_over_all", "flag", "whether queries without a triplet are in the mean (Eq. 9)"),
    Column("unit", "text", "unit of windows and frames"),
)
"""The settings, in all tables of scores."""


@dataclass(frozen=True, eq=False, repr=False)
class TMeasures(WithSettings, PairResult):
    """The measures of one pair for many windows.

    Parameters
    ----------
    windows : ndarray, shape (windows,)
        Seconds; infinite is the whole track.
    scores : mapping of str to Scores
        By the keys of :data:`core.measures.MEASURES`.
    settings : Settings
        How the scores were computed; also as `convention`, `frame_size` (None without frames or at
        frame times) and `beta`.
    unit : str
        Unit of the pair's times, of windows and of frames; see :class:`core.hierarchy.Hierarchy`.
    lack : str
        The layer without labels, such as ``"layer 1 of the estimate"``, if measures of labels have
        no score; else empty.
    pair : Alignment, optional
        The scored pair.
    """

    columns = (
        Column("window", "window", "in seconds; none is the whole track"),
        Column("measure", "text", "key of the measure: reduced, full, l"),
        *(Column(part, "score", NONE[part]) for part in PARTS),
        *(Column(name, "score", "share of queries that have a triplet") for name in VALUES[3:]),
        *HOW,
    )
    shown = ("window", "measure", *VALUES)

    windows: FloatArray
    scores: Mapping[str, Scores]
    settings: Settings
    unit: str = "seconds"
    lack: str = ""
    pair: Alignment | None = None

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that the pair can have: those of labels only if it has labels."""
        return tuple(
            measure for measure in MEASURES if not (self.lack and measure.needs == "labels")
        )

    @property
    def reduced(self) -> Scores | Score:
        """T-measures of successive layers only; see :meth:`of`."""
        return self.of("reduced")

    @property
    def full(self) -> Scores | Score:
        """T-measures of all pairs of layers; see :meth:`of`."""
        return self.of("full")

    def of(self, measure: str) -> Scores | Score:
        """Return a measure's scores: numbers for one window, or arrays; NaN without a score."""
        scores = self.scores[measure]
        return scores if len(self.windows) > 1 else Score(*scores.values(0).tolist())

    def enough_from(self, measure: str, part: Part) -> float | None:
        """Return the window from which a score rests on `ENOUGH` of the track, or None."""
        short = np.flatnonzero(self.scores[measure].share(part) < ENOUGH)
        first = short[-1] + 1 if len(short) else 0
        return float(self.windows[first]) if first < len(self.windows) else None

    def rows(self) -> list[Row]:
        """Return one row per window and measure, in the order of `columns`."""
        how = how_row(self.settings, self.unit)
        return [
            {
                "window": finite(window),
                "measure": measure.key,
                **dict(zip(VALUES, none_for_nan(self.scores[measure.key].values(at)), strict=True)),
                **how,
            }
            for at, window in enumerate(self.windows.tolist())
            for measure in MEASURES
        ]

    def headline(self) -> str:
        return f"{self.compared}{self._how}"

    @property
    def _how(self) -> str:
        windows, settings = self.windows.tolist(), self.settings
        if len(windows) == 1:
            how = settings.describe(windows[0], self.notation)
        else:
            ends = " to ".join(self.notation.width(windows[at]) for at in (0, -1))
            how = f"{len(windows)} windows, {ends}, {settings.describe_frames(self.notation)}"
        return f"{how}{settings.describe_weight}"

    def caption(self, measures: Sequence[str] = VARIANTS, compared: str = "") -> str:
        """Name measures by key, the pair, windows, convention and frames."""
        return caption(measures, compared or self.compared.removesuffix(": "), self._how)

    def sentences(self) -> list[str]:
        """Explain dashes in a single row of scores, and name windows that are hierscope's own."""
        causes = self.why_none() if len(self.windows) == 1 else ()
        own = own_windows(self.measures, self.windows.tolist())
        return [*(f"–: {cause}" for cause in causes), *own]

    def to_latex(
        self,
        caption: str | None = None,
        digits: int = DIGITS,
        path: str | Path | None = None,
        *,
        measures: Sequence[str] = VARIANTS,
    ) -> str:
        """Return a booktabs table with one row per window, and write it to `path`, if any.

        `measures` are keys; ``["reduced", "full", "l"]`` adds L. The default caption names
        measures, pair, windows, convention and frames; ``""`` leaves it out.
        """
        caption = self.caption(measures) if caption is None else caption
        return kept(scores_latex(self, caption, digits=digits, measures=measures), path)

    def cite(self) -> Citation:
        """Return a methods passage for a paper, and the works to cite."""
        return cite_scores(self.settings, self.measures, self.windows.tolist(), self.notation)

    def table(self) -> FloatArray:
        """Return all numbers, shape (windows, columns), in the order of `core.measures.COLUMNS`."""
        return np.column_stack(
            [
                *(self.scores[key].part(part) for key, part in SCORES),
                *(
                    self.scores[measure.key].share(part)
                    for measure in MEASURES
                    for part in DIRECTIONS
                ),
            ]
        )

    def to_dict(self, index: int = 0) -> dict[str, float]:
        """Return the scores of one window by mir_eval's names, such as ``"T-Precision reduced"``.

        As in mir_eval, a missing score is 0, while :meth:`of` returns NaN. L within a
        window, which mir_eval does not have, is ``"L-Measure within window"``. L of a pair without
        labels is 0.
        """
        return {
            measure.name(part, float(self.windows[index])): float(
                np.nan_to_num(self.scores[measure.key].part(part)[index])
            )
            for measure in MEASURES
            for part in _ORDER
        }

    def why_none(self, index: int = 0) -> tuple[str, ...]:
        """Explain missing scores of one window, for the reference and then the estimate."""
        window = float(self.windows[index])
        asked = self.measures
        causes = [
            f"{measure.title} needs labels, and {self.lack} has none"
            for measure in MEASURES
            if measure not in asked
        ]
        for side, part in zip(SIDES, DIRECTIONS, strict=True):
            none = [
                measure for measure in asked if not self.scores[measure.key].share(part)[index] > 0
            ]
            alone = len(none) < len(asked)
            kinds = [measure.triplet for measure in none] if alone else ["triplet"]
            causes += [
                self.convention.describe_lack(window, side, kind, self.notation) for kind in kinds
            ]
        return tuple(causes)


@dataclass(frozen=True, eq=False)
class QueryScores:
    """g(q) of every query, at many windows."""

    times: FloatArray
    windows: FloatArray
    g: FloatArray  # Eq. 8, shape (windows, QUERY_COLUMNS, queries); NaN if q has no triplet

    def of(self, key: str, part: Part) -> FloatArray:
        """Return g for recall or precision of a measure, shape (windows, n)."""
        return self.g[:, QUERY_COLUMNS.index((key, part))]


@dataclass(frozen=True, eq=False, repr=False)
class Estimates(Result):
    """Scores of several estimates of one reference, at the same windows."""

    columns = (Column("estimate", "text", "its name"), *TMeasures.columns)
    shown = ("estimate", "window", "measure", *VALUES)

    results: Mapping[str, TMeasures]
    reference: str = "reference"

    def rows(self) -> list[Row]:
        """Return the rows of each estimate."""
        return [
            {"estimate": name, **row}
            for name, result in self.results.items()
            for row in result.rows()
        ]

    def headline(self) -> str:
        return f"{counted(len(self.results), 'estimate')} against {stem(self.reference)}"

    def to_latex(
        self,
        caption: str | None = None,
        digits: int = DIGITS,
        path: str | Path | None = None,
        *,
        measures: Sequence[str] = VARIANTS,
    ) -> str:
        """Return a table like :meth:`TMeasures.to_latex`: one row per window and estimate."""
        caption = self.caption(measures) if caption is None else caption
        return kept(scores_latex(self.results, caption, digits=digits, measures=measures), path)

    def caption(self, measures: Sequence[str] = VARIANTS) -> str:
        """Name the reference, and measures and settings as :meth:`TMeasures.caption` does."""
        return next(iter(self.results.values())).caption(measures, self.headline())

    def cite(self) -> Citation:
        """Cite as :meth:`TMeasures.cite` does."""
        return next(iter(self.results.values())).cite()


def how_row(settings: Settings, unit: str) -> Row:
    """Return the settings by the columns of `HOW`."""
    convention = settings.convention
    size, over_all = settings.used_frame_size, convention.mean_over_all
    values = (convention.name, size, settings.beta, over_all, unit)
    return dict(zip((column.name for column in HOW), values, strict=True))


def f_measure(precision: FloatArray, recall: FloatArray, settings: Settings) -> FloatArray:
    """Combine precision and recall element by element; 0 if both are 0.

    If only one hierarchy has triplets, F is 0: an estimate without triplets misses all of the
    reference's. If neither has, F is NaN. Where a query without a triplet counts as 1, F is NaN if
    either has none.
    """
    squared = settings.beta**2
    misses_all = np.isnan(precision) != np.isnan(recall)
    below = squared * precision + recall
    above = (1 + squared) * precision * recall
    f = np.divide(above, below, out=np.zeros_like(above), where=below != 0)
    return f if settings.convention.no_triplet else np.where(misses_all, 0.0, f)


def scores_latex(
    results: TMeasures | Mapping[str, TMeasures],
    caption: str = "",
    *,
    parts: Sequence[Part] = PARTS,
    digits: int = DIGITS,
    measures: Sequence[str] = VARIANTS,
) -> str:
    """Write scores like the paper's Figures 4 to 10, and F: one row per window and estimate.

    Results are of one pair, or those of one reference, by the names of estimates.
    """
    estimates = results if isinstance(results, Mapping) else {"": results}
    every, several = list(estimates.values()), estimates is results
    had = {measure.key: measure for result in every for measure in result.measures}
    chosen = chosen_measures(measures, had.values(), f"{every[0].lack} has none")
    columns = Columns(chosen, parts, digits, whole=bool(np.isinf(every[0].windows).all()))
    groups = []
    for at, window in enumerate(every[0].windows.tolist()):
        cells = columns.cells(_counted(result, at, columns) for result in every)
        names = [[name_cell(name)] * several for name in estimates]
        rows = zip(names, cells, strict=True)
        groups.append([[window_cell(window), *name, *row] for name, row in rows])
    heads, aligned = (["$w$", "Estimate"], "rl") if several else (["$w$"], "r")
    groups = groups if several else [[row for (row,) in groups]]
    return table(heads, aligned, groups, columns, [_comment(every[0], chosen)], caption)


def _counted(result: TMeasures, at: int, columns: Columns) -> list[float]:
    return [
        float(result.scores[measure.key].part(part)[at]) if measure in result.measures else math.nan
        for measure, part in columns.scores
    ]


def _comment(result: TMeasures, measures: Sequence[Measure]) -> str:
    """Describe the settings, which all results of a table share."""
    convention = result.convention
    if convention.frameless:
        frames = "no frames"
    elif result.frame_size is None:
        frames = "given frames"
    else:
        frames = result.notation.frames(result.frame_size)
    beta = "" if result.beta == 1 else f", beta {result.beta:g}"
    kinds = " and ".join(dict.fromkeys(f"{measure.letter}-measures" for measure in measures))
    own = own_windows(measures, result.windows.tolist())
    how = f"{frames}{result.settings.describe_mean}{beta}"
    return (
        f"{kinds} by hierscope, convention {convention.name}, {how}; w in "
        f"{result.unit}{''.join(f'; {window}' for window in own)}"
    )
