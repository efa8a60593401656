"""What the pages Lessons and Glossary remember."""

from typing import Any

from explorer.state.pair import PairState
from explorer.state.value import TIME, Number, Switch, Table, Value, matching

_name = matching(r"[a-z0-9-]{0,40}")


class LessonsState(Table):
    carried = True

    lesson = Value("", _name, url="lesson")  # the lesson that is taken; empty for the list
    step = Number(1, 1, 999, url="step")  # its step
    lecture = Switch(False, url="lecture")  # whether the next lesson is the lecture's
    term = Value("", _name, url="term")  # the term that the address asks for

    aside = Value[dict[str, Any] | None](None)  # what other pages show meanwhile
    stage = Value("")  # the step whose scene is on screen
    staged = Value("", PairState.pair.parse)  # its pair as the reader made it, packed
    triplet = Value("", matching(rf"({TIME} {TIME})?"))  # i and j as the reader placed them, if any
    made = Value[dict[str, dict[str, Any]]]({})  # what the reader made of each scene
    verdicts = Value[dict[str, tuple[bool, str, bool]]]({})  # see :class:`Verdict`
    answers = Value[dict[str, Any]]({})  # the answer to each step; to a task, what was made
    answered = Value(0)  # how often something else than the reader set an answer


MADE = (LessonsState.staged, PairState.window, PairState.query, LessonsState.triplet)
"""What a reader can make of a scene."""
