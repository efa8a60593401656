"""Layers and sessions of Sonic Visualiser."""

import bz2
import json
import math
import os
from pathlib import Path

import numpy as np
import pytest
from fuzz.tool_files import SV_XML, SVL_INSTANTS, SVL_REGIONS, as_written, damages, in_xml
from hypothesis import given
from strategies import any_hierarchies, examples

from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io import File, read
from core.io.formats.sv import SV
from core.io.formats.svl import SVL

SPAM = (
    Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")
    / "spam"
)


def layers(found):
    return [
        (layer.name, layer.boundaries.tolist(), list(layer.labels))
        for layer in found.hierarchy.layers
    ]


def kinds(found):
    return [note.kind for note in found.notes]


def test_instants_last_to_the_next_and_a_point_called_end_is_no_segment():
    [found] = read([File("song_l.svl", SVL_INSTANTS)])
    assert layers(found) == [("large scale", [0, 12.5, 30], ["A", "B'"])]
    assert not found.notes


def test_regions_are_as_they_stand():
    [found] = read([File("song_s.svl", SVL_REGIONS)])
    assert layers(found) == [("song_s", [0, 10, 30], ["a", "b & c"])]


def test_layers_are_grouped_by_the_names_of_their_files():
    files = [File("song_s.svl", SVL_REGIONS), File("song_l.svl", SVL_INSTANTS)]
    [found] = read(files)
    assert [name for name, _, _ in layers(found)] == ["large scale", "song_s"]


def test_a_last_point_without_end_is_the_end_and_a_note_says_so():
    [found] = read([File("x.svl", SVL_INSTANTS.replace(b'label="End"', b'label="C"'))])
    assert layers(found)[0][1] == [0, 12.5, 30]
    assert kinds(found) == ["no-end"]
    assert "its last point 'C' at 0:30.0 is the end" in found.notes[0].text


def test_a_model_that_is_longer_than_its_points_says_the_end():
    text = SVL_INSTANTS.replace(b'label="End"', b'label="C"').replace(b'end="1323', b'end="1764')
    [found] = read([File("x.svl", text)])
    assert layers(found)[0][1:] == ([0, 12.5, 30, 40], ["A", "B'", "C"])
    assert not found.notes


def test_a_session_has_its_layers_and_the_end_of_its_audio():
    [found] = read([File("song.sv", bz2.compress(SV_XML))])
    assert layers(found) == [
        ("coarse", [0, 20, 40], ["A", "B"]),
        ("layer 2", [0, 10, 20, 40], ["a", "a", "b"]),
    ]
    assert kinds(found) == ["empty-layer"]  # the curve
    assert found.understood.order.startswith("by containment")


def session(*layers):
    """A session of layers of instants, each a name, which may be empty, and times."""
    models, shown = [], []
    for at, (name, times) in enumerate(layers):
        points = "".join(f'<point frame="{round(t * 100)}" label="a"/>' for t in times)
        models.append(
            f'<model id="{2 * at}" sampleRate="100" start="0" end="{times[-1] * 100}" type="sparse"'
            f' dimensions="1" resolution="1" dataset="{2 * at + 1}"/>'
            f'<dataset id="{2 * at + 1}" dimensions="1">{points}</dataset>'
        )
        presented = f'presentationName="{name}"' * bool(name)
        shown.append(f'<layer name="Time Instants &lt;{at}&gt;" model="{2 * at}" {presented}/>')
    text = f"<sv><data>{''.join(models)}</data><display>{''.join(shown)}</display></sv>"
    return File("song.sv", text.encode())


FINE, COARSE = [0, 10, 20, 30, 40], [0, 20, 40]


@pytest.mark.parametrize("made", [(FINE, COARSE), (COARSE, FINE)])
def test_layers_without_names_are_ordered_by_what_they_hold(made):
    [found] = read([session(*(("", times) for times in made))])
    assert [row.tolist() for row in found.hierarchy.boundaries] == [COARSE, FINE]
    assert found.understood.order.startswith("by containment")


