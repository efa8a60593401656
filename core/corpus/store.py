"""Store the results of a corpus in a Parquet file: a row per pair, and a row per problem.

The schema's metadata has the job and the software versions as JSON, under ``hierscope``."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from core.corpus.items import Item, Problem
from core.corpus.job import LAYERS, Job, Row
from core.corpus.results import Results
from core.corpus.why import FINDINGS, Why
from core.errors import ReadError
from core.files.access import open_file, opening
from core.jobs.files import replacing
from core.measures import COLUMNS
from core.notes import Note
from core.vocabulary import PARTS, VARIANTS

PathLike = str | os.PathLike[str]

BATCH = 256  # rows per write: 1.8 MB of scores at 60 windows

_NAME = b"hierscope"
_FORMAT = 2  # 1 left out F where only one side has triplets
_MADE_WITH = ("numpy", "numba", "pyarrow")  # for information: scores do not depend on them
_AGAIN = "Choose another file, or replace this one by scoring everything again (--fresh)"

_TEXT, _TEXTS = pa.string(), pa.list_(pa.string())
_INT, _INTS = pa.int32(), pa.list_(pa.int32())
_FLOATS, _SMALL = pa.list_(pa.float64()), pa.list_(pa.float32())
_NOTE = pa.struct(
    {
        "kind": _TEXT,
        "text": _TEXT,
        "layer": _INT,
        "time": pa.float64(),
        "side": _TEXT,
        "seconds": pa.float64(),
        "material": pa.bool_(),
    }
)
_SLOTS = f"for each variant ({', then '.join(VARIANTS)}) and each of why_windows"
_CAUSES = {
    "kinds": (_TEXTS, "Kind of each cause of the pair at any window."),
    "sides": (_TEXTS, "For each cause, the hierarchy that has the error."),
    "texts": (_TEXTS, "Description of each cause."),
    "boundaries": (_INTS, "For each cause, the number of boundaries that its fix changes."),
    "orders": (_INTS, f"Rank of each cause, {_SLOTS}: 1 = most helpful, 0 = not a cause there."),
    "gains": (_SMALL, "In the same order: gain in T_F if only this cause is fixed."),
    "shares": (_SMALL, "In the same order: the cause's part of the gain in T_F from all causes."),
    "together": (_SMALL, "In the same order: T_F if this cause and all causes before are fixed."),
}
_COLUMNS: dict[str, tuple[pa.DataType, str]] = {
    "position": (pa.int64(), "Position of the pair in the corpus, from 0; rows can be unordered."),
    "track": (_TEXT, ""),
    "method": (_TEXT, ""),
    "reference": (_TEXTS, ""),
    "estimate": (_TEXTS, ""),
    "reference_choice": (_INT, "Number of the annotation in the files, from 0."),
    "estimate_choice": (_INT, "Number of the annotation in the files, from 0."),
    "metadata": (pa.map_(_TEXT, _TEXT), ""),
    "baseline": (_TEXT, "Kind of baseline; empty if the estimate is a method's."),
    "digest": (_TEXT, "SHA-256 of the files and reading options."),
    "duration": (pa.float64(), "Duration of the track, in seconds."),
    "reference_layers": (_INT, ""),
    "estimate_layers": (_INT, ""),
    "notes": (pa.list_(_NOTE), "Changes made while reading, and sides that are not nested."),
    "reference_segments": (_SMALL, "Durations of the segments of the finest layer, in seconds."),
    "estimate_segments": (_SMALL, "Durations of the segments of the finest layer, in seconds."),
    "windows": (_FLOATS, "In seconds; inf is the whole track. Scores have one value per window."),
    **dict.fromkeys(COLUMNS, (_FLOATS, "")),
    "why_windows": (_FLOATS, "Diagnosed windows, in seconds; inf is the whole track."),
    "why": (_TEXTS, f"A sentence that explains why T_F is low, {_SLOTS}."),
    "unexplained": (_SMALL, f"Loss of T_F that remains if all causes are fixed, {_SLOTS}."),
    "findings": (_TEXTS, f"Finding on the pair: {', '.join(FINDINGS)}, or empty, {_SLOTS}."),
    **{f"cause_{name}": column for name, column in _CAUSES.items()},
    "flat": (
        _TEXTS,
        "Flat measures with their layers: the coarsest of both sides, the finest, or the pair of "
        "layers with the best F.",
    ),
    **{f"flat_{part}": (_FLOATS, "In the order of flat; NaN without a score.") for part in PARTS},
    "path": (_TEXT, "In rows of problems, the path of the faulty file."),
    "reason": (_TEXT, "Description of the problem; null in rows of pairs."),
}
_FIELDS = [
    pa.field(name, kind, metadata={"description": text} if text else None)
    for name, (kind, text) in _COLUMNS.items()
]
_ITEM = tuple(field.name for field in fields(Item))
_NOTED = tuple(field.name for field in fields(Note))


class DamagedError(ReadError):
    """A results file that this version can't read; unlike a foreign file, it may be replaced."""


