"""Scores of a corpus as one plain table: a row for each pair, window and measure."""

from __future__ import annotations

import importlib
import io
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from core.errors import ReadError
from core.jobs.files import replacing
from core.measures import MEASURES, PLACES, VALUES
from core.showing import Column
from core.tmeasures.results import HOW, TMeasures

if TYPE_CHECKING:
    from core.corpus.results import Results

_PAIRS = 256
"""Pairs that are made rows of at once: 31,000 rows at 61 windows."""

_TYPES = {"text": pa.string(), "count": pa.int32(), "flag": pa.bool_()}
_COLUMNS = (
    Column("track", "text", "its name"),
    Column("method", "text", "that made the estimate"),
    *TMeasures.columns[: -len(HOW)],
    Column("baseline", "flag", "whether the method is one"),
    Column("duration", "number", "of the track, in seconds"),
    Column("reference_layers", "count", "how many there are"),
    Column("estimate_layers", "count", "how many there are"),
    *HOW[:-1],
)


def tidy_columns(results: Results) -> tuple[Column, ...]:
    """Give the columns of the table, metadata last."""
    own = [*_COLUMNS]
    taken = {column.name for column in own}
    for name in results.metadata:
        while name in taken:
            name = f"metadata_{name}"
        taken.add(name)
        own.append(Column(name, "text", "metadata of the track"))
    return tuple(own)


def tidy_schema(results: Results) -> pa.Schema:
    """Give names and types of the columns."""
    return pa.schema(
        [(column.name, _TYPES.get(column.kind, pa.float64())) for column in tidy_columns(results)]
    )


def tidy_batches(results: Results) -> Iterator[pa.RecordBatch]:
    """Give the table of :func:`tidy_table` in parts, so that it is never held as a whole."""
    schema = tidy_schema(results)
    for start in range(0, len(results), _PAIRS):
        yield _batch(results, slice(start, start + _PAIRS), schema)


def tidy_table(results: Results) -> pa.Table:
    """Give a row for each pair, window and measure, in the order of the corpus."""
    return pa.Table.from_batches(tidy_batches(results), tidy_schema(results))


def to_polars(results: Results) -> Any:
    """Give :func:`tidy_table` as a polars.DataFrame."""
    try:
        polars = importlib.import_module("polars")
    except ModuleNotFoundError as error:
        raise ReadError(
            "polars is not installed", source="to_polars", mend="pip install polars"
        ) from error
    return polars.from_arrow(tidy_table(results))


def write_tidy(path: str | os.PathLike[str], results: Results, *, csv: bool = False) -> None:
    """Write :func:`tidy_table` into a file, over what is there."""
    with replacing(Path(path)) as stream:
        _write(stream, results, csv=csv)


def tidy_bytes(results: Results) -> bytes:
    """Give :func:`tidy_table` as a Parquet file."""
    stream = io.BytesIO()
    _write(stream, results, csv=False)
    return stream.getvalue()


def _write(stream: IO[bytes], results: Results, *, csv: bool) -> None:
    begun = pyarrow.csv.CSVWriter if csv else partial(pq.ParquetWriter, compression="zstd")
    with begun(stream, tidy_schema(results)) as writer:
        for batch in tidy_batches(results):
            writer.write_batch(batch)


def _batch(results: Results, pairs: slice, schema: pa.Schema) -> pa.RecordBatch:
    scores, convention = results.scores[pairs], results.job.convention
    n, windows, each = len(scores), len(results.windows), len(MEASURES)
    size = n * windows * each
    of_pair = pa.array(np.repeat(np.arange(n), windows * each))
    of_measure = pa.array(np.tile(np.arange(each), n * windows))
    columns = [
        *(_taken(names[pairs], of_pair) for names in (results.tracks, results.methods)),
        np.tile(np.repeat(results.windows, each), n),
        _taken([measure.key for measure in MEASURES], of_measure),
        *scores[..., PLACES].reshape(size, len(VALUES)).T,
        _taken([bool(item.baseline) for item in results.items[pairs]], of_pair),
        _taken(results.durations[pairs], of_pair),
        *(
            _taken(layers[pairs].astype(np.int32), of_pair)
            for layers in (results.reference_layers, results.estimate_layers)
        ),
        pa.repeat(convention.name, size),
        np.full(size, np.nan if convention.frameless else results.job.frame_size, np.float64),
        np.full(size, results.job.beta, np.float64),
        pa.repeat(convention.mean_over_all, size),
        *(_taken(known[pairs], of_pair) for known in results.metadata.values()),
    ]
    # What is not a number is null, which polars tells apart.
    arrays = (
        pa.array(column, from_pandas=True) if isinstance(column, np.ndarray) else column
        for column in columns
    )
    return pa.RecordBatch.from_arrays(list(arrays), schema=schema)


def _taken(values: Sequence[Any] | npt.NDArray[Any], at: pa.Array) -> pa.Array:
    return pa.array(values).take(at)
