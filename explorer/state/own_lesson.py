"""A teacher's own lesson: questions on pairs, packed for a link or a file, checked on reading."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter

from core.errors import ReadError
from core.hierarchy import Pair
from core.io.documents import checked
from core.io.limits import (
    MAX_END,
    MAX_LAYERS,
    MAX_LESSON,
    MAX_OPTION,
    MAX_PAIR_SEGMENTS,
    MAX_PROMPT,
    MAX_QUESTIONS,
)
from core.io.link import pack_json, unpack_json, unpack_pair
from core.vocabulary import Part
from explorer.state.pair import PairState
from explorer.state.value import Table, Value, checked_by

Sense = Literal["at least", "at most"]
SENSES: tuple[Sense, ...] = get_args(Sense)
Means = Literal["estimate", "window"]  # the side to change until a score holds
Edit = Literal["move", "add"]

OWN = "own-"  # prefix of such a lesson's name in links

FEWEST_OPTIONS, MOST_OPTIONS = 2, 5
MAX_TITLE = 80
LEAST_WITHIN, MOST_WITHIN = 0.01, 60.0  # tolerances for a boundary, in seconds

VIEW = (
    PairState.window,
    PairState.variant,
    PairState.query,
    PairState.direction,
    PairState.convention,
    PairState.frame_size,
)
"""Values that define the view of a pair in a lesson, with the names of a scene's fields."""

_ADVICE = "Ask for the link or the file again"
_FILE = "hierscope_lesson"  # the only key of a file; its value is packed like in a link


def _printable(text: str) -> str:
    if not text.replace("\n", "").isprintable():
        raise ValueError("characters that can't be shown")
    return text


def _in_a_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("more than one line")
    return _printable(text)


def _known(state: dict[str, str]) -> dict[str, str]:
    if state.keys() != {value.key for value in VIEW}:
        raise ValueError("a value is missing or unknown")
    for value in VIEW:
        value.parse(state[value.key])
    return state


_Line = AfterValidator(_in_a_line)
_Option = Annotated[str, Field(max_length=MAX_OPTION), _Line]


class _Strict:
    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True)
class Options(_Strict):
    """A choice of options with one correct answer; each can have feedback."""

    options: Annotated[
        tuple[Annotated[_Option, Field(min_length=1)], ...],
        Field(min_length=FEWEST_OPTIONS, max_length=MOST_OPTIONS),
    ]
    feedback: tuple[_Option, ...]
    right: Annotated[int, Field(ge=0)]  # from 0
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True)
class Bound(_Strict):
    """A task: a score of the displayed variant must reach a bound."""

    part: Part
    sense: Sense
    value: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
    means: Means
    kind: Literal["score"] = "score"


@dataclass(frozen=True)
class Place(_Strict):
    """A task: a boundary of the estimate must reach a time."""

    level: Annotated[int, Field(ge=1, le=MAX_LAYERS)]  # layer of the estimate, 1 = coarsest
    time: Annotated[float, Field(ge=0, le=MAX_END, allow_inf_nan=False)]  # in seconds
    within: Annotated[float, Field(ge=LEAST_WITHIN, le=MOST_WITHIN, allow_inf_nan=False)]
    """Tolerance, in seconds."""
    edit: Edit
    kind: Literal["boundary"] = "boundary"


Holds = Options | Bound | Place  # the condition of a correct answer


@dataclass(frozen=True)
class OwnQuestion(_Strict):
    prompt: Annotated[str, Field(min_length=1, max_length=MAX_PROMPT), AfterValidator(_printable)]
    """Plain text with any number of lines."""
    pair: Annotated[str, Field(min_length=1, max_length=MAX_LESSON)]
    """Packed; see :func:`core.io.link.pack_pair`."""
    state: Annotated[dict[str, str], AfterValidator(_known)]
    """The view of the pair by keys of :class:`PairState`, as in an address."""
    scores: bool  # whether scores are visible before the answer
    holds: Annotated[Holds, Field(discriminator="kind")]

    @cached_property
    def sides(self) -> Pair:
        return unpack_pair(self.pair)

    @cached_property
    def seen(self) -> PairState:
        return PairState({value.key: value.parse(self.state[value.key]) for value in VIEW})


@dataclass(frozen=True)
class OwnLesson(_Strict):
    title: Annotated[str, Field(max_length=MAX_TITLE), _Line]
    questions: Annotated[tuple[OwnQuestion, ...], Field(min_length=1, max_length=MAX_QUESTIONS)]


_LESSON = TypeAdapter(OwnLesson)


def looked_at(state: PairState) -> dict[str, str]:
    return state.texts(VIEW)


def pack_lesson(lesson: OwnLesson) -> str:
    """Pack a lesson as text for a link; empty without questions."""
    if not lesson.questions:
        return ""
    text = pack_json(_LESSON.dump_python(lesson, mode="json", warnings=False))
    unpack_lesson(text)
    return text


def unpack_lesson(text: str) -> OwnLesson:
    """Read a text of :func:`pack_lesson`, without trusting its source."""
    if len(text) > MAX_LESSON:
        raise _wrong(f"the lesson has more than the {MAX_LESSON:,} characters allowed")
    # From JSON again, so that lists become tuples.
    document = json.dumps(unpack_json(text))
    lesson = checked(_LESSON.validate_json, document, source="lesson", advice=_ADVICE)
    left = MAX_PAIR_SEGMENTS
    for number, question in enumerate(lesson.questions, 1):
        _check_sides(question, f"question {number}")
        left -= sum(len(layer.labels) for side in question.sides for layer in side.layers)
        if left < 0:
            raise _wrong(f"its pairs have more than the {MAX_PAIR_SEGMENTS:,} segments allowed")
    return lesson


def _check_sides(question: OwnQuestion, where: str) -> None:
    reference, estimate = question.sides
    if question.seen.query > reference.end:
        raise _wrong(f"the query of {where} is outside its pair")
    match question.holds:
        case Options(options, comments, right):
            if not right < len(options) == len(comments) == len(set(options)):
                raise _wrong(f"the options of {where} do not match the correct answer or feedback")
        case Place(level, time):
            if level > len(estimate.layers) or not 0 < time < estimate.end:
                raise _wrong(f"the boundary of {where} is outside its pair")


def lesson_file(text: str) -> str:
    return json.dumps({_FILE: text})


def read_lesson_file(data: bytes) -> str:
    if len(data) > MAX_LESSON + 100:
        raise _wrong("the file is too large for a lesson")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _wrong("this is not a lesson") from error
    match document:
        case {"hierscope_lesson": str(text), **others} if not others:
            unpack_lesson(text)
            return text
    raise _wrong("this is not a lesson")


def _wrong(problem: str) -> ReadError:
    return ReadError(problem, source="lesson", advice=_ADVICE)


class OwnLessonState(Table):
    questions = Value("", checked_by(unpack_lesson), url="questions")  # packed; may be empty
    refused = Value("")  # why a file was refused
