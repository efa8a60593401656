"""Read SALAMI's text files: ``time label`` lines that end with ``End``.

A parsed file has one layer. A line of an annotator's file has an uppercase letter (large scale), a
lowercase letter (small scale), functions and instruments; letters become two layers.
``textfile1b`` and ``textfile2b`` have a layer above those of ``textfile1`` and ``textfile2``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._layers import KIND_NAMES, Flat, Format, Hints, Kind, hints
from core.io._tables import are_rows_of_boundaries
from core.io._text import NUMBER, parse_time
from core.notes import Note
from core.repair import RawLayer, Segment
from core.wording import clock, counted

# A decimal comma only before a label, since a row of boundaries can have one without.
_LINE = re.compile(
    rf"{NUMBER}(\s|$)|\d++(?::\d++)+(?:[.,]\d++)?(\s|$)|\d++,\d++[ \t]+[^\d,;]", re.ASCII
)
_PRIMES = str.maketrans(
    {**dict.fromkeys("’‘′´`ʹʼ", "'"), **dict.fromkeys('″”“"', "''"), "‴": "'''"}
)
# A letter, or aa, ab, ... after z; with a number, primes, or other letters for which it may stand.
_LETTER = r"[^\W\d_]{1,2}(?:[-_.]?\d{1,3}){0,3}'{0,9}"
_LETTERS = re.compile(rf"[(\[]?({_LETTER}(?:\s*[/|+&>-]+\s*{_LETTER})*)([?!*~+.…)\]]*)")
_INSTRUMENTS = re.compile(r"[(\[][^()\[\]]{3,}(?:[)\]]|$)")  # also (guitar without an end
_ENDED = re.compile(r"(\S+)\s[^()]*\)")  # a letter before the end of instruments: b guitar)
_CODE = re.compile(r"(?!.*[^\W\d_]{3}).+")
# Words that are no letters of a form if other words follow.
_WORDS = frozenset(["a", "A", "i", "I", "o", "O", "e", "E", "y", "Y"])
_FUNCTIONS = re.compile(
    r"(intro|outro|(pre-|post-)?(verse|chorus)|bridge|(main_|secondary_)?theme|solo|interlude"
    r"|instrumental|transition|coda|head|section|part|fade-?out|guitar|voice|vocals?|piano)\b.*",
    re.IGNORECASE,
)


def _letters_in(token: str) -> list[str]:
    """Return the letters at the start of a part of a label, without instruments and doubts."""
    letters: list[str] = []
    text = _INSTRUMENTS.sub("", token).strip()
    if ended := _ENDED.fullmatch(text):
        text = ended[1]
    if whole := _LETTERS.fullmatch(text):
        return _by_case(whole[1])
    words = text.split()
    for at, word in enumerate(words[:3]):
        letter = _LETTERS.fullmatch(word)
        rest = " ".join(words[at + 1 :])
        if not letter or len(re.findall(r"[^\W\d_]", word)) > 1:
            break
        follows = _FUNCTIONS.fullmatch(rest) or _LETTERS.fullmatch("".join(words[at + 1 : at + 2]))
        if word in _WORDS and rest and not follows:
            break
        letters += _by_case(letter[1])
    return letters


def _by_case(letters: str) -> list[str]:
    """Split A/a, a letter of each scale, but not d/b, which is one of two letters."""
    parts = re.split(r"\s*[/|+&>-]+\s*(?=[^\W\d_])", letters)
    return parts if len({part.isupper() for part in parts}) > 1 else [letters]


class _Event(NamedTuple):
    """A time, its label, and the label's parts; the letters are the first of each scale."""

    line: int
    time: float
    label: str
    letters: Mapping[Kind, str]
    is_silence: bool
    is_end: bool
    has_several: bool

    @classmethod
    def of(cls, line: int, time: float, label: str) -> _Event:
        plain = unicodedata.normalize("NFKC", label.translate(_PRIMES))
        tokens = [token.strip() for token in re.split("[,;\t]", plain)]
        lowered = {_INSTRUMENTS.sub("", token).strip().lower() for token in tokens}
        silence, end = "silence" in lowered, "end" in lowered
        every = [letter for token in tokens for letter in _letters_in(token)]
        cased = {Kind.UPPER: str.isupper, Kind.LOWER: str.islower}
        letters = {
            kind: letter
            for kind, has_case in cased.items()
            if (letter := next(filter(has_case, every), ""))
        }
        return cls(line, time, label, letters, silence, end, len(tokens) > 1)

    @property
    def is_code(self) -> bool:
        """Whether a part of the label is too short for a word, so it may be an unread letter."""
        parts = re.split("[,;\t]", _INSTRUMENTS.sub("", self.label))
        return any(_CODE.fullmatch(part.strip()) for part in parts)


