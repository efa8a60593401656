"""The table of state: to the URL and back; what is wrong falls back."""

import math

import pytest

from explorer.state import PARAMETERS, from_url, to_url

DEFAULTS = {parameter.name: parameter.default for parameter in PARAMETERS}


def test_defaults_need_no_url():
    assert from_url({}) == (DEFAULTS, [])
    assert to_url(DEFAULTS) == {}


def test_keys_and_names_are_unique():
    assert len({parameter.url_key for parameter in PARAMETERS}) == len(PARAMETERS)
    assert len(DEFAULTS) == len(PARAMETERS)


@pytest.mark.parametrize(
    "changed",
    [
        {"sample": "jazz_two_annotators", "window": 0.1 + 0.2, "variant": "full"},
        {"window": math.inf, "query": 123.456789, "swapped": True},
        {"convention": "paper-equation", "mean_over_all": True, "frame_size": 0.25, "beta": 0.5},
    ],
)
def test_url_restores_every_value_exactly(changed):
    values = DEFAULTS | changed
    assert from_url(to_url(values)) == (values, [])


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("w", "-1"),
        ("w", "nan"),
        ("w", "wide"),
        ("w", "0"),
        ("q", "inf"),
        ("frame", "1e-9"),
        ("frame", "1e9"),
        ("beta", "0"),
        ("sample", "../../etc/passwd"),
        ("convention", "MIR_EVAL"),
        ("variant", "<script>"),
        ("all", "yes"),
    ],
)
def test_what_a_url_says_wrongly_is_the_default_and_is_named(key, text):
    assert from_url({key: text}) == (DEFAULTS, [f"{key}={text}"])


def test_unknown_keys_are_left_alone():
    assert from_url({"utm_source": "list"}) == (DEFAULTS, [])
