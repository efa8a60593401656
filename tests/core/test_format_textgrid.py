"""Praat's TextGrid in all its forms."""

import struct

import pytest
from fuzz.tool_files import (
    FILES,
    TEXTGRID_BINARY,
    TEXTGRID_LONG,
    TEXTGRID_SHORT,
    as_written,
    damages,
)
from hypothesis import given
from praatio import textgrid as praatio
from pympi import TextGrid
from strategies import any_hierarchies, examples

from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io import File, read
from core.io.formats.textgrid import TEXTGRID, write_textgrid

NAMES = [name for name, (key, _) in FILES.items() if key == "textgrid"]
SONG = Hierarchy.from_boundaries(
    [[0, 12.5, 30], [0, 1e-05, 12.5, 20, 30]],
    [["A", 'the "slow" one'], ["a", "b", "", "é\nc"]],
    layer_names=["upper", "lower"],
)


@pytest.mark.parametrize("name", NAMES)
def test_every_form_holds_the_same(name):
    [found] = read([File(name, FILES[name][1])])
    sections, phrases = found.hierarchy.layers
    assert (sections.name, sections.boundaries.tolist()) == ("sections", [0, 12.5, 30])
    assert sections.labels == ('A "slow" one', "B")
    assert (phrases.name, phrases.boundaries.tolist()) == ("phrases", [0, 5, 12.5, 20, 30])
    assert phrases.labels == ("", "b", "c", "dé")
    texts = [note.text for note in found.notes if note.kind != "encoding-read"]
    assert texts == ["tiers without labels left out: 'to do'"]
    assert found.understood.order.startswith("by containment")


def test_a_tier_without_labels_is_taken_where_there_is_nothing_else():
    text = TEXTGRID_SHORT.replace("<exists>\n3\n", "<exists>\n1\n")
    start = text.index('"IntervalTier"')
    alone = text[:start] + text[text.rindex('"IntervalTier"') :]
    [found] = read([File("x.TextGrid", alone.encode())])
    assert found.hierarchy.boundaries[0].tolist() == [0, 30]


def test_a_file_is_called_without_its_suffix():
    assert File("song_l.TextGrid", b"").stem == "song_l"


