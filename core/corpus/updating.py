"""Update a results file: score new and changed pairs, and keep the other rows.

New rows are saved in the folder ``<path>.part``, so that little is lost if a run is killed."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryFile
from uuid import uuid4

import pyarrow as pa
import pyarrow.compute as pc

from core.corpus.baselines import OTHER
from core.corpus.items import Item, Problem
from core.corpus.job import (
    Absent,
    Identity,
    Job,
    Outcome,
    Replaced,
    Row,
    Update,
    failed,
    identity,
    run,
)
from core.corpus.store import (
    BATCH,
    DamagedError,
    moved,
    new_results,
    open_results,
    problem_batch,
    row_batch,
)
from core.errors import ReadError
from core.files.names import is_text, shortened
from core.jobs.files import locked

OFTEN = 10  # seconds between writes, even if there are few rows

_LABELS = ("track", "method", "digest")
Labeled = tuple[pa.RecordBatch, list[tuple[Identity, str]]]  # rows, and the digest of each pair
_LOCK = "lock"
_WHOLE = "whole"  # the new results file before it is moved
# All files of a run: lock, results, parts, and unfinished files.
_NAMES = re.compile(rf"{_LOCK}|{_WHOLE}|\d{{20}}-[0-9a-f]{{32}}\.parquet|\.[0-9a-f]{{32}}")


def update_results(
    path: str | os.PathLike[str],
    items: Sequence[Item],
    job: Job,
    *,
    problems: Iterable[Problem] = (),
    scoring: Callable[..., Iterator[Outcome]] = run,
    fresh: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Update:
    """Score the pairs that a results file lacks; a file with another key becomes ``.before``."""
    target = Path(os.path.realpath(path))
    if target.is_dir() or not target.parent.is_dir():
        problem = "is a folder" if target.is_dir() else "there is no such folder to write into"
        raise ReadError(problem, source=str(path), advice="Choose the path of a file")
    wanted: dict[Identity, tuple[int, Item]] = {}
    listed = list(problems)
    for position, item in enumerate(items):
        if not _writable(item):
            listed.append(failed(item, "its names are not text; rename the files"))
        elif wanted.setdefault(identity(item), (position, item))[0] != position:
            listed.append(failed(item, f"the track is listed twice for '{item.method}'"))
    with alone_at(target):
        parts = _Parts(target, job, fresh, str(path))
        digests: dict[Identity, str] = {}
        failures: list[Problem] = []
        computed = absent = alone = 0
        try:
            for outcome in scoring(
                [item for _, item in wanted.values()],
                job,
                known=parts.known(),
                progress=progress,
                cancelled=cancelled,
            ):
                if isinstance(outcome, Absent):
                    absent += 1
                    alone += outcome.item.baseline == OTHER
                elif isinstance(outcome, Problem):
                    failures.append(outcome)
                else:
                    digests[identity(outcome.item)] = outcome.digest
                    if isinstance(outcome, Row):
                        parts.add(outcome)
                        computed += 1
        finally:
            parts.flush()
        turns = {item.track: position for position, item in wanted.values()}
        listed += sorted(failures, key=lambda problem: (turns[problem.track], problem.path))
        finished = len(digests) + len(failures) + absent >= len(wanted)
        replaced = parts.join(digests, wanted, listed) if finished else None
    kept = len(digests) - computed
    return Update(computed, kept, tuple(listed), finished, replaced, alone)


def _writable(item: Item) -> bool:
    """Return whether all names of a pair are text; some systems allow other file names."""
    metadata = (text for pair in item.metadata for text in pair)
    whole = "".join((item.track, item.method, *item.reference, *item.estimate, *metadata))
    return "\0" not in whole and is_text(whole)


def own_paths(target: Path) -> tuple[Path, Path, Path]:
    """Return the paths of the results file, its folder of parts, and the previous file."""
    parts, before = (target.with_name(target.name + ending) for ending in (".part", ".before"))
    return target, parts, before


@contextmanager
def alone_at(target: Path) -> Iterator[None]:
    """Lock a results file against other runs."""
    _, folder, _ = own_paths(target)
    with suppress(FileExistsError):
        folder.mkdir()
    foreign = "is not a folder of hierscope's own"
    if folder.is_dir() and not folder.is_symlink():
        names = sorted(
            entry.name
            for entry in os.scandir(folder)
            if not (_NAMES.fullmatch(entry.name) and entry.is_file(follow_symlinks=False))
        )
        foreign = (
            f"contains a file that is not hierscope's ({shortened(names[0])})" if names else ""
        )
    if foreign:
        raise ReadError(foreign, source=str(folder), advice="Move it, or choose another file (-o)")
    try:
        with locked(folder / _LOCK, target, "Wait for it, or choose another file (-o)"):
            yield
    finally:
        with suppress(OSError):  # the folder is not empty
            folder.rmdir()


class _Parts:
    """The saved rows of a job: those of new parts, and those of the results file."""

    def __init__(self, target: Path, job: Job, fresh: bool, output: str) -> None:
        self._target, self._folder, self._before = own_paths(target)
        with TemporaryFile(dir=target.parent), suppress(FileNotFoundError):
            self._before.lstat()  # raises if this longest of all names is too long
        self._job, self._fresh = job, fresh
        self._rows: list[Row] = []
        self._since = time.monotonic()
        self._replaced: Replaced | None = None
        if target.exists():
            with suppress(DamagedError) if fresh else nullcontext(), open_results(target) as opened:
                if opened.document["key"] != job.key:
                    versions = opened.document["versions"]
                    self._replaced = Replaced(self._before, opened.job, versions, output)
        if fresh:
            self._empty()

    def known(self) -> dict[Identity, str]:
        """Return the digest of each pair's newest saved row."""
        known: dict[Identity, str] = {}
        for _, rows in self._saved():
            for who, digest in rows:
                known.setdefault(who, digest)
        return known

    def add(self, row: Row) -> None:
        """Add a row; it is written with the next batch."""
        self._rows.append(row)
        if len(self._rows) == BATCH or time.monotonic() - self._since >= OFTEN:
            self.flush()

    def flush(self) -> None:
        if self._rows:
            # Sorted by time, and unique to this run.
            name = f"{time.time_ns():020}-{uuid4().hex}.parquet"
            with new_results(self._folder / name, self._job) as writer:
                writer.write_batch(row_batch(self._rows, self._job))
            self._rows = []
        self._since = time.monotonic()

    def join(
        self,
        digests: Mapping[Identity, str],
        wanted: Mapping[Identity, tuple[int, Item]],
        problems: Sequence[Problem],
    ) -> Replaced | None:
        """Write the rows with these digests to the results file, and delete the parts."""
        whole, missing = self._folder / _WHOLE, dict(digests)
        with new_results(whole, self._job) as writer:
            for batch, rows in self._saved():
                chosen, items = [], []
                for at, (who, digest) in enumerate(rows):
                    if missing.get(who) == digest:
                        del missing[who]
                        chosen.append(at)
                        items.append(wanted[who])
                if chosen:
                    writer.write_batch(moved(batch.take(chosen), items, self._job))
            if missing:
                raise ReadError(
                    f"{len(missing)} rows are missing",
                    source="parts of the results",
                    advice="Run again, with only one run per file at a time",
                )
            if problems:
                writer.write_batch(problem_batch(problems, self._job))
        replaced = self._replaced if self._target.exists() else None
        if replaced is not None:
            self._target.replace(self._before)
        whole.replace(self._target)  # a run that is killed before this still has its parts
        self._empty()
        return replaced

    def _saved(self) -> Iterator[Labeled]:
        """Yield the rows under this job with their digests, newest first; skip unreadable parts."""
        for path in sorted(self._folder.glob("*.parquet"), reverse=True):
            with suppress(ReadError):
                yield from self._read(path)
        if self._target.exists() and not self._fresh:
            yield from self._read(self._target)

    def _read(self, path: Path) -> Iterator[Labeled]:
        with open_results(path) as opened:
            if opened.document["key"] == self._job.key:
                for batch in opened.file.iter_batches(BATCH):
                    rows = batch.filter(pc.is_valid(batch.column("digest")))
                    tracks, methods, digests = (rows[name].to_pylist() for name in _LABELS)
                    yield rows, [*zip(zip(tracks, methods, strict=True), digests, strict=True)]

    def _empty(self) -> None:
        for path in self._folder.iterdir():
            if path.name != _LOCK:
                path.unlink()
