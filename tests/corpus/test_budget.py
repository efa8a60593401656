"""What a file of results holds is told by the heads of its pages, whatever its end says."""

import io
import random

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from results_files import write_results

from core.corpus import Item
from core.corpus._pages import PageError, pages
from core.corpus.budget import refuse_large
from core.corpus.job import Job, Row
from core.errors import ReadError
from core.measures import COLUMNS
from core.notes import Note

JOB = Job((3.0, 15.0))
MOST = 10_000


def row(track="a", notes=(), segments=2):
    lengths = np.ones(segments, np.float32)
    item = Item(track, "m", ("a.jams",), ("b.jams",))
    scores = np.zeros((len(JOB.windows), len(COLUMNS)))
    return Row(item, "d" * 64, 20.0, 2, 2, lengths, lengths, scores, notes)


def written(path, rows):
    write_results(path, rows, JOB)
    return path


def written_values(path):
    metadata = pq.read_metadata(path)
    return sum(
        metadata.row_group(group).column(at).num_values
        for group in range(metadata.num_row_groups)
        for at in range(metadata.num_columns)
    )


def test_a_file_at_the_limit_passes_and_one_beyond_does_not(tmp_path):
    path = written(tmp_path / "a.parquet", [row() for _ in range(300)])
    least = next(most for most in range(written_values(path), 10**6, 50) if passes(path, most))
    assert least < 2 * written_values(path)  # dictionaries, and pages that hold next to nothing
    with pytest.raises(ReadError, match=r"a.parquet: holds more than the .* allowed. Score fewer"):
        refuse_large(path, least - 50)


def passes(path, most):
    try:
        refuse_large(path, most)
    except ReadError:
        return False
    return True


@pytest.mark.parametrize(
    "bomb",
    [
        {"segments": 200_000},
        {"track": "x" * 60_000},
        {"notes": (Note("other", "x" * 100),) * 20_000},
        {"notes": (Note("other", "x" * 1000),) * 400},
    ],
    ids=["numbers", "a long text", "many texts", "one text many times"],
)
def test_a_bomb_is_refused(tmp_path, bomb):
    path = written(tmp_path / "a.parquet", [row(**bomb)] * 10)
    assert path.stat().st_size < 100_000
    with pytest.raises(ReadError, match="holds more than the 10,000 values allowed"):
        refuse_large(path, MOST)
    refuse_large(path, 100 * written_values(path))


def test_the_end_of_the_file_is_not_trusted(tmp_path):
    """A footer that says a column has one value, in front of pages that have a hundred thousand."""
    stream = io.BytesIO()
    table = pa.table({"a": pa.array(np.zeros(100_000))})
    pq.write_table(table, stream, compression="zstd", data_page_size=2**30)
    data = stream.getvalue()
    said = b"\x16" + bytes([0xC0, 0x9A, 0x0C])  # 100,000, as Thrift writes it
    assert data.count(said) >= 1
    path = tmp_path / "a.parquet"
    path.write_bytes(data.replace(said, b"\x16" + bytes([0x82, 0x80, 0x00])))
    assert written_values(path) == 1
    with pytest.raises(ReadError, match="holds more than"):
        refuse_large(path, MOST)


def test_what_is_no_file_of_results_is_left_to_its_reader(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 and no more")
    refuse_large(path, MOST)


def test_pages_that_are_none_are_told(tmp_path):
    path = written(tmp_path / "a.parquet", [row()])
    column = pq.read_metadata(path).row_group(0).column(1)
    start, length = column.dictionary_page_offset, column.total_compressed_size
    with path.open("rb") as stream:
        assert [page.values for page in pages(stream, start, length)] == [1, 1]
        for wrong in (length - 1, length + 1):
            with pytest.raises(PageError):
                list(pages(stream, start, wrong))
    draw = random.Random(0)
    for _ in range(300):
        noise = io.BytesIO(draw.randbytes(200))
        with pytest.raises(PageError):
            list(pages(noise, 0, 200))
