"""Long computations: progress bar, queue of visitors, and Stop."""

import threading

import pytest
from serving import PATIENCE
from streamlit.runtime.scriptrunner import StopException
from streamlit.testing.v1 import AppTest

from core.errors import ReadError
from core.jobs.turns import Turns
from explorer import machine
from explorer.widgets import progress


@pytest.fixture
def turns(monkeypatch):
    """The queue of a server for others, with one place."""
    found = Turns(1)
    monkeypatch.setattr(progress, "turns", lambda: found)
    assert machine.workers() is None
    machine.admit_visitors([])
    assert machine.workers() == 1
    return found


def work(error=None):
    """A page that computes, and may come to an error."""
    import streamlit as st  # AppTest takes the body alone

    from explorer.widgets.progress import Watch

    with Watch("work", lambda done, total: f"{done} of {total}", help="All is kept.") as watch:
        watch.tell(1, 2)
        if error:
            raise error
    st.text("done")


def test_others_who_wait_before_are_counted(turns, monkeypatch):
    said = []
    there, leave = threading.Event(), threading.Event()

    def visit():
        with turns.turn(pytest.fail):
            there.set()
            assert leave.wait(PATIENCE)

    def show(watch, words, part=0.0):
        said.append(words)
        leave.set()

    other = threading.Thread(target=visit)
    other.start()
    assert there.wait(PATIENCE)
    monkeypatch.setattr(progress.Watch, "show", show)
    app = AppTest.from_function(work).run()
    other.join(PATIENCE)
    assert said == ["The server is busy: you are next.", "Starting …", "1 of 2"]
    assert [each.value for each in app.text] == ["done"]
    assert len(turns) == 0


@pytest.mark.parametrize("error", [StopException, ReadError("broken", source="a", advice="b")])
def test_a_work_that_ends_by_an_error_gives_its_place_away(turns, error):
    app = AppTest.from_function(work, args=(error,)).run()
    assert not app.text
    assert len(turns) == 0
    # Nor does the bar stay.
    assert bool(app.get("progress")) == (error is StopException)
