"""A format is one file and one entry; all other code uses the registry."""

import itertools
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from outcomes import FILES
from strategies import examples
from what_was_read import boundaries

from core.caemsi.reading import guess_representation, read_corpus
from core.errors import HierscopeError, ReadError
from core.hierarchy import Hierarchy
from core.io import File, formats, read, read_path, read_text
from core.io.formats import Format
from core.io.formats.lab import Flat
from core.notes import Note
from core.repair import RawLayer
from hierscope.cli import main

SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")
TABLE = (Path(__file__).resolve().parents[2] / "docs" / "files.md").read_text("utf-8")
MAGIC = b"\xffTOY"


def read_toy(file):
    """A layer a row of bytes, each the length of a segment: binary, with several layers a file."""
    return [
        Flat(
            RawLayer(
                tuple((sum(row[:at]), sum(row[: at + 1]), "") for at in range(len(row))),
                f"row {level}",
            ),
            file.display,
            notes=(Note("other", "toys have no labels"),),
        )
        for level, row in enumerate(file.data.removeprefix(MAGIC).split(b"\0"), 1)
    ]


def write_toy(hierarchy):
    rows = ([int(end - start) for start, end in row.intervals] for row in hierarchy.layers)
    return MAGIC + b"\0".join(map(bytes, rows))


TOY = Format(
    key="toy",
    name="Toy",
    gist="lengths as bytes",
    about="for tests",
    suffixes=(".toy",),
    recognises=lambda file: file.data.startswith(MAGIC),
    read=read_toy,
    write=write_toy,
    loses=lambda hierarchy: ["names of layers"],
)
SONG = Hierarchy.from_boundaries([[0, 20, 30], [0, 10, 20, 30]])


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setattr(formats, "FORMATS", (TOY, *formats.FORMATS))


def test_a_new_format_is_read_by_content(toy):
    [found] = read([File("song", write_toy(SONG))])
    assert boundaries(found) == [[0, 20, 30], [0, 10, 20, 30]]
    assert found.notes[0].text == "toys have no labels"
    [other] = read([File("song.toy", b"0 20 A\n20 30 B\n")])
    assert boundaries(other) == [[0, 20, 30]]


def test_a_new_format_is_found_in_folders(toy, tmp_path):
    (tmp_path / "song.toy").write_bytes(write_toy(SONG))
    (tmp_path / "song.mp3").write_bytes(b"ID3")
    [found] = read_path(tmp_path)
    assert boundaries(found) == [[0, 20, 30], [0, 10, 20, 30]]
    (tmp_path / "song.toy").unlink()
    with pytest.raises(ReadError, match=r"named \.csv, .*\.toy, \.txt\b"):
        read_path(tmp_path)


def test_a_new_format_is_named_where_a_file_is_of_none(toy):
    with pytest.raises(ReadError, match=r"From its name, expected Toy\. The guide lists all"):
        read([File("song.toy", b"hello")])
    with pytest.raises(ReadError, match=r"XML can be Sonic Visualiser \(layer, .svl\) or ELAN"):
        read_text("<html/>")
    with pytest.raises(ReadError, match=r"lines such as `0 10 A`\. The guide lists"):
        read_text("hello")


def test_a_new_format_is_converted_to_and_from(toy, tmp_path, capsys):
    toys, labs, again = tmp_path / "song.toy", tmp_path / "labs", tmp_path / "again.toy"
    toys.write_bytes(write_toy(SONG))
    assert main(["convert", str(toys), str(labs)]) == 0
    assert main(["convert", str(labs), str(again)]) == 0
    assert again.read_bytes() == toys.read_bytes()
    with pytest.raises(SystemExit):
        main(["convert", "--help"])
    help_text = " ".join(capsys.readouterr().out.split())
    for target in ("FILE.toy, ", "FILE.jams (all annotations), ", "a folder of .lab files"):
        assert target in help_text
    assert main(["convert", str(toys), str(tmp_path / "song.mp3")]) == 2
    assert "unknown format. Name it FILE.toy, " in capsys.readouterr().err


