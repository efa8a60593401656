"""What the pages Lessons and Glossary remember."""

from __future__ import annotations

import re
from typing import Any

from explorer.state.value import Number, Table, Value

Answer = int | float | list[int]
"""To a step: which option, a guess, or which options."""


def _name(text: str) -> str:
    """The name of a lesson or of a term; empty for none."""
    if not re.fullmatch(r"[a-z0-9-]{0,40}", text, re.ASCII):
        raise ValueError("not a name")
    return text


class LessonsState(Table):
    """Of lessons and the glossary."""

    lesson = Value("", _name, url="lesson")  # the lesson that is taken; empty for the list
    step = Number(1, 1, 999, url="step")  # its step
    term = Value("", _name, url="term")  # the term that the address asks for

    aside = Value[dict[str, Any] | None](None)  # what other pages show meanwhile
    stage = Value("")  # the step whose scene is on screen
    staged = Value("")  # its pair as the reader made it, packed
    made = Value[dict[str, dict[str, Any]]]({})  # what the reader made of each scene
    verdicts = Value[dict[str, tuple[bool, str]]]({})  # right or not, and what was said
    answers = Value[dict[str, Answer | None]]({})  # the answer to each step
    answered = Value(0)  # how often something else than the reader set an answer
