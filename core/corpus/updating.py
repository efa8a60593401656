"""Update a results file: score new and changed pairs, and keep the other rows.

New rows are saved in the folder ``<path>.part``, so that little is lost if a run is killed."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
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
    with _parts_of(target, job, fresh, str(path)) as parts:
        outcomes = scoring(
            [item for _, item in wanted.values()],
            job,
            known=parts.known(),
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
            elif isinstance(outcome, Problem):
                failures.append(outcome)
            else:
                digests[identity(outcome.item)] = outcome.digest
                if isinstance(outcome, Row):
                    parts.add(outcome)
                    computed += 1
        parts.flush()
        turns = {item.track: position for position, item in wanted.values()}
        listed += sorted(failures, key=lambda problem: (turns[problem.track], problem.path))
        kept = len(digests) - computed
        if len(digests) + len(failures) + absent < len(wanted):
            return Update(computed, kept, tuple(listed), False, alone=alone)
        replaced = parts.finish(digests, wanted, listed)
    return Update(computed, kept, tuple(listed), True, replaced, alone)


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


@contextmanager
def _parts_of(target: Path, job: Job, fresh: bool, output: str) -> Iterator[_Parts]:
    """Lock the results file, check that it can be written, and save all rows at the end."""
    with alone_at(target):
        with TemporaryFile(dir=target.parent), suppress(FileNotFoundError):
            own_paths(target)[2].lstat()  # raises if this longest of all names is too long
        parts = _Parts(target, job, fresh, output)
        try:
            yield parts
        finally:
            parts.flush()


class _Parts:
    """Writes the parts of a run, and at the end the results file."""

    def __init__(self, target: Path, job: Job, fresh: bool, output: str) -> None:
        self._target, self._folder, self._before = own_paths(target)
        self._job = job
        self._rows: list[tuple[int, Row]] = []
        self._since = time.monotonic()
        self._replaced: Replaced | None = None
        self._kept: list[Path] = []  # files with rows under this job
        try:
            if target.exists():
                with open_results(target) as opened:
                    if opened.document["key"] != job.key:
                        versions = opened.document["versions"]
                        self._replaced = Replaced(self._before, opened.job, versions, output)
                    elif not fresh:
                        self._kept.append(target)
        except DamagedError:
            if not fresh:
                raise
        if fresh:
            self._empty()

    def known(self) -> dict[Identity, str]:
        """Return the digest of each pair's newest saved row."""
        known: dict[Identity, str] = {}
        for batch in self._batches():
            for who, digest in _labeled(batch):
                known.setdefault(who, digest)
        return known

    def add(self, row: Row) -> None:
        """Add a row; it is written with the next batch."""
        self._rows.append((0, row))
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

    def finish(
        self,
        digests: Mapping[Identity, str],
        wanted: Mapping[Identity, tuple[int, Item]],
        problems: Sequence[Problem],
    ) -> Replaced | None:
        """Write the rows with these digests to the results file, and delete the parts."""
        whole, missing = self._folder / _WHOLE, dict(digests)
        with new_results(whole, self._job) as writer:
            for batch in self._batches():
                chosen, items = [], []
                for row, (who, digest) in enumerate(_labeled(batch)):
                    if missing.get(who) == digest:
                        del missing[who]
                        chosen.append(row)
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

    def _batches(self) -> Iterator[pa.RecordBatch]:
        """Read the saved rows of the same job, newest first; skip unreadable parts."""
        for path in sorted(self._folder.glob("*.parquet"), reverse=True):
            with suppress(ReadError):
                yield from self._read(path)
        for path in self._kept:
            if path.exists():
                yield from self._read(path)

    def _read(self, path: Path) -> Iterator[pa.RecordBatch]:
        with open_results(path) as opened:
            if opened.document["key"] == self._job.key:
                for batch in opened.file.iter_batches(BATCH):
                    yield batch.filter(pc.is_valid(batch.column("digest")))

    def _empty(self) -> None:
        for path in self._folder.iterdir():
            if path.name != _LOCK:
                path.unlink()


def _labeled(batch: pa.RecordBatch) -> Iterator[tuple[Identity, str]]:
    tracks, methods, digests = (batch.column(name).to_pylist() for name in _LABELS)
    yield from zip(zip(tracks, methods, strict=True), digests, strict=True)