def test_layers_without_names_that_are_not_nested_are_in_doubt():
    [found] = read([session(("", FINE), ("", [0, 19, 40]))])
    assert found.hierarchy.boundaries[0].tolist() == [0, 19, 40]
    assert "order-guessed" in kinds(found)
    [found] = read([session(("", [0, 12, 40]), ("", [0, 19, 40]))])
    assert "order-asked" in kinds(found)


def test_names_that_boundaries_contradict_are_in_doubt():
    [found] = read([session(("part 1", FINE), ("part 2", COARSE))])
    assert [row.tolist() for row in found.hierarchy.boundaries] == [FINE, COARSE]
    assert "order-doubt" in kinds(found)


def test_layers_of_values_and_texts_are_taken_where_they_have_labels():
    changed = SVL_INSTANTS.replace(b'dimensions="1"', b'dimensions="2"')
    for subtype in (b"", b' subtype="text"'):
        [found] = read(
            [File("x.svl", changed.replace(b' dataset="11"', b' dataset="11"' + subtype))]
        )
        assert layers(found)[0][2] == ["A", "B'"]
    for subtype in (b"path", b"box", b"timefrequencybox"):
        text = changed.replace(b' dataset="11"', b' dataset="11" subtype="' + subtype + b'"')
        with pytest.raises(ReadError, match="no layer of instants or regions"):
            read([File("x.svl", text)])


def test_points_out_of_order_are_sorted_and_a_note_says_so():
    text = SVL_INSTANTS.replace(b'frame="551250"', b'frame="0"').replace(
        b'frame="0" label="A"', b'frame="551250" label="A"'
    )
    [found] = read([File("x.svl", text)])
    assert layers(found)[0][1:] == ([0, 12.5, 30], ["B'", "A"])
    assert "sorted" in kinds(found)


BOMB = b'<!DOCTYPE sv [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
DAMAGED = [
    *damages(
        SVL_INSTANTS,
        [
            (b"</sv>", b"", r"x\.svl, line 1\d: not well-formed XML \(no element found\)"),
            (b"<dataset", b"<data set", r"line 6: not well-formed XML"),
            (b'label="A"', b"label=A", r"line 7: not well-formed XML"),
            (b'label="A"', b'label="&x;"', r"line 7: not well-formed XML \(undefined entity"),
            (b"<!DOCTYPE sonic-visualiser>", BOMB, r"definitions of its own. Remove them"),
            (
                b"<!DOCTYPE sonic-visualiser>",
                b'<!DOCTYPE sv [<!ATTLIST point label CDATA "x">]>',
                "definitions of its own",
            ),
            (
                b"<!DOCTYPE sonic-visualiser>",
                b'<!DOCTYPE sv [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
                "definitions of its own",
            ),
            (b'sampleRate="44100"', b"", r"line 5: the model has no sampleRate"),
            (b'"44100"', b'"0"', r"line 5: '0' is no sample rate"),
            (b'"44100"', b'"-1"', r"line 5: '-1' is no sample rate"),
            (b'"44100"', b'"nan"', r"line 5: 'nan' is no sample rate"),
            (b'"44100"', b'"0.0001"', r"line 5: frame \d+ is too late"),
            (b'resolution="1"', b'resolution="x"', r"line 5: resolution 'x' is no number"),
            (b'frame="0"', b"", r"line 7: no frame"),
            (b'frame="0"', b'frame="1e5"', r"line 7: frame '1e5' is no number of frames"),
            (b'frame="0"', b'frame="-5"', r"line 7: negative time \(frame -5\)"),
            (b'frame="0"', b'frame="9' + b"0" * 14 + b'"', r"line 7: frame 90+ is too late"),
            (b'frame="0"', b'frame="' + b"9" * 400 + b'"', r"line 7: frame '9+…9+' is no number"),
            (b'dataset="11"', b'dataset="12"', "no layer of instants or regions has a point"),
            (b'type="sparse"', b'type="dense"', "no layer of instants or regions has a point"),
        ],
    ),
    *damages(
        SVL_REGIONS,
        [
            (b'duration="220500"', b"", r"line 7: no duration"),
            (b'duration="220500"', b'duration="-1"', r"line 7: the region ends before it starts"),
            (b'duration="220500"', b'duration="330750"', r"layer 1 at 0:10.0: segments overlap"),
            (b"<sv>", b"<sv><a>" * 60, "elements in one another, more than the 50 allowed"),
        ],
    ),
    (b"<sv/>", "no layer of instants or regions has a point"),
    (b"<html></html>", "no file of Sonic Visualiser, but XML of 'html'"),
    (b"0.0 12.5 A\n", r"line 1: not well-formed XML"),
    (b"<sv>" + b"<a/>" * 1_000_001, "1000002 tags, more than the 1000000 allowed"),
    (b"<sv " + b"a" * 1_000_001, "characters between two tags"),
]


