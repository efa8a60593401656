"""Bring a file of results up to date: compute what changed, keep the rest."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Protocol

import pyarrow as pa

from core.corpus.baselines import OTHER
from core.corpus.columns import moved, problem_batch, writable
from core.corpus.items import Item, Problem
from core.corpus.job import Absent, Identity, Job, Outcome, Row, failed, identity
from core.corpus.parts import Replaced, parts_of
from core.corpus.running import run
from core.errors import ReadError
from core.wording import counted

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
    """What an update did."""

    computed: int
    kept: int
    """How many pairs were scored, and how many rows were known."""
    problems: tuple[Problem, ...]
    finished: bool
    """False when it was cancelled: the file is as it was, and what was computed is in the parts."""
    replaced: Replaced | None = None
    """The file that was there, if it was scored otherwise."""
    alone: int = 0
    """How many tracks have no :data:`~core.corpus.baselines.OTHER`, where it was asked for."""

    @property
    def alone_words(self) -> str:
        """Say of how many tracks there is no other annotator; empty where none was missed."""
        tracks = counted(self.alone, "track")
        return f"{tracks} without another annotator" if self.alone else ""


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
    the same bytes, and the job and the versions are the same. A file of another job or version
    is kept beside the new one as ``<path>.before``, where it replaces an older one.

    While it runs, new rows are kept in the folder ``<path>.part``; see :mod:`core.corpus.parts`.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir() or not target.parent.is_dir():
        problem = "is a folder" if target.is_dir() else "there is no such folder to write into"
        raise ReadError(problem, source=str(path), mend="Give the path of a file")
    wanted: dict[Identity, tuple[int, Item]] = {}
    found = list(problems)
    for position, item in enumerate(items):
        if not writable(item):
            found.append(failed(item, "its names are not text; rename the files"))
        elif wanted.setdefault(identity(item), (position, item))[0] != position:
            found.append(failed(item, f"the track stands twice for '{item.method}'"))
    with parts_of(target, job, fresh=fresh) as parts:
        known = _known(parts.batches(), wanted)
        outcomes = scoring(
            [item for _, item in wanted.values()],
            job,
            known=known,
            progress=progress,
            cancelled=cancelled,
        )
        digests: dict[Identity, str] = {}
        failures: list[Problem] = []
        computed = absent = alone = 0
        for outcome in outcomes:
            if isinstance(outcome, Absent):
                absent += 1
                alone += outcome.item.baseline == OTHER
                continue
            if isinstance(outcome, Problem):
                failures.append(outcome)
                continue
            digests[identity(outcome.item)] = outcome.digest
            if isinstance(outcome, Row):
                parts.add(outcome)
                computed += 1
        parts.flush()
        turns = {item.track: position for position, item in wanted.values()}
        found += sorted(failures, key=lambda problem: (turns[problem.track], problem.path))
        kept = len(digests) - computed
        if len(digests) + len(failures) + absent < len(wanted):
            return Update(computed, kept, tuple(found), False, alone=alone)
        news = _chosen(parts.batches(), digests, wanted, job)
        said = [problem_batch(found, job)] if found else []
        replaced = parts.finish(chain(news, said))
    return Update(computed, kept, tuple(found), True, replaced, alone)


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
