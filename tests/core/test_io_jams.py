"""JAMS, written by hand as JSON, and what jams itself says of ours."""

import io
import json

import jams
import pytest

from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io import File, read, write_jams
from core.io._jams_objects import Annotation

# jams 0.3.5 validates in a way that jsonschema 4 has deprecated.
VALIDATES = pytest.mark.filterwarnings("ignore:Passing a schema:DeprecationWarning")


def observation(time, duration, value):
    return {"time": time, "duration": duration, "value": value, "confidence": None}


def annotation(namespace, *data, annotator=None, **more):
    metadata = {} if annotator is None else {"annotator": annotator}
    return {"namespace": namespace, "data": list(data), "annotation_metadata": metadata, **more}


def multi(*rows, **more):
    data = [
        observation(time, duration, {"label": label, "level": level})
        for time, duration, label, level in rows
    ]
    return annotation("multi_segment", *data, **more)


def flat(namespace, *labels, **more):
    data = [observation(10 * turn, 10, label) for turn, label in enumerate(labels)]
    data[-1]["duration"] = 100 - data[-1]["time"]
    return annotation(namespace, *data, **more)


def load(*annotations):
    content = {"annotations": list(annotations), "file_metadata": {}, "sandbox": {}}
    return read([File("song.jams", json.dumps(content).encode())])


def names(candidate):
    return [layer.name for layer in candidate.hierarchy.layers]


@pytest.mark.parametrize("first", [0, 1])
def test_multi_segment(first):
    rows = [(10, 20, "b", 1), (0, 30, "A", 0), (0, 10, "a", 1)]
    [found] = load(multi(*((time, end, label, level + first) for time, end, label, level in rows)))
    assert [row.tolist() for row in found.hierarchy.boundaries] == [[0, 30], [0, 10, 30]]
    assert found.hierarchy.labels == [["A"], ["a", "b"]]
    assert found.title == "annotator 1 (multi_segment)"
    assert found.hierarchy.name == "song.jams annotator 1"
    assert found.notes == ()


def test_several_annotations_are_several_candidates():
    found = load(
        multi((0, 1, "A", 0), annotator={"name": "Ann"}),
        multi((0, 2, "A", 0), annotator={"id": "7"}),
        multi((0, 3, "A", 0)),
    )
    assert [(each.title, each.hierarchy.end) for each in found] == [
        ("Ann (multi_segment)", 1),
        ("annotator 7 (multi_segment)", 2),
        ("annotator 3 (multi_segment)", 3),
    ]


def test_rounding_of_start_and_duration_is_no_gap():
    start, end = 1.2, 3.4
    duration = end - start
    assert start + duration != end
    [found] = load(multi((0, end, "A", 0), (0, start, "a", 1), (start, duration, "b", 1)))
    assert len(found.hierarchy.layers[1].labels) == 2
    assert found.hierarchy.end == max(end, start + duration)
    [found] = load(multi((0, start, "a", 0), (start, duration, "b", 0), (end, 1, "c", 0)))
    assert found.hierarchy.boundaries[0].tolist() == [0, start, end, end + 1]
    assert found.notes == ()


def test_gaps_and_missing_levels_are_noted():
    [found] = load(multi((0, 30, "A", 0), (0, 10, "a", 2), (20, 10, "b", 2)))
    assert found.hierarchy.boundaries[1].tolist() == [0, 10, 20, 30]
    assert [note.text for note in found.notes] == [
        "levels are not consecutive, taken as layers in ascending order",
        "layer 2 at 0:10.0: gap until 0:20.0 filled with an unlabelled segment",
    ]


def test_salami_namespaces_of_an_annotator_are_layers():
    who = {"annotator": {"name": "Colin"}}
    [found] = load(
        flat("segment_salami_function", "Intro", "no_function", **who),
        flat("segment_salami_lower", "a", "b", "aaa??", **who),
        flat("segment_salami_upper", "A", "not a letter", **who),
    )
    assert names(found) == ["uppercase", "lowercase"]
    assert found.hierarchy.labels[0] == ["A", "not a letter"]
    assert found.title == "Colin (uppercase, lowercase)"
    assert [note.text for note in found.notes] == [
        "functions left out, they label the other layers"
    ]
    [found] = load(flat("segment_salami_function", "Intro", **who))
    assert names(found) == ["functions"]


@pytest.mark.parametrize(
    "metadata",
    [
        [{"annotator": {"name": "5"}}, {"annotator": {"name": "8"}}],
        [{"curator": {"name": "a", "email": ""}}, {"curator": {"name": "b", "email": ""}}],
        [{"data_source": "one"}, {"data_source": "two"}],
        [{}, {}],
    ],
)
def test_annotators_are_told_apart(metadata):
    made = [
        {**flat(namespace, *labels), "annotation_metadata": who}
        for who in metadata
        for namespace, labels in (("segment_salami_lower", "ab"), ("segment_salami_upper", "A"))
    ]
    found = load(*made)
    assert [names(each) for each in found] == [["uppercase", "lowercase"]] * 2


