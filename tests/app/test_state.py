"""The state tables: to the URL and back; invalid values become defaults."""

import pytest
from cases import case_rows
from hypothesis import given
from hypothesis import strategies as st

from core.files.names import escaped
from core.hierarchy import Hierarchy
from core.io import Choices
from core.io.link import pack_pair
from explorer.state.corpus import CorpusState
from explorer.state.pages import (
    ADDRESSED,
    LINK_LIMIT,
    LessonsState,
    VisitState,
    WindowsState,
    from_url,
    to_url,
)
from explorer.state.pair import PairState
from explorer.state.styles import StylesForm, StylesState

DEFAULTS = {value.key: value.default for value in ADDRESSED}


def test_defaults_need_no_url_and_unknown_keys_are_left_alone():
    assert from_url({"utm_source": "list"}) == (DEFAULTS, [])
    assert to_url(DEFAULTS) == {}


def test_keys_and_names_are_unique():
    assert len({value.url for value in ADDRESSED}) == len(ADDRESSED)
    tables = (PairState, WindowsState, LessonsState, VisitState, CorpusState, StylesState)
    keys = [value.key for table in tables for value in table.values()]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(("changed", "texts"), case_rows("pages", "links"))
def test_url_restores_every_value_exactly(changed, texts):
    values, wrong = from_url(texts)
    assert not wrong
    assert {key for key in values if values[key] != DEFAULTS[key]} == set(changed)
    assert to_url(values) == texts


@pytest.mark.parametrize(("key", "text"), case_rows("pages", "wrong-address-values"))
def test_what_a_url_says_wrongly_is_the_default_and_is_named(key, text):
    assert from_url({key: text}) == (DEFAULTS, [f"{key}={text}"])


def test_a_form_holds_what_is_not_its_default_as_texts_and_takes_nothing_wrong():
    wrong = {"sample": "none", "seed": "99999999999", "permutations": "١٠", "equal": "true"}
    table = StylesState({"styles_form": wrong | {"unknown": "1"}})
    form = StylesForm(table, StylesState.form)
    assert all(form[value] == value.default for value in StylesForm.values())
    form.seed, form.equal = 3, not form.equal
    assert table.form == {"seed": "3", "equal": str(int(form.equal))}
    form.seed = StylesForm.seed.default
    assert list(table.form) == ["equal"]


PAIR = pack_pair(
    Hierarchy.from_boundaries([[0, 20, 60], [0, 20, 40.125, 60]], name="drawn"),
    Hierarchy.from_boundaries([[0, 0.1 + 0.2, 60]]),
)


def test_a_pair_in_the_url_says_all_of_where_it_came_from():
    values = DEFAULTS | {"pair": PAIR, "own": True, "sample": "", "swapped": True, "window": 3.0}
    assert to_url(values) == {"pair": PAIR, "w": "3.0"}
    assert from_url(to_url(values)) == (DEFAULTS | {"pair": PAIR, "window": 3.0}, [])


def test_how_a_pair_was_read_stands_with_the_sides_that_are_shown():
    values = DEFAULTS | {"pair": PAIR, "reference_read": Choices(starts=True), "swapped": True}
    assert to_url(values) == {"pair": PAIR, "eread": "starts"}
    assert to_url(values | {"pair": "", "own": True}) == {
        "own": "1",
        "swapped": "1",
        "rread": "starts",
    }


def test_what_is_too_long_is_left_out_of_the_url_and_not_read_from_it():
    values = DEFAULTS | {"pair": "1" * (LINK_LIMIT + 1), "own": True, "sample": ""}
    assert to_url(values) == {"own": "1"}
    for long in ({"rread": "starts," * 300}, {"corpus": "[" * 100_000}):
        assert from_url(long)[0] == DEFAULTS


@given(st.text(max_size=300) | st.integers(0, len(PAIR) - 1).map(lambda at: PAIR[:at]))
def test_a_damaged_pair_is_the_default_and_is_named_shortly(text):
    values, wrong = from_url({"pair": text, "w": "3.0"})
    assert values == DEFAULTS | {"window": 3.0}
    assert wrong == ([f"pair={escaped(text[:40])}{'…' if len(text) > 40 else ''}"] if text else [])
