"""Callbacks, as Streamlit runs them."""

import pytest
from streamlit.runtime.scriptrunner import RerunData, RerunException

from explorer.widgets import to_its_end


def test_a_callback_that_another_request_ends_is_run_again_before_the_request_is_taken_up():
    request = RerunException(RerunData())
    done = []

    @to_its_end
    def callback(value):
        done.append(f"begun {value}")
        if len(done) == 1:
            raise request  # as Streamlit does at the first touch of the session
        done.append(f"ended {value}")

    with pytest.raises(RerunException) as raised:
        callback("click")
    assert raised.value is request
    assert done == ["begun click", "begun click", "ended click"]


def test_a_callback_that_nothing_ends_runs_once():
    done = []
    to_its_end(done.append)("click")
    assert done == ["click"]
