"""The columns of a file of results, and rows and problems to and from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from platform import python_version
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from core.corpus import _flat_columns, _why_columns
from core.corpus._described import described, pandas_words
from core.corpus._notes import NOTES, notes_column, notes_of
from core.corpus.flat import LAYERS
from core.corpus.items import Item, Problem
from core.corpus.job import Job, Row, without_uncounted
from core.corpus.results import Results
from core.corpus.why import Causes
from core.measures import COLUMNS
from core.vocabulary import PARTS

NAME = b"hierscope"
_FORMAT = 1
_MADE_WITH = ("numpy", "numba", "pyarrow")  # noted only: other versions give the same scores

_SEGMENTS = ("reference_segments", "estimate_segments")
_ITEM = pa.schema(
    [
        ("position", pa.int64()),
        ("track", pa.string()),
        ("method", pa.string()),
        ("reference", pa.list_(pa.string())),
        ("estimate", pa.list_(pa.string())),
        ("reference_choice", pa.int32()),
        ("estimate_choice", pa.int32()),
        ("metadata", pa.map_(pa.string(), pa.string())),
        ("baseline", pa.string()),
    ]
)
_SCORED = pa.schema(
    [
        ("digest", pa.string()),
        ("duration", pa.float64()),
        ("reference_layers", pa.int32()),
        ("estimate_layers", pa.int32()),
        ("notes", NOTES),
        *((name, pa.list_(pa.float32())) for name in _SEGMENTS),
        ("windows", pa.list_(pa.float64())),
        *((measure, pa.list_(pa.float64())) for measure in COLUMNS),
        *_why_columns.FIELDS,
        *_flat_columns.FIELDS,
    ]
)
_PROBLEM = pa.schema([("path", pa.string()), ("reason", pa.string())])
ROW = (*_ITEM, *_SCORED)
"""The fields of a pair; all are there in each row that is no problem."""

FIELDS = tuple(map(described, (*ROW, *_PROBLEM)))
"""All fields, in their order, with what they are."""


def schema_of(job: Job) -> pa.Schema:
    """Give the schema of a file, with the job and its versions in the metadata."""
    document = {
        "format": _FORMAT,
        "key": job.key,
        "measures": COLUMNS,
        "made_with": {"python": python_version(), **{name: version(name) for name in _MADE_WITH}},
        **job.document(),
    }
    return pa.schema(FIELDS, {NAME: json.dumps(document), b"pandas": pandas_words(FIELDS)})


def document_of(schema: pa.Schema) -> dict[str, Any] | None:
    """Read what :func:`schema_of` put into the metadata; None where this is no such schema."""
    try:
        document = json.loads((schema.metadata or {})[NAME])
    except (KeyError, ValueError, RecursionError):
        return None
    known = isinstance(document, dict) and document.get("format") == _FORMAT
    return document if known and schema.equals(pa.schema(FIELDS)) else None


def row_batch(rows: Sequence[tuple[int, Row]], job: Job) -> pa.RecordBatch:
    """Give rows, each with the position of its pair in the corpus."""
    scores = without_uncounted(np.stack([row.scores for _, row in rows]))
    edges = np.arange(len(rows) + 1, dtype=np.int32) * len(job.windows)
    scored = [
        pa.array([row.digest for _, row in rows]),
        pa.array([row.duration for _, row in rows]),
        pa.array([row.reference_layers for _, row in rows], pa.int32()),
        pa.array([row.estimate_layers for _, row in rows], pa.int32()),
        notes_column([row.notes for _, row in rows]),
        *(
            pa.array([getattr(row, name) for _, row in rows], pa.list_(pa.float32()))
            for name in _SEGMENTS
        ),
        pa.ListArray.from_arrays(edges, np.tile(job.windows, len(rows))),
        *(
            pa.ListArray.from_arrays(edges, np.ravel(scores[:, :, index]))
            for index in range(len(COLUMNS))
        ),
        *_why_columns.why_columns([row.why for _, row in rows], job.diagnosed),
        *_flat_columns.flat_columns([row.flat for _, row in rows], job.flat),
    ]
    return _whole(_item_columns([(at, row.item) for at, row in rows]), scored, job)


def moved(batch: pa.RecordBatch, items: Sequence[tuple[int, Item]], job: Job) -> pa.RecordBatch:
    """Give rows again for the same pairs, which may be called or described anew."""
    return _whole(_item_columns(items), [batch.column(name) for name in _SCORED.names], job)


def problem_batch(problems: Iterable[Problem], job: Job) -> pa.RecordBatch:
    """Give a row a problem."""
    rows = [
        {name: text.encode(errors="backslashreplace").decode() for name, text in vars(each).items()}
        for each in problems
    ]
    return pa.RecordBatch.from_pylist(rows, schema_of(job))


def writable(item: Item) -> bool:
    """Tell whether a pair can be written: names of files need not be text on every system."""
    metadata = (text for pair in item.metadata for text in pair)
    try:
        whole = "".join((item.track, item.method, *item.reference, *item.estimate, *metadata))
        return b"\0" not in whole.encode()
    except UnicodeEncodeError:
        return False


def scored(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Give the rows that are no problems."""
    return batch.filter(pc.is_null(batch.column("reason")))


