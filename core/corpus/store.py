"""Results of a corpus in a Parquet file that says how they came about.

A file has a row a pair and a row a problem, whose ``reason`` is not null; its columns stand in
:mod:`core.corpus.columns`. Scores are lists, a number for each of the row's ``windows``. Rows come
as they were scored; sorted by ``position`` they are in the order of the corpus. The job and the
versions that computed it are JSON in the schema's metadata under ``hierscope``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from core.corpus.columns import NAME, document_of, gather, schema_of
from core.corpus.job import Job
from core.corpus.results import Results
from core.errors import ReadError
from core.files.access import open_error, open_file
from core.jobs.files import replacing

__all__ = [
    "BATCH",
    "DamagedError",
    "Results",
    "new_results",
    "open_results",
    "read_results",
]

PathLike = str | os.PathLike[str]

BATCH = 256
"""Rows that are held, read and written at once: 1.2 MB of scores at 60 windows."""


class DamagedError(ReadError):
    """A file of results that this version can't read; it may be replaced, as a foreign one not."""


def read_results(path: PathLike, windows: Sequence[float] | None = None) -> Results:
    """Read a file of results.

    Parameters
    ----------
    path : str or path-like
    windows : sequence of float, optional
        Only these of the job's windows, in seconds, to hold less: a pair takes 80 bytes a window.

    Returns
    -------
    Results
        In the order of the corpus.

    Raises
    ------
    ReadError
        If that is no file of results, is damaged, or a window is not in it.
    """
    with open_results(path) as opened:
        job = opened.job
        missing = [window for window in windows or () if window not in job.windows]
        if missing:
            raise ReadError(
                f"there are no scores at {missing[0]:g} s",
                source=str(path),
                mend="Score it again",
            )
        kept = job.windows if windows is None else windows
        return gather(job, kept, opened.positions(), opened.batches())


class Opened:
    """A file of results that is open, and of which nothing is given that was not checked."""

    def __init__(
        self, file: pq.ParquetFile, source: str, document: dict[str, Any], job: Job
    ) -> None:
        self._file, self._source = file, source
        self.document, self.job = document, job

    def positions(self) -> npt.NDArray[np.int64]:
        """Read the position of each row that is no problem, in the order in which they come."""
        with _damaged(self._source):
            column = self._file.read(columns=["position"]).column(0)
            if len(column) != self._file.metadata.num_rows:
                raise _damage(self._source)
            positions: npt.NDArray[np.int64] = column.drop_null().to_numpy()
        return positions

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Read the rows, `BATCH` at once; a DamagedError names the column of what is wrong."""
        left = self._file.metadata.num_rows
        batches = self._file.iter_batches(BATCH)
        while left:
            with _damaged(self._source):
                batch = next(batches, None)
                if batch is None or len(batch) > left:
                    raise _damage(self._source)
            left -= len(batch)
            yield batch


@contextmanager
def _damaged(source: str) -> Iterator[None]:
    """Say of what Arrow raises that the file is damaged."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise _damage(source) from error


def _damage(source: str) -> DamagedError:
    return DamagedError("the file is damaged", source=source, mend=_AGAIN)


@contextmanager
def open_results(path: PathLike) -> Iterator[Opened]:
    """Open a file of results for reading it batch by batch.

    Raises
    ------
    ReadError
        If it can't be opened, or is no file of results.
    DamagedError
        If another version wrote it, or it is damaged.
    """
    source = str(path)
    try:
        stream = open_file(path, "own")
    except OSError as error:
        raise open_error(error, source) from error
    with stream, _parquet(stream, source) as file:
        document = document_of(file.schema_arrow)
        if document is None:
            raise DamagedError(
                "another version of hierscope wrote these results", source=source, mend=_AGAIN
            )
        try:
            job = Job.from_document(document)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise _damage(source) from error
        yield Opened(file, source, document, job)


def _parquet(stream: BinaryIO, source: str) -> pq.ParquetFile:
    try:
        file = pq.ParquetFile(stream, page_checksum_verification=True)
        schema = file.schema_arrow
    except (pa.ArrowException, OSError, UnicodeDecodeError):  # the last of the names of columns
        file = None
    if file is None or NAME not in (schema.metadata or {}):
        raise ReadError(
            "this is no file of results that hierscope wrote",
            source=source,
            mend="Choose another file",
        )
    return file


_AGAIN = "Choose another file, or score everything again (--fresh), which replaces it"


@contextmanager
def new_results(path: Path, job: Job) -> Iterator[pq.ParquetWriter]:
    """Give a writer of results to :func:`core.jobs.files.replacing`."""
    options = {"compression": "zstd", "write_page_checksum": True}
    with (
        replacing(path) as stream,
        pq.ParquetWriter(stream, schema_of(job), **options) as writer,
    ):
        yield writer
