"""A teacher's own lesson: questions about pairs, as text that a link or a small file holds.

The text is packed JSON, so that the right option does not stand in plain sight; whoever unpacks it
can read it. What comes from elsewhere is checked in full: every field must be there, of its type
and within its bounds, and no other may be.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal

from core.errors import HierscopeError, ReadError
from core.hierarchy import Hierarchy
from core.io import pack_json, unpack_json, unpack_pair
from core.io.limits import (
    MAX_END,
    MAX_LAYERS,
    MAX_LESSON,
    MAX_OPTION,
    MAX_PAIR_SEGMENTS,
    MAX_PROMPT,
    MAX_QUESTIONS,
)
from core.vocabulary import PARTS, Part
from explorer.state.pair import PairState
from explorer.state.value import Table, Value

Sense = Literal["at least", "at most"]
SENSES: tuple[Sense, ...] = ("at least", "at most")
Means = Literal["estimate", "window"]
MEANS: tuple[Means, ...] = ("estimate", "window")
"""What is changed so that a score holds."""
Edit = Literal["move", "add"]
EDITS: tuple[Edit, ...] = ("move", "add")

OWN = "own-"
"""Begins the name of such a lesson in links."""

FEWEST_OPTIONS, MOST_OPTIONS = 2, 5
MAX_TITLE = 80
LEAST_WITHIN, MOST_WITHIN = 0.01, 60.0
"""How far a boundary may be off, in seconds."""

_STATE = (
    PairState.window,
    PairState.variant,
    PairState.query,
    PairState.direction,
    PairState.convention,
    PairState.frame_size,
)
"""How the pair of a question is looked at."""

_MEND = "Ask for the link or the file again"
_FILE = "hierscope_lesson"
"""The one key of a file; what it holds is packed as in a link."""


@dataclass(frozen=True)
class Options:
    """One of several options is right.

    Parameters
    ----------
    options, said : tuple of str
        The options, and what is said to whoever chooses each; may be empty.
    right : int
        Which, counted from 0.
    """

    options: tuple[str, ...]
    said: tuple[str, ...]
    right: int


@dataclass(frozen=True)
class Bound:
    """A score is to reach a bound, of the variant that the picture shows.

    Parameters
    ----------
    part : {"recall", "precision", "f_measure"}
    sense : {"at least", "at most"}
    value : float
    means : {"estimate", "window"}
        What is to be changed.
    """

    part: Part
    sense: Sense
    value: float
    means: Means


@dataclass(frozen=True)
class Place:
    """A boundary of the estimate is to come to a place.

    Parameters
    ----------
    level : int
        Of the estimate, 1 = coarsest.
    time, within : float
        Where, and how far it may be off, in seconds.
    edit : {"move", "add"}
    """

    level: int
    time: float
    within: float
    edit: Edit


Holds = Options | Bound | Place
"""What must hold."""


@dataclass(frozen=True)
class OwnQuestion:
    """A question about a pair.

    Parameters
    ----------
    prompt : str
        Plain text, of any lines.
    pair : str
        Packed; see :func:`core.io.pack_pair`.
    state : mapping of str
        How it is looked at, by the keys of :class:`PairState`, as in an address.
    scores : bool
        Whether the scores are shown before the answer.
    holds : Options, Bound or Place
    """

    prompt: str
    pair: str
    state: Mapping[str, str]
    scores: bool
    holds: Holds

    @cached_property
    def sides(self) -> tuple[Hierarchy, Hierarchy]:
        """Unpack the pair: reference and estimate."""
        return unpack_pair(self.pair)

    @cached_property
    def seen(self) -> PairState:
        """Read how the pair is looked at."""
        return PairState({each.key: each.parse(self.state[each.key]) for each in _STATE})


@dataclass(frozen=True)
class OwnLesson:
    """A title and some questions."""

    title: str
    questions: tuple[OwnQuestion, ...]


def looked_at(state: PairState) -> dict[str, str]:
    """Give what a question keeps of how a pair is looked at."""
    return state.texts(_STATE)


def pack_lesson(lesson: OwnLesson) -> str:
    """Write a lesson as text for a link; empty without questions.

    Raises
    ------
    ReadError
        If it is not one that :func:`unpack_lesson` takes: too much, too long, or contradictory.
    """
    if not lesson.questions:
        return ""
    text = pack_json(_document(lesson))
    unpack_lesson(text)
    return text


def _document(lesson: OwnLesson) -> dict[str, Any]:
    return {
        "title": lesson.title,
        "questions": [
            {
                **{key: getattr(each, key) for key in ("prompt", "pair", "scores")},
                "state": dict(each.state),
                "kind": _KINDS[type(each.holds)],
                "holds": asdict(each.holds),
            }
            for each in lesson.questions
        ],
    }


def unpack_lesson(text: str) -> OwnLesson:
    """Read what :func:`pack_lesson` gives, from wherever it comes.

    Raises
    ------
    ReadError
        If the text is damaged or too long, a field is missing, unknown, of another type or out of
        its bounds, or a question contradicts its pair.
    HierarchyError
        If a pair is none.
    """
    if len(text) > MAX_LESSON:
        raise _wrong(f"the lesson has more than the {MAX_LESSON:,} characters allowed")
    said = _fields(unpack_json(text), {"title": _title, "questions": _list(MAX_QUESTIONS)}, "it")
    left = MAX_PAIR_SEGMENTS
    questions = []
    for number, each in enumerate(said["questions"], 1):
        question = _question(each, f"question {number}")
        left -= sum(len(layer.labels) for side in question.sides for layer in side.layers)
        if left < 0:
            raise _wrong(f"its pairs have more than the {MAX_PAIR_SEGMENTS:,} segments allowed")
        questions.append(question)
    if not questions:
        raise _wrong("it has no question")
    return OwnLesson(said["title"], tuple(questions))


def lesson_file(text: str) -> str:
    """Give the content of a file for a packed lesson."""
    return json.dumps({_FILE: text})


def read_lesson_file(data: bytes) -> str:
    """Read the packed lesson in a file.

    Raises
    ------
    ReadError, HierarchyError
        If it is not what :func:`lesson_file` gives, or as :func:`unpack_lesson`.
    """
    if len(data) > MAX_LESSON + 100:
        raise _wrong("the file is larger than a lesson's")
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _wrong("the file is no lesson") from error
    text: str = _fields(said, {_FILE: _text(MAX_LESSON)}, "the file")[_FILE]
    unpack_lesson(text)
    return text


def _wrong(problem: str) -> ReadError:
    return ReadError(problem, source="lesson", mend=_MEND)


Parse = Callable[[object], Any]
"""From a JSON value to what it stands for; ValueError for what it does not take."""


def _fields(said: object, wanted: Mapping[str, Parse], where: str) -> dict[str, Any]:
    """Read the fields of an object: all that are wanted, and no other."""
    if not isinstance(said, dict) or said.keys() != wanted.keys():
        raise _wrong(f"{where} has not the fields {', '.join(wanted)}, or has others")
    found = {}
    for name, parse in wanted.items():
        try:
            found[name] = parse(said[name])
        except HierscopeError:
            raise
        except ValueError as error:
            raise _wrong(f"“{name}” of {where} {error}") from error
    return found


def _text(longest: int, least: int = 0, lines: bool = False) -> Parse:
    def parse(value: object) -> str:
        if not isinstance(value, str) or not least <= len(value) <= longest:
            raise ValueError(f"is no text of {least} to {longest:,} characters")
        if not (value.replace("\n", "") if lines else value).isprintable():
            raise ValueError("has characters that can't be shown")
        return value

    return parse


def _whole(least: int, most: int) -> Parse:
    def parse(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"is no whole number from {least} to {most}")
        return value

    return parse


def _number(least: float, most: float) -> Parse:
    def parse(value: object) -> float:
        # Compared before it is converted, which fails for integers of hundreds of digits.
        if type(value) not in (int, float) or not least <= value <= most:  # type: ignore[operator]
            raise ValueError(f"is no number from {least:g} to {most:g}")
        return float(value)  # type: ignore[arg-type]

    return parse


def _one_of(options: tuple[str, ...]) -> Parse:
    def parse(value: object) -> str:
        if not isinstance(value, str) or value not in options:
            raise ValueError(f"is none of {', '.join(options)}")
        return value

    return parse


def _list(most: int, each: Parse = lambda value: value, least: int = 0) -> Parse:
    def parse(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise ValueError(f"is no list of {least} to {most}")
        return tuple(map(each, value))

    return parse


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("is neither true nor false")
    return value


def _state(value: object) -> dict[str, str]:
    """Read texts as in an address, each as its own value reads it."""
    texts = {each.key: _text(40, 1) for each in _STATE}
    found = _fields(value, texts, "a state")
    for each in _STATE:
        try:
            each.parse(found[each.key])
        except ValueError as error:
            raise ValueError(f"says a {each.key} that there is not") from error
    return found


_title = _text(MAX_TITLE)
_KINDS: dict[type[Holds], str] = {Options: "choice", Bound: "score", Place: "boundary"}
_BY_KIND: dict[str, tuple[type[Holds], dict[str, Parse]]] = {
    "choice": (
        Options,
        {
            "options": _list(MOST_OPTIONS, _text(MAX_OPTION, 1), FEWEST_OPTIONS),
            "said": _list(MOST_OPTIONS, _text(MAX_OPTION), FEWEST_OPTIONS),
            "right": _whole(0, MOST_OPTIONS - 1),
        },
    ),
    "score": (
        Bound,
        {
            "part": _one_of(PARTS),
            "sense": _one_of(SENSES),
            "value": _number(0.0, 1.0),
            "means": _one_of(MEANS),
        },
    ),
    "boundary": (
        Place,
        {
            "level": _whole(1, MAX_LAYERS),
            "time": _number(0.0, MAX_END),
            "within": _number(LEAST_WITHIN, MOST_WITHIN),
            "edit": _one_of(EDITS),
        },
    ),
}
_QUESTION: dict[str, Parse] = {
    "prompt": _text(MAX_PROMPT, 1, lines=True),
    "pair": _text(MAX_LESSON, 1),
    "state": _state,
    "scores": _switch,
    "kind": _one_of(tuple(_BY_KIND)),
    "holds": lambda value: value,
}


def _question(said: object, where: str) -> OwnQuestion:
    found = _fields(said, _QUESTION, where)
    made, fields = _BY_KIND[found.pop("kind")]
    holds = made(**_fields(found.pop("holds"), fields, f"the answer to {where}"))
    question = OwnQuestion(holds=holds, **found)
    reference, estimate = question.sides
    if question.seen.query > reference.end:
        raise _wrong(f"the query of {where} lies outside of its pair")
    match holds:
        case Options(options, said_to, right):
            if not right < len(options) == len(said_to) == len(set(options)):
                raise _wrong(f"the options of {where} do not fit together")
        case Place(level, time, _, _):
            if level > len(estimate.layers) or not 0 < time < estimate.end:
                raise _wrong(f"the boundary of {where} lies outside of its pair")
    return question


def _packed(text: str) -> str:
    """A lesson, packed; see :func:`pack_lesson`."""
    if text:
        try:
            unpack_lesson(text)
        except HierscopeError as error:
            raise ValueError(str(error)) from error
    return text


class OwnLessonState(Table):
    """Of a teacher's own lesson, whether it is being made or came in a link or a file."""

    questions = Value("", _packed, url="questions")  # packed; empty for none
    refused = Value("")  # why a file was not taken
