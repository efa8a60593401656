"""Streamlit may end a run or a callback at any touch of the session: nothing is lost for it.

A session that ends the run at its n-th touch stands in for another request that comes just then.
"""

import pytest
from streamlit.runtime.scriptrunner import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from core.io import describe, pack_pair
from core.samples import samples
from explorer import lesson_state, live_view, opening, widgets
from explorer.lessons import lessons
from explorer.state import PARAMETERS

PAIR = samples()[0].reference, samples()[0].estimate
TOUCHES = range(1, 60)


class Session(dict):
    """A session that asks for another run at one of its touches."""

    left = 0

    def touch(self):
        self.left -= 1
        if self.left == 0:
            raise RerunException(RerunData())

    def __getitem__(self, key):
        self.touch()
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        self.touch()
        super().__setitem__(key, value)

    def __delitem__(self, key):
        self.touch()
        super().__delitem__(key)

    def get(self, key, default=None):
        self.touch()
        return super().get(key, default)

    def pop(self, key, *default):
        self.touch()
        return super().pop(key, *default)

    def update(self, *more, **named):
        for key, value in dict(*more, **named).items():
            self[key] = value


@pytest.fixture
def session(monkeypatch):
    found = Session({parameter.name: parameter.default for parameter in PARAMETERS})
    for name in ("taken", "window_taken", "place_taken", "drawn"):
        dict.__setitem__(found, name, None)
    for name, value in {
        "restored": 0, "fresh": 0, "refused": "", "page_due": False, "repairs": {}, "staged": "",
    }.items():  # fmt: skip
        dict.__setitem__(found, name, value)
    sides = zip(("reference", "estimate"), PAIR, strict=True)
    drawing = {side: describe(hierarchy) for side, hierarchy in sides}
    dict.__setitem__(
        found,
        "scope",
        {"drawing": {"stamp": "a:1", "at": 5, **drawing}, "window": [7.5, 5], "place": [3.5, 5]},
    )
    for module in (lesson_state, live_view, opening, widgets):
        monkeypatch.setattr(module.st, "session_state", found)
    return found


def interrupted(session, touch, callback):
    """Run a callback that is interrupted at a touch; say whether it was."""
    session.left = touch
    try:
        callback()
    except RerunException:
        return True
    finally:
        was_reached, session.left = session.left <= 0, 0
    return was_reached


@pytest.mark.parametrize("touch", TOUCHES)
def test_what_was_drawn_is_taken(session, touch):
    interrupted(session, touch, widgets.surely(opening.take_drawing))
    assert session["sources"]["reference"] == ("drawn", pack_pair(*PAIR))
    assert session["drawn"][0] == "a:1"
    assert session["page_due"]


@pytest.mark.parametrize("touch", TOUCHES)
def test_what_was_drawn_in_a_lesson_is_taken(session, touch):
    interrupted(session, touch, lesson_state.take_edit)
    assert session["staged"] == pack_pair(*PAIR)
    assert session["drawn"][0] == "a:1"


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_window_and_a_query_are_taken(session, touch):
    interrupted(session, touch, widgets.surely(live_view.take_window))
    interrupted(session, touch, widgets.surely(live_view.take_place))
    assert (session["window"], session["query"]) == (7.5, 3.5)


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_run_that_begins_again_has_the_whole_scene(session, touch):
    step = lessons()[0].steps[0]
    if interrupted(session, touch, lambda: lesson_state.put_on_stage(lessons()[0], 1)):
        lesson_state.put_on_stage(lessons()[0], 1)
    assert session["staged"] == pack_pair(step.scene.reference, step.scene.estimate)
    assert (session["window"], session["convention"]) == (step.scene.window, "paper-tables")
    assert session["stage"] == "triplet-1"


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_run_that_begins_again_has_back_all_that_was_put_aside(session, touch):
    session.update(window=77.0, swapped=True)
    lesson_state.step_aside()
    lesson_state.put_on_stage(lessons()[1], 1)
    if interrupted(session, touch, lesson_state.step_back):
        lesson_state.step_back()
    assert (session["window"], session["swapped"]) == (77.0, True)
    assert "aside" not in session
