"""What a run writes: parts while it goes on, and then the file of results in its place.

New rows are kept in parts in the folder ``<path>.part``, each of them a whole file of results, so
that next to nothing is lost when a run is cancelled or killed. A lock in that folder keeps any
other run out. A folder that holds anything else is left alone.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from uuid import uuid4

import pyarrow as pa

from core.corpus.columns import row_batch, scored
from core.corpus.job import Job, Row
from core.corpus.store import BATCH, DamagedError, new_results, open_results
from core.errors import ReadError
from core.files.names import shortened
from core.jobs.files import locked
from core.wording import counted

OFTEN = 10
"""Seconds after which rows are written, however few they are."""

_clock = time.monotonic
_LOCK = "lock"
_FRESH = "fresh"  # holds the key of the job of which everything is computed again
_WHOLE, _OLD = "whole", "old"  # the file of results until it is in its place, and the one before
# A part, and what is not whole of any of these.
_NAMES = re.compile(
    rf"{_LOCK}|{_FRESH}|{_WHOLE}|{_OLD}|\d{{20}}-[0-9a-f]{{32}}\.parquet|\.[0-9a-f]{{32}}"
)


@dataclass(frozen=True)
class Replaced:
    """A file of results that was scored otherwise, and is kept under another name."""

    path: Path
    """Where it is now."""
    job: Job
    """How it was scored."""
    versions: Mapping[str, str]
    """What it was scored with."""

    def words(self, output: str) -> str:
        """Say how the file was scored that was there, and where it is."""
        versions = " and ".join(f"{name} {version}" for name, version in self.versions.items())
        return (
            f"{output} was scored otherwise: {counted(len(self.job.windows), 'window')}"
            f"{'' if self.job.diagnosed else ' without causes'}, "
            f"{self.job.words}, by {versions}; it is kept as {self.path}"
        )


def own_paths(target: Path) -> tuple[Path, Path, Path]:
    """Give the file of results, the folder of its parts, and the file that it replaced."""
    return (
        target,
        target.with_name(f"{target.name}.part"),
        target.with_name(f"{target.name}.before"),
    )


@contextmanager
def parts_of(target: Path, job: Job, *, fresh: bool = False) -> Iterator[Parts]:
    """Keep other runs out, see that the file can be written, and write what comes."""
    with alone_at(target):
        with TemporaryFile(dir=target.parent), suppress(FileNotFoundError):
            own_paths(target)[2].lstat()  # the longest name of all: is it too long?
        parts = Parts(target, job, _document(target, fresh), fresh)
        try:
            yield parts
        finally:
            parts.flush()


@contextmanager
def alone_at(target: Path) -> Iterator[None]:
    """Keep other runs from a file of results."""
    _, folder, _ = own_paths(target)
    _claim(folder)
    try:
        with locked(folder / _LOCK, target, "Wait for it, or give another file (-o)"):
            yield
    finally:
        with suppress(OSError):  # it is not empty
            folder.rmdir()


class Parts:
    """The parts of a file of results, under the lock; see :func:`parts_of`."""

    def __init__(self, target: Path, job: Job, old: Mapping[str, Any] | None, fresh: bool) -> None:
        self._target, self._folder, self._before = own_paths(target)
        self._job = job
        self._old = old
        self._rows: list[tuple[int, Row]] = []
        self._since = _clock()
        self._mark = self._folder / _FRESH
        going_on = self._mark.exists() and self._mark.read_text() == job.key
        if fresh and not going_on:
            self._empty()
        self._fresh = fresh or going_on

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Read the rows under the same job, the newest first.

        Parts that can't be read are left out: their rows are computed again.
        """
        for path in sorted(self._folder.glob("*.parquet"), reverse=True):
            with suppress(ReadError):
                yield from self._read(path)
        if not self._fresh and self._target.exists():
            yield from self._read(self._target)

    def add(self, row: Row) -> None:
        """Write a row, soon."""
        self._rows.append((0, row))
        if len(self._rows) == BATCH or _clock() - self._since >= OFTEN:
            self.flush()

    def flush(self) -> None:
        """Write the rows that are not written yet."""
        if self._rows:
            if self._fresh and not self._mark.exists():
                self._mark.write_text(self._job.key)
            # In order, and of no other run.
            name = f"{time.time_ns():020}-{uuid4().hex}.parquet"
            with new_results(self._folder / name, self._job) as writer:
                writer.write_batch(row_batch(self._rows, self._job))
            self._rows = []
        self._since = _clock()

    def finish(self, batches: Iterable[pa.RecordBatch]) -> Replaced | None:
        """Write the file of results, put it in its place and remove the parts."""
        whole, old = self._folder / _WHOLE, self._folder / _OLD
        with new_results(whole, self._job) as writer:
            for batch in batches:
                writer.write_batch(batch)
        replaced = None
        if self._old is not None and self._old["key"] != self._job.key and self._target.exists():
            old.unlink(missing_ok=True)
            try:
                os.link(self._target, old)
            except OSError:  # not every file system has links
                shutil.copyfile(self._target, old)
            # First: whoever is killed in between has both.
            old.replace(self._before)
            replaced = Replaced(self._before, Job.from_document(self._old), self._old["versions"])
        whole.replace(self._target)
        self._empty()
        return replaced

    def _read(self, path: Path) -> Iterator[pa.RecordBatch]:
        with open_results(path) as opened:
            if opened.document["key"] == self._job.key:
                yield from map(scored, opened.batches())

    def _empty(self) -> None:
        self._mark.unlink(missing_ok=True)  # first: without parts, it would say that none count
        for path in self._folder.iterdir():
            if path.name != _LOCK:
                path.unlink()


def _claim(folder: Path) -> None:
    """Make the folder of the parts, or see that it is one that a run has left."""
    try:
        folder.mkdir()
        return
    except FileExistsError:
        pass
    what = ""
    if folder.is_symlink() or not folder.is_dir():
        what = "is no folder of hierscope's own"
    else:
        with os.scandir(folder) as found:
            foreign = sorted(
                each.name
                for each in found
                if not (_NAMES.fullmatch(each.name) and each.is_file(follow_symlinks=False))
            )
        if foreign:
            what = f"holds what is not hierscope's ({shortened(foreign[0])})"
    if what:
        raise ReadError(what, source=str(folder), mend="Move it, or give another file (-o)")


def _document(target: Path, fresh: bool) -> Mapping[str, Any] | None:
    """Say how the file was scored; what is damaged counts as none if it is to be replaced."""
    if not target.exists():
        return None
    try:
        with open_results(target) as opened:
            return opened.document
    except DamagedError:
        if not fresh:
            raise
        return None
