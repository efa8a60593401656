"""The folder of the guide, and the plan of a lecture in it, without Streamlit."""

import re
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

# In a copy of the repository, or else where pip puts it (data-files in pyproject.toml).
_FOLDERS = Path(__file__).parents[1] / "docs", Path(sys.prefix) / "share" / "doc" / "hierscope"
GUIDE = next((folder for folder in _FOLDERS if (folder / "triplets.md").exists()), None)
_ROW = re.compile(r"^\| (\d+)–(\d+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
_MARKUP = re.compile(r"\]\([^)]*\)|[*\[]")


class Part(NamedTuple):
    """A part of the lecture: its minutes, what is on screen, the question, and the point."""

    start: int
    end: int
    what: str
    question: str
    point: str


@cache
def lecture_plan() -> tuple[Part, ...]:
    text = (GUIDE / "teaching.md").read_text("utf-8") if GUIDE else ""
    return tuple(
        Part(int(start), int(end), *(_MARKUP.sub("", cell) for cell in cells))
        for start, end, *cells in _ROW.findall(text)
    )


def part_about(lesson: str, step: str) -> int | None:
    """Return the number of the part, from 0, about a step: by the titles of its lesson and it."""
    for number, part in enumerate(lecture_plan()):
        if lesson.startswith(part.what.partition(" – ")[0]) and step in part.what:
            return number
    return None