def test_a_new_format_is_a_layer_in_corpora_of_styles(toy, tmp_path):
    for number in range(2):
        (tmp_path / f"{number}").mkdir()
        layers = (SONG, Hierarchy.from_boundaries([[0, 5 + number, 30]]))
        for name, layer in zip("ab", layers, strict=True):
            (tmp_path / f"{number}/{name}.toy").write_bytes(write_toy(layer))
    found = read_corpus(tmp_path, "hierarchy", similar=False)
    assert [item.name for item in found.items] == ["0", "1"]
    assert guess_representation(["a.toy", "b.toy", "c.txt"]) == "hierarchy"


def test_the_guide_names_every_format_once():
    for known in formats.FORMATS:
        written = "✓" if known in formats.writable() else "–"
        assert f"\n| {known.title} | {known.about} | ✓ | {written} |\n" in TABLE
    _, _, rest = TABLE.partition("| format | what | read | written |\n")
    rows = rest.partition("\n\n")[0].splitlines()[1:]
    assert len(rows) == len(set(rows)) == len(formats.FORMATS) + 1  # and zip


def test_files_by_hand_are_read_as_their_format():
    for name, (key, data) in FILES.items():
        assert formats.format_of(File(name, data)).key == key
        [named] = read([File(name, data)])
        [found] = read([File("file", data)])  # also where only the content tells
        assert boundaries(found) == boundaries(named)
        assert found.hierarchy.labels == named.hierarchy.labels
        if key in ("pop909", "jsd", "structure", "billboard", "bps-fh"):
            changed = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
            assert {formats.format_of(File(at, changed)).key for at in (name, "file")} == {key}


STRANGE = ["x’y", "a?", "d/b", "#", "12", "é, b; c", "end", "[x", ""]


def read_loosely(text):
    """A layer of the lines whose labels are letters; it drops the others."""
    rows = [row.split() for row in text.splitlines()]
    return tuple((float(row[0]), float(row[1]), row[2]) for row in rows if row[2].isalpha())


def test_a_reader_that_drops_a_line_is_noted():
    known = replace(TOY, by_line=True, recognises=lambda file: file.is_called(".toy"))
    known = replace(known, read=lambda file: [Flat(RawLayer(read_loosely(file.text)), "x")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formats, "FORMATS", (known,))
        [found] = read([File("x.toy", b"0 10 A\n10 20 B\n22 25 c?\n20 30 C\n")])
    [note] = found.notes
    assert str(note) == "1 line of x.toy with a time gave no boundary, such as line 3, '22 25 c?'"
    assert note.material


@examples(80)
@given(st.sampled_from(sorted(FILES)), st.data())
def test_a_strange_label_loses_no_boundary_in_silence(name, data):
    content = FILES[name][1]
    [before, *_] = read([File(name, content)])
    labels = {label for row in before.hierarchy.labels for label in row if label}
    known = sorted(label for label in labels if label.encode() in content)
    assume(known)
    label, strange = data.draw(st.sampled_from(known)), data.draw(st.sampled_from(STRANGE))
    try:
        [after, *_] = read([File(name, content.replace(label.encode(), strange.encode(), 1))])
    except HierscopeError:
        return
    times = [{*itertools.chain(*boundaries(candidate))} for candidate in (before, after)]
    assert times[0] <= times[1] or {*map(str, after.notes)} - {*map(str, before.notes)}


@pytest.mark.parametrize("known", formats.writable(), ids=lambda known: known.title)
def test_what_a_format_writes_it_reads(known):
    song = SONG if known.fits(SONG) else replace(SONG, unit="measures")
    files = [File(name, data) for name, data in known.files(song).items()]
    assert all(formats.format_of(file) is known for file in files)
    [found] = read(files)
    assert boundaries(found) == [[0, 20, 30], [0, 10, 20, 30]]
    assert formats.written_as(known.key.upper()) is known
    to = formats.written_to("" if known.write_layers else known.suffixes[0].upper())
    assert to in formats.writable()
    assert bool(to.write_layers) == bool(known.write_layers)


@pytest.mark.skipif(not (SHARED / "pop909").is_dir(), reason="no files of POP909")
def test_pop909_as_published():
    [found] = read_path(SHARED / "pop909/002_human_label1.txt")
    assert boundaries(found)[0] == [0, 4, 21, 25, 38, 42, 56, 58]
    assert "".join(found.hierarchy.labels[1]) == "iAABbABbBXo"
