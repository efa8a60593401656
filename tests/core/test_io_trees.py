"""JSON of tools: TiLiA, Dezrann, lists of segments, lists of layers; whole and damaged."""

import json
import re
from copy import deepcopy

import pytest
from fuzz.formats_by_hand import ALLIN1, DEZRANN, TILIA

from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import File, formats, read, write_jams
from core.tmeasures import score

SONG = Hierarchy.from_boundaries(
    [[0, 20, 30], [0, 8, 20, 30]], [["A", "B"], ["a", "b", "c"]], name="song"
)


def tilia(change):
    """A file of TiLiA, changed: the file, the timeline and its first unit are at hand."""
    tree = deepcopy(TILIA)
    timeline = tree["timelines"]["1"]
    change(tree, timeline, timeline["components"]["2"])
    return json.dumps(tree).encode()


def read_one(name, value):
    [found] = read([File(name, value if isinstance(value, bytes) else json.dumps(value).encode())])
    return found


def boundaries(found):
    return [row.tolist() for row in found.hierarchy.boundaries]


def perfect(reference, estimate):
    return all((each.f_measure == 1).all() for each in score(reference, estimate).scores.values())


def test_tilia_from_0_7_on_and_the_draft_of_1_0():
    def renamed(tree, timeline, unit):
        timeline["kind"] = "Hierarchy"

    def draft(tree, timeline, unit):
        renamed(tree, timeline, unit)
        del tree["media_metadata"], tree["media_path"], tree["file_path"]
        tree |= {"time_unit": "quarters", "media": {"path": "", "length": None}, "scores": []}
        for each in timeline["components"].values():
            del each["pre_start"], each["post_end"], each["parent"], each["children"]
        del unit["label"]

    assert boundaries(read_one("a.tla", tilia(renamed))) == [[0, 20, 30], [0, 12.5, 20, 30]]
    found = read_one("a.tla", tilia(draft))
    assert found.hierarchy.unit == "crotchets"
    assert found.hierarchy.labels[1] == ["", "b", "c"]
    assert found.understood.evidence == "the file's time unit is quarters"


def test_timelines_of_tilia_are_candidates_and_upbeats_are_noted():
    def change(tree, timeline, unit):
        tree["timelines"]["9"] = {**deepcopy(timeline), "name": ""}
        tree["timelines"]["10"] = {**timeline, "components": {}}
        unit["post_end"] = 13

    first, second = read([File("a.tla", tilia(change))])
    assert [first.title, second.title] == ["form (2 layers)", "hierarchy timeline 2 (2 layers)"]
    assert first.hierarchy.name == "a.tla form"
    assert str(first.notes[0]) == "pre-starts and post-ends of 1 unit of timeline 'form' left out"


@pytest.mark.parametrize("key", ["tilia", "tilia-csv"])
def test_tilia_against_the_same_hierarchy_from_jams_scores_1(key):
    known = formats.written_as(key)
    [(name, data)] = known.files(SONG).items()
    [estimate] = read([File(name, data)])
    [reference] = read([File("a.jams", write_jams(SONG))])
    assert perfect(reference.hierarchy, estimate.hierarchy)


def test_a_plain_table_of_tilia_against_jams_scores_1():
    rows = [
        f"{start},{end},{2 - depth},{label}"
        for depth, layer in enumerate(SONG.layers)
        for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
    ]
    [estimate] = read([File("a.csv", "\n".join(["start,end,level,label", *rows]).encode())])
    assert perfect(SONG, estimate.hierarchy)
    assert any(note.kind == "order-turned" for note in estimate.notes)


def test_units_written_for_tilia_have_what_it_reads_and_refers_to():
    tree = json.loads(formats.written_as("tilia").write(SONG, SONG))
    assert set(tree) == {
        *("file_path", "media_path", "media_metadata", "timelines", "app_name", "version")
    }
    assert tree["media_metadata"]["media length"] == 30
    form, other = tree["timelines"].values()
    assert [form["name"], form["kind"], other["ordinal"]] == ["song", "HIERARCHY_TIMELINE", 2]
    units = form["components"]
    assert set(units["1"]) == set(TILIA["timelines"]["1"]["components"]["2"])
    told = [(u["label"], u["level"], u["parent"], u["children"]) for u in units.values()]
    assert told == [
        ("A", 2, None, [3, 4]),
        ("B", 2, None, [5]),
        ("a", 1, 1, []),
        ("b", 1, 1, []),
        ("c", 1, 2, []),
    ]
    numbers = [*tree["timelines"], *units, *other["components"]]
    assert len(set(numbers)) == len(numbers)
    assert [each.hierarchy.name for each in read([File("a.tla", json.dumps(tree).encode())])] == [
        "a.tla song"
    ] * 2


