"""What the browser asks, read: every value checked, and nothing that would take too long.

The fields and their types stand in :mod:`explorer.messages.schema`, which the browser reads too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from core.hierarchy import Hierarchy
from core.io import read_document
from core.windows import effective_window
from explorer.messages.edited import Edited
from explorer.messages.inspection import Question, Setup
from explorer.messages.schema import SCHEMA
from explorer.messages.work import too_long, too_long_to_explain
from explorer.state.pair import PairState


class QuestionError(Exception):
    """A question that is not answered."""

    def __init__(self, name: str, words: str) -> None:
        self.name = name
        self.words = words
        super().__init__(words)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15


def _two(value: object, each: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(each, value))


TYPES: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "flag": lambda value: isinstance(value, bool),
    "count": lambda value: type(value) is int and 0 <= value < 1e9,
    "number": _number,
    "number or null": lambda value: value is None or _number(value),
    "two numbers": lambda value: _two(value, _number),
    "two numbers or null": lambda value: value is None or _two(value, _number),
    "two counts or null": lambda value: (
        value is None or _two(value, lambda each: type(each) is int and abs(each) < 1e6)
    ),
    "pair": lambda value: isinstance(value, dict),
    "pair or null": lambda value: value is None or isinstance(value, dict),
    "texts by name": lambda value: (
        isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
    ),
}


def read(text: str) -> dict[str, Any]:
    """Read a question: a JSON object; :func:`check` says whether it is one of ours."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise QuestionError("malformed", "A question is a JSON object.") from error
    if not isinstance(said, dict):
        raise QuestionError("malformed", "A question is a JSON object.")
    return said


def number_of(said: Mapping[str, Any]) -> int:
    """Give the number of a question; 0 where it has none."""
    number: int = said["number"] if TYPES["count"](said.get("number")) else 0
    return number


def number_in(text: str) -> int:
    """Give the number of a question that was not read yet; 0 where it has none."""
    try:
        return number_of(read(text))
    except QuestionError:
        return 0


def dropped(text: str) -> int | None:
    """Give the number of the question that a message drops; None for a question."""
    try:
        said = read(text) if len(text) < 100 else {}
    except QuestionError:
        return None
    return number_of(said) if said.get("kind") == "drop" else None


def check(said: Mapping[str, Any]) -> None:
    """See to it that a question is of a known kind and has the fields of that kind."""
    kind = said.get("kind")
    fields = SCHEMA["questions"].get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise QuestionError("malformed", "A question is of one of the known kinds.")
    for name, type_name in fields.items():
        if name not in said or not TYPES[type_name](said[name]):
            raise QuestionError("malformed", f"“{name}” of “{kind}” is no {type_name}.")


def read_state(said: Mapping[str, str]) -> PairState:
    """Read the state of a question, whose values are texts as in an address."""
    values = {}
    for name in SCHEMA["state"]:
        try:
            values[name] = getattr(PairState, name).parse(said[name])
        except (KeyError, ValueError) as error:
            raise QuestionError("malformed", f"“{name}” is missing or wrong.") from error
    return PairState(values)


def setup_of(pair: tuple[Hierarchy, Hierarchy], state: PairState) -> Setup:
    """Say how a pair is scored."""
    setup = Setup.of(*pair, state)
    words = too_long(*pair, setup.convention, setup.frame_size)
    if words:
        raise QuestionError("too-long", words)
    return setup


def how_to_explain(pair: tuple[Hierarchy, Hierarchy], state: PairState) -> dict[str, Any]:
    """Say how it is found why a score is low, as :func:`core.diagnosis.diagnose` takes it."""
    setup = setup_of(pair, state)
    words = too_long_to_explain(*pair)
    if words:
        raise QuestionError("too-long", words)
    return setup.how | {"variant": state.explained_variant, "part": state.part}


def look_of(said: Mapping[str, Any], state: PairState, end: float) -> Question:
    """Read what is asked about a window and a query of a pair that lasts `end` seconds."""
    return Question(
        query=within(said["query"], end),
        state=state.copy(window=effective_window(end, state.window)),
        shown=shown_of(said["shown"], end),
        chosen=tuple(said["chosen"]) if said["chosen"] else None,
        triplet=_moments(said["triplet"], end),
        strips=said["strips"],
        track=said["track"] if said["track"] in TRACKS else "none",
        held=said["held"],
    )


def _moments(said: list[float] | None, end: float) -> tuple[float, float] | None:
    return (within(said[0], end), within(said[1], end)) if said else None


TRACKS = ("none", "splits", "whole")
"""How much is asked of the whole track."""


def edited_of(said: Mapping[str, Any]) -> Edited:
    """Read what is asked about a state that is being drawn."""
    return Edited(
        said["drawn"], *read_document(said["told"]), said["nested"], said["effects"], said["first"]
    )


def within(time: float, end: float) -> float:
    """Give the time within the track that is nearest."""
    return min(max(float(time), 0.0), end)


def shown_of(said: list[float], end: float) -> tuple[float, float]:
    """Give the stretch on screen as far as the track goes; all of it for what is none."""
    start, stop = float(said[0]), min(float(said[1]), end)
    return (start, stop) if 0.0 <= start < stop else (0.0, end)
