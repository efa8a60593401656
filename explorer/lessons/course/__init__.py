"""Short lessons, one a file, without Streamlit; the core computes every number and checks answers.

A file with a function `lesson` is a lesson; its name is the lesson's name in links.
"""

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from explorer.lessons.course.model import LEVELS, Lesson

LECTURE = ("triplet", "window", "flat", "annotators")
"""The lessons of a lecture of 45 minutes, which ends with the first question of the last."""


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons in the order of the course."""
    made: list[Lesson] = []
    for file in iter_modules(__path__):
        module = import_module(f"{__name__}.{file.name}")
        if hasattr(module, "lesson"):
            made.append(replace(module.lesson(), id=file.name))
    return tuple(sorted(made, key=lambda lesson: (LEVELS.index(lesson.place[0]), lesson.place[1])))