def test_open_segments_of_one_annotator_are_layers_by_count():
    made = [flat("segment_open", *labels, annotator={"name": "Ann"}) for labels in ("abc", "A")]
    [found] = load(*made)
    assert found.hierarchy.labels == [["A"], ["a", "b", "c"]]
    assert found.understood.order == "by containment: segment_open (1), segment_open (3)"


def test_open_segments_of_nobody_are_candidates_each():
    found = load(
        flat("segment_open", "a", "b"), flat("segment_tut", "c"), flat("segment_open", "d")
    )
    assert [each.hierarchy.labels for each in found] == [[["c"], ["a", "b"]], [["d"]]]


def test_dense_data():
    dense = {"time": [0, 1], "duration": [1, 1], "value": ["a", "b"], "confidence": [None, None]}
    [found] = load({**annotation("segment_open"), "data": dense})
    assert found.hierarchy.labels == [["a", "b"]]


def test_other_annotations_do_not_matter():
    [found] = load({"namespace": "beat", "data": "junk"}, multi((0, 1, "A", 0)))
    assert found.notes == ()


def test_a_bad_annotation_beside_a_good_one_is_noted():
    bad = multi((0, 2, "A", 0), (1, 2, "B", 0))
    [found] = load(bad, multi((0, 1, "A", 0)), multi())
    assert [note.text for note in found.notes] == [
        "left out: song.jams: annotation 3 (multi_segment) is empty. Annotate it, or remove it",
        "left out: layer 1 at 0:01.0: segments overlap (0:02.0 is after the next start 0:01.0) "
        "(in song.jams). End each segment where the next starts, or read starts only (--as starts)",
    ]
    with pytest.raises(HierarchyError, match=r"in song\.jams"):
        load(bad)


GOOD = observation(0, 1, {"label": "A", "level": 0})


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({**GOOD, "time": "0"}, "has the time '0'"),
        ({**GOOD, "time": True}, "has the time true"),
        ({**GOOD, "time": None}, "has no time"),
        ({**GOOD, "time": -1}, "has the time -1"),
        ({**GOOD, "time": float("nan")}, "has the time nan"),
        ({**GOOD, "duration": float("inf")}, "has the duration inf"),
        ({**GOOD, "duration": -0.5}, "has the duration -0.5"),
        ({**GOOD, "duration": 10**400}, "has the duration 1000"),
        ({**GOOD, "duration": [[1]]}, "has the duration a list"),
        ({"time": 0, "value": "A"}, "has no duration"),
        ({"time": 0, "duration": 1}, "has no value"),
        ("text", "is not an object"),
        ({**GOOD, "value": "A"}, "'A' is not a label with a level"),
        ({**GOOD, "value": {"label": "A"}}, "an object is not a label with a level"),
        ({**GOOD, "value": {"label": "A", "level": -1}}, "is not a label with a level"),
        ({**GOOD, "value": {"label": "A", "level": True}}, "is not a label with a level"),
        ({**GOOD, "value": {"label": "A", "level": 0.5}}, "is not a label with a level"),
        ({**GOOD, "value": {"label": 7, "level": 0}}, "7 is not a label"),
        ({**GOOD, "extra": 1}, "is not as JAMS has it"),
    ],
)
def test_bad_observations(changed, problem):
    with pytest.raises(ReadError, match=r"^song\.jams: annotation 1 \(multi_segment\)") as caught:
        load(annotation("multi_segment", changed))
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"data": None}, "has no list of observations"),
        ({"data": {"time": [0]}}, "has no list of observations"),
        (
            {"data": {"time": [0], "duration": [1, 2], "value": ["a"], "confidence": [1]}},
            "has no list of observations",
        ),
        (
            {"data": [GOOD] * 100_001},
            "100001 observations in annotation 1 (multi_segment), more than the 100000 allowed",
        ),
        ({"annotation_metadata": {"unknown": 1}}, "is not as JAMS has it"),
        ({"annotation_metadata": {"annotator": [1]}}, "is not as JAMS has it"),
        ({"sandbox": 7}, "is not as JAMS has it"),
    ],
)
def test_bad_annotations(changed, problem):
    with pytest.raises(ReadError) as caught:
        load({**multi((0, 1, "A", 0)), **changed})
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "not valid JSON (Expecting property name enclosed in double quotes)"),
        ("[1, 2]", "this JSON is not JAMS"),
        ('{"a": 1}', "this JSON is not JAMS"),
        ('{"annotations": {}}', "this JSON is not JAMS"),
        ('{"metadata": {}, "beats": []}', "this JSON is not JAMS"),
        ('{"annotations": [3]}', "annotation 1 has no namespace"),
        ('{"annotations": [{"namespace": 3}]}', "annotation 1 has no namespace"),
        ('{"annotations": []}', "no annotation of segments, no annotation at all"),
        (
            '{"annotations": [{"namespace": "chord"}, {"namespace": "beat"}]}',
            "no annotation of segments, only beat, chord",
        ),
        ("[" * 100_000, "the JSON is nested too deeply"),
        ('{"a": ' + "1" * 5000 + "}", "not valid JSON (a number has thousands of digits)"),
        ('{"a": "\\ud800"}', "not valid JSON (a text has half of a surrogate pair)"),
    ],
)
def test_what_is_no_jams(text, problem):
    with pytest.raises(ReadError) as caught:
        read([File("song.jams", text.encode())])
    assert caught.value.problem.startswith(problem)
    assert caught.value.mend


