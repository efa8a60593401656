"""JAMS: the package jams reads what hierscope writes, and files from before 2015 are read."""

import io
import json

import jams
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from old_jams import ANNOTATIONS, OLDA, annotation, layer, needs_files, old
from what_was_read import boundaries

from core.errors import ReadError
from core.hierarchy import Hierarchy
from core.io import File, read, write_jams
from core.io.formats.jams import read_state

# jams 0.3.5 validates in a way that jsonschema 4 has deprecated.
VALIDATES = pytest.mark.filterwarnings("ignore:Passing a schema:DeprecationWarning")


RECORD = {"time": 0.0, "duration": 1.0, "value": "a", "confidence": None}
OPEN = {"namespace": "segment_open", "data": [RECORD]}


def load(*annotations):
    return read([File("song.jams", json.dumps({"annotations": annotations}).encode())])


def test_more_annotations_than_allowed():
    assert len(load(*[OPEN] * 200)) == 200
    with pytest.raises(ReadError, match="201 annotations of segments, more than the 200 allowed"):
        load(*[OPEN] * 201)


HIERARCHY = Hierarchy.from_boundaries(
    [[0, 0.3], [0, 0.1, 0.3]], [["A 🎵"], ["a", ""]], layer_names=["big", ""], name="réf"
)


@VALIDATES
def test_ours_is_valid_for_jams():
    text = write_jams(HIERARCHY, HIERARCHY, state=STATE).decode()
    assert json.loads(write_jams(HIERARCHY))["sandbox"] == {}
    jam = jams.load(io.StringIO(text), validate=True)
    assert jam.sandbox["hierscope"] == {"state": STATE}
    assert [each.namespace for each in jam.annotations] == ["multi_segment"] * 2
    assert jam.file_metadata.duration == 0.3
    assert jam.annotations[0].annotation_metadata.annotator.name == "réf"
    intervals, values = jam.annotations[0].to_interval_values()
    assert intervals.tolist()[0] == [0, 0.3]
    assert values[0] == {"label": "A 🎵", "level": 0}


@VALIDATES
def test_jams_scores_ours_against_itself():
    made = Hierarchy.from_boundaries([[0, 6], [0, 2, 6], [0, 1, 2, 6]])
    [one] = jams.load(io.StringIO(write_jams(made).decode())).annotations
    assert jams.eval.hierarchy(one, one)["T-Recall full"] == 1


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
    raw = OPEN | change
    try:
        jams.Annotation(**raw)
        wanted = True
    except Exception:
        wanted = False
    if wanted:
        assert load(raw)
    else:
        with pytest.raises(ReadError, match="is not valid JAMS"):
            load(raw)


STATE = {"window": "15", "query": "12.5", "colours": "é 🎵", "empty": ""}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(st.dictionaries(TEXTS, TEXTS, max_size=50))
@example({})
@example({"items": "1", "self": "2", "k" * 40: "v" * 2000})
def test_state_comes_back(state):
    file = File("x.jams", write_jams(HIERARCHY, HIERARCHY, state=state))
    assert read_state(file) == state
    found = read([file])
    assert [each.hierarchy for each in found] == [HIERARCHY] * 2
    assert [each.notes for each in found] == [()] * 2


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
    [found] = read([File("song.jams", json.dumps(old(annotation(*points))).encode())])
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
