"""The frozen results of scoring a pair."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from core.measures import MEASURES, QUERY_COLUMNS, SCORES, Measure
from core.timewords import TIME_WORDS, TimeWords
from core.tmeasures.conventions import Convention
from core.vocabulary import DIRECTIONS, PARTS, SIDES, FloatArray, Part

_ORDER: tuple[Part, ...] = ("precision", "recall", "f_measure")

N_SCORES = len(SCORES)
"""The first columns of a table are scores, the others shares."""


@dataclass(frozen=True, eq=False)
class Scores:
    """One measure over all windows; every array has shape (windows,).

    Parameters
    ----------
    recall, precision, f_measure : ndarray
        Such as T_R, T_P and T_F, in [0, 1].
    recall_share, precision_share : ndarray
        The share of queries (of time, when frameless) that have any triplet in the reference, and
        in the estimate. Where it is 0 there is no score, and here a 0, as in mir_eval, so that the
        arrays are numbers throughout; :meth:`counted` has NaN in its place.
    """

    recall: FloatArray
    precision: FloatArray
    f_measure: FloatArray
    recall_share: FloatArray
    precision_share: FloatArray

    def part(self, part: Part) -> FloatArray:
        """Give recall, precision or F."""
        values: FloatArray = getattr(self, part)
        return values

    def share(self, part: Part) -> FloatArray:
        """Give the share of queries that a score counts; for F the smaller of both sides'."""
        if part == "recall":
            return self.recall_share
        if part == "precision":
            return self.precision_share
        return np.minimum(self.recall_share, self.precision_share)

    def counted(self, part: Part) -> FloatArray:
        """Give recall, precision or F; NaN where no query is counted, for F on either side."""
        return np.where(self.share(part) > 0, self.part(part), np.nan)

    def without_uncounted(self) -> Scores:
        """Give the same with NaN where no query is counted; see :meth:`counted`."""
        values = {part: self.counted(part) for part in PARTS}
        return replace(self, **values)


