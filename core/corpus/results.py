"""The results of a corpus as arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.corpus.cause_table import cause_table
from core.corpus.flat import flat_table
from core.corpus.items import Item, Problem
from core.corpus.job import Job
from core.corpus.tidy import tidy_table, to_polars
from core.corpus.why import Causes
from core.measures import COLUMNS, MEASURES, Measure
from core.notes import Note
from core.vocabulary import FloatArray

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False)
class Results:
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
    notes : tuple of tuple of Note, length n
        What is to be known of each pair; see :mod:`core.corpus.noting`.
    why : Causes of length n
        Why T_F is low, at the windows at which the job diagnosed the pairs.
    flat : ndarray, shape (n, 3, measures, 3)
        By :data:`core.corpus.flat.LAYERS` and the job's flat measures; recall, precision and F, NaN
        where there is no score.
    problems : tuple of Problem
        What did not become a row.
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
    notes: tuple[tuple[Note, ...], ...]
    why: Causes
    flat: FloatArray
    problems: tuple[Problem, ...] = ()

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

    def to_pandas(self) -> DataFrame:
        """Give a row a pair, window and variant; see :func:`core.corpus.tidy.tidy_table`.

        Returns
        -------
        pandas.DataFrame
            A score of which no query has a triplet is NaN.
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
        """Give a row a pair, variant, window and cause; see :func:`core.corpus.losses.cause_table`.

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
            notes=tuple(self.notes[row] for row in rows),
            why=self.why.take(rows),
            flat=self.flat[rows],
        )
