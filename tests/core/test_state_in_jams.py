"""What is on screen goes into a saved pair, and scores come out of files as they went in."""

import io
import json

import jams
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.io import File, read, read_state, write_jams

HIERARCHY = Hierarchy.from_boundaries([[0, 30], [0, 12.5, 30]], name="song")
STATE = {"window": "15", "query": "12.5", "colours": "é 🎵", "empty": ""}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def jams_file(**more):
    return File("x.jams", json.dumps({"annotations": [], **more}).encode())


@given(st.dictionaries(TEXTS, TEXTS, max_size=50))
@example({})
@example({"items": "1", "self": "2", "k" * 40: "v" * 2000})
def test_state_comes_back(state):
    file = File("x.jams", write_jams(HIERARCHY, HIERARCHY, state=state))
    assert read_state(file) == state
    found = read([file])
    assert [each.hierarchy for each in found] == [HIERARCHY] * 2
    assert [each.notes for each in found] == [()] * 2


def test_without_state_the_file_is_as_before():
    data = write_jams(HIERARCHY)
    assert json.loads(data)["sandbox"] == {}
    assert read_state(File("x.jams", data)) == {}


# jams 0.3.5 validates in a way that jsonschema 4 has deprecated.
@pytest.mark.filterwarnings("ignore:Passing a schema:DeprecationWarning")
def test_jams_takes_the_file():
    text = write_jams(HIERARCHY, state=STATE).decode()
    jam = jams.load(io.StringIO(text), validate=True)
    assert jam.sandbox["hierscope"] == {"state": STATE}


@pytest.mark.parametrize(
    "sandbox",
    [
        None,
        7,
        [],
        {},
        {"hierscope": None},
        {"hierscope": ["state"]},
        {"hierscope": {}},
        {"hierscope": {"state": None}},
        {"hierscope": {"state": [["window", "15"]]}},
        {"hierscope": {"state": {"window": 15}}},
        {"hierscope": {"state": {"window": ["15"]}}},
        {"hierscope": {"state": {"window": "15", "query": None}}},
        {"hierscope": {"state": {"k" * 41: ""}}},
        {"hierscope": {"state": {"window": "v" * 2001}}},
        {"hierscope": {"state": {"window": "\ud800"}}},
        {"hierscope": {"state": {str(number): "" for number in range(51)}}},
    ],
)
def test_a_state_that_is_not_ours_is_none(sandbox):
    assert read_state(jams_file(sandbox=sandbox)) == {}
    assert read_state(jams_file(sandbox={"hierscope": {"state": STATE}})) == STATE


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"0 1 a\n",
        b"\xff\xfe",
        b"[]",
        b"7",
        b'{"sandbox": ',
        b'{"sandbox": ' * 100_000,
        b"9" * 10_000,
        b"PK\x03\x04",
    ],
)
def test_a_file_without_state(data):
    assert read_state(File("x.jams", data)) == {}
