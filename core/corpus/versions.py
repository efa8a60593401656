"""Compare two runs of one corpus track by track, such as those of two versions of a method."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.corpus.comparing import DECIMALS, Paired, paired_of, shared_rows
from core.corpus.results import Results
from core.corpus.summary import LEVEL, nearest_window
from core.errors import ScoreError
from core.measures import BY_KEY
from core.showing import Column, Result, Row, none_for_nan
from core.vocabulary import FloatArray, Part
from core.windows import DEFAULT_WINDOW
from core.wording import IN_SECONDS, counted

__all__ = ["Changes", "changes"]


@dataclass(frozen=True, eq=False, repr=False)
class Changes(Result):
    """How the scores of tracks changed from an earlier to a later run, at one window.

    Parameters
    ----------
    window : float
        Seconds; infinite is the whole track.
    measure : str
        The key of the measure.
    part : {"recall", "precision", "f_measure"}
    methods : tuple of Paired
        For each method, the later run against the earlier one, on the tracks of both runs.
    tracks : tuple of (str, str)
        Method and track, the largest change first; tracks without a score in a run come last.
    before, after : ndarray, shape (tracks,)
        The scores; NaN without a score.
    alone : int
        Number of tracks, summed over methods, that only one of the runs has.
    """

    columns = (
        Column("method", "text", "name of the method, in the later run"),
        Column("track", "text", "name of the track"),
        Column("before", "score", "in the earlier run"),
        Column("after", "score", "in the later run"),
        Column("change", "change", "after minus before"),
    )
    shown = ("method", "track", "before", "after", "change")

    window: float
    measure: str
    part: Part
    methods: tuple[Paired, ...]
    tracks: tuple[tuple[str, str], ...]
    before: FloatArray
    after: FloatArray
    alone: int

    @property
    def change(self) -> FloatArray:
        """After minus before, shape (tracks,)."""
        return np.round(self.after - self.before, DECIMALS)

    def rows(self) -> list[Row]:
        """Return one row per track, in the order of `tracks`."""
        scores = zip(self.before, self.after, self.change, strict=True)
        return [
            {
                "method": method,
                "track": track,
                **dict(zip(("before", "after", "change"), none_for_nan(values), strict=True)),
            }
            for (method, track), values in zip(self.tracks, map(np.array, scores), strict=True)
        ]

    def headline(self) -> str:
        name, width = BY_KEY[self.measure].score(self.part), IN_SECONDS.width(self.window)
        return f"Change of {name} since the earlier run, {width}"

    def sentences(self) -> list[str]:
        """Return the mean change of each method, and the numbers of better and worse tracks."""
        named = [method for method, _ in self.tracks]
        lines = []
        for method in self.methods:
            change = self.change[[name == method.first for name in named]]
            cells = method.cells(0)
            interval = f"{LEVEL:.0%} interval"
            lines.append(
                f"{method.first}: mean {cells['mean difference']} ({interval} {cells[interval]}), "
                f"p {cells['p']}; {counted(int((change < 0).sum()), 'track')} worse, "
                f"{(change > 0).sum()} better, {(change == 0).sum()} equal"
            )
        if self.alone:
            lines.append(f"{counted(self.alone, 'track')} only in one run, left out")
        return lines


def changes(
    earlier: Results,
    later: Results,
    window: float = DEFAULT_WINDOW,
    measure: str = "reduced",
    part: Part = "f_measure",
) -> Changes:
    """Compare the methods that both runs have, or the only method of each, whatever its name.

    Parameters
    ----------
    earlier, later : Results
    window : float
        Seconds; the nearest window of each run is used.
    measure : str, the key of a measure
    part : {"recall", "precision", "f_measure"}

    Raises
    ------
    ScoreError
        If the runs have other settings or windows, or no method in common.
    """
    runs = [run.without_baselines() for run in (earlier, later)]
    how = [(run.job.settings, run.job.keep_silent, run.job.choices) for run in runs]
    if how[0] != how[1]:
        raise ScoreError(
            f"The earlier run was scored with {earlier.job.description}, this one with "
            f"{later.job.description}. Score both in the same way."
        )
    at = [nearest_window(run.windows, window) for run in runs]
    windows = [float(run.windows[index]) for run, index in zip(runs, at, strict=True)]
    if windows[0] != windows[1]:
        raise ScoreError(f"The earlier run has no scores at {IN_SECONDS.width(windows[1])}.")
    names = [[*run.rows_by_method] for run in runs]
    both = [(name, name) for name in names[1] if name in names[0]]
    if not both and len(names[0]) == len(names[1]) == 1:
        both = [(names[0][0], names[1][0])]
    if not both:
        raise ScoreError("The two runs have no method in common.")
    methods, tracks, values, alone = [], [], [], 0
    for pair in both:
        rows = shared_rows(runs[::-1], pair[::-1])[::-1]
        alone += sum(len(run.rows_by_method[name]) for run, name in zip(runs, pair, strict=True))
        alone -= rows.size
        tracks += [(pair[1], runs[1].tracks[row]) for row in rows[1]]
        scores = [
            run.score(measure, part)[own, index]
            for run, own, index in zip(runs, rows, at, strict=True)
        ]
        values.append(np.array(scores))
        methods.append(paired_of(pair[1], pair[0], *values[-1][::-1, :, np.newaxis]))
    before, after = np.concatenate(values, axis=1)
    order = np.argsort(-np.abs(after - before), kind="stable")  # NaN comes last
    return Changes(
        windows[1],
        measure,
        part,
        tuple(methods),
        tuple(tracks[index] for index in order),
        before[order],
        after[order],
        alone,
    )
