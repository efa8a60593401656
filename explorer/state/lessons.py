"""The state of the pages Lessons, Glossary and Guide."""

from typing import Any

from explorer.state.pair import PairState
from explorer.state.value import TIME, Number, Switch, Table, Value, matching

_name = matching(r"[a-z0-9-]{0,40}")


class LessonsState(Table):
    carried = True

    lesson = Value("", _name, url="lesson")  # the open lesson; empty for the list
    step = Number(1, 1, 999, url="step")  # its step
    lecture = Switch(False, url="lecture")  # whether to continue with the lecture's next lesson
    term = Value("", _name, url="term")  # the term in the address

    aside = Value[dict[str, Any] | None](None)  # the state of other pages during a lesson
    stage = Value("")  # the step whose scene is on screen
    staged = Value("", PairState.pair.parse)  # its pair with the reader's edits, packed
    triplet = Value("", matching(rf"({TIME} {TIME})?"))  # i and j set by the reader, if any
    made = Value[dict[str, dict[str, Any]]]({})  # the reader's changes to each scene
    verdicts = Value[dict[str, tuple[bool, str, bool]]]({})  # see :class:`Verdict`
    answers = Value[dict[str, Any]]({})  # the answer to each step; for a task, the changes
    answered = Value(0)  # how often an answer was set by the program


class GuideState(Table):
    page = Value("index", _name, url="page", name="guide")  # a file of docs/


MADE = (LessonsState.staged, PairState.window, PairState.query, LessonsState.triplet)
"""The values of a scene that a reader can change."""