def _read(file: File) -> list[Flat]:
    """Return one layer of a parsed file, or uppercase and lowercase of an annotator's file."""
    events, end, notes = _events(file)
    parsed = hints(file.stem)
    kinds = [] if parsed.kind is not None else _lettered(events, bool(parsed.annotator))
    if not kinds:
        return [_plain(events, end, notes, file, parsed)]
    flats = []
    notes += _unread(events, file.display)
    omitted = sum(not (event.letters or event.is_silence) for event in events)
    for kind in kinds:
        own = [
            (event.time, event.letters.get(kind, "Silence"))
            for event in events
            if kind in event.letters or event.is_silence
        ]
        layer = RawLayer(_segments(own, end), _layer_name(kind, parsed))
        flats.append(
            Flat(layer, file.display, replace(parsed, kind=kind, number=None), notes, True, omitted)
        )
    return flats


def _unread(events: list[_Event], source: str) -> tuple[Note, ...]:
    """Note lines without letters, which are no boundaries; short codes may have been letters."""
    notes = []
    without = [event for event in events if not (event.letters or event.is_silence)]
    for kind, lines in (
        ("lines-unread", [event for event in without if event.is_code]),
        ("lines-left-out", [event for event in without if not event.is_code]),
    ):
        if lines:
            first = lines[0]
            text = (
                f"{counted(len(lines), 'line')} of {source} without letters, such as line "
                f"{first.line}, '{shortened(first.label)}', left out of the layers"
            )
            notes.append(Note(kind, text, time=first.time))
    return tuple(notes)


def _events(file: File) -> tuple[list[_Event], float, tuple[Note, ...]]:
    """Return the events without the end, sorted by time; the end; and notes on repairs."""
    source = file.display
    every = []
    for line, content in file.lines:
        cell, *label = content.split(maxsplit=1)
        time = parse_time(cell, line=line, decimal_comma=True)
        every.append(_Event.of(line, time, "".join(label)))
    notes = []
    ends = [event for event in every if event.is_end]
    if not ends:
        notes.append(Note("no-end", f"no End line in {source}; the last time is used"))
    last = ends[-1] if ends else max(every, key=lambda event: event.time)
    events = [event for event in every if event is not last]
    if not events:
        raise ReadError("one time does not make a segment", line=last.line, advice="Add a start")
    if late := next((event for event in every if event.time > last.time), None):
        problem = f"an event after the End at {clock(last.time)}"
        raise ReadError(problem, line=late.line, advice="Correct its time or that of the End line")
    in_order = sorted(events, key=lambda event: event.time)
    if in_order != events:
        notes.append(Note("sorted", f"events of {source} were not in time order and were sorted"))
    return in_order, last.time, tuple(notes)


def _segments(events: list[tuple[float, str]], end: float) -> tuple[Segment, ...]:
    ends = [*(time for time, _ in events[1:]), end]
    return tuple((time, at, label) for (time, label), at in zip(events, ends, strict=True))


def _lettered(events: list[_Event], by_annotator: bool) -> list[Kind]:
    """The scales in an annotator's file; empty for a file with one label per line."""
    scales = (Kind.UPPER, Kind.LOWER)
    kinds = [kind for kind in scales if any(kind in event.letters for event in events)]
    several = any(event.has_several and event.letters for event in events)
    return kinds if by_annotator or several or len(kinds) == len(scales) else []


def _plain(
    events: list[_Event], end: float, notes: tuple[Note, ...], file: File, parsed: Hints
) -> Flat:
    segments = _segments([(event.time, event.label) for event in events], end)
    if not parsed.annotator:
        return Flat(RawLayer(segments, file.stem), file.display, parsed, notes)
    # An annotator's file without letters (886/textfile1b.txt) has only functions.
    kind = Kind.FUNCTION if parsed.kind is None else parsed.kind
    layer = RawLayer(segments, _layer_name(kind, parsed))
    return Flat(layer, file.display, replace(parsed, kind=kind), notes, raw=parsed.kind is None)


def _layer_name(kind: Kind, parsed: Hints) -> str:
    return KIND_NAMES[kind] + (f" ({parsed.annotator}{parsed.part})" if parsed.part else "")


SALAMI = Format(
    key="salami",
    name="SALAMI",
    gist="raw or parsed",
    about="`textfile1.txt`, or `textfile1_uppercase.txt` and `..._lowercase.txt`",
    suffixes=(".txt",),
    recognises=lambda file: (
        bool(_LINE.match(file.lines[0][1])) and not are_rows_of_boundaries(file)
    ),
    read=_read,
    by_line=True,
)
