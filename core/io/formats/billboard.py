"""Read McGill Billboard's ``salami_chords.txt``: one phrase per line, letters start sections.

A line has a time, a tab, and parts with commas: ``A, verse, | C:maj | F:maj |, (guitar``.
"""

import re
from itertools import pairwise

from core.errors import ReadError
from core.io._files import File
from core.io._layers import Format, Order, Stack, stack_of
from core.io._text import NUMBER, parse_time
from core.notes import Note
from core.repair import RawLayer, Segment
from core.wording import clock

_LINE = re.compile(rf"{NUMBER}[ \t]+(?!{NUMBER}(?:\s|$))\S", re.ASCII)
_CHORDS = re.compile(rf"{NUMBER}[ \t][^|]*\|[^|]*\|", re.ASCII)
_LETTER = re.compile(r"[A-Z]{1,2}'*(?=,|$)")
_ALONE = {"silence", "end"}


def _recognises(file: File) -> bool:
    """Recognize it by one time in the first line, and bars of chords after a time in any line."""
    lines = file.lines
    return bool(_LINE.match(lines[0][1])) and any(_CHORDS.match(line) for _, line in lines)


def _read(file: File) -> list[Stack]:
    rows: list[tuple[int, float, str]] = []
    for line, content in file.lines:
        cell, *rest = content.split(maxsplit=1)
        time = parse_time(cell, line=line)
        if rows and time < rows[-1][1]:
            problem = f"times go back, from {clock(rows[-1][1])} to {clock(time)}"
            raise ReadError(problem, line=line, advice="Sort the lines")
        rows.append((line, time, rest[0] if rest else ""))
    notes = []
    if rows[-1][2].lower() != "end":
        notes.append(Note("no-end", f"no End line in {file.display}; the last time is used"))
    if len(rows) < 2:
        raise ReadError("one time does not make a segment", advice="Add the end")
    sections: list[Segment] = []
    phrases: list[Segment] = []
    for (_, start, content), (_, end, _) in pairwise(rows):
        begins = _section(content)
        if begins is None and sections:
            sections[-1] = (sections[-1][0], end, sections[-1][2])
        else:
            sections.append((start, end, begins or ""))
        phrases.append((start, end, _chords(content)))
    layers = [
        RawLayer(tuple(part for part in parts if part[1] > part[0]), name)
        for name, parts in (("sections", sections), ("phrases", phrases))
    ]
    return [stack_of(layers, file, Order.COARSEST, notes)]


def _section(content: str) -> str | None:
    """Return letter and function at the start of a section; None inside a section."""
    if content.lower() in _ALONE:
        return content
    if not _LETTER.match(content):
        return None
    return content.partition("|")[0].rstrip(", \t")


def _chords(content: str) -> str:
    """Return the bars of a phrase, or its other text."""
    start, end = content.find("|"), content.rfind("|")
    return content[start : end + 1] if end > start else content


BILLBOARD = Format(
    key="billboard",
    name="Billboard",
    gist="salami_chords.txt",
    about="McGill's `time`, a tab, `A, verse, \\| C:maj \\| F:maj \\|`: sections by letters, one "
    "phrase per line",
    suffixes=(".txt",),
    recognises=_recognises,
    read=_read,
    by_line=True,
)
