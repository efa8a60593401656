"""Files for Sonic Visualiser, Praat and ELAN can be read again, also by other readers."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from praatio import textgrid as praatio
from pympi import Eaf, TextGrid
from strategies import any_hierarchies, examples

from core.errors import HierarchyError
from core.hierarchy import Hierarchy, Layer
from core.io import File, formats, read
from core.io.formats.eaf import write_eaf
from core.io.formats.textgrid import write_textgrid

SPAM = (
    Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")
    / "spam"
)
SONG = Hierarchy.from_boundaries(
    [[0, 12.5, 30], [0, 1e-05, 12.5, 20, 30]],
    [["A", 'the "slow" one'], ["a", "b", "", "é\nc"]],
    layer_names=["upper", "lower"],
)


def as_written(hierarchy, step, text, names):
    """What is left of a hierarchy with times in such steps, such texts, and names of layers."""
    layers = []
    for layer, name in zip(hierarchy.layers, names, strict=True):
        kept = [
            (start, end, text(label))
            for (start, end), label in zip(
                rounded(layer.intervals, step).tolist(), layer.labels, strict=True
            )
            if start < end
        ]
        boundaries = [*(start for start, _, _ in kept), kept[-1][1]]
        layers.append(Layer(boundaries, tuple(label for _, _, label in kept), text(name)))
    return tuple(layers)


def rounded(times, step):
    """Times in steps of so many a second; 0 leaves them as they are."""
    return np.floor(times * step + 0.5) / step if step else times


def in_xml(text):
    """A text with spaces for what XML 1.0 has no place for."""
    return "".join(
        char if char in "\t\n\r" or (char >= " " and char not in "\ufffe\uffff") else " "
        for char in text
    )


def plain(text):
    """A text without control characters but tabs and line ends."""
    return "".join(c if c in "\t\n\r" or (c >= " " and c != "\x7f") else " " for c in text)


@pytest.mark.parametrize(
    ("key", "step", "shortest", "text", "unique"),
    [
        ("sv", 44100, "a frame of audio", in_xml, False),
        ("svl", 44100, "a frame of audio", in_xml, False),
        ("eaf", 1000, "a millisecond", in_xml, True),
        ("textgrid", 0, "", plain, True),
    ],
)
@examples(20)
@given(any_hierarchies())
def test_what_is_written_is_read_but_for_what_is_said_to_be_lost(
    key, step, shortest, text, unique, made
):
    known = formats.written_as(key)
    if any(np.ptp(rounded(row, step)) == 0 for row in made.boundaries):
        with pytest.raises(HierarchyError, match=f"shorter than {shortest}"):
            known.files(made)
        return
    [found] = read([File(name, data) for name, data in known.files(made).items()])
    layers = found.hierarchy.layers
    names = [layer.name for layer in (layers if unique else made.layers)]
    assert not unique or (len(set(names)) == len(names) and all(names))
    assert layers == as_written(made, step, text, names)
    assert (layers == made.layers) == (not known.loses(made))


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


NESTED = Hierarchy.from_boundaries(
    [[0, 12.5, 30], [0, 5, 12.5, 30]],
    [["A", "B & <c>"], ["a", "b\nc", "é"]],
    layer_names=["upper", "lower"],
)
APART = Hierarchy.from_boundaries([[0, 12.5, 30], [0, 5, 30]])


@pytest.mark.parametrize("made", [NESTED, APART], ids=["nested", "apart"])
def test_what_is_written_is_a_document_of_elan(made, tmp_path):
    path = tmp_path / "x.eaf"
    path.write_bytes(write_eaf(made))
    theirs = Eaf(str(path))
    rows = [
        [
            (round(start * 1000), round(end * 1000), label)
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
        ]
        for layer in made.layers
    ]
    names = [*theirs.get_tier_names()]
    assert [sorted(theirs.get_annotation_data_for_tier(name)) for name in names] == rows
    parents = [theirs.get_parameters_for_tier(name).get("PARENT_REF") for name in names]
    assert parents == ([None, "upper"] if made is NESTED else [None, None])


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
