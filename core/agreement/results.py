"""The frozen result of scoring annotators against each other, and its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from core.citing import Citation
from core.citing.scores import cite_scores
from core.measures import MEASURES, Measure, own_windows
from core.notes import Note
from core.settings import Settings, WithSettings
from core.showing import Column, Result, Row, none_for_nan
from core.tmeasures.results import HOW, how_row
from core.vocabulary import PARTS, FloatArray, IntArray, Part, mean
from core.windows import finite
from core.wording import counted, listed, number

KINDS = {"others": "mean of the others", "nearest": "nearest other annotator", "floor": "floor"}
"""The summaries of a matrix, and their titles; see :class:`Agreement`."""

TRACKS = tuple(f"{part}_tracks" for part in PARTS)
"""Columns with the number of tracks that have each score."""

DRAWS = 10  # random hierarchies per annotator, to average out chance
RANDOM = "random boundaries"  # name of the estimate in rows of random boundaries


@dataclass(frozen=True)
class Hole:
    """A pair without a score, and the reason; the estimate may be :data:`RANDOM`."""

    reference: str
    estimate: str
    reason: str
    track: str = ""  # name of the track, if there are several

    def __str__(self) -> str:
        track = f"{self.track}, " if self.track else ""
        return f"{track}{self.estimate} against {self.reference}: {self.reason}"


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(WithSettings, Result):
    """Scores of all annotators against each other, of one track or as means over tracks.

    Each estimate is cropped or padded to its reference. Pairs without a score are left out of all
    means. Each annotator in turn is the reference for the others. The **mean of the others** is
    their mean score, averaged over references. For two annotators it is the ceiling that McFee,
    Nieto and Bello suggest (2015, section 5.1), but a method can agree better. **Nearest** is
    the best score of another annotator, averaged over references. The **floor** is the mean score
    of random boundaries: in each layer as many as the annotator's, with that annotator's labels in
    random order. Other estimates are scored against every annotator and count for none of these.

    Parameters
    ----------
    names : tuple of str, length n
        Unique; empty for means over tracks with too many annotators for a matrix.
    estimates : tuple of str, length k
        Other estimates that were scored against the annotators.
    windows : ndarray, shape (w,)
        Seconds; infinite is the whole track.
    values : ndarray, shape (measures, w, n, n + k + 1, 3)
        Recall, precision and F, in the order of :data:`core.measures.MEASURES`. Rows are
        references; columns are annotators, then estimates, then random boundaries. NaN without a
        score, and on the diagonal.
    levels : ndarray, shape (measures, w, 3 + k, 3)
        Summaries: the mean of the others, nearest and floor (see :data:`KINDS`), and the mean of
        each estimate over annotators.
    tracks, level_tracks : ndarray of int
        For each entry of `values` and `levels`, the number of tracks that have a score.
    n_tracks : int
    holes : tuple of Hole
        The pairs without a score at some window, with the reason.
    settings : Settings
        How the scores were computed; also as `convention`, `frame_size` (None without frames) and
        `beta`.
    unit : str
    notes : tuple of Note
        Changes made while reading, and annotations left out.
    """

    columns = (
        Column("window", "window", "in seconds; none is the whole track"),
        Column("measure", "text", "key of the measure: reduced, full, l"),
        Column(
            "kind",
            "text",
            "pair; estimate or random (against an annotator); mean (of an estimate); others, "
            "nearest, floor",
        ),
        Column("reference", "text", "name of the reference; empty for all"),
        Column("estimate", "text", "name of the estimate; empty for all"),
        *(Column(part, "score", "the score, if there is one") for part in PARTS),
        *(Column(name, "count", "number of tracks with this score") for name in TRACKS),
        *HOW,
    )

    names: tuple[str, ...]
    estimates: tuple[str, ...]
    windows: FloatArray
    values: FloatArray
    levels: FloatArray
    tracks: IntArray
    level_tracks: IntArray
    n_tracks: int
    holes: tuple[Hole, ...]
    settings: Settings
    unit: str = "seconds"
    notes: tuple[Note, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures for which any pair has a score."""
        return tuple(
            measure
            for number, measure in enumerate(MEASURES)
            if np.isfinite(self.levels[number, :, 0]).any()
        )

    def table(self, key: str, part: Part, at: int = 0) -> FloatArray:
        """Return one score of all pairs at one window, shape (n, n + k + 1); see `values`."""
        return self.values[_at(key), at, ..., PARTS.index(part)]

    def matrix(self, key: str, part: Part, at: int = 0) -> FloatArray:
        """Return one score at one window, shape (n, n): rows are references, columns estimates."""
        return self.table(key, part, at)[:, : len(self.names)]

    def means(self, key: str, part: Part, at: int = 0) -> FloatArray:
        """Return the mean score of the other annotators against each one, shape (n,)."""
        return mean(self.matrix(key, part, at), axis=1)

    def level(self, kind: str, key: str, part: Part, at: int = 0) -> float:
        """Return one of the summaries :data:`KINDS`; NaN without a score."""
        return float(self.levels[_at(key), at, [*KINDS].index(kind), PARTS.index(part)])

    def stands(self, key: str, part: Part, at: int = 0) -> FloatArray:
        """Return the mean of each estimate over annotators, shape (k,)."""
        return self.levels[_at(key), at, len(KINDS) :, PARTS.index(part)]

    def fewer(self, kind: str, key: str, part: Part, at: int = 0) -> str:
        """State how many tracks have a score for one of :data:`KINDS`; empty for all or none."""
        count = int(self.level_tracks[_at(key), at, [*KINDS].index(kind), PARTS.index(part)])
        return f" ({count} of {self.n_tracks} tracks)" if 0 < count < self.n_tracks else ""

    def counts(self, key: str, part: Part, at: int = 0) -> IntArray:
        """Return the number of tracks in which each pair has a score, shape (n, n + k)."""
        return self.tracks[_at(key), at, :, :-1, PARTS.index(part)]

    def over(self, key: str, part: Part, at: int = 0) -> str:
        """State over how many tracks the cells are averaged; empty for one track."""
        if self.n_tracks == 1:
            return ""
        every = counted(self.n_tracks, "track")
        counts = self.counts(key, part, at)
        there = counts[counts > 0]
        if (there == self.n_tracks).all():
            return f"means over {every}"
        low, high = int(there.min()), int(there.max())
        span = f"{low} to {high}" if low < high else f"{low}"
        return f"means over {span} of {every}"

    def why_none(self, keys: Sequence[str]) -> list[str]:
        """Return each reason why pairs lack a score for some measures, with the first such pair."""
        pairs = np.eye(*self.values.shape[2:4]) == 0
        if np.isfinite(self.values[[*map(_at, keys)]][:, :, pairs]).all():
            return []
        alike: dict[str, list[Hole]] = {}
        for hole in self.holes:
            alike.setdefault(hole.reason, []).append(hole)
        return [
            f"{first}" + (f" (and {counted(len(more), 'more pair')})" if more else "")
            for first, *more in alike.values()
        ]

    def headline(self) -> str:
        tracks = f", {counted(self.n_tracks, 'track')}" * (self.n_tracks > 1)
        frames = self.settings.describe_frames(self.notation)
        return f"{counted(len(self.names), 'annotator')}{tracks}: {frames}"

    def sentences(self) -> list[str]:
        """Summarize F for each measure and window, with the means of the estimates."""
        return [
            f"{measure.label('f_measure')}, w = {self.notation.width(window)}: "
            + ", ".join(self._sums(measure.key, at))
            for measure in self.measures
            for at, window in enumerate(self.windows.tolist())
        ] + [*own_windows(self.measures, self.windows.tolist()), *self._holes()]

    def cells(self, most: int | None = None) -> list[dict[str, str]]:
        """Return the matrices of F: one row per reference, one column per estimate."""
        rows = []
        for measure, (at, window) in product(self.measures, enumerate(self.windows.tolist())):
            table = self.table(measure.key, "f_measure", at)
            scores = np.insert(table, -1, self.means(measure.key, "f_measure", at), axis=1)
            names = (*self.names, *self.estimates, "mean", "random")
            for name, values in zip(self.names, scores.tolist(), strict=True):
                row = {"window": self.notation.width(window), "F": measure.title, "reference": name}
                rows.append(row | dict(zip(names, map(number, values), strict=True)))
        return rows[:most]

    def cite(self) -> Citation:
        """Return a methods passage for a paper, and the works to cite."""
        cited = cite_scores(self.settings, self.measures, self.windows.tolist(), self.notation)
        tracks, lacks = "", ""
        if self.n_tracks > 1:
            tracks = ", for each track, and then over tracks"
            fewer = [over for measure in self.measures for over in _over(self, measure)]
            if fewer:
                lacks = f" Of {self.n_tracks} tracks, {listed(fewer)} have a mean of the others."
        text = (
            f"Each annotator in turn was the reference for all others. {cited.text} The mean of "
            "the others is the mean score of the other annotators, averaged over annotators as "
            f"the reference{tracks}. The floor is this mean for {DRAWS} draws of random "
            "boundaries, as many in each layer as in the reference, with its labels in random "
            f"order.{lacks}"
        )
        return replace(cited, text=text)

    def rows(self) -> list[Row]:
        how = how_row(self.settings, self.unit)
        return [
            {"window": finite(window), "measure": measure.key, **row, **how}
            for measure in self.measures
            for at, window in enumerate(self.windows.tolist())
            for row in self._rows(_at(measure.key), at)
        ]

    def _holes(self) -> list[str]:
        """State the numbers of tracks behind the means, or the unscored pairs of a single track."""
        keys = [measure.key for measure in self.measures or MEASURES]
        if self.n_tracks == 1:
            return [f"–: {why}" for why in self.why_none(keys)]
        over = (self.over(key, "f_measure", at) for key in keys for at in range(len(self.windows)))
        return [*dict.fromkeys(over)]

    def _sums(self, key: str, at: int) -> list[str]:
        """List the summaries of F, and F of the estimates."""
        levels = [
            f"{name} {number(self.level(kind, key, 'f_measure', at))}"
            f"{self.fewer(kind, key, 'f_measure', at)}"
            for kind, name in KINDS.items()
        ]
        means = self.stands(key, "f_measure", at).tolist()
        named = zip(self.estimates, means, strict=True)
        return levels + [f"{name} {number(mean)}" for name, mean in named]

    def _rows(self, measure: int, at: int) -> Iterator[Row]:
        """Yield the rows of one measure and window: pairs, chance, estimates, then summaries."""
        count, columns = len(self.names), (*self.names, *self.estimates, RANDOM)
        last = len(columns) - 1
        pairs = [(i, j) for i, j in product(range(count), range(last)) if i != j]
        for i, j in [*pairs, *((i, last) for i in range(count))]:
            kind = "pair" if j < count else "random" if j == last else "estimate"
            scores, tracks = self.values[measure, at, i, j], self.tracks[measure, at, i, j]
            yield _row(kind, self.names[i], columns[j], scores, tracks)
        levels = [*((kind, "") for kind in KINDS), *(("mean", name) for name in self.estimates)]
        for k, (kind, name) in enumerate(levels):
            scores, tracks = self.levels[measure, at, k], self.level_tracks[measure, at, k]
            yield _row(kind, "", name, scores, tracks)


def _at(key: str) -> int:
    return [measure.key for measure in MEASURES].index(key)


def _row(kind: str, reference: str, estimate: str, scores: FloatArray, tracks: IntArray) -> Row:
    values = (*none_for_nan(scores), *tracks.tolist())
    names = {"kind": kind, "reference": reference, "estimate": estimate}
    return names | dict(zip((*PARTS, *TRACKS), values, strict=True))


def _over(result: Agreement, measure: Measure) -> Iterator[str]:
    """Yield how many tracks have an F, unless all have one."""
    counts = result.level_tracks[MEASURES.index(measure), :, 0, PARTS.index("f_measure")]
    low, high = int(counts.min()), int(counts.max())
    if low < result.n_tracks:
        span = f"{low} to {high} (by window)" if low < high else f"{low}"
        yield f"{span} for {measure.score('f_measure')}"
