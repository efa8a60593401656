"""The results of a corpus as arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.corpus.cause_table import cause_table
from core.corpus.flat import flat_table
from core.corpus.items import Item, Problem
from core.corpus.job import Job
from core.corpus.noting import noted
from core.corpus.sources.salami import ONE_ANNOTATION
from core.corpus.summary import describe, one_score, rows_by_method
from core.corpus.tidy import tidy_columns, tidy_table, to_polars
from core.corpus.why import Causes
from core.errors import ScoreError
from core.latex import DIGITS
from core.measures import COLUMNS, MEASURES, Measure
from core.notes import Note
from core.showing import Column, Result, Row, kept
from core.timewords import IN_SECONDS
from core.vocabulary import FloatArray
from core.windows import landmarks
from core.wording import counted, number

if TYPE_CHECKING:
    from pandas import DataFrame

    from core.citing import Citation


@dataclass(frozen=True, eq=False, repr=False)
class Results(Result):
    """The scores of a corpus; n is the number of pairs.

    Parameters
    ----------
    job : Job
    windows : ndarray, shape (windows,)
        Those that are held, in seconds: the job's, or some of them.
    items : tuple of Item, length n
    digests : tuple of str, length n
        Of each pair's files.
    durations : ndarray, shape (n,)
        Of the tracks, in seconds.
    reference_layers, estimate_layers : ndarray of int, shape (n,)
    scores : ndarray, shape (n, windows, measures)
        The last axis is :data:`core.measures.COLUMNS`. Scores are NaN where no query has a
        triplet.
    reference_segments, estimate_segments : tuple of ndarray, length n
        Durations of the segments of the finest layers, in seconds.
    pair_notes : tuple of tuple of Note, length n
        What is to be known of each pair; see :mod:`core.corpus.noting`.
    why : Causes of length n
        Why T_F is low, at the windows at which the job diagnosed the pairs.
    flat : ndarray, shape (n, 3, measures, 3)
        By :data:`core.corpus.flat.LAYERS` and the job's flat measures; recall, precision and F, NaN
        where there is no score.
    problems : tuple of Problem
        What did not become a row.
    replaced : str
        What became of results that were scored otherwise; empty where there were none.
    """

    job: Job
    windows: FloatArray
    items: tuple[Item, ...]
    digests: tuple[str, ...]
    durations: FloatArray
    reference_layers: npt.NDArray[np.int64]
    estimate_layers: npt.NDArray[np.int64]
    scores: FloatArray
    reference_segments: tuple[npt.NDArray[np.float32], ...]
    estimate_segments: tuple[npt.NDArray[np.float32], ...]
    pair_notes: tuple[tuple[Note, ...], ...]
    why: Causes
    flat: FloatArray
    problems: tuple[Problem, ...] = ()
    replaced: str = ""

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def tracks(self) -> tuple[str, ...]:
        """The track of each pair."""
        return tuple(item.track for item in self.items)

    @cached_property
    def methods(self) -> tuple[str, ...]:
        """The method of each pair."""
        return tuple(item.method for item in self.items)

    @cached_property
    def metadata(self) -> dict[str, tuple[str, ...]]:
        """What else is known of each pair: by name, a value a pair, empty where there is none."""
        rows = [dict(item.metadata) for item in self.items]
        names = dict.fromkeys(name for row in rows for name in row)
        return {name: tuple(row.get(name, "") for row in rows) for name in names}

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """The measures, but for those of labels where no pair has them."""
        return tuple(
            measure
            for measure in MEASURES
            if measure.needs != "labels" or self.having(measure).any()
        )

    def having(self, measure: Measure) -> npt.NDArray[np.bool_]:
        """Give which pairs have what a measure needs, shape (n,)."""
        if measure.needs != "labels":
            return np.ones(len(self), bool)
        return np.asarray((self.values(f"recall_share_{measure.key}") > 0).any(axis=1))

    def values(self, measure: str) -> FloatArray:
        """Give one of :data:`core.measures.COLUMNS`, shape (n, windows)."""
        column: FloatArray = self.scores[:, :, COLUMNS.index(measure)]
        return column

    @property
    def columns(self) -> tuple[Column, ...]:
        """What stands in each column of the table; metadata is text."""
        return tidy_columns(self)

    def rows(self) -> list[Row]:
        """Give a row a pair, window and measure, in the order of `columns`."""
        return [
            {**row, "window": None if math.isinf(row["window"]) else row["window"]}
            for row in tidy_table(self).to_pylist()
        ]

    def to_pandas(self) -> DataFrame:
        """Give a row a pair, window and measure; see :func:`core.corpus.tidy.tidy_table`.

        Returns
        -------
        pandas.DataFrame
            A score of which no query has a triplet is NaN; the window of the whole track is inf.
        """
        return tidy_table(self).to_pandas()

    def to_polars(self) -> Any:
        """Give the same as a polars.DataFrame.

        Returns
        -------
        polars.DataFrame
            A score of which no query has a triplet is null.

        Raises
        ------
        ReadError
            If polars is not installed.
        """
        return to_polars(self)

    def causes(self) -> DataFrame:
        """Give a row a pair, measure, window and cause; see :func:`core.corpus.losses.cause_table`.

        Returns
        -------
        pandas.DataFrame

        Raises
        ------
        ReadError
            If the pairs were not diagnosed.
        """
        return cause_table(self).to_pandas()

    def flat_table(self) -> DataFrame:
        """Give a row a pair, flat measure and choice of layers.

        Returns
        -------
        pandas.DataFrame
            See :func:`core.corpus.flat.flat_table`.

        Raises
        ------
        ReadError
            If flat measures were not scored.
        """
        return flat_table(self).to_pandas()

    def to_latex(
        self,
        windows: Iterable[float] | None = None,
        caption: str = "",
        digits: int = DIGITS,
        path: str | Path | None = None,
    ) -> str:
        """Write a table for a paper: the mean scores of each method, window by window.

        Parameters
        ----------
        windows : iterable of float, optional
            Some of those that were scored, in seconds; by default those that a notebook shows.
        caption : str
            Plain text.
        digits : int
            Decimals.
        path : path, optional
            A file to write, too.

        Returns
        -------
        str
            A ``table`` for the package booktabs; see :func:`core.corpus.latex.corpus_latex`.

        Raises
        ------
        ScoreError
            If a window was not scored.
        """
        from core.corpus.latex import corpus_latex

        scored = self.windows.tolist()
        wanted = landmarks(scored) if windows is None else sorted({*windows})
        missing = [
            IN_SECONDS.width(window).capitalize() for window in wanted if window not in scored
        ]
        if missing:
            raise ScoreError(f"{missing[0]} was not scored. Choose among `windows`.")
        return kept(corpus_latex(self, wanted, caption, digits=digits), path)

    def cite(self) -> Citation:
        """Say how the scores were computed, as a paper does, and what it has to cite.

        Returns
        -------
        Citation
        """
        from core.corpus.citing import cite_corpus

        return cite_corpus(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:  # type: ignore[override]
        """What could not be scored and why, and what was changed on the way in."""
        failed = [str(each) for each in self.problems if each.reason != ONE_ANNOTATION]
        alone = len(self.problems) - len(failed)
        return (
            *([Note("replaced", self.replaced)] if self.replaced else []),
            *(Note("not-scored", reason) for reason in failed),
            *(
                [Note("one-annotation", f"{counted(alone, 'track')} with {ONE_ANNOTATION}")]
                if alone
                else []
            ),
            *(
                replace(one.example, text=one.full, side="")
                for one in noted(self.without_baselines())
            ),
        )

    def headline(self) -> str:
        """Say how many tracks were scored, at how many windows, and how."""
        return (
            f"corpus of {counted(len(set(self.tracks)), 'track')}, {counted(len(self), 'pair')} "
            f"by {counted(len(set(self.methods)), 'method')}, "
            f"{counted(len(self.windows), 'window')}, {self.job.words}"
        )

    def cells(self, most: int | None = None) -> list[dict[str, str]]:
        """Give the mean F-measure with its interval, a row a method and measure."""
        windows = self.windows.tolist()
        shown = landmarks(windows)
        places = [windows.index(window) for window in shown]
        rows = []
        for method, members in rows_by_method(self).items():
            for measure in self.measures:
                mean = describe(one_score(self.take(members), measure.key, "f_measure")[:, places])
                counts = [f"{count:.0f}" for count in mean.count]
                alike = len({*counts}) == 1
                numbers = zip(shown, mean.mean, mean.low, mean.high, counts, strict=True)
                row = {"method": method, "mean F-measure": measure.title}
                row["n"] = counts[0] if alike else ""
                for window, middle, low, high, count in numbers:
                    n = "" if alike else f", n = {count}"
                    row[IN_SECONDS.width(window)] = _interval(middle, low, high) + n
                rows.append(row)
        return rows[:most]

    def without_baselines(self) -> Results:
        """Give the pairs of methods; all where there are baselines only."""
        own = [not item.baseline for item in self.items]
        return self if all(own) or not any(own) else self.take(own)

    def at(self, index: int) -> Results:
        """Give the scores at one of the windows alone, by its number."""
        return replace(self, windows=self.windows[[index]], scores=self.scores[:, [index]])

    def take(self, chosen: npt.ArrayLike) -> Results:
        """Give some of the pairs, and all problems.

        Parameters
        ----------
        chosen : array_like, shape (n,) of bool, or (k,) of int
            A mask, or the rows in the order wanted.

        Returns
        -------
        Results
        """
        wanted = np.asarray(chosen)
        # An empty list says nothing of its type.
        rows = np.arange(len(self))[wanted if len(wanted) else wanted.astype(np.intp)]
        return replace(
            self,
            items=tuple(self.items[row] for row in rows),
            digests=tuple(self.digests[row] for row in rows),
            durations=self.durations[rows],
            reference_layers=self.reference_layers[rows],
            estimate_layers=self.estimate_layers[rows],
            scores=self.scores[rows],
            reference_segments=tuple(self.reference_segments[row] for row in rows),
            estimate_segments=tuple(self.estimate_segments[row] for row in rows),
            pair_notes=tuple(self.pair_notes[row] for row in rows),
            why=self.why.take(rows),
            flat=self.flat[rows],
        )


def _interval(mean: float, low: float, high: float) -> str:
    interval = "" if low != low else f" ({number(low)}–{number(high)})"
    return f"{number(mean)}{interval}"
