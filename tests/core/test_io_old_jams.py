"""JAMS from before 2015: annotators, layers by context, and what is said of bad files."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from old_jams import ANNOTATIONS, OLDA, annotation, layer, needs_files, old, point

from core.errors import HierarchyError, ReadError
from core.io import Choices, File, read, write_jams


def load(document, **how):
    return read([File("song.jams", json.dumps(document, indent=2).encode())], **how)


def boundaries(found):
    return [row.tolist() for row in found.hierarchy.boundaries]


FIRST = [
    *layer("function", [0, 20, 60.5], ["intro", "verse"]),
    *layer("large_scale", [0, 20, 60.5], "AB"),
    *layer("small_scale", [0, 10, 20, 40, 60.5], "abcd"),
]
SECOND = [
    *layer("small_scale", [0, 11, 20, 60.5], "abc"),
    *layer("large_scale", [0, 20, 60.5], "AB"),
]


def test_each_annotator_is_a_hierarchy_of_large_and_small_scale():
    one, two = load(old(annotation(*FIRST), annotation(*SECOND, name="Ann")))
    assert [one.title, two.title] == [
        "annotator 4 (large_scale, small_scale)",
        "Ann (large_scale, small_scale)",
    ]
    assert boundaries(one) == [[0, 20, 60.5], [0, 10, 20, 40, 60.5]]
    assert boundaries(two) == [[0, 20, 60.5], [0, 11, 20, 60.5]]
    assert [layer.labels for layer in one.hierarchy.layers] == [("A", "B"), tuple("abcd")]
    assert one.hierarchy.name == "song.jams annotator 4"
    assert [note.kind for note in one.notes] == ["functions-left-out"]
    assert "functions left out" in one.notes[0].text
    assert two.notes == ()
    assert one.understood.format == "JAMS from before 2015"


def test_functions_are_kept_where_they_are_all_there_is():
    [found] = load(old(annotation(*layer("function", [0, 20, 60], ["intro", "verse"]))))
    assert boundaries(found) == [[0, 20, 60]]
    assert found.notes == ()


def test_functions_may_be_chosen():
    [found] = load(old(annotation(*FIRST)), choices=Choices(layers=(1, 3)))
    assert found.hierarchy.layers[0].labels == ("intro", "verse")


def test_levels_rise_from_the_coarsest_by_number_whatever_their_place_or_digits():
    points = [
        *layer("level_010", [0, 10, 20, 30, 60], range(4)),
        *layer("level_9", [0, 20, 30, 60], range(3)),
        *layer("level_004", [0, 20, 60], range(2)),
    ]
    [found] = load(old(annotation(*points, name="", corpus="", annotation_tools="OLDA")))
    assert found.title == "OLDA (level_004, level_9, level_010)"
    assert [len(row) for row in boundaries(found)] == [3, 4, 5]
    assert found.hierarchy.layers[0].labels == ("0", "1")
    assert found.understood.order == "coarsest first, as the format has it"
    assert found.notes == ()


def test_levels_that_are_the_other_way_round_are_doubted():
    points = [
        *layer("level_1", [0, 10, 20, 30, 60], "abcd"),
        *layer("level_2", [0, 20, 60], "ab"),
    ]
    [found] = load(old(annotation(*points)))
    assert "order-doubt" in [note.kind for note in found.notes]


def test_contexts_of_other_names_are_in_order_by_containment():
    points = [*layer("phrases", [0, 10, 20, 60], "abc"), *layer("", [0, 20, 60], "ab")]
    [found] = load(old(annotation(*points)))
    assert boundaries(found) == [[0, 20, 60], [0, 10, 20, 60]]


def test_contexts_are_told_apart_by_all_of_their_letters():
    long = "x" * 70
    points = [*layer(f"{long}\n1", [0, 20, 60], "ab"), *layer(f"{long}\n2", [0, 60], "a")]
    [found] = load(old(annotation(*points)))
    assert boundaries(found) == [[0, 60], [0, 20, 60]]
    assert all(
        len(layer.name) < 70 and layer.name.isprintable() for layer in found.hierarchy.layers
    )


def test_a_layer_without_a_boundary_inside_is_the_coarsest():
    [found] = load(old(annotation(*layer("b", [0, 20, 60], "ab"), *layer("a", [0, 60], "a"))))
    assert boundaries(found) == [[0, 60], [0, 20, 60]]


@pytest.mark.parametrize(
    ("metadata", "title"),
    [
        ({"name": "TODO", "corpus": "Isophonics"}, "Isophonics"),
        ({"name": "Unknown", "corpus": "unknown", "annotation_tools": "OLDA"}, "OLDA"),
        ({"name": "", "annotation_tools": 3}, "annotator 1"),
        ({"name": None}, "annotator 1"),
        ({"annotator": 7}, "annotator 1"),
    ],
)
def test_who_annotated_is_who_is_named(metadata, title):
    [found] = load(old(annotation(*layer("", [0, 60], "a"), **metadata)))
    assert found.title == f"{title} (1 layer)"


def test_other_kinds_of_annotation_are_ignored():
    beats = [{"data": [{"time": {"value": 1}, "label": {"value": 1}}]}]
    assert load(old(annotation(*SECOND), beats=beats)) == load(old(annotation(*SECOND)))
    bare = {"sections": [{"data": SECOND}]}
    assert boundaries(load(bare)[0]) == boundaries(load(old(annotation(*SECOND)))[0])


def test_a_file_of_today_stays_one_of_today_whatever_is_in_it():
    [before] = load(old(annotation(*SECOND)))
    text = write_jams(before.hierarchy, state={"sections": "[]"}).decode()
    text = text.replace('"sandbox": {', '"sandbox": {"sections": [],', 1)
    [found] = read([File("song.jams", text.encode())])
    assert found.understood.format == "JAMS"
    assert boundaries(found) == boundaries(before)


def test_a_label_may_be_a_number_or_nothing():
    rows = [(0, 1, 3), (1, 2, None), (2, 3, True)]
    [found] = load(old(annotation(*(point(*row, "") for row in rows))))
    assert found.hierarchy.layers[0].labels == ("3", "", "True")


def test_what_cannot_be_read_beside_what_can_is_noted():
    [found] = load(old(annotation(), annotation(*SECOND), 7))
    assert [str(note) for note in found.notes] == [
        "left out: song.jams: annotation 1 (sections) is empty. Annotate it, or remove it",
        "left out: song.jams: annotation 3 (sections) has no list of observations. JAMS files from "
        "before 2015 have an object with a list 'sections'",
    ]


def broken(**changed):
    return old(annotation({**point(0, 10, "a", ""), **changed}))


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (old(), "no annotation of sections, no annotation at all"),
        (old(beats=[1], chords=[2]), "no annotation of sections, only chords, beats"),
        (old(3), "annotation 1 (sections) has no list of observations"),
        (old({}), "annotation 1 (sections) has no list of observations"),
        (old(annotation()), "annotation 1 (sections) is empty"),
        (old(annotation(3)), "annotation 1 (sections): observation 1 has no start with a value"),
        (broken(start=1.0), "observation 1 has no start with a value"),
        (broken(end={}), "observation 1 has no end with a value"),
        (broken(label="A"), "observation 1 has no label with a value"),
        (broken(start={"value": "0"}), "observation 1 has the start '0'"),
        (broken(start={"value": True}), "observation 1 has the start true"),
        (broken(start={"value": -1}), "observation 1 has the start -1"),
        (broken(end={"value": 1e300}), "observation 1 has the end 1e+300"),
        (broken(end={"value": None}), "observation 1 has no end"),
        (broken(end={"value": [1]}), "observation 1 has the end a list"),
        (broken(label={"value": {"a": 1}}), "observation 1 has a label that is no text"),
        (broken(label={"value": "a", "context": 3}), "observation 1 has a label that is no text"),
        (old(*[annotation(*SECOND)] * 201), "201 annotations of sections, more than the 200"),
        (
            old(annotation(*(each for at in range(101) for each in layer(f"c{at}", [0, 1], "a")))),
            "101 layers, more than the 100 allowed",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(document, said):
    with pytest.raises(ReadError) as caught:
        load(document)
    assert said in caught.value.problem
    assert caught.value.source == "song.jams"
    assert caught.value.mend


def test_segments_that_make_no_hierarchy_are_named_with_their_time():
    points = layer("", [0, 20, 60], "ab")
    points[1]["start"]["value"] = 10
    with pytest.raises(HierarchyError, match=r"at 0:10\.0.*in song\.jams"):
        load(old(annotation(*points)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"sections": [', "not valid JSON"),
        ('{"sections": [], "a": ' + "1" * 5000 + "}", "not valid JSON"),
        ('{"a": {"sections": []}}', "this JSON is not JAMS"),
        ('{"sections": [' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_json_or_none_of_jams_is_said(text, said):
    with pytest.raises(ReadError, match=said):
        read([File("song.jams", text.encode())])


@given(
    st.lists(
        st.lists(st.integers(1, 59_999), min_size=0, max_size=9, unique=True),
        min_size=1,
        max_size=4,
    )
)
def test_every_boundary_is_read_as_it_stands(rows):
    levels = [[0.0, *(time / 1000 for time in sorted(row)), 60.0] for row in rows]
    points = [
        each
        for number, times in enumerate(levels)
        for each in layer(f"level_{number:03d}", times, [""] * len(times))
    ]
    [found] = load(old(annotation(*points)))
    assert boundaries(found) == levels


@needs_files
def test_the_files_of_the_papers_authors():
    first, second = read([File("x", ANNOTATIONS.read_bytes())])
    assert [first.title.split(" (")[0], second.title.split(" (")[0]] == [
        "annotator 4",
        "annotator 6",
    ]
    counts = [[len(row) - 1 for row in boundaries(each)] for each in (first, second)]
    assert counts == [[11, 33], [17, 34]]
    [olda] = read([File("x", OLDA.read_bytes())])
    assert [len(row) - 1 for row in boundaries(olda)] == list(range(4, 19))
    assert olda.title == "OLDA (15 layers)"
    assert olda.notes == ()
