"""CSV holds no text that a spreadsheet runs, and reads as what was written."""

import csv
import io
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.corpus import results
from core.errors import ReadError
from core.files import tables
from core.hierarchy import Hierarchy
from core.io import read_path
from core.io.writing import save, target_of
from core.showing import rows_csv
from explorer.room.model import Question, Room

RUN = ["=cmd|'/c calc'!A1", "@SUM(1)", "+A1", "-1+cmd|x", "\t=1", "'=1", "''-a"]
PLAIN = ["-", "-1.5", "+2", "A", "'", "it's =", "1e-5", ""]


@pytest.mark.parametrize(("texts", "runs"), [(RUN, True), (PLAIN, False)])
def test_texts_that_spreadsheets_run_are_guarded_and_numbers_are_not(texts, runs):
    assert [tables.guarded(text) != text for text in texts] == [runs] * len(texts)
    assert tables.guarded(-1.5) == -1.5


@given(st.text(st.sampled_from("'=+-@\t\n1aA.")))
def test_a_guarded_text_is_read_as_it_was(text):
    assert tables.bare(tables.guarded(text)) == text


def cells(text):
    return {cell for row in csv.reader(io.StringIO(text)) for cell in row}


def test_every_table_is_guarded(tmp_path):
    evil = RUN[0]
    of_rows = rows_csv([{"track": evil, evil: -1.5}])
    room = Room().ask(Question("?", (evil, "B"))).vote(1, ("a", "b"), 0)
    batch = pa.RecordBatch.from_pydict({"track": [*RUN, *PLAIN], "f": np.arange(15.0)})
    assert results.guarded_texts(batch)["track"].to_pylist() == [*map(tables.guarded, RUN), *PLAIN]
    song = Hierarchy.from_boundaries([[0, 1, 2]], [[evil, "-"]])
    save([song], tmp_path / "a.csv", target_of(tmp_path / "a.csv"))
    for text in (of_rows, room.csv(), (tmp_path / "a.csv").read_text("utf-8")):
        assert f"'{evil}" in cells(text)
        assert evil not in cells(text)
    [read] = read_path(tmp_path / "a.csv")
    assert read.hierarchy.layers[0].labels == (evil, "-")


def test_a_failed_output_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("as it was")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        save([Hierarchy.from_boundaries([[0, 1]])], path, target_of(path))
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [
        ("a.csv", "as it was")
    ]


def test_a_file_that_would_be_read_otherwise_is_not_written(tmp_path):
    path = tmp_path / "a.csv"
    wrong = replace(target_of(path), write=lambda _: b"start,end,level\n0,2,1\n")
    with pytest.raises(ReadError, match="can't be written as"):
        save([Hierarchy.from_boundaries([[0, 1, 2]])], path, wrong)
    assert not any(tmp_path.iterdir())