class Opened(NamedTuple):
    file: pq.ParquetFile
    job: Job
    document: Mapping[str, Any]  # the job and its versions, as the file has them


@contextmanager
def open_results(path: PathLike) -> Iterator[Opened]:
    """Open a results file; raise ReadError if it can't be read."""
    source = str(path)
    with opening(source):
        stream = open_file(path, "own")
    with stream:
        try:
            file = pq.ParquetFile(stream, page_checksum_verification=True)
            schema = file.schema_arrow
            text = schema.metadata[_NAME]
        except (pa.ArrowException, OSError, UnicodeDecodeError, LookupError, TypeError) as error:
            raise ReadError(
                "this is not a results file of hierscope",
                source=source,
                advice="Choose another file",
            ) from error
        try:
            document = json.loads(text)
            if document["format"] != _FORMAT or not schema.equals(pa.schema(_FIELDS)):
                raise ValueError("another format")
            opened = Opened(file, Job.from_document(document), document)
        except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise DamagedError(
                "the file is damaged, or another version of hierscope wrote it",
                source=source,
                advice=_AGAIN,
            ) from error
        try:
            yield opened
        except (pa.ArrowException, OSError) as error:
            raise DamagedError("the file is damaged", source=source, advice=_AGAIN) from error


def read_results(path: PathLike, windows: Sequence[float] | None = None) -> Results:
    """Read a results file in the order of the corpus, at all or some windows."""
    with open_results(path) as opened:
        job, read = opened.job, opened.file.read
        kept = job.windows if windows is None else windows
        missing = [window for window in kept if window not in job.windows]
        if missing:
            raise ReadError(
                f"there are no scores at {missing[0]:g} s",
                source=str(path),
                advice="Score it again",
            )
        positions = read(["position"]).column(0)
        # The rows of problems have no position, and come last.
        order = np.argsort(positions.to_numpy(), kind="stable")
        n = len(order) - positions.null_count

        # Column by column, so that memory holds only one column twice.
        def column(name: str) -> pa.Array:
            return read([name]).column(0).take(order[:n]).combine_chunks()

        def numbers(name: str, *shape: int) -> npt.NDArray[Any]:
            return np.asarray(column(name).flatten()).reshape(n, *shape)

        def lists(name: str) -> tuple[Any, ...]:
            return tuple(column(name).to_numpy(zero_copy_only=False))

        places = [job.windows.index(window) for window in kept]
        scores = np.empty((n, len(kept), len(COLUMNS)))
        for at, measure in enumerate(COLUMNS):
            scores[..., at] = numbers(measure, len(job.windows))[:, places]
        flat = [numbers(f"flat_{part}", len(LAYERS), len(job.flat)) for part in PARTS]
        causes = zip(
            *map(lists, ("why", "unexplained", "findings")),
            *(lists(f"cause_{name}") for name in _CAUSES),
            strict=True,
        )
        problems = read(["track", "path", "reason"]).take(order[n:]).to_pylist()
        return Results(
            job,
            np.array(kept, dtype=np.float64),
            tuple(map(_item, *(column(name).to_pylist() for name in _ITEM))),
            tuple(column("digest").to_pylist()),
            column("duration").to_numpy(),
            column("reference_layers").to_numpy().astype(np.int64),
            column("estimate_layers").to_numpy().astype(np.int64),
            scores,
            lists("reference_segments"),
            lists("estimate_segments"),
            tuple(
                tuple(Note(**{name: note[name] for name in _NOTED}) for note in notes)
                for notes in column("notes").to_pylist()
            ),
            tuple(_why(len(VARIANTS) * len(job.diagnosed), *row) for row in causes),
            np.stack(flat, axis=-1),
            tuple(Problem(**problem) for problem in problems),
        )


