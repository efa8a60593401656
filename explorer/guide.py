"""The folder of the guide, and its tables for teaching, without Streamlit."""

import re
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

# In a copy of the repository, or else where pip puts it (data-files in pyproject.toml).
_FOLDERS = Path(__file__).parents[1] / "docs", Path(sys.prefix) / "share" / "doc" / "hierscope"
GUIDE = next((folder for folder in _FOLDERS if (folder / "triplets.md").exists()), None)
_PART = re.compile(r"^\| (\d+)–(\d+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
_TRACK = re.compile(r"^\| (\d+) \| \*(.+)\*, (.+) \| ([\d., ]+) \| (.+) \|$", re.MULTILINE)
_MARKUP = re.compile(r"\]\([^)]*\)|[*\[]")


class Part(NamedTuple):
    """A part of the lecture: its minutes, what is on screen, the question, and the point."""

    start: int
    end: int
    what: str
    question: str
    point: str


class Track(NamedTuple):
    """A track of SALAMI: reduced T_F at 3 s, at 15 s and over the whole track, and what to see."""

    number: int
    title: str
    performer: str
    scores: str
    see: str


def _teaching() -> str:
    return (GUIDE / "teaching.md").read_text("utf-8") if GUIDE else ""


@cache
def real_tracks() -> tuple[Track, ...]:
    return tuple(Track(int(number), *cells) for number, *cells in _TRACK.findall(_teaching()))


@cache
def lecture_plan() -> tuple[Part, ...]:
    return tuple(
        Part(int(start), int(end), *(_MARKUP.sub("", cell) for cell in cells))
        for start, end, *cells in _PART.findall(_teaching())
    )


def part_about(lesson: str, step: str) -> int | None:
    """Return the number of the part, from 0, about a step: by the titles of its lesson and it."""
    for number, part in enumerate(lecture_plan()):
        if lesson.startswith(part.what.partition(" – ")[0]) and step in part.what:
            return number
    return None