@pytest.mark.parametrize(("data", "message"), DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_layers_say_what_is_wrong(data, message):
    with pytest.raises((ReadError, HierarchyError), match=message):
        read([File("x.svl", data)])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (bz2.compress(SV_XML)[:-30], "the session is cut off. Save it again"),
        (b"BZh9 and so on", "the session is damaged. Save it again"),
        (bz2.compress(b"0 12 A\n"), "line 1: not well-formed XML"),
        (bz2.compress(b""), "the file is empty"),
        (bz2.compress(b" " * 20_000_001), "more than the 20 MB allowed"),
    ],
    ids=range(5),
)
def test_damaged_sessions_say_what_is_wrong(data, message):
    with pytest.raises(ReadError, match=rf"^x\.sv.*{message}"):
        read([File("x.sv", data)])


def frames(time):
    return math.floor(time * 44100 + 0.5) / 44100


def too_short(made):
    return any(frames(row[0]) == frames(row[-1]) for row in made.boundaries)


@examples(20)
@given(any_hierarchies())
def test_what_is_written_is_read_but_for_what_is_said_to_be_lost(made):
    for known in (SV, SVL):
        if too_short(made):
            with pytest.raises(HierarchyError, match="shorter than a frame of audio"):
                known.files(made)
            continue
        files = [File(name, data) for name, data in known.files(made).items()]
        [found] = read(files)
        names = [layer.name for layer in made.layers]
        assert found.hierarchy.layers == as_written(made, frames, in_xml, names)
        assert (found.hierarchy.layers == made.layers) == (not known.loses(made))


def test_what_is_lost_is_said():
    made = Hierarchy(
        Hierarchy.from_boundaries([[0, 0.1234567, 0.1234568, 2]], [["a", "b\x01", "c"]]).layers,
    )
    for known in (SV, SVL):
        assert known.loses(made) == [
            "digits of times beyond frames of audio, 44,100 a second",
            "1 segment shorter than that",
            "characters that XML can't hold in 1 label",
        ]


ANOTHER_VERSION = {("Evan", "Epiphyte_0220_promiscuous_l"), ("Eleni", "SALAMI_1072_l")}
"""Whose layers in JAMS are another version of the annotation."""


@pytest.mark.skipif(not SPAM.is_dir(), reason="no files of SPAM; set HIERSCOPE_FORMATS")
def test_the_layers_of_spam_are_those_of_its_jams():
    compared = 0
    for path in sorted(SPAM.glob("jams/*.jams")):
        duration = json.loads(path.read_text("utf-8"))["file_metadata"]["duration"]
        for found in read([File(path.name, path.read_bytes())]):
            if "multi_segment" in found.title:
                continue
            who = found.title.split()[0]
            for letter, layer in zip("ls", found.hierarchy.layers, strict=True):
                stem = f"{path.stem}_{letter}"
                svl = SPAM / f"svl/{who}/{stem}.svl"
                [other] = read([File(svl.name, svl.read_bytes())])
                compared += 1
                if (who, stem) not in ANOTHER_VERSION:
                    ours = other.hierarchy.boundaries[0]
                    assert_same(layer.boundaries, ours, duration)
    assert compared == 60


def assert_same(theirs, ours, duration):
    """All boundaries inside are in JAMS within a frame, the other way round but for its end and its
    first: where a layer starts late, JAMS took the length of the first segment for its end."""
    frame = 1 / 11025
    assert all(np.abs(theirs - time).min() <= frame for time in ours[1:-1])
    known = np.array([*ours, ours[1] - ours[0], duration])
    inside = [time for time in theirs if ours[0] < time < ours[-1]]
    assert all(np.abs(known - time).min() <= frame for time in inside)
