"""What is on screen goes into a saved pair."""

import io
import json

import jams
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.io import File, read, write_jams
from core.io.formats.jams import read_state

HIERARCHY = Hierarchy.from_boundaries([[0, 30], [0, 12.5, 30]], name="song")
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
