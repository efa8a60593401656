"""The results of a corpus as arrays, and their tables."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from itertools import product
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from core.citing import Citation
from core.citing.scores import cite_scores
from core.corpus.items import Item, Problem
from core.corpus.job import LAYERS, Job, Update, flat_measures
from core.corpus.noting import Noted, count_notes, without_common
from core.corpus.sources.salami import ONE_ANNOTATION
from core.corpus.summary import describe, outliers
from core.corpus.why import Why
from core.errors import ReadError, ScoreError
from core.files.tables import RUN
from core.flat.grid import FlatMeasure
from core.jobs.files import replacing
from core.latex import DIGITS, Columns, name_cell, table, window_cell
from core.measures import (
    BY_KEY,
    COLUMNS,
    MEASURES,
    PLACES,
    SCORES,
    VALUES,
    Measure,
    caption,
    chosen_measures,
    own_windows,
)
from core.notes import Note
from core.showing import Column, Result, Row, kept, none_for_nan
from core.tmeasures.results import HOW, TMeasures
from core.vocabulary import PARTS, VARIANTS, FloatArray, Part, freeze, mean
from core.windows import finite, landmarks
from core.wording import IN_SECONDS, counted, listed, number

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Results"]

_PAIRS = 256  # pairs per batch of table rows: 46,000 rows at 60 windows

_TYPES = {"text": pa.string(), "count": pa.int32(), "flag": pa.bool_()}
_SCORES = (
    Column("track", "text", "track name"),
    Column("method", "text", "method of the estimate"),
    *TMeasures.columns[: -len(HOW)],
    Column("baseline", "flag", "whether the method is a baseline"),
    Column("duration", "number", "duration of the track, in seconds"),
    Column("reference_layers", "count", "number of layers of the reference"),
    Column("estimate_layers", "count", "number of layers of the estimate"),
    *HOW[:-1],
)
_OF_CORPUS = ("job", "windows", "problems", "update")  # the other fields have a row per pair

FLAT_COLUMNS = ("track", "method", "baseline", "measure", "layers", *PARTS, "beta")

CAUSE_COLUMNS = (
    *("track", "method", "measure", "window", "order", "kind", "side", "text", "boundaries"),
    *("gain", "share", "together", "unexplained", "sentence"),
)


@dataclass(frozen=True, eq=False, repr=False)
class Results(Result):
    """The scores of a corpus; n is the number of pairs.

    Parameters
    ----------
    job : Job
    windows : ndarray, shape (windows,)
        All or some of the job's windows, in seconds.
    items : tuple of Item, length n
    digests : tuple of str, length n
        Hash of each pair's files.
    durations : ndarray, shape (n,)
        Of the tracks, in seconds.
    reference_layers, estimate_layers : ndarray of int, shape (n,)
    scores : ndarray, shape (n, windows, measures)
        The last axis is :data:`core.measures.COLUMNS`. Scores are NaN if no query has a triplet.
    reference_segments, estimate_segments : tuple of ndarray, length n
        Durations of the segments of the finest layers, in seconds.
    pair_notes : tuple of tuple of Note, length n
        Notes on each pair; see :mod:`core.corpus.noting`.
    why : tuple of Why, length n
        Why T_F is low, at the windows at which the job diagnosed the pairs.
    flat : ndarray, shape (n, 3, measures, 3)
        By :data:`core.corpus.job.LAYERS` and the job's flat measures; recall, precision and F,
        NaN without a score.
    problems : tuple of Problem
        Files and pairs without a row.
    update : Update, optional
        Summary of the run that computed the results; None if they were read from a file.
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
    why: tuple[Why, ...]
    flat: FloatArray
    problems: tuple[Problem, ...] = ()
    update: Update | None = None

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def tracks(self) -> tuple[str, ...]:
        return tuple(item.track for item in self.items)

    @cached_property
    def methods(self) -> tuple[str, ...]:
        return tuple(item.method for item in self.items)

    @cached_property
    def metadata(self) -> dict[str, tuple[str, ...]]:
        """Metadata by column: one value per pair, empty if missing."""
        rows = [dict(item.metadata) for item in self.items]
        names = dict.fromkeys(name for row in rows for name in row)
        return {name: tuple(row.get(name, "") for row in rows) for name in names}

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """All measures, without measures of labels if no pair has labels."""
        return tuple(
            measure
            for measure in MEASURES
            if measure.needs != "labels" or self.having(measure).any()
        )

    def having(self, measure: Measure) -> npt.NDArray[np.bool_]:
        """Return a mask of the pairs that meet the needs of a measure, shape (n,)."""
        if measure.needs != "labels":
            return np.ones(len(self), bool)
        return np.asarray((self.values(f"recall_share_{measure.key}") > 0).any(axis=1))

    def values(self, measure: str) -> FloatArray:
        """Return one of :data:`core.measures.COLUMNS`, shape (n, windows)."""
        return self.scores[:, :, COLUMNS.index(measure)]

    def score(self, key: str, part: Part) -> FloatArray:
        """Return one score of every pair at every window, shape (n, windows)."""
        return freeze(self.values(f"{part}_{key}"))

    @property
    def all_scores(self) -> FloatArray:
        """Every score of :data:`core.measures.SCORES`, shape (n, windows, scores)."""
        return freeze(self.scores[:, :, : len(SCORES)])

    @cached_property
    def rows_by_method(self) -> dict[str, npt.NDArray[np.intp]]:
        methods = np.array(self.methods, dtype=object)
        return {name: np.flatnonzero(methods == name) for name in dict.fromkeys(self.methods)}

    def outliers(self, key: str, part: Part) -> npt.NDArray[np.bool_]:
        """Mark the scores beyond the whiskers of their method, shape (n, windows)."""
        scores = self.score(key, part)
        marked = np.zeros(scores.shape, bool)
        for rows in self.rows_by_method.values():
            marked[rows] = outliers(scores[rows])
        return marked

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the table; metadata columns are text and come last."""
        own = [*_SCORES]
        taken = {column.name for column in own}
        for name in self.metadata:
            while name in taken:
                name = f"metadata_{name}"
            taken.add(name)
            own.append(Column(name, "text", "metadata of the track"))
        return tuple(own)

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([(name, _TYPES.get(kind, pa.float64())) for name, kind, _ in self.columns])

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield the table in batches, to save memory."""
        for start in range(0, len(self), _PAIRS):
            yield self._batch(slice(start, start + _PAIRS))

    def table(self) -> pa.Table:
        """Return one row per pair, window and measure, in the order of the corpus."""
        return pa.Table.from_batches(self.batches(), self.schema)

    def _batch(self, pairs: slice) -> pa.RecordBatch:
        scores, settings = self.scores[pairs], self.job.settings
        n, windows, measures = len(scores), len(self.windows), len(MEASURES)
        size = n * windows * measures
        of_pair = np.repeat(np.arange(n), windows * measures)

        def taken(values: Sequence[Any] | npt.NDArray[Any]) -> pa.Array:
            return pa.array(values[pairs]).take(pa.array(of_pair))

        columns = [
            taken(self.tracks),
            taken(self.methods),
            np.tile(np.repeat(self.windows, measures), n),
            pa.array([measure.key for measure in MEASURES] * (n * windows)),
            *scores[..., PLACES].reshape(size, len(VALUES)).T,
            taken([bool(item.baseline) for item in self.items]),
            taken(self.durations),
            taken(self.reference_layers.astype(np.int32)),
            taken(self.estimate_layers.astype(np.int32)),
            pa.repeat(settings.convention.name, size),
            np.full(size, settings.used_frame_size or np.nan, np.float64),
            np.full(size, settings.beta, np.float64),
            pa.repeat(settings.convention.mean_over_all, size),
            *map(taken, self.metadata.values()),
        ]
        # NaN becomes null, because polars distinguishes them.
        arrays = [
            pa.array(column, from_pandas=True) if isinstance(column, np.ndarray) else column
            for column in columns
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def rows(self) -> list[Row]:
        """Return one row per pair, window and measure, in the order of `columns`."""
        return [{**row, "window": finite(row["window"])} for row in self.table().to_pylist()]

    def to_pandas(self) -> DataFrame:
        """Return one row per pair, window and measure; missing scores are NaN, whole tracks inf."""
        return self.table().to_pandas()

    def write(self, path: str | os.PathLike[str], *, csv: bool = False) -> None:
        """Write the table to a Parquet or CSV file; an existing file is replaced."""
        with replacing(Path(path)) as stream:
            self._write(stream, csv=csv)

    def to_parquet(self) -> bytes:
        stream = io.BytesIO()
        self._write(stream, csv=False)
        return stream.getvalue()

    def _write(self, stream: IO[bytes], *, csv: bool) -> None:
        begun = pyarrow.csv.CSVWriter if csv else partial(pq.ParquetWriter, compression="zstd")
        with begun(stream, self.schema) as writer:
            for batch in self.batches():
                writer.write_batch(guarded_texts(batch) if csv else batch)

    def causes(self) -> DataFrame:
        """Return one row per pair, measure, window and cause, the most helpful cause first."""
        from pandas import DataFrame

        return DataFrame(self.cause_rows(), columns=CAUSE_COLUMNS)

    def cause_rows(self) -> list[Row]:
        if not self.job.diagnosed:
            raise ReadError(
                "have no causes: the pairs were scored without a diagnosis",
                source="these results",
                advice="Score the corpus again, with hierscope corpus or on the page Corpus",
            )
        slots = [*product(VARIANTS, self.job.diagnosed)]
        return [
            {
                "track": item.track,
                "method": item.method,
                "measure": BY_KEY[variant].title,
                "window": window,
                "order": order,
                "kind": why.kinds[at],
                "side": why.sides[at],
                "text": why.texts[at],
                "boundaries": why.boundaries[at],
                "gain": float(why.gains[at, slot]),
                "share": float(why.shares[at, slot]),
                "together": float(why.together[at, slot]),
                "unexplained": why.unexplained[slot],
                "sentence": why.sentences[slot],
            }
            for item, why in zip(self.items, self.why, strict=True)
            for slot, (variant, window) in enumerate(slots)
            for order, at in enumerate(why.ranked(slot), 1)
        ]

    def flat_table(self) -> DataFrame:
        """Return one row per pair, flat measure and choice of layers (coarsest, finest, best F)."""
        from pandas import DataFrame

        return DataFrame(self.flat_rows(), columns=FLAT_COLUMNS).astype(dict.fromkeys(PARTS, float))

    def flat_rows(self) -> list[Row]:
        if not self.job.flat:
            raise ReadError(
                "flat measures were not scored", source="the results", advice="Score them with flat"
            )
        return [
            {
                "track": item.track,
                "method": item.method,
                "baseline": bool(item.baseline),
                "measure": key,
                "layers": layers,
                **dict(zip(PARTS, none_for_nan(values), strict=True)),
                "beta": self.job.settings.beta,
            }
            for item, scores in zip(self.items, self.flat, strict=True)
            for layers, by_measure in zip(LAYERS, scores, strict=True)
            for key, values in zip(self.job.flat, by_measure, strict=True)
        ]

    def flat_means(self) -> list[tuple[str, FlatMeasure, list[float], list[int]]]:
        """Return mean F and number of pairs by choice of layers, for each method and measure."""
        means = []
        for method, members in self.rows_by_method.items():
            for measure in flat_measures(self.job.flat):
                scores = self.flat[members][:, :, self.job.flat.index(measure.key), -1]
                counts = np.isfinite(scores).sum(axis=0).tolist()
                means.append((method, measure, mean(scores, axis=0).tolist(), counts))
        return means

    def to_latex(
        self,
        windows: Iterable[float] | None = None,
        caption: str = "",
        digits: int = DIGITS,
        path: str | Path | None = None,
        *,
        measures: Sequence[str] = VARIANTS,
    ) -> str:
        """Write a table for a paper: the mean scores of each method, window by window.

        Rows are methods, columns are means over tracks; it needs the package booktabs. `windows`
        must have been scored; by default they are the windows that a notebook shows. `measures` are
        keys; ``["reduced", "full", "l"]`` adds L. The table is also written to `path`, if any.
        """
        scored = self.windows.tolist()
        wanted = landmarks(scored) if windows is None else sorted({*windows})
        missing = [window for window in wanted if window not in scored]
        if missing:
            name = IN_SECONDS.width(missing[0]).capitalize()
            raise ScoreError(f"{name} was not scored. Choose among `windows`.")
        finite = np.isfinite(wanted).any()
        chosen = chosen_measures(measures, self.measures, "no pair has them")
        columns = Columns(chosen, digits=digits, whole=not finite)
        groups = []
        for window in wanted:
            at = scored.index(window)
            score_columns = [
                self.score(measure.key, part)[:, at] for measure, part in columns.scores
            ]
            values = [
                [column[members][~np.isnan(column[members])] for column in score_columns]
                for members in self.rows_by_method.values()
            ]
            means = columns.cells(
                [float(scores.mean()) if len(scores) else math.nan for scores in row]
                for row in values
            )
            named = zip(self.rows_by_method, values, means, strict=True)
            groups.append(
                [
                    row
                    for method, scores, cells in named
                    for row in _latex_rows([window_cell(window), name_cell(method)], scores, cells)
                ]
            )
        letters = dict.fromkeys(f"{measure.letter}-measures" for measure in chosen)
        comments = [
            f"{' and '.join(letters)} by hierscope, {self.job.description}; means over the n pairs "
            "that have a score; w in seconds"
        ]
        comments += self.at(*map(scored.index, wanted)).cautions(chosen)
        heads = ["$w$", "Method", "$n$"]
        return kept(table(heads, "rlr", groups, columns, comments, caption), path)

    def caption(self, measures: Sequence[str], window: float) -> str:
        """Name measures by key, the number of pairs, a window, convention and frames."""
        how = f"{IN_SECONDS.window(window)}, {self.job.description}"
        return caption(measures, counted(len(self), "pair"), how)

    def cite(self, windows: Sequence[float] | None = None) -> Citation:
        """Return a methods passage for a paper, and the works to cite.

        It includes the numbers of pairs without a score at `windows`, by default all windows.
        """
        scored = self.windows.tolist()
        chosen = scored if windows is None else [*windows]
        cited = cite_scores(self.job.settings, self.measures, chosen)
        places = [*map(scored.index, chosen)]
        lacking = []
        for measure in self.measures:
            counts = np.isnan(self.score(measure.key, "f_measure")[:, places]).sum(axis=0)
            low, high = int(counts.min()), int(counts.max())
            if high:
                count = f"{low} to {high} (by window)" if low < high else f"{high}"
                verb = "has" if high == 1 else "have"
                lacking.append(f"{count} {verb} no {measure.score('f_measure')}")
        of_pairs = f"Each mean is over all pairs (n = {len(self)})."
        if lacking:
            of_pairs = (
                f"Of {counted(len(self), 'pair')}, {listed(lacking)}; a mean leaves out the pairs "
                "that have no score."
            )
        return replace(cited, text=f"{cited.text} {of_pairs}")

    @cached_property
    def noted(self) -> tuple[Noted, ...]:
        """Notes on the pairs, counted by kind."""
        return count_notes(self.pair_notes, self.tracks)

    @property
    def particular_notes(self) -> tuple[tuple[Note, ...], ...]:
        """The notes of each pair without those that all pairs have."""
        return without_common(self.pair_notes, self.noted)

    @cached_property
    def notes(self) -> tuple[Note, ...]:  # type: ignore[override]
        """Problems with their reasons, and changes made while reading."""
        failed = [str(problem) for problem in self.problems if problem.reason != ONE_ANNOTATION]
        alone = len(self.problems) - len(failed)
        replaced = self.update.replaced if self.update else None
        own = self.without_baselines().noted
        return (
            *([Note("replaced", replaced.message())] if replaced else []),
            *(Note("not-scored", reason) for reason in failed),
            *[Note("one-annotation", f"{counted(alone, 'track')} with {ONE_ANNOTATION}")]
            * bool(alone),
            *(replace(noted.example, text=noted.full, side="") for noted in own),
        )

    def headline(self) -> str:
        """Summarize the numbers of tracks, pairs and windows, and the settings."""
        return (
            f"corpus of {counted(len(set(self.tracks)), 'track')}, {counted(len(self), 'pair')} "
            f"by {counted(len(set(self.methods)), 'method')}, "
            f"{counted(len(self.windows), 'window')}, {self.job.description}"
        )

    def sentences(self) -> list[str]:
        return self.cautions(self.measures)

    def cautions(self, measures: Sequence[Measure]) -> list[str]:
        """Name windows that are hierscope's own; warn if means of F are over different tracks."""
        warnings = (
            self.different_tracks(measure.key, "f_measure", at)
            for measure in measures
            for at in range(len(self.windows))
        )
        own = own_windows(measures, self.windows.tolist())
        return [*own, *[*filter(None, warnings)][:1]]

    def different_tracks(self, key: str, part: Part, at: int) -> str:
        """Warn if methods (not baselines) have scores on different tracks at a window; else
        empty."""
        own = self.without_baselines()
        scored = ~np.isnan(own.score(key, part)[:, at])
        tracks = [
            {own.tracks[row] for row in rows if scored[row]} for rows in own.rows_by_method.values()
        ]
        every = set[str]().union(*tracks)
        common = every.intersection(*tracks)
        if common == every:
            return ""
        score = BY_KEY[key].score(part)
        width = IN_SECONDS.width(float(self.windows[at]))
        return (
            f"The methods are judged on different tracks: at {width}, {len(common)} of "
            f"{counted(len(every), 'track')} have {score} by all methods. Compare means only on "
            "the same tracks."
        )

    def cells(self, most: int | None = None) -> list[dict[str, str]]:
        """Return the mean F-measure with its interval, one row per method and measure."""
        windows = self.windows.tolist()
        shown = landmarks(windows)
        places = [windows.index(window) for window in shown]
        rows = []
        for method, members in self.rows_by_method.items():
            for measure in self.measures:
                described = describe(self.score(measure.key, "f_measure")[members][:, places])
                counts = [f"{count:.0f}" for count in described.count]
                alike = len({*counts}) == 1
                bounds = described.low, described.high
                numbers = zip(shown, described.mean, *bounds, counts, strict=True)
                row = {"method": method, "mean F-measure": measure.title}
                row["n"] = counts[0] if alike else ""
                for window, middle, low, high, count in numbers:
                    interval = "" if low != low else f" ({number(low)}–{number(high)})"
                    n = "" if alike else f", n = {count}"
                    row[IN_SECONDS.width(window)] = f"{number(middle)}{interval}{n}"
                rows.append(row)
        return rows[:most]

    def without_baselines(self) -> Results:
        """Return the pairs without baselines, or all pairs if there are only baselines."""
        own = [not item.baseline for item in self.items]
        return self if all(own) or not any(own) else self.take(own)

    def at(self, *indices: int) -> Results:
        """Return the results at some windows only, selected by index."""
        kept = [*indices]
        return replace(self, windows=self.windows[kept], scores=self.scores[:, kept])

    def take(self, chosen: npt.ArrayLike) -> Results:
        """Return the pairs selected by a mask or row numbers, with all problems."""
        wanted = np.asarray(chosen)
        # numpy can't infer the type of an empty list.
        rows = np.arange(len(self))[wanted if len(wanted) else wanted.astype(np.intp)]
        columns: dict[str, Any] = {}
        for name in {field.name for field in fields(self)}.difference(_OF_CORPUS):
            values = getattr(self, name)
            is_array = isinstance(values, np.ndarray)
            columns[name] = values[rows] if is_array else tuple(values[row] for row in rows)
        return replace(self, **columns)


def counts_text(counts: Sequence[int]) -> str:
    """Format the number of pairs behind each mean, as a range if the numbers differ."""
    few, many = min(counts), max(counts)
    return f"{few}" if few == many else f"{few} to {many}"


def _latex_rows(
    names: list[str], scores: Sequence[FloatArray], means: list[str]
) -> list[list[str]]:
    """Return the rows of a method: means, and the numbers of pairs below if these differ."""
    counts = [f"{len(values)}" for values in scores]
    if len({*counts}) == 1:
        return [[*names, counts[0], *means]]
    return [[*names, "", *means], [names[0], r"\quad $n$", "", *counts]]


def guarded_texts(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Guard the texts of a batch like :func:`core.files.tables.guarded`."""
    columns = [
        pc.replace_substring_regex(column, f"^({RUN})", r"'\1")
        if pa.types.is_string(column.type)
        else column
        for column in batch.columns
    ]
    return pa.RecordBatch.from_arrays(columns, schema=batch.schema)