def test_a_unit_that_crosses_has_the_parent_that_holds_it():
    crossing = Hierarchy.from_boundaries([[0, 30], [0, 20, 30], [0, 10, 25, 30]])
    units = json.loads(formats.written_as("tilia").write(crossing))["timelines"]["0"]["components"]
    assert [unit["parent"] for unit in units.values()] == [None, 1, 1, 2, 1, 3]


def setting(where, key, value):
    def change(tree, timeline, unit):
        {"file": tree, "timeline": timeline, "unit": unit}[where][key] = value

    return change


def removing(where, key):
    def change(tree, timeline, unit):
        del {"file": tree, "timeline": timeline, "unit": unit}[where][key]

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (removing("file", "timelines"), "this JSON is not TiLiA's. Its files have 'timelines'"),
        (setting("file", "timelines", 3), "this JSON is not TiLiA's"),
        (setting("file", "timelines", {}), "no hierarchy timeline, no timeline at all"),
        (setting("file", "timelines", [1, None]), "no hierarchy timeline, only unknown"),
        (setting("file", "time_unit", "bars"), "the time unit 'bars' is not known"),
        (setting("file", "time_unit", []), "the time unit a list is not known"),
        (setting("timeline", "kind", "BEAT_TIMELINE"), "only beat, slider. Add one in TiLiA"),
        (setting("timeline", "components", {}), "timeline 'form' without units"),
        (setting("timeline", "components", None), "timeline 'form' has no components"),
        (setting("timeline", "components", {"1": 1}), "component 1 is not an object"),
        (setting("unit", "kind", "MARKER"), None),
        (setting("unit", "start", "0"), "component 1 has the start '0'. Give times as numbers"),
        (setting("unit", "start", -1), "component 1 has the start -1"),
        (setting("unit", "end", True), "component 1 has the end true"),
        (setting("unit", "end", float("nan")), "component 1 has the end nan"),
        (setting("unit", "end", 1e300), "component 1 has the end 1e+300"),
        (setting("unit", "end", {"a": 1}), "component 1 has the end an object"),
        (removing("unit", "end"), "component 1 has no end"),
        (setting("unit", "level", 0), None),
        (setting("unit", "level", -1), "component 1 has the level -1. Give levels as 1, 2, 3"),
        (setting("unit", "level", 1.5), "component 1 has the level 1.5"),
        (setting("unit", "level", 10**400), "component 1 has the level 1000"),
        (removing("unit", "level"), "component 1 has no level"),
        (setting("unit", "label", ["a"]), "component 1: a list is not a label"),
        (setting("unit", "start", 15), "component 1 ends (12.5) before it starts (15)"),
        (setting("unit", "end", 15), "layer 2 at 0:12.5: segments overlap"),
    ],
)
def test_damaged_files_of_tilia(change, said):
    refused("a.tla", tilia(change), said)


def refused(name, data, said):
    """Read what is damaged: with this message, or, for None, in spite of it."""
    if said is None:
        assert read([File(name, data)])
        return
    with pytest.raises(HierscopeError, match=re.escape(said)) as caught:
        read([File(name, data)])
    assert name in str(caught.value)


WHOLE = tilia(lambda *_: None)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.tla", WHOLE[:-1], "not valid JSON (Expecting ',' delimiter)"),
        ("a.tla", WHOLE[: len(WHOLE) // 2], "not valid JSON"),
        ("a.tla", b"{" * 5000, "not valid JSON"),
        ("a.tla", b'{"timelines":' * 3000, "the JSON is nested too deeply"),
        ("a.tla", b"[]", "this JSON is not TiLiA's"),
        ("a.tla", b'{"a": ' + b"1" * 5000 + b"}", "not valid JSON"),
        ("a.tla", b'{"a": "\\ud800"}', "not valid JSON"),
        ("a.tla", b"[" + b"0," * 1_000_001 + b"0]", "values, more than the 1000000 allowed"),
        ("a.tla", b"", "the file is empty"),
        ("a.dez", b"{}", "this JSON is not Dezrann's"),
        ("a.json", b'{"labels": []}', "this JSON is of no known format"),
    ],
)
def test_json_that_is_damaged_as_such(name, data, said):
    refused(name, data, said)


def dezrann(*labels):
    return json.dumps({"labels": [dict(zip(KEYS, each, strict=False)) for each in labels]}).encode()


KEYS = ("type", "start", "duration", "tag")


