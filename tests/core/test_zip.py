"""Archives, folders and paths: which files are read, and no harm from malicious archives."""

import io
import os
import zipfile
from itertools import pairwise

import pytest
from cases import case_rows
from hypothesis import given
from hypothesis import strategies as st
from strategies import hierarchies
from what_was_read import exact, peak

from core.errors import ReadError
from core.hierarchy import Hierarchy
from core.io import File, read, read_path, write_labs
from core.io.archives import write_zip
from core.io.limits import MAX_BYTES

REFERENCE = Hierarchy.from_boundaries([[0, 30], [0, 12.5, 30]], [["A"], ["a", "b"]])
LAB = b"0.0 1.0 a\n"


def foldered(**hierarchies):
    return {
        f"{folder}/{name}": data
        for folder, hierarchy in hierarchies.items()
        for name, data in write_labs(hierarchy).items()
    }


def zipped(files, method=zipfile.ZIP_DEFLATED):
    """An archive as others write them."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return stream.getvalue()


def problem_of(data):
    with pytest.raises(ReadError) as caught:
        read([File("pair.zip", data)])
    assert caught.value.source == "pair.zip"
    assert caught.value.advice
    return caught.value.problem


PAIRS = st.integers(2, 9999).flatmap(lambda ms: st.tuples(hierarchies(ms), hierarchies(ms)))


@given(PAIRS)
def test_labs_of_two_hierarchies_as_folders(pair):
    reference, estimate = pair
    data = write_zip(foldered(reference=reference, estimate=estimate))
    found = read([File("pair.zip", data)])
    assert [each.title.partition(" ")[0] for each in found] == ["reference", "estimate"]
    assert [each.hierarchy.name for each in found] == ["reference", "estimate"]
    assert [exact(each.hierarchy) for each in found] == [exact(each) for each in pair]
    # Layers that seem to be counted from the finest are so by chance.
    assert {note.kind for each in found for note in each.notes} <= {"order-doubt"}


def test_written_archives_are_reproducible(monkeypatch):
    files = foldered(reference=REFERENCE)
    once = write_zip(files)
    monkeypatch.setattr("time.time", lambda: 2e9)
    monkeypatch.setattr("sys.platform", "win32")
    assert write_zip(files) == once
    with zipfile.ZipFile(io.BytesIO(once)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == files


@pytest.mark.parametrize(("name", "title"), case_rows("words", "archive-names"))
def test_names_are_never_paths(name, title, tmp_path, monkeypatch):
    inner = tmp_path / "one" / "two"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    [found] = read([File("x.zip", zipped([(name, LAB)]))])
    assert found.title == title
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["one", "two"]


def in_little_memory(data, problem):
    def refused():
        assert problem_of(data).startswith(problem)

    return peak(refused) < 4 * MAX_BYTES


def test_bombs_are_not_unpacked():
    bomb = zipped([("a.lab", bytes(100_000_000))])
    assert len(bomb) < 400_000
    members = zipped([(f"{turn}.lab", bytes(MAX_BYTES // 100)) for turn in range(101)])
    for data in (bomb, members):
        assert in_little_memory(data, "the archive has more than the 20 MB")


def test_the_sizes_in_the_header_are_not_trusted():
    size = MAX_BYTES + 1
    data = zipped([("a.lab", b"#" * size)])
    lying = data.replace(size.to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lying != data
    assert in_little_memory(lying, "the zip archive is damaged")


def test_limits():
    half = LAB + b"#" * (MAX_BYTES // 2 - len(LAB))
    full = {"a.lab": half, "b.lab": half}
    assert read([File("x.zip", write_zip(full))])
    assert problem_of(write_zip(full | {"c.lab": b"#"})).startswith("the archive has more")
    assert problem_of(b"PK\x03\x04" + bytes(MAX_BYTES)).startswith("the archive has more")
    many = [(f"{turn}/a.lab", LAB) for turn in range(201)]
    assert len(read([File("x.zip", zipped(many[:200]))])) == 200
    assert problem_of(zipped(many)) == "201 files in the archive, more than the 200 allowed"
    entries = zipped([(f"{turn}/", b"") for turn in range(2001)])
    assert problem_of(entries) == "2,001 entries, more than the 2,000 allowed"


def lab(name, *boundaries):
    lines = [f"{start} {end} x\n" for start, end in pairwise(boundaries)]
    return File(name, "".join(lines).encode())


def test_a_folder_is_one_hierarchy(tmp_path):
    for file in (lab("ref10.lab", 0, 3), lab("ref2.lab", 0, 1, 3), lab("ref1.lab", 0, 3)):
        (tmp_path / file.name).write_bytes(file.data)
    (tmp_path / ".hidden.lab").write_bytes(b"junk")
    (tmp_path / "song.mp3").write_bytes(b"ID3")
    (tmp_path / "sub.lab").mkdir()
    [found] = read_path(tmp_path)
    assert [layer.name for layer in found.hierarchy.layers] == ["ref1", "ref2", "ref10"]
    assert found.hierarchy.name == tmp_path.name
    [found] = read_path(str(tmp_path / "ref2.lab"))
    assert found.hierarchy.boundaries[0].tolist() == [0, 1, 3]


def test_paths_with_nothing_to_read(tmp_path):
    for path in (tmp_path / "absent.lab", "a\0b", "\ud800", "x" * 5000):
        with pytest.raises(ReadError, match=r"no such file|can't be opened"):
            read_path(path)
    with pytest.raises(ReadError, match="no segment files"):
        read_path(tmp_path)
    with pytest.raises(ReadError, match="not a file"):
        read_path(os.devnull)
    for number in range(201):
        (tmp_path / f"{number}.lab").touch()
    with pytest.raises(ReadError, match="201 files, more than the 200 allowed"):
        read_path(tmp_path)


def test_errors_of_the_system_name_the_path(tmp_path, monkeypatch):
    path = tmp_path / "a.lab"
    path.touch()

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(ReadError, match=r"a\.lab: can't be opened \(Permission denied\)"):
        read_path(path)


def test_an_archive_is_read_from_its_path(tmp_path):
    path = tmp_path / "pair.zip"
    path.write_bytes(write_zip({"a/x.lab": b"0 1 a\n", "b/x.lab": b"0 2 b\n"}))
    assert read_path(path) == read([File("x.lab", path.read_bytes())])
