"""Files for TiLiA: TiLiA can read them, and they have the same hierarchy."""

import json

import pytest
from outcomes import FILES

from core.hierarchy import Hierarchy
from core.io import File, formats, read, write_jams
from core.tmeasures import score

SONG = Hierarchy.from_boundaries(
    [[0, 20, 30], [0, 8, 20, 30]], [["A", "B"], ["a", "b", "c"]], name="song"
)


def perfect(reference, estimate):
    return all((each.f_measure == 1).all() for each in score(reference, estimate).scores.values())


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
    theirs = json.loads(FILES["song.tla"][1])
    assert set(units["1"]) == set(theirs["timelines"]["1"]["components"]["2"])
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