def _item(*cells: Any) -> Item:
    values: list[Any] = [tuple(cell) if isinstance(cell, list) else cell for cell in cells]
    return Item(*values)


def _why(slots: int, *cells: npt.NDArray[Any]) -> Why:
    """Return a pair's diagnosis; the cells have the order of the fields."""
    *listed, orders, gains, shares, together = cells
    shape = len(orders) // max(slots, 1), slots
    worth = (values.reshape(shape) for values in (orders.astype(np.int64), gains, shares, together))
    lists: list[Any] = [tuple(values.tolist()) for values in listed]
    return Why(*lists, *worth)


@contextmanager
def new_results(path: Path, job: Job) -> Iterator[pq.ParquetWriter]:
    """Open a writer of results that replaces the file at the end."""
    options = {"compression": "zstd", "write_page_checksum": True}
    with replacing(path) as stream, pq.ParquetWriter(stream, schema_of(job), **options) as writer:
        yield writer


def schema_of(job: Job) -> pa.Schema:
    """Return the schema of a file, with the job and its versions in the metadata."""
    document = {
        "format": _FORMAT,
        "key": job.key,
        "measures": COLUMNS,
        "made_with": {"python": python_version(), **{name: version(name) for name in _MADE_WITH}},
        **job.document(),
    }
    # Keeps columns of whole numbers whole in pandas, although rows of problems lack them.
    ints = [
        {
            "name": field.name,
            "field_name": field.name,
            "pandas_type": str(field.type),
            "numpy_type": str(field.type).capitalize(),
            "metadata": None,
        }
        for field in _FIELDS
        if pa.types.is_integer(field.type)
    ]
    pandas = {"index_columns": [], "column_indexes": [], "columns": ints, "pandas_version": "2.2.2"}
    return pa.schema(_FIELDS, {_NAME: json.dumps(document), b"pandas": json.dumps(pandas)})


def row_batch(rows: Iterable[Row], job: Job) -> pa.RecordBatch:
    """Return a batch of rows; :func:`moved` sets their positions in the corpus."""
    names = [f"{key} {layers}" for layers in LAYERS for key in job.flat]
    documents = [
        {
            "position": 0,
            **vars(row.item),
            **vars(row),  # other columns are written below
            "notes": [vars(note) | {"material": note.material} for note in row.notes],
            "windows": job.windows,
            **dict(zip(COLUMNS, row.scores.T, strict=True)),
            "why_windows": job.diagnosed,
            "why": row.why.sentences,
            "unexplained": row.why.unexplained,
            "findings": row.why.findings,
            **{f"cause_{name}": np.ravel(getattr(row.why, name)) for name in _CAUSES},
            "flat": names,
            **{f"flat_{part}": row.flat[..., at].ravel() for at, part in enumerate(PARTS)},
        }
        for row in rows
    ]
    return pa.RecordBatch.from_pylist(documents, schema_of(job))


def moved(batch: pa.RecordBatch, items: Sequence[tuple[int, Item]], job: Job) -> pa.RecordBatch:
    """Return a batch of existing rows with updated items, such as new names or metadata."""
    anew = [{"position": position, **vars(item)} for position, item in items]
    columns = pa.RecordBatch.from_pylist(anew, pa.schema(_FIELDS[: 1 + len(_ITEM)])).columns
    return pa.RecordBatch.from_arrays(
        [*columns, *batch.columns[len(columns) :]], schema=schema_of(job)
    )


def problem_batch(problems: Iterable[Problem], job: Job) -> pa.RecordBatch:
    """Return problems as rows of a results file."""
    rows = [
        {name: text.encode(errors="backslashreplace").decode() for name, text in vars(row).items()}
        for row in problems
    ]
    return pa.RecordBatch.from_pylist(rows, schema_of(job))
