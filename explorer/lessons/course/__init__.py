"""Fourteen short lessons, without Streamlit; the core computes every number and checks answers."""

from functools import cache

from explorer.lessons.course import (
    annotators,
    causes,
    choosing,
    conventions,
    counting,
    coverage,
    depth,
    flat,
    labels,
    precision,
    segmentation,
    styles,
    triplet,
    window,
)
from explorer.lessons.course.model import Lesson

_LEVELS = {
    "Basics": (triplet, counting, precision, window, flat),
    "Details": (segmentation, depth, coverage, conventions, labels),
    "Practice": (annotators, causes, choosing, styles),
}
LECTURE = ("triplet", "window", "flat", "annotators")
"""The lessons of a lecture of 45 minutes, which ends with the first question of the last."""


@cache
def levels() -> dict[str, tuple[Lesson, ...]]:
    return {name: tuple(module.lesson() for module in level) for name, level in _LEVELS.items()}


@cache
def lessons() -> tuple[Lesson, ...]:
    return tuple(lesson for level in levels().values() for lesson in level)
