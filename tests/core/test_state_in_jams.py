"""What is on screen goes into a saved pair, and scores come out of files as they went in."""

import io
import json
import math

import jams
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import examples

from core.hierarchy import Hierarchy
from core.io import File, read, read_state, write_csv, write_jams, write_labs
from core.tmeasures import FRAMELESS, score

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


TIMES = st.one_of(
    st.integers(1, 60_000).map(lambda ms: ms / 1000),
    st.integers(1, 600).map(lambda tenths: tenths * 0.1),
    st.lists(st.sampled_from([0.1, 0.2, 0.7, 1.1]), min_size=1, max_size=40).map(sum),
    st.integers(1, 2_646_000).map(lambda sample: sample / 44100),
)


@st.composite
def pairs(draw):
    end = draw(TIMES.filter(lambda time: time > 1))
    made = []
    for _ in range(2):
        rows = [
            sorted({0.0, end, *draw(st.lists(TIMES.filter(lambda t: t < end), max_size=5))})
            for _ in range(draw(st.integers(1, 3)))
        ]
        made.append(Hierarchy.from_boundaries(rows))
    return made


def scores(reference, estimate, **how):
    result = score(reference, estimate, windows=[0.5, 3, math.inf], **how)
    return b"".join(
        values.tobytes()
        for part in (result.reduced, result.full)
        for values in (part.recall, part.precision, part.f_measure, part.recall_share)
    )


def through_jams(pair):
    return [found.hierarchy for found in read([File("x.jams", write_jams(*pair, state=STATE))])]


def through_csv(pair):
    return [read([File("x.csv", write_csv(each))])[0].hierarchy for each in pair]


def through_labs(pair):
    return [
        read([File(name, data) for name, data in write_labs(each).items()])[0].hierarchy
        for each in pair
    ]


@pytest.mark.parametrize("through", [through_jams, through_csv, through_labs])
@given(pair=pairs())
@examples(30)
def test_scores_are_the_same_after_a_file(through, pair):
    again = through(pair)
    assert scores(*again) == scores(*pair)
    assert scores(*again, convention=FRAMELESS) == scores(*pair, convention=FRAMELESS)
