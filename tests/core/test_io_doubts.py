"""What a reader takes as it stands, though it is hardly meant so, is noted; nothing else is."""

import json

import pytest

from core.hierarchy import Hierarchy
from core.io import Choices, File, read, read_text, write_csv, write_jams
from core.samples import samples

FINEST_FIRST = Hierarchy.from_boundaries([[0, 10, 20, 30, 60], [0, 20, 60], [0, 60]])
TABLE = "".join(
    f"{start},{end},{level}\n"
    for level, layer in enumerate(FINEST_FIRST.layers, 1)
    for start, end in layer.intervals.tolist()
)
OBSERVATIONS = [
    {"time": start, "duration": end - start, "value": {"label": "", "level": level}}
    for level, layer in enumerate(FINEST_FIRST.layers)
    for start, end in layer.intervals.tolist()
]
MILLISECONDS = "0 61000 a\n61000 7300000 b\n"


def doubts(candidates):
    """The notes about what is hardly meant so."""
    return [
        str(note)
        for candidate in candidates
        for note in candidate.notes
        if "whole numbers" in str(note) or "lies inside" in str(note)
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"0, 10, 20, 30, 60\n0, 20, 60\n0, 60\n",
        json.dumps(
            {"annotations": [{"namespace": "multi_segment", "data": OBSERVATIONS}]}
        ).encode(),
    ],
    ids=["boundaries", "JAMS"],
)
def test_levels_counted_from_the_finest_are_told_and_left_as_they_are(data):
    (found,) = read([File("file", data)])
    assert [row.tolist() for row in found.hierarchy.boundaries] == [
        row.tolist() for row in FINEST_FIRST.boundaries
    ]
    (note,) = doubts([found])
    assert note.startswith("layer 1 lies inside layer 2: levels seem to be counted from the finest")
    assert "turn their order round" in note


def test_a_table_of_levels_counted_from_the_finest_is_turned_round():
    [found] = read_text(f"start,end,level\n{TABLE}")
    assert [row.tolist() for row in found.hierarchy.boundaries] == [
        row.tolist() for row in FINEST_FIRST.boundaries[::-1]
    ]
    [note] = found.notes
    assert note.material
    assert str(note).startswith("the highest level is taken as the coarsest: levels are counted")
    assert [layer.number for layer in found.understood.layers] == [3, 2, 1]


def test_an_order_that_nothing_decides_is_asked():
    [found] = read_text("start,end,level\n0,20,1\n20,60,1\n0,30,2\n30,60,2\n")
    assert found.understood.asked
    assert [note.kind for note in found.notes] == ["order-asked"]
    turned = Choices(layers=(2, 1))
    [found] = read_text("start,end,level\n0,20,1\n20,60,1\n0,30,2\n30,60,2\n", choices=turned)
    assert [row.tolist() for row in found.hierarchy.boundaries] == [[0, 30, 60], [0, 20, 60]]
    assert not found.understood.asked
    assert [note.kind for note in found.notes] == ["reading-chosen"]


@pytest.mark.parametrize(
    ("coarse", "fine", "taken"),
    [
        ([0, 20, 60], [0, 10, 30, 60], "lowest is"),
        ([0, 10, 30, 60], [0, 20, 60], "highest is"),
    ],
)
def test_levels_that_are_not_nested_are_taken_by_their_numbers_and_asked(coarse, fine, taken):
    levels = Hierarchy.from_boundaries([coarse, fine]).layers
    rows = [
        f"{start},{end},{level}"
        for level, layer in enumerate(levels, 1)
        for start, end in layer.intervals.tolist()
    ]
    [found] = read_text("\n".join(["start,end,level", *rows]))
    assert [len(layer.labels) for layer in found.hierarchy.layers] == [2, 3]
    assert found.understood.asked
    [asked] = [note for note in found.notes if note.kind == "order-asked"]
    assert asked.material
    fewer = "taken as the coarsest, which has fewer segments (2 against 3)"
    assert asked.text.endswith(f"; the {taken} {fewer}")
    assert found.understood.order == asked.text


def test_an_order_that_was_saved_here_is_not_doubted():
    assert not doubts(read([File("saved.jams", write_jams(FINEST_FIRST))]))


@pytest.mark.parametrize(
    "text",
    [
        "0, 20, 60\n0, 20, 30, 60\n",
        "0, 20, 60\n0, 20, 60\n",
        "0, 20, 60\n0, 30, 60\n",
        "0, 20, 60\n0, 30, 60\n0, 60\n",
        "0, 20, 60\n",
    ],
    ids=["nested", "equal", "neither", "neither, then coarse", "one"],
)
def test_any_other_order_is_not_doubted(text):
    assert not doubts(read_text(text))


@pytest.mark.parametrize(
    "text",
    [MILLISECONDS, "0, 61000, 7300000\n", "start,end,level\n0,61000.0,1\n61000,7300000,1\n"],
)
def test_whole_numbers_of_hours_are_told(text):
    (found,) = read_text(text)
    assert found.hierarchy.end == 7_300_000
    (note,) = doubts([found])
    assert "a track of 2,027.8 hours" in note
    assert "as milliseconds the track would last 2:01:40; as frames" in note


@pytest.mark.parametrize(
    "text", ["0, 61000.5, 7300000\n", "0, 600, 7200\n", "0, 3, 300\n0, 1, 3, 300\n"]
)
def test_seconds_are_not_doubted(text):
    assert not doubts(read_text(text))


def test_samples_are_not_doubted():
    for sample in samples():
        assert not doubts(read_text(write_csv(sample.reference).decode()))
        assert not doubts(read_text(write_csv(sample.estimate).decode()))
