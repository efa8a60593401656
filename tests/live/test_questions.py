"""Invalid, large or hostile questions: each gets a named error, and no traceback."""

import json
import logging

import pytest
from asking import answered, look, replied, say
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.io.pair import pair_document
from core.samples import sample
from core.settings import Settings
from core.tmeasures import CONVENTIONS
from explorer.live import answers
from explorer.live.answers import MOST_PAIRS, Pairs
from explorer.messages.inspection import MOST_FRAMELESS, too_long
from explorer.state.pair import ASKED

FIGURE_6 = sample("figure6")
GOOD = look(FIGURE_6, 25.0)


@pytest.mark.parametrize("text", ["", "boo", "[]", "null", "5", "{}", "[" * 100_000, '{"kind": 5}'])
def test_what_is_no_question_is_called_malformed(text):
    head, _ = replied(text)
    assert head["error"]["name"] == "malformed"
    assert head["error"]["message"]


@pytest.mark.parametrize("name", [name for name in GOOD if name not in ("kind", "number")])
@pytest.mark.parametrize("value", [5.5, "x", True, [1, "2"], "gone"])
def test_a_field_of_another_type_is_named(name, value):
    said = {**GOOD, name: value}
    if value == "gone":
        del said[name]
    elif (name, value) in (("pair", "x"), ("track_key", "x"), ("query", 5.5), ("strips", True)):
        return  # of that type
    assert_names(said, name)


@pytest.mark.parametrize("name", [value.key for value in ASKED])
def test_a_parameter_that_is_wrong_or_missing_is_named(name):
    state = GOOD["state"]
    assert_names({**GOOD, "state": {**state, name: "boo"}}, name)
    assert_names({**GOOD, "state": {key: state[key] for key in state if key != name}}, name)


def assert_names(said, name):
    head, _ = replied(said)
    assert (head["number"], head["error"]["name"]) == (1, "malformed")
    assert f"“{name}”" in head["error"]["message"]


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)


@given(st.dictionaries(st.sampled_from(sorted(GOOD)), JSON))
def test_whatever_is_asked_there_is_an_answer(said):
    head, _ = replied({**GOOD, **said})
    assert head.get("error", {}).get("name") != "failed"


@given(JSON)
def test_whatever_is_told_as_a_pair_there_is_an_answer(told):
    head, _ = replied({**GOOD, "document": told})
    assert head["error"]["name"] in ("malformed", "refused", "unknown-pair")


def test_a_pair_is_told_once_and_a_socket_holds_those_asked_about_last():
    pairs = Pairs()
    unknown, _ = replied({**GOOD, "document": None}, pairs)
    assert unknown["error"]["name"] == "unknown-pair"
    first, _ = answered(GOOD, pairs)
    for number in range(1, MOST_PAIRS):
        answered({**GOOD, "pair": f"pair {number}"}, pairs)
    assert answered({**GOOD, "document": None}, pairs)[0] == first
    answered({**GOOD, "pair": "one more"}, pairs)
    assert answered({**GOOD, "document": None}, pairs)[0] == first
    head, _ = replied({**GOOD, "pair": "pair 1", "document": None}, pairs)
    assert head["error"]["name"] == "unknown-pair"


def test_what_would_take_too_long_is_not_begun():
    long = Hierarchy.from_boundaries([[0, 1e6]] * 50)
    head, _ = replied(say(long, long, 5.0, frame_size="0.02"))
    assert head["error"]["name"] == "too-long"


def test_without_frames_segments_are_counted():
    half = MOST_FRAMELESS // 2
    most, more = (
        Hierarchy.from_boundaries([[*range(half), *more, half]]) for more in ([], [half - 0.5])
    )
    exact = Settings(CONVENTIONS["frameless"])
    assert too_long(most, most, exact) == ""
    assert too_long(most, more, exact).endswith("use frames, or fewer segments.")
    assert too_long(most, more, Settings()) == ""


def test_a_pair_that_is_none_is_refused_in_the_readers_words():
    document = pair_document(FIGURE_6.reference, FIGURE_6.estimate)
    document["estimate"]["layers"][0]["boundaries"][-1] = 61.0
    head, _ = replied({**GOOD, "document": document})
    assert head["error"] == {
        "name": "refused",
        "message": "drawing: the reference ends at 1:00.0, the estimate at 1:01.0. "
        "Both must end at the same time",
    }


def test_a_failure_is_logged_and_told_without_its_traceback(monkeypatch, caplog):
    def fail(*_):
        raise RuntimeError("a secret path")

    monkeypatch.setitem(answers.ANSWERS, "look", fail)
    with caplog.at_level(logging.ERROR):
        head, _ = replied(GOOD)
    assert (head["number"], head["error"]["name"]) == (1, "failed")
    assert "secret" not in json.dumps(head)
    assert "a secret path" in caplog.text


def test_what_lies_beyond_the_track_is_put_into_it():
    for query in (-1e9, -0.0, 59.99, 60.0, 1e14):
        assert 0 <= answered({**GOOD, "query": query})[0]["triplets"]["query"] <= 60
    for shown in ([50, 10], [-5, 20], [70, 90], [0, 0]):
        head, arrays = answered({**GOOD, "shown": shown, "strips": True})
        assert head["shown"] == [0.0, 60.0]
        assert len(arrays["strips"]) == 6 * 800
    far, inf = (answered(look(FIGURE_6, 25.0, window=window))[0] for window in ("1e6", "inf"))
    assert far == inf
