"""A teacher's own lesson, in a link and in a file."""

import base64
import json
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from core.io.link import pack_pair, unpack_json
from explorer.lessons.own import step_of
from explorer.state.own_lesson import (
    Bound,
    Holds,
    Options,
    OwnLesson,
    OwnQuestion,
    Place,
    lesson_file,
    looked_at,
    pack_lesson,
    read_lesson_file,
    unpack_lesson,
)
from explorer.state.pair import PairState

from .mutations import damaged, json_damaged
from .readers import OTHER, SONG
from .trying import Parts, Target

_HOLDS: tuple[Holds, ...] = (
    Options(("a", "b"), ("", "Why not."), 0),
    Bound("recall", "at least", 0.9, "estimate"),
    Bound("f_measure", "at most", 0.5, "window"),
    Place(1, 12.5, 0.5, "move"),
)


@cache
def _good() -> str:
    pair, state = pack_pair(SONG, OTHER), looked_at(PairState({"query": 5.0}))
    questions = (OwnQuestion("What?\nWhy?", pair, state, True, holds) for holds in _HOLDS)
    return pack_lesson(OwnLesson("Tomorrow", tuple(questions)))


def _make(random: Random) -> Parts:
    kind = random.random()
    if kind < 0.1:
        return (("link", damaged(_good().encode(), random)),)
    if kind < 0.2:
        return (("file", damaged(lesson_file(_good()).encode(), random)),)
    document = json.dumps(unpack_json(_good())).encode()
    return (("link", _packed(json_damaged(document, random))),)


def _packed(data: bytes) -> bytes:
    """Pack any bytes as a link would."""
    return b"1" + base64.urlsafe_b64encode(zlib.compress(data)).rstrip(b"=")


def _take(parts: Parts, folder: Path) -> Iterator[str]:
    ((kind, data),) = parts
    text = read_lesson_file(data) if kind == "file" else data.decode(errors="replace")
    lesson = unpack_lesson(text)
    assert unpack_lesson(pack_lesson(lesson)) == lesson
    yield lesson.title or "no title"
    for question in lesson.questions:
        step = step_of(question, "Question")
        yield from (question.prompt.replace("\n", " "), step.question.text)


TARGETS = (Target("lessons", _make, _take),)
