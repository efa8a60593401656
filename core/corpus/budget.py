"""How much a file of results holds, told before it is read: 15 kB can become gigabytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.corpus._pages import Page, PageError, pages
from core.corpus.store import Source, name_of, opened
from core.errors import ReadError

_BYTES = 25
"""Of memory for a value at most, on average; a score has eight."""

_PAGE = 100
"""Values that a page counts as at the least: it takes its time, too."""


def refuse_large(source: Source, values: int) -> None:
    """Raise a ReadError if a file of results holds too much.

    What the end of the file says of its columns is not trusted: the heads of its pages are counted,
    which are what Arrow goes by. A text that stands in a file once may come again in each row, so
    texts are looked at row by row, yet not written out.

    Parameters
    ----------
    source : str, path-like or binary file
        What is no such file is left to :func:`core.corpus.store.read_results`.
    values : int
        The most values of all columns, numbers and texts; no more than 25 bytes each.

    Raises
    ------
    ReadError
    """
    with opened(source) as stream:
        _refuse_large(stream, values, name_of(source))


def _refuse_large(stream: BinaryIO, values: int, source: str) -> None:
    try:
        metadata = pq.read_metadata(stream)
        count, size = 0, metadata.serialized_size
        for page in _pages_of(stream, metadata):
            count, size = count + max(page.values, _PAGE), size + page.size
            if count > values or size > _BYTES * values:
                raise _too_large(source, values)
        leaves = map(metadata.schema.column, range(metadata.num_columns))
        texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
        characters = 0
        with pq.ParquetFile(stream, read_dictionary=texts) as file:
            for batch in file.iter_batches(256, columns=texts):
                characters += sum(map(_written_out, batch.columns))
                if characters > _BYTES * values:
                    raise _too_large(source, values)
    except (pa.ArrowException, OSError):
        return
    except PageError as error:
        raise ReadError("the file is damaged", source=source, mend="Save it again") from error


def _too_large(source: str, values: int) -> ReadError:
    return ReadError(
        f"holds more than the {values:,} values allowed",
        source=source,
        mend="Score fewer pairs, or fewer windows, or read it in a notebook",
    )


def _pages_of(stream: BinaryIO, metadata: pq.FileMetaData) -> Iterator[Page]:
    for group in range(metadata.num_row_groups):
        for number in range(metadata.num_columns):
            column = metadata.row_group(group).column(number)
            start = column.data_page_offset
            if column.has_dictionary_page and 0 < column.dictionary_page_offset < start:
                start = column.dictionary_page_offset
            yield from pages(stream, start, column.total_compressed_size)


def _written_out(column: pa.Array) -> int:
    """Bytes of the texts of a column, each as often as it comes."""
    if pa.types.is_map(column.type):
        return _written_out(column.keys) + _written_out(column.items)
    if pa.types.is_list(column.type):
        return _written_out(column.flatten())
    if pa.types.is_struct(column.type):
        return sum(map(_written_out, column.flatten()))
    if pa.types.is_dictionary(column.type):
        sizes = pc.binary_length(column.dictionary)
        return int(pc.sum(sizes.take(column.indices)).as_py() or 0)
    return int(column.nbytes)