def unscored(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Give the rows that are problems."""
    return batch.filter(pc.is_valid(batch.column("reason")))


def gather(
    job: Job,
    windows: Sequence[float],
    positions: npt.NDArray[np.int64],
    batches: Iterable[pa.RecordBatch],
) -> Results:
    """Put batches together, in the order of the corpus."""
    n = len(positions)
    order = np.argsort(positions, kind="stable")
    place = np.empty(n, np.int64)
    place[order] = np.arange(n)
    places = {window: number for number, window in enumerate(job.windows)}
    kept = [places[window] for window in windows]
    # Each batch goes where it belongs at once: the scores are never held twice.
    scores = np.empty((n, len(kept), len(COLUMNS)))
    plain: list[dict[str, Any]] = []
    segments: dict[str, list[npt.NDArray[np.float32]]] = {name: [] for name in _SEGMENTS}
    problems: list[Problem] = []
    causes: list[Causes] = []
    flat = np.empty((n, len(LAYERS), len(job.flat), len(PARTS)))
    for batch in batches:
        rows = scored(batch)
        here = place[len(plain) : len(plain) + len(rows)]
        for index, measure in enumerate(COLUMNS):
            table = rows.column(measure).flatten().to_numpy().reshape(len(rows), len(job.windows))
            scores[here, :, index] = table[:, kept]
        for name, kept_segments in segments.items():
            column = rows.column(name)
            ends = np.cumsum(pc.list_value_length(column).to_numpy())[:-1]
            if len(rows):
                kept_segments += np.split(column.flatten().to_numpy(), ends)
        flat[here] = _flat_columns.flats_of(rows, job.flat)
        plain += rows.select([*_ITEM.names, *_PLAIN]).to_pylist()
        causes.append(_why_columns.causes_of(rows, job.diagnosed))
        problems += _problems(batch)
    plain = [plain[row] for row in order]
    reference_segments, estimate_segments = (
        tuple(rows[row] for row in order) for rows in segments.values()
    )
    return Results(
        job,
        np.array(windows, dtype=np.float64),
        tuple(_item(row) for row in plain),
        tuple(row["digest"] for row in plain),
        np.array([row["duration"] for row in plain], dtype=np.float64),
        np.array([row["reference_layers"] for row in plain], dtype=np.int64),
        np.array([row["estimate_layers"] for row in plain], dtype=np.int64),
        scores,
        reference_segments,
        estimate_segments,
        tuple(notes_of(row["notes"]) for row in plain),
        Causes.joined(causes, _why_columns.slots_of(job.diagnosed)).take(order),
        flat,
        tuple(problems),
    )


_PLAIN = ("digest", "duration", "reference_layers", "estimate_layers", "notes")


def _whole(item: list[pa.Array], scored: list[pa.Array], job: Job) -> pa.RecordBatch:
    nothing = [pa.nulls(len(item[0]), field.type) for field in _PROBLEM]
    return pa.RecordBatch.from_arrays([*item, *scored, *nothing], schema=schema_of(job))


def _item_columns(items: Sequence[tuple[int, Item]]) -> list[pa.Array]:
    return [
        pa.array(
            [at if field.name == "position" else getattr(item, field.name) for at, item in items],
            field.type,
        )
        for field in _ITEM
    ]


def _item(row: dict[str, Any]) -> Item:
    return Item(
        row["track"],
        row["method"],
        tuple(row["reference"]),
        tuple(row["estimate"]),
        row["reference_choice"],
        row["estimate_choice"],
        tuple(row["metadata"]),
        row["baseline"],
    )


def _problems(batch: pa.RecordBatch) -> list[Problem]:
    rows = unscored(batch).select(["track", *_PROBLEM.names])
    return [Problem(**row) for row in rows.to_pylist()]