def test_dezrann_parts_types_and_reads_old_lengths_and_points():
    layers = [layer.name for layer in read_one("a.dez", DEZRANN).hierarchy.layers]
    assert layers == ["Structure top.1", "Structure top.2"]
    old = {"labels": [{"type": "S", "start": 0, "duration": 12, "actual-duration": 8}]}
    assert boundaries(read_one("a.dez", old)) == [[0, 8]]
    nested = dezrann(("S", 0, 8), ("S", 0, 4), ("S", 4, 4))
    assert boundaries(read_one("a.dez", nested)) == [[0, 8], [0, 4, 8]]
    points = read_one("a.dez", dezrann(("S", 0), ("S", 4), ("S", 8)))
    assert boundaries(points) == [[0, 4, 8]]
    assert any(note.kind == "no-end" for note in points.notes)
    levels = dezrann(("level-1", 0, 4), ("level-1", 4, 4), ("level-2", 0, 8))
    assert boundaries(read_one("a.dez", levels)) == [[0, 8], [0, 4, 8]]


@pytest.mark.parametrize(
    "data", [dezrann(("S", 0, 8), ("S", 8)), dezrann(("S", 0, 0), ("S", 0, 4))]
)
def test_what_dezrann_never_writes_but_can_be_read(data):
    refused("a.dez", data, None)


def test_a_layer_of_one_segment_is_taken_only_where_it_spans_the_others():
    rows = [("S", 0, 30), ("S", 30, 30), ("Song", 12, 48), ("Pedal", 8, 47)]
    found = read_one("a.dez", dezrann(*rows))
    assert boundaries(found) == [[0, 12, 60], [0, 30, 60]]
    assert [(each.name, each.taken) for each in found.understood.layers] == [
        ("Song", True),
        ("S", True),
        ("Pedal", False),
    ]
    assert boundaries(read_one("a.dez", dezrann(rows[-1]))) == [[8, 55]]


def test_labels_that_part_nothing_are_left_out_with_a_note():
    found = read_one("a.dez", dezrann(("S", 0, 8), ("P", 0, 4), ("P", 2, 4), ("S", 8), ("C", 3)))
    assert [str(note) for note in found.notes if note.kind == "marks-left-out"] == [
        "1 label of S without duration left out",
        "labels that part nothing left out: P, C",
    ]


def segments(**change):
    return json.dumps([{"start": 0, "end": 1, "label": "a"} | change]).encode()


def test_segments_with_levels_and_several_files_of_segments():
    rows = [(0, 10, 1), (10, 20, 1), (0, 20, 2)]
    leveled = [dict(zip(("start", "end", "level"), row, strict=True)) for row in rows]
    assert boundaries(read_one("a.json", leveled)) == [[0, 20], [0, 10, 20]]
    whole = json.dumps([{"start": 0, "end": 30, "label": 1}]).encode()
    fine = json.dumps(ALLIN1).encode()
    [found] = read([File("a_fine.json", fine), File("a_coarse.json", whole)])
    assert found.hierarchy.labels == [["1"], ["start", "verse", "end"]]


@pytest.mark.parametrize("data", [segments(label=None)])
def test_segments_without_label_are_read(data):
    refused("a.json", data, None)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[[]]", "layer 1 has no intervals and no boundaries. Give a list a layer"),
        (b"[[0, 1], []]", "layer 2 has no intervals and no boundaries"),
        (b"[[0]]", "layer 1 has no intervals and no boundaries"),
        (b"[[[]]]", "layer 1 has no intervals and no boundaries"),
        (b"[[0, [1]]]", "layer 1 has no intervals and no boundaries"),
        (b"[[[0, 1], [1]]]", "layer 1, segment 2 is not [start, end]"),
        (b"[[[0, 1], 5]]", "layer 1, segment 2 is not [start, end]"),
        (b'[[[[0, 1]], ["a", "b"]]]', "layer 1 has 1 interval and 2 labels"),
        (b"[[[[0, 1]], []]]", "layer 1 has 1 interval and 0 labels"),
        (b"[[[[0, 1]], [[]]]]", "layer 1 has no intervals and no boundaries"),
        (b"[[[[0, 1]], [true]]]", "layer 1, segment 1: true is not a label"),
        (b"[[[[1, 0]], [1]]]", "layer 1, segment 1 ends (0) before it starts (1)"),
        (b'[[["0", 1]]]', "layer 1, segment 1 has the start '0'"),
        (b"[[[0, -1]]]", "layer 1, segment 1 has the end -1"),
        (b"[[0, 2, 1]]", "layer 1: boundaries are not sorted (1 after 2)"),
        (b"[[0, null]]", "layer 1 has no boundary 2"),
        (b"[[0, 1e999]]", "layer 1 has the boundary 2 inf"),
        (b"[" + b"[0, 1]," * 100 + b"[0, 1]]", "101 layers, more than the 100 allowed"),
        (b"[[[0, 2], [1, 3]]]", "segments overlap"),
        (b'[[[[0, 1]], [null]], [0, 1], ["0", 1]]', "layer 3 has the boundary 1 '0'"),
        (b"[[[0, 1], [1, 2]], [0, 0.5, 2]]", None),
    ],
)
def test_damaged_lists_of_layers(data, said):
    refused("a.json", data, said)
