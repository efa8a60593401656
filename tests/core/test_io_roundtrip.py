"""Written files are read again without any change; files of and for Taking Form and TiLiA."""

import json
import os
import re
from dataclasses import replace
from itertools import chain, cycle, pairwise
from pathlib import Path

import mir_eval
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from outcomes import FILES
from strategies import TEXTS, examples
from strategies import any_hierarchies as hierarchies
from what_was_read import exact

from core.errors import HierarchyError, HierscopeError
from core.hierarchy import Hierarchy
from core.io import File, formats, read, read_path, read_text, write_jams, write_labs
from core.io.formats.taking_form import TAKING_FORM
from core.io.writing import lost, read_back

# Labels that are the mark of another format, of an end, or of a formula; and strange characters.
MARKS = [
    *("end", "END", "Silence", "Silence, End", '"A"', "|C|", "A, | C:maj | F |", "1", "10.0 A"),
    *("0:10", "=1+1", "'=1", "-A", "+A", "@A", "b’", "b′", "a;b", "a\tb", "a\r\nb", "\x01", "\x7f"),
    *("\u2028", "\u202e", "漢字", "אב", "😀", "X", "Repeat: 1-2", "9-16=1-8", "large", "small"),
]
HOSTILE = st.one_of(TEXTS, st.sampled_from(MARKS), st.lists(st.sampled_from(MARKS)).map("".join))
WRITABLE = pytest.mark.parametrize("known", formats.writable(), ids=lambda known: known.key)


def changes(found):
    """Notes, except doubts about an order, a unit or an end, which change nothing."""
    doubts = ("contains layer 1", "whole numbers", "over an hour", "not converted", "no meter")
    return [note for note in found.notes if not any(doubt in str(note) for doubt in doubts)]


def refusal(made, known):
    try:
        read_back([made], known.files(made), known)
    except HierscopeError as error:
        return str(error)
    return ""


@WRITABLE
@examples(100)
@given(hierarchies(HOSTILE, HOSTILE), st.randoms())
def test_each_format_holds_all_but_what_it_says_or_is_not_written(known, made, random):
    made = replace(made, unit=random.choice(known.units))
    told = " ".join(lost([made], known))
    if problem := refusal(made, known):
        reasons = ("shorter", "nested", "digits", "ilence", "measures")
        assert any(reason in f"{told} {problem} {made.labels}" for reason in reasons)
        return
    written = known.files(made)
    files = [File(name, data) for name, data in written.items()]
    random.shuffle(files)
    [found] = read(files)
    again = found.hierarchy
    assert len(again.layers) == len(made.layers)
    if "digits" not in told and "ends within" not in told:
        assert exact(again) == exact(made)
        assert not changes(found)
    if not told:
        assert (again.layers, again.unit) == (made.layers, made.unit)
    if "name" not in told and "label" not in told:
        assert [layer.name for layer in again.layers] == [layer.name for layer in made.layers]
    if "label" not in told:
        assert again.labels == made.labels
    elif white := re.search(r"white space in (\d+)", told):
        pairs = zip(chain(*made.labels), chain(*again.labels), strict=True)
        assert sum(before != after for before, after in pairs) == int(white[1])


@WRITABLE
def test_a_thousand_segments_of_any_label_without_white_space(known):
    marks = [mark for mark in MARKS if mark.isprintable() and mark != "X"]
    fine = [mark for _, mark in zip(range(1000), cycle(marks), strict=False)]
    rows = [[0, 400, 1000], range(1001)]
    made = Hierarchy.from_boundaries(rows, [["A", "B"], fine], unit=known.units[-1])
    [found] = read([File(*file) for file in known.files(made).items()])
    assert found.hierarchy.boundaries[1].tolist() == [*range(1001)]
    if known.key != "boundaries":
        assert found.hierarchy.labels == made.labels


@examples(50)
@given(st.lists(hierarchies(HOSTILE, HOSTILE), min_size=2, max_size=2))
def test_two_in_a_jams(made):
    found = read([File("x.jams", write_jams(*made))])
    assert [each.hierarchy for each in found] == made
    assert [each.hierarchy.digest for each in found] == [each.digest for each in made]


def test_large_and_small_layers_of_sonic_visualiser_keep_their_order():
    made = Hierarchy.from_boundaries([[0, 1, 4], [0, 2, 3, 4]], layer_names=["small", "large"])
    files = formats.written_as("svl").files(made)
    [found] = read([File(*file) for file in files.items()])
    assert [layer.name for layer in found.hierarchy.layers] == ["small", "large"]


def test_sixty_thousand_units_of_tilia():
    made = Hierarchy.from_boundaries([np.arange(60_001.0)])
    [found] = read([File("x.tla", formats.written_as("tilia").write(made))])
    assert len(found.hierarchy.layers[0].labels) == 60_000


def test_nul_characters_are_replaced_with_a_note():
    data = json.dumps([{"start": 0, "end": 2, "label": "a\0b"}, {"start": 2, "end": 3}]).encode()
    [found] = read([File("x.json", data)])
    assert found.hierarchy.labels == [["a b", ""]]
    assert [note.kind for note in found.notes] == ["label-repaired"]
    with pytest.raises(HierarchyError, match="NUL"):
        Hierarchy.from_boundaries([[0, 1]], [["a\0b"]])


@examples(50)
@given(hierarchies())
def test_boundaries_csv(made):
    rows = (",".join(map(repr, row.tolist())) for row in made.boundaries)
    [found] = read_text("\n".join(rows))
    assert exact(found.hierarchy) == exact(made)
    assert not changes(found)


