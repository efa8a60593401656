"""Thirteen short lessons about T- and L-measures, one about styles; nothing here knows Streamlit.

Each is made of steps: a picture, a question that is answered before the answer shows, and a line to
remember. Answers are checked by the core, and every number in a text is computed.
"""

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

_IN_ORDER = (
    triplet,
    counting,
    precision,
    window,
    flat,
    segmentation,
    depth,
    coverage,
    conventions,
    labels,
    annotators,
    causes,
    choosing,
    styles,
)


@cache
def lessons() -> tuple[Lesson, ...]:
    """Build all lessons, in the order in which they are best taken."""
    return tuple(module.lesson() for module in _IN_ORDER)