@dataclass(frozen=True, eq=False)
class TMeasures:
    """The measures of one pair for many windows.

    Parameters
    ----------
    windows : ndarray, shape (windows,)
        Seconds; infinite is the whole track.
    scores : mapping of str to Scores
        By the keys of :data:`core.measures.MEASURES`.
    convention : Convention
    frame_size : float or None
        Seconds; None when frameless or when frames were given.
    beta : float
    unit : str
        What the pair's times are in, and so windows and frames; see
        :class:`core.hierarchy.Hierarchy`.
    lack : str
        The layer without labels for which measures of labels have no score, such as ``"layer 1 of
        the estimate"``; empty where they have one.
    asked : tuple of Measure
        Those that are told of: all, but where :meth:`only` left some out.
    """

    windows: FloatArray
    scores: Mapping[str, Scores]
    convention: Convention
    frame_size: float | None
    beta: float
    unit: str = "seconds"
    lack: str = ""
    asked: tuple[Measure, ...] = MEASURES

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Give the measures of which the pair has what they need."""
        return tuple(each for each in self.asked if not (self.lack and each.needs == "labels"))

    def only(self, letters: Collection[str]) -> TMeasures:
        """Give the same, to be told of some measures only, by their letters such as ``"T"``."""
        return replace(self, asked=tuple(each for each in MEASURES if each.letter in letters))

    @property
    def own_windows(self) -> tuple[str, ...]:
        """Say of each measure whether a window of it is hierscope's own; empty for inf alone."""
        if np.isinf(self.windows).all():
            return ()
        return tuple(each.own_window for each in self.measures if each.own_window)

    @property
    def words(self) -> TimeWords:
        """How its windows are said."""
        return TIME_WORDS[self.unit]

    @property
    def reduced(self) -> Scores:
        """T-measures with the transitive reduction (section 3.5 of the paper)."""
        return self.scores["reduced"]

    @property
    def full(self) -> Scores:
        """T-measures without the transitive reduction."""
        return self.scores["full"]

    def table(self) -> FloatArray:
        """Give all numbers, shape (windows, columns), in the order of `core.measures.COLUMNS`."""
        return np.column_stack(
            [
                *(self.scores[key].part(part) for key, part in SCORES),
                *(self.scores[each.key].share(part) for each in MEASURES for part in DIRECTIONS),
            ]
        )

    def as_mir_eval(self, index: int = 0) -> dict[str, float]:
        """Give the scores of one window under mir_eval's names.

        Parameters
        ----------
        index : int
            Which window.

        Returns
        -------
        dict
            ``"T-Precision reduced"``, ``"T-Recall reduced"``, ``"T-Measure reduced"``, and the same
            for the other measures. Where no query has a triplet it is 0, as there: this is for what
            takes mir_eval's output. It counts a track that asks nothing as one that answers all
            wrong; :meth:`named` does not. mir_eval has L of the whole track only: within any
            other window it is ``"L-Measure within window"``. L is 0, too, of a pair without labels
            (see `lack`), of which mir_eval takes each layer without a label for one of a single
            label.
        """
        return {
            measure.name(part, float(self.windows[index])): float(
                self.scores[measure.key].part(part)[index]
            )
            for measure in self.asked
            for part in _ORDER
        }

    def named(self, index: int = 0) -> dict[str, float | None]:
        """Give the scores of one window under mir_eval's names; None where there is none.

        Parameters
        ----------
        index : int
            Which window.

        Returns
        -------
        dict
            As of :meth:`as_mir_eval`, but None where no query has a triplet.
        """
        return {
            name: value if self.scores[measure.key].share(part)[index] > 0 else None
            for (name, value), (measure, part) in zip(
                self.as_mir_eval(index).items(), product(self.asked, _ORDER), strict=True
            )
        }

    def why_none(self, index: int = 0) -> tuple[str, ...]:
        """Say why scores of one window are none, if any are.

        Parameters
        ----------
        index : int
            Which window.

        Returns
        -------
        tuple of str
            A sentence a cause, such as ``"no query has a triplet within ±15 s in the estimate"``,
            which concerns precision and F; in the reference, recall and F.
        """
        window = float(self.windows[index])
        lacking = [each.title for each in self.asked if each not in self.measures]
        causes = [f"{each} needs labels, and {self.lack} has none" for each in lacking]
        for side, part in zip(SIDES, DIRECTIONS, strict=True):
            asked = self.measures
            none = [each for each in asked if not self.scores[each.key].share(part)[index] > 0]
            kinds = ["triplet"] if len(none) == len(asked) else [each.triplet for each in none]
            causes += [
                self.convention.describe_lack(window, side, kind, self.words) for kind in kinds
            ]
        return tuple(causes)


@dataclass(frozen=True, eq=False)
class QueryScores:
    """g(q) of every query, for many windows.

    Parameters
    ----------
    times : ndarray, shape (n,)
        Where the queries are, in seconds.
    windows : ndarray, shape (windows,)
        Seconds.
    g : ndarray, shape (windows, columns, n)
        g(q) in [0, 1] (Eq. 8), in the order of :data:`core.measures.QUERY_COLUMNS`; NaN where q has
        no triplet.
    """

    times: FloatArray
    windows: FloatArray
    g: FloatArray

    def of(self, key: str, part: Part) -> FloatArray:
        """Give g for recall or precision of a measure, shape (windows, n)."""
        column: FloatArray = self.g[:, QUERY_COLUMNS.index((key, part))]
        return column


def freeze(array: FloatArray) -> FloatArray:
    """Make an array read-only and return it."""
    array.flags.writeable = False
    return array


def f_measure(precision: FloatArray, recall: FloatArray, beta: float) -> FloatArray:
    """Combine precision and recall element by element; 0 where both are 0."""
    squared = beta**2
    below = squared * precision + recall
    above = (1 + squared) * precision * recall
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)
