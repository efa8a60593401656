"""Bring a file of results up to date: compute what changed, keep the rest.

While it runs, new rows are kept in parts in the folder ``<path>.part``, each of them a whole file
of results. So nothing but the last part is lost when the run is cancelled or killed.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import pyarrow as pa

from core.corpus._columns import moved, problem_batch, row_batch, scored, writable
from core.corpus.items import Item, Problem
from core.corpus.job import Identity, Job, Outcome, Row, failed, identity
from core.corpus.running import run
from core.corpus.store import BATCH, open_results, replacing
from core.errors import ReadError

_LABELS = ("track", "method", "digest")


class Scoring(Protocol):
    """What scores pairs: :func:`core.corpus.running.run`, or another with these parameters."""

    def __call__(
        self,
        items: Sequence[Item],
        job: Job,
        *,
        known: Mapping[Identity, str],
        progress: Callable[[int, int], object],
        cancelled: Callable[[], bool],
    ) -> Iterator[Outcome]:
        """Score the pairs."""


@dataclass(frozen=True)
class Update:
    """What an update did.

    Parameters
    ----------
    computed, kept : int
        How many pairs were scored, and how many rows were known.
    problems : tuple of Problem
    finished : bool
        False when it was cancelled: the file is as it was, and what was computed is in the parts.
    """

    computed: int
    kept: int
    problems: tuple[Problem, ...]
    finished: bool


def update_results(
    path: str | os.PathLike[str],
    items: Sequence[Item],
    job: Job,
    *,
    problems: Iterable[Problem] = (),
    scoring: Scoring = run,
    fresh: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Update:
    """Score what is not in a file of results yet, and write the file anew.

    A row is kept if its pair, by track and method, is still in the corpus, its files still have
    the same bytes, and the job and the versions are the same.

    Parameters
    ----------
    path : str or path-like
        Need not exist.
    items : sequence of Item
    job : Job
    problems : iterable of Problem
        What was found before, such as by matching; written with those of scoring.
    scoring : callable
        What scores pairs.
    fresh : bool
        Whether to compute everything again.
    progress : callable
        Called with the number of pairs that are done, and of all.
    cancelled : callable
        Asked often whether to stop.

    Returns
    -------
    Update

    Raises
    ------
    ReadError
        If there is a file at the path that holds no results, or no folder for it.
    """
    target = Path(path)
    parts = target.with_name(f"{target.name}.part")
    if target.is_dir() or not target.parent.is_dir():
        problem = "is a folder" if target.is_dir() else "there is no such folder to write into"
        raise ReadError(problem, source=str(path), mend="Give the path of a file")
    if fresh:
        shutil.rmtree(parts, ignore_errors=True)
    wanted: dict[Identity, tuple[int, Item]] = {}
    found = list(problems)
    for position, item in enumerate(items):
        if not writable(item):
            found.append(failed(item, "its names are not text; rename the files"))
        elif wanted.setdefault(identity(item), (position, item))[0] != position:
            found.append(failed(item, f"the track stands twice for '{item.method}'"))
    known = {} if fresh else _known(_batches(target, parts, job, [*_LABELS, "reason"]), wanted)
    digests: dict[Identity, str] = {}
    failures: list[Problem] = []
    computed = kept = 0
    outcomes = scoring(
        [item for _, item in wanted.values()],
        job,
        known=known,
        progress=progress,
        cancelled=cancelled,
    )
    with _Parts(parts, job) as news:
        for outcome in outcomes:
            if isinstance(outcome, Problem):
                failures.append(outcome)
                continue
            digests[identity(outcome.item)] = outcome.digest
            if isinstance(outcome, Row):
                news.add(outcome)
                computed += 1
            else:
                kept += 1
    finished = computed + kept + len(failures) == len(wanted)
    turns = {item.track: position for position, item in wanted.values()}
    found += sorted(failures, key=lambda problem: (turns[problem.track], problem.path))
    if finished:
        with replacing(target, job) as writer:
            old = None if fresh else target
            for batch in _chosen(_batches(old, parts, job), digests, wanted, job):
                writer.write_batch(batch)
            if found:
                writer.write_batch(problem_batch(found, job))
        shutil.rmtree(parts, ignore_errors=True)
    return Update(computed, kept, tuple(found), finished)


class _Parts:
    """Writes rows to a folder, a file a batch, and the last of them whatever happens."""

    def __init__(self, folder: Path, job: Job) -> None:
        self._folder = folder
        self._job = job
        self._rows: list[tuple[int, Row]] = []

    def __enter__(self) -> _Parts:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()

    def add(self, row: Row) -> None:
        """Write a row, sooner or later."""
        self._rows.append((0, row))
        if len(self._rows) == BATCH:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._folder.mkdir(exist_ok=True)
            name = f"{time.time_ns():020}-{uuid4().hex}.parquet"  # in order, and of no other run
            with replacing(self._folder / name, self._job) as writer:
                writer.write_batch(row_batch(self._rows, self._job))
            self._rows = []


def _batches(
    target: Path | None, parts: Path, job: Job, columns: Sequence[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Read the rows under the same job, the newest first."""
    paths = sorted(parts.glob("*.parquet"), reverse=True)
    if target is not None and target.exists():
        paths.append(target)
    for path in paths:
        with open_results(path) as (file, document):
            if document["key"] == job.key:
                yield from map(scored, file.iter_batches(BATCH, columns=columns))


def _labelled(batch: pa.RecordBatch) -> Iterator[tuple[Identity, str]]:
    """Give who each row is of, and the digest."""
    tracks, methods, digests = (batch.column(name).to_pylist() for name in _LABELS)
    yield from zip(zip(tracks, methods, strict=True), digests, strict=True)


def _known(
    batches: Iterable[pa.RecordBatch], wanted: Mapping[Identity, object]
) -> dict[Identity, str]:
    known: dict[Identity, str] = {}
    for batch in batches:
        for who, digest in _labelled(batch):
            if who in wanted:
                known.setdefault(who, digest)
    return known


def _chosen(
    batches: Iterable[pa.RecordBatch],
    digests: Mapping[Identity, str],
    wanted: Mapping[Identity, tuple[int, Item]],
    job: Job,
) -> Iterator[pa.RecordBatch]:
    """Give the rows with these digests, each once, for the pairs as they are now."""
    missing = dict(digests)
    for batch in batches:
        chosen, items = [], []
        for row, (who, digest) in enumerate(_labelled(batch)):
            if missing.get(who) == digest:
                del missing[who]
                chosen.append(row)
                items.append(wanted[who])
        if chosen:
            yield moved(batch.take(chosen), items, job)
    if missing:
        raise ReadError(
            f"{len(missing)} rows are gone that were there",
            source="parts of the results",
            mend="Do not run twice into one file at once; run again",
        )