DAMAGED = [
    *damages(
        TEXTGRID_SHORT.encode(),
        [
            (b'"TextGrid"', b'"PitchTier"', "no TextGrid, but 'PitchTier'. Choose the TextGrid"),
            (b"\n<exists>", b"", r"line 6: '3' where <exists> should be"),
            (b"<exists>\n3", b"<exists>\n-3", "line 7: -3 is no number of tiers"),
            (b"<exists>\n3", b"<exists>\n2.5", r"line 7: 2\.5 is no number of tiers"),
            (b"<exists>\n3", b"<exists>\n101", "101 tiers, more than the 100 allowed"),
            (b"<exists>\n3", b"<exists>\n4", "the file ends where the class of a tier should be"),
            (b'"IntervalTier"', b'"Intervals"', "line 8: 'Intervals' is no class of a tier"),
            (b'"sections"\n', b"", "line 9: '0' where the name of a tier should be"),
            (b'"sections"\n0\n30\n2', b'"sections"\n0\n30\n3', r"line 19: 'TextTier' where a time"),
            (b'"sections"\n0\n30\n2', b'"sections"\n0\n30\n1', r"line 16: '12.5' where the class"),
            (b"30\n2\n0\n", b"30\n200000\n0\n", "200000 intervals and points, more than"),
            (b"30\n2\n0\n", b"30\n2\n-1\n", r"line 14: entry 1 of tier 1 has a negative time"),
            (b"30\n2\n0\n", b"30\n2\n1e10\n", r"entry 1 of tier 1 has 1e\+10 s, which is no time"),
            (b"30\n2\n0\n", b"30\n2\n" + b"9" * 500 + b"\n", "has inf s, which is no time"),
            (b"30\n2\n0\n", b"30\n2\n13\n", r"line 14: entry 1 of tier 1 ends \(0:12.5\) before"),
            (b"\n12.5\n30\n", b"\n2.5\n30\n", r"layer 1 at 0:02.5: segments overlap"),
            (b'"B"', b'"B', "line 20: 'phrases' is no class of a tier"),
            (b'"B"', b"B", "line 20: 'phrases' is no class of a tier"),
            (b'"ooTextFile"', b'"text"', r"no TextGrid, but|where"),
            (b"\n20\n", b"\nx\n", r"'dé' where a time of entry 3 of tier 2 should be"),
        ],
    ),
    *damages(
        TEXTGRID_BINARY,
        [
            (b"ooBinaryFile\x08TextGrid", b"ooBinaryFile\x05Sound", r"another binary file.*Sound"),
            (b"IntervalTier", b"IntervalTie_", "'IntervalTie_' is no class of a tier"),
            (struct.pack(">d", 12.5), struct.pack(">d", float("nan")), "nan s, which is no time"),
            (struct.pack(">d", 12.5), struct.pack(">d", -1), "entry 1 of tier 1 has a negative"),
            (b"\x00\x08sections", b"\x80\x08sections", "the file ends where the name of a tier"),
            (b"\x00\x00\x00\x03", b"\x7f\xff\xff\xff", "2147483647 tiers, more than the 100"),
            (b"\x00\x00\x00\x03", b"\xff\xff\xff\xff", r"no tier has an interval or a point"),
        ],
    ),
    (TEXTGRID_BINARY[:-3], "the file ends where the end of entry 1 of tier 3 should be"),
    (TEXTGRID_SHORT.encode()[:-2], r"line 37: a quotation mark is not closed"),
    (b'"Praat chronological TextGrid text file"\n0 30\n', "a chronological TextGrid is not read"),
    (b'File type = "ooTextFile"\n', "the file ends where the class of the object should be"),
    (b"0 12.5 A\n", "'0' where the file type should be"),
    (TEXTGRID_LONG.encode()[:300], "the file ends where"),
    (TEXTGRID_LONG.split("item []")[0].replace("= 3", "= 0").encode(), "no tier has an interval"),
]


@pytest.mark.parametrize(("data", "message"), DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_files_say_what_is_wrong(data, message):
    with pytest.raises((ReadError, HierarchyError), match=message):
        read([File("x.TextGrid", data)])


def plain(text):
    """A text without control characters but tabs and line ends."""
    return "".join(c if c in "\t\n\r" or (c >= " " and c != "\x7f") else " " for c in text)


@examples(20)
@given(any_hierarchies())
def test_what_is_written_is_read_but_for_what_is_said_to_be_lost(made):
    [found] = read([File("x.TextGrid", write_textgrid(made))])
    layers = found.hierarchy.layers
    names = [layer.name for layer in layers]
    assert len(set(names)) == len(names)
    assert all(names)
    assert layers == as_written(made, float, plain, names)
    assert (layers == made.layers) == (not TEXTGRID.loses(made))


def test_names_that_are_changed_are_said():
    made = Hierarchy.from_boundaries([[0, 3]] * 3, layer_names=["a", "a", ""])
    assert TEXTGRID.loses(made) == ["that layers have no name of their own: 'a'', 'layer 3'"]


def test_other_readers_open_what_is_written(tmp_path):
    path = tmp_path / "x.TextGrid"
    path.write_bytes(write_textgrid(SONG))
    theirs = praatio.openTextgrid(str(path), includeEmptyIntervals=True)
    assert list(theirs.tierNames) == ["upper", "lower"]
    found = TextGrid(str(path), codec="utf-8")
    for layer, tier in zip(SONG.layers, found.get_tiers(), strict=True):
        rows = [
            (start, end, label)
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
        ]
        assert [tuple(each) for each in theirs.getTier(layer.name).entries] == rows
        assert list(tier.get_all_intervals()) == rows
