"""Folders and paths: which files are read, and messages on other files."""

from itertools import pairwise

import pytest
from outcomes import FILES

from core.errors import ReadError
from core.io import File, read, read_path
from core.io.archives import write_zip


def lab(name, *boundaries):
    lines = [f"{start} {end} x\n" for start, end in pairwise(boundaries)]
    return File(name, "".join(lines).encode())


def names(candidate):
    return [layer.name for layer in candidate.hierarchy.layers]


def test_a_folder_is_one_hierarchy(tmp_path):
    for file in (lab("ref10.lab", 0, 3), lab("ref2.lab", 0, 1, 3), lab("ref1.lab", 0, 3)):
        (tmp_path / file.name).write_bytes(file.data)
    (tmp_path / ".hidden.lab").write_bytes(b"junk")
    (tmp_path / "song.mp3").write_bytes(b"ID3")
    (tmp_path / "sub.lab").mkdir()
    [found] = read_path(tmp_path)
    assert names(found) == ["ref1", "ref2", "ref10"]
    assert found.hierarchy.name == tmp_path.name
    [found] = read_path(str(tmp_path / "ref2.lab"))
    assert found.hierarchy.boundaries[0].tolist() == [0, 1, 3]


@pytest.mark.parametrize(
    ("files", "hierarchies"),
    [
        ("ref_sections ref_phrases", [2]),
        ("ref-long ref-short", [2]),
        ("ref_sections ref_phrases est_sections est_phrases", [2, 2]),
        ("reference_sections reference_phrases est", [2, 1]),
        ("ref_a est_a ref_b est_b", [1, 1, 1, 1]),
        ("a_ref b_ref", [1, 1]),
    ],
)
def test_names_that_begin_with_a_side_are_its_layers(files, hierarchies):
    layers = [lab(f"{name}.lab", 0, at, 9) for at, name in enumerate(files.split(), 1)]
    assert [len(names(candidate)) for candidate in read(layers)] == hierarchies


def test_paths_with_nothing_to_read(tmp_path):
    for path in (tmp_path / "absent.lab", "a\0b", "\ud800", "x" * 5000):
        with pytest.raises(ReadError, match=r"no such file|can't be opened"):
            read_path(path)
    with pytest.raises(ReadError, match="no segment files"):
        read_path(tmp_path)
    with pytest.raises(ReadError, match="not a file"):
        read_path("/dev/null")
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


def test_a_track_folder_of_salami(tmp_path):
    raw = FILES["textfile1.txt"][1]
    parsed = {
        "functions": b"0.0\tSilence\n0.5\tIntro\n20.0\tVerse\n52.0\tEnd\n",
        "lowercase": b"0.0\tSilence\n0.5\ta\n10.0\tb\n20.0\tb'\n52.0\tEnd\n",
        "uppercase": b"0.0\tSilence\n0.5\tA\n20.0\tA'\n52.0\tEnd\n",
    }
    folder = tmp_path / "1000"
    (folder / "parsed").mkdir(parents=True)
    for name in ("textfile1.txt", "textfile2.txt"):
        (folder / name).write_bytes(raw)
    for layer, data in parsed.items():
        (folder / f"parsed/textfile2_{layer}.txt").write_bytes(data)
    found = read_path(folder)
    assert [each.hierarchy.name for each in found] == ["1000 annotator 1", "1000 annotator 2"]
    assert found[0].notes == ()
    assert any("left out" in note.text for note in found[1].notes)


def test_an_archive_is_read_from_its_path(tmp_path):
    path = tmp_path / "pair.zip"
    path.write_bytes(write_zip({"a/x.lab": b"0 1 a\n", "b/x.lab": b"0 2 b\n"}))
    assert read_path(path) == read([File("x.lab", path.read_bytes())])
