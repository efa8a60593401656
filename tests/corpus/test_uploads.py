"""Uploaded corpora (files, an archive or a folder): pairing and messages."""

import math

import numpy as np
import pytest
from results_files import read_pair

from core.corpus.job import Job, Row, score_item
from core.corpus.sources.folders import from_folders
from core.corpus.sources.upload import from_upload, read_upload
from core.errors import ReadError
from core.files.folders import by_path
from core.io.archives import write_zip
from core.io.limits import MAX_UPLOADED, MAX_UPLOADED_FOLDERS

ONE = b"0,10,20\n0,5,10,20\n"
OTHER = b"0,12,20\n0,5,12,20\n"
FILES = {
    "methods/2.csv": OTHER,
    "methods/10.csv": ONE,
    "reference/10.csv": OTHER,
    "reference/2.csv": ONE,
    "other/2.csv": ONE,
}


def zipped(files):
    return read_upload([("any.zip", write_zip(files))])


@pytest.mark.parametrize("around", ["", "my corpus/"])
@pytest.mark.parametrize("packed", [True, False])
def test_folders_are_annotators_and_methods(around, packed):
    files = {f"{around}{name}": data for name, data in FILES.items()}
    given = zipped(files) if packed else read_upload(list(files.items()))
    assert given.folders == ("methods", "other", "reference")
    assert given.reference == "reference"
    found = from_upload(given, "reference")
    said = [(item.track, item.method, item.reference, item.estimate) for item in found.items]
    assert said == [
        ("2", "methods", ("reference/2.csv",), ("methods/2.csv",)),
        ("2", "other", ("reference/2.csv",), ("other/2.csv",)),
        ("10", "methods", ("reference/10.csv",), ("methods/10.csv",)),
    ]
    assert [str(each) for each in found.problems] == ["10 (reference/10.csv): no estimate by other"]


def test_as_from_folders_of_the_disk(tmp_path):
    for name, data in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    on_disk = from_folders(
        tmp_path / "reference", {name: tmp_path / name for name in ("methods", "other")}
    )
    given = zipped(FILES)
    found = from_upload(given, "reference")
    assert [(i.track, i.method) for i in found.items] == [
        (i.track, i.method) for i in on_disk.items
    ]
    assert [each.reason for each in found.problems] == [each.reason for each in on_disk.problems]
    for item, other in zip(found.items, on_disk.items, strict=True):
        assert read_pair(item, given.load) == read_pair(other)
        rows = score_item(item, Job((3.0,)), load=given.load), score_item(other, Job((3.0,)))
        assert rows[0].digest == rows[1].digest
        np.testing.assert_array_equal(rows[0].scores, rows[1].scores)


def test_without_a_name_for_it_the_first_folder_is_the_reference():
    assert zipped({"b 2/x.csv": ONE, "b 10/x.csv": ONE}).reference == "b 2"
    given = zipped({"b/x.csv": ONE, "a/x.csv": ONE})
    (item,) = from_upload(given, "b").items
    assert (item.method, item.reference) == ("a", ("b/x.csv",))
    with pytest.raises(ReadError, match=r"has no folder 'c'"):
        from_upload(given, "c")


def test_a_table_beside_them_is_metadata():
    table = b"track,Genre,method\n2,jazz,mine\n11,rock,\n10,,\n"
    found = from_upload(zipped({**FILES, "tracks.csv": table}), "reference")
    assert [item.metadata for item in found.items] == [(("Genre", "jazz"),)] * 2 + [()]
    assert "tracks.csv, line 3: no file of this track" in [each.reason for each in found.problems]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (b"title\nx\n", r"tracks.csv, line 1: has no column track"),
        (b"track,genre\n2,\xff\n", r"tracks.csv, line 2: is not in UTF-8"),
    ],
)
def test_a_wrong_table_is_named(table, words):
    with pytest.raises(ReadError, match=words):
        from_upload(zipped({**FILES, "tracks.csv": table}), "reference")


def test_what_lies_beside_the_folders_is_told_but_for_hidden_files():
    hidden = {".hidden": b"x", "other/.DS_Store": b"", "__MACOSX/a/x": b""}
    given = zipped({**FILES, "notes.txt": b"x", **hidden})
    assert given.folders == ("methods", "other", "reference")
    found = from_upload(given, "reference")
    beside = [each.path for each in found.problems if "is not in a folder" in each.reason]
    assert beside == ["notes.txt"]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([("a.zip", write_zip({"a/x.csv": ONE}))], r"^a.zip: has 0 folders"),
        ([("a.zip", write_zip({"a/x.csv": ONE, "y.csv": ONE}))], r"^a.zip: has 1 folders"),
        ([("a.zip", b"PK\x03\x04 and more")], r"^a.zip: the zip archive is damaged"),
        ([("x.csv", ONE)], r"^x.csv: has 0 folders; a corpus has 2 to"),
        ([(f"{n}/x.csv", ONE) for n in range(MAX_UPLOADED_FOLDERS + 1)], r"has 51 folders"),
        ([(f"a/{n}", b"") for n in range(MAX_UPLOADED + 1)], r"has more than the 5,000 files"),
        ([("a/x", bytes(10**7)), ("b/x", bytes(10**7 + 1))], r"or 20 MB, allowed"),
        ([("a/\ud800", b""), ("b/x", b"")], r"a name is not in UTF-8"),
    ],
)
def test_what_is_no_corpus_is_refused(files, words):
    with pytest.raises(ReadError, match=words):
        read_upload(files)


def test_a_damaged_file_is_named_and_the_others_are_scored():
    given = zipped({**FILES, "methods/2.csv": b"start,end,level\n0,10,1\n5,x,1\n"})
    found = [
        score_item(item, Job((3.0,)), load=given.load)
        for item in from_upload(given, "reference").items
    ]
    assert str(found[0]).startswith("methods/2.csv, line 3: ")
    assert all(isinstance(each, Row) for each in found[1:])
    assert math.isfinite(found[1].scores[0, 0])


def test_files_of_one_name_are_numbered_in_a_time_that_grows_with_them():
    found = by_path([("a/x.csv", bytes([n % 256])) for n in range(20_000)] + [("b/y", b"")])
    assert len(found) == 20_001
    assert list(found)[:3] == ["a/x.csv", "a/x (2).csv", "a/x (3).csv"]
    assert list(by_path([("x", b""), ("x (2)", b""), ("x", b"")])) == ["x", "x (2)", "x (3)"]