@pytest.mark.parametrize("name", ["[", "{", "a;b", "10.0 A", "verse, end", "x"])
def test_names_in_rows_of_boundaries_are_no_mark_of_another_format(name):
    made = Hierarchy.from_boundaries([[0, 2.5, 5], [0, 1, 2.5, 5]], layer_names=[name, name])
    known = formats.written_as("boundaries")
    assert not known.loses(made)
    [found] = read([File("x.csv", known.write(made))])
    assert found.hierarchy == replace(made, name="x.csv")


@examples(50)
@given(hierarchies())
@example(Hierarchy.from_boundaries([[0, 1e9], [0, 1e-9, 1 / 3, 1e9]]))
def test_tables_of_tilia_keep_measures(made):
    made = replace(made, unit="measures")
    known = formats.written_as("tilia-csv")
    assert lost([made], known) == known.loses(made)
    [found] = read([File("x.csv", known.write(made))])
    assert found.hierarchy.unit == "measures"
    assert exact(found.hierarchy) == exact(made)
    assert found.hierarchy.labels == made.labels


def test_labs_are_as_mir_eval_has_them(tmp_path):
    made = Hierarchy.from_boundaries([[0, 30.1], [0, 10.7, 30.1]], [["A"], ["a b", "c"]])
    for layer, (name, data) in zip(made.layers, write_labs(made).items(), strict=True):
        (tmp_path / name).write_bytes(data)
        intervals, labels = mir_eval.io.load_labeled_intervals(tmp_path / name)
        np.testing.assert_array_equal(intervals, layer.intervals)
        assert tuple(labels) == layer.labels
    [found] = read_path(tmp_path)
    assert found.hierarchy.boundaries[1].tolist() == [0, 10.7, 30.1]


def test_a_jams_end_that_no_duration_gives():
    # Start and any duration add up to a tie, which rounds to an even number, and the end is odd.
    start, end = 0.25 + 2**-53, 1.75 + 2**-52
    assert all(start + duration != end for duration in np.nextafter(end - start, [0, 1.5, 2]))
    made = Hierarchy.from_boundaries([[0, start, end], [0, end]])
    [found] = read([File("x.jams", write_jams(made))])
    assert found.hierarchy == made


def test_labels_that_utf8_can_not_hold():
    with pytest.raises(HierarchyError, match="surrogate"):
        Hierarchy.from_boundaries([[0, 1]], [["\ud800"]])


SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")


@pytest.mark.skipif(not (SHARED / "taking-form").is_dir(), reason="no files of Taking Form")
@pytest.mark.parametrize(
    ("name", "counts", "end"),
    [
        ("K284-mvt1", [3, 9, 24, 54, 61], 127),
        ("K457-mvt1", [4, 14, 38, 58, 76, 89], 185),
        ("K545-mvt1", [3, 7, 20, 36], 73),
    ],
)
def test_files_of_the_corpus(name, counts, end):
    [found] = read_path(SHARED / f"taking-form/{name}.csv")
    assert [len(layer.labels) for layer in found.hierarchy.layers] == counts
    assert (found.hierarchy.end, found.hierarchy.missing) == (end, 0)
    assert found.hierarchy.labels[0][:2] == ["Exposition", "Development"]
    assert TAKING_FORM.loses(found.hierarchy) == []
    [again] = read([File("again.csv", TAKING_FORM.write(found.hierarchy))])
    assert again.hierarchy == replace(found.hierarchy, name="again.csv")


PLACES = st.one_of(st.integers(0, 40), st.integers(0, 160).map(lambda k: k / 4), st.floats(0, 40))
NAMES = st.one_of(
    st.sampled_from(["", "X", "Theme a", "1", "a, b", '"']), st.text(max_size=4)
).filter(lambda text: text.isprintable() or "\n" in text)


@st.composite
def in_measures(draw):
    rows = [
        sorted({0.0, 41.0, *draw(st.lists(PLACES, max_size=4))})
        for _ in range(draw(st.integers(1, 3)))
    ]
    labels = [[draw(NAMES) for _ in row[1:]] for row in rows]
    names = [draw(NAMES) for _ in rows]
    made = Hierarchy.from_boundaries(rows, labels, layer_names=names)
    return replace(made, unit="measures")


@examples(100)
@given(in_measures())
def test_taking_form_refuses_layers_that_are_not_nested(made):
    rows = [set(row.tolist()) for row in made.boundaries]
    if all(coarse <= fine for coarse, fine in pairwise(rows)):
        [again] = read([File("a.csv", TAKING_FORM.write(made))])
        assert len(again.hierarchy.layers) == len(rows)
    else:
        with pytest.raises(HierarchyError, match="finer layers lack"):
            TAKING_FORM.write(made)


def test_timelines_written_for_tilia_share_no_number():
    made = Hierarchy.from_boundaries([[0, 20, 30], [0, 8, 20, 30]], name="song")
    tree = json.loads(formats.written_as("tilia").write(made, made))
    form, other = tree["timelines"].values()
    assert [form["name"], form["kind"], other["ordinal"]] == ["song", "HIERARCHY_TIMELINE", 2]
    theirs = json.loads(FILES["song.tla"][1])
    assert set(form["components"]["1"]) == set(theirs["timelines"]["1"]["components"]["2"])
    numbers = [*tree["timelines"], *form["components"], *other["components"]]
    assert len(set(numbers)) == len(numbers)
    assert [each.hierarchy.name for each in read([File("a.tla", json.dumps(tree).encode())])] == [
        "a.tla song"
    ] * 2