def test_more_annotations_than_allowed():
    assert len(load(*[multi((0, 1, "A", 0))] * 200)) == 200
    with pytest.raises(ReadError, match="201 annotations of segments, more than the 200 allowed"):
        load(*[multi((0, 1, "A", 0))] * 201)


def test_bad_json_names_the_line():
    with pytest.raises(ReadError) as caught:
        read([File("song.jams", b'{"annotations": [\n1,\n')])
    assert caught.value.line == 3


def test_the_name_tells_where_the_content_does_not():
    with pytest.raises(ReadError, match="not valid JSON"):
        read([File("song.JAMS", b"hello")])


HIERARCHY = Hierarchy.from_boundaries(
    [[0, 0.3], [0, 0.1, 0.3]], [["A 🎵"], ["a", ""]], layer_names=["big", ""], name="réf"
)


@VALIDATES
def test_ours_is_valid_for_jams():
    jam = jams.load(io.StringIO(write_jams(HIERARCHY, HIERARCHY).decode()), validate=True)
    assert [each.namespace for each in jam.annotations] == ["multi_segment"] * 2
    assert jam.file_metadata.duration == 0.3
    assert jam.annotations[0].annotation_metadata.annotator.name == "réf"
    intervals, values = jam.annotations[0].to_interval_values()
    assert intervals.tolist()[0] == [0, 0.3]
    assert values[0] == {"label": "A 🎵", "level": 0}


@VALIDATES
def test_jams_scores_ours_against_itself():
    made = Hierarchy.from_boundaries([[0, 30], [0, 10, 30], [0, 5, 10, 30]])
    [one] = jams.load(io.StringIO(write_jams(made).decode())).annotations
    assert jams.eval.hierarchy(one, one)["T-Recall full"] == 1


def test_nothing_to_write():
    with pytest.raises(HierarchyError, match="no hierarchy to write"):
        write_jams()


@pytest.mark.parametrize(
    "changed",
    [
        {"layers": ["one"], "end": 0.3},
        {"layers": ["one", 2], "end": 0.3},
        {"layers": ["one", "two"], "end": 0.4},
        {"layers": ["one", "two"], "end": "0.3"},
        {"layers": ["one", "two"]},
        [],
    ],
)
def test_a_sandbox_that_does_not_fit_is_ignored_with_a_note(changed):
    content = json.loads(write_jams(HIERARCHY))
    content["annotations"][0]["sandbox"]["hierscope"] = changed
    [found] = read([File("song.jams", json.dumps(content).encode())])
    assert names(found) == ["", ""]
    assert found.hierarchy.end == 0.3
    assert [note.text for note in found.notes] == ["the sandbox does not fit the segments, ignored"]


RECORD = {"time": 0.0, "duration": 1.0, "value": "a", "confidence": None}


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"sandbox": None, "annotation_metadata": None, "time": "?", "duration": []},
        {"annotation_metadata": {"curator": None, "annotator": None, "version": 3, "corpus": []}},
        {"annotation_metadata": {"annotator": {"anything": {"at": "all"}}}},
        {"annotation_metadata": {"annotator": "me"}},
        {"annotation_metadata": {"curator": {"name": "me", "email": ""}}},
        {"annotation_metadata": {"curator": {"title": "Dr"}}},
        {"annotation_metadata": {"curator": "me"}},
        {"annotation_metadata": ["version"]},
        {"sandbox": {"anything": 1}},
        {"sandbox": [1]},
        {"extra": 1},
        {"data": [{**RECORD, "extra": 1}]},
        {"data": [{key: RECORD[key] for key in ("time", "duration", "value")}]},
    ],
)
def test_what_jams_takes_is_taken(change):
    raw = {"namespace": "segment_open", "data": [RECORD], **change}
    try:
        jams.Annotation(**raw)
        wanted = True
    except Exception:
        wanted = False
    try:
        Annotation.of(raw, raw["data"])
        taken = True
    except ValueError:
        taken = False
    assert taken == wanted
