"""Read and write Praat's TextGrid (long, short, binary); a tier of intervals or points is a layer.

In text files, Praat reads only separate numbers, quoted strings, and flags such as ``<exists>``, in
order. It ignores other words such as ``intervals [1]:`` and comments after ``!``. So one reader
reads the long and the short form. See "TextGrid file formats" in its manual; for the binary form
see ``melder_readtext.cpp`` and ``abcio.cpp`` in its sources.
"""

import re
import struct
from collections.abc import Iterator

import numpy as np

from core.errors import ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io import _written as losses
from core.io._files import File
from core.io._layers import Flat, Format, Hints, Order, Stack, hints
from core.io._text import NUMBER
from core.io.limits import MAX_CELLS, MAX_LAYERS, MAX_SEGMENTS, MAX_TIME, refuse_more
from core.notes import Note
from core.repair import RawLayer, Segment
from core.wording import clock

_BINARY = b"ooBinaryFile\x08TextGrid"
_TEXT = re.compile(rb'\s*(?:File type = "ooTextFile|"ooTextFile|"Praat chronological TextGrid)')
_ANY_BINARY = b"ooBinaryFile"
_CHRONOLOGICAL = '"Praat chronological TextGrid text file"'
_MARK = "! Layers of hierscope, coarsest first"
_CONTROLS = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ADVICE = "Save it again in Praat, as a text file"
_KINDS = {"IntervalTier": 2, "TextTier": 1}  # times per entry

# After words that are no numbers, strings, flags or comments; there can be millions.
_TOKEN = re.compile(
    r'(?:\s++|(?![-+.\d"<!])\S++)*+'
    r'(?:"(?P<text>(?:[^"]++|"")*+)"|(?P<comment>!.*)|(?P<flag><[^>\s]*+>)|(?P<word>\S++))'
)
_LONGEST = 400  # characters: the smallest number without an exponent
_NUMBER = re.compile(NUMBER, re.ASCII)


class _Text:
    """Reads the long and the short form."""

    def __init__(self, text: str) -> None:
        self._all, self._at = text, 0
        self._passed = 0  # ignored words and comments that look like a number at first

    def line(self) -> int | None:
        before = self._all[: self._at].replace("\r\n", "\n").replace("\r", "\n")
        return before.count("\n") + 1

    def _next(self, group: str, what: str) -> str:
        """Return the next token of a kind; skip other words and comments."""
        while match := _TOKEN.match(self._all, self._at):
            kind, value = str(match.lastgroup), match[str(match.lastgroup)]
            unclosed = kind == "word" and value.startswith('"')
            is_prose = kind == "word" and not unclosed and not _NUMBER.fullmatch(value)
            if kind == "comment" or is_prose:
                self._at = match.end()
                self._passed += 1
                refuse_more(self._passed, MAX_CELLS, "comments and words")
                continue
            self._at = match.start(kind)
            if unclosed:
                raise _refused(self, "an unclosed quotation mark")
            if kind != group:
                raise _refused(self, f"expected {what}, not '{shortened(value)}'")
            self._at = match.end()
            return value
        self._at = len(self._all)
        raise ReadError(f"the file ends before {what}", advice=_ADVICE)

    def number(self, what: str) -> float:
        word = self._next("word", what)
        return float(word) if len(word) <= _LONGEST else float("inf")

    def count(self, what: str) -> int:
        number = self.number(what)
        if not (number.is_integer() and 0 <= number <= 1e9):
            raise _refused(self, f"{number:g} is not a valid {what}")
        return int(number)

    def text(self, what: str) -> str:
        return self._next("text", what).replace('""', '"')

    def kind(self) -> str:
        return self.text("the class of a tier")

    def present(self) -> bool:
        return self._next("flag", "<exists>") == "<exists>"


class _Binary:
    """Reads the binary form: big-endian, texts in ASCII, or in UTF-16 after a length of -1."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, len(_BINARY)

    def line(self) -> int | None:
        return None

    def _take(self, size: int, what: str) -> bytes:
        part = self._data[self._at : self._at + size]
        if size < 0 or len(part) < size:
            raise ReadError(f"the file ends before {what}", advice=_ADVICE)
        self._at += size
        return part

    def _unpack(self, form: str, what: str) -> int | float:
        return struct.unpack(form, self._take(struct.calcsize(form), what))[0]

    def number(self, what: str) -> float:
        return self._unpack(">d", what)

    def count(self, what: str) -> int:
        return int(self._unpack(">i", what))

    def text(self, what: str) -> str:
        length = int(self._unpack(">h", what))
        if length == -1:
            return self._take(2 * int(self._unpack(">H", what)), what).decode(
                "utf-16-be", "replace"
            )
        return self._take(length, what).decode("latin-1")

    def kind(self) -> str:
        what = "the class of a tier"
        return self._take(int(self._unpack("B", what)), what).decode("latin-1")

    def present(self) -> bool:
        return self._take(1, "<exists>") == b"\x01"


def _refused(values: _Text | _Binary, problem: str, advice: str = _ADVICE) -> ReadError:
    return ReadError(problem, line=values.line(), advice=advice)


def _recognises(file: File) -> bool:
    """Recognize it by its bytes, in UTF-8, UTF-16 or binary, or by its name."""
    head = file.data[:200].lstrip(b"\xef\xbb\xbf\xff\xfe").replace(b"\0", b"")
    return (
        file.data.startswith(_ANY_BINARY) or bool(_TEXT.match(head)) or file.is_called(".textgrid")
    )


def _read(file: File) -> list[Stack]:
    source = file.display
    binary = file.data.startswith(_BINARY)
    values = _Binary(file.data) if binary else _text(file)
    ours = not binary and _MARK in file.text[:200]
    tiers = list(_tiers(values))
    kept = [tier for tier in tiers if ours or not _empty(tier)] or [
        tier for tier in tiers if tier.segments
    ]
    if not kept:
        raise ReadError("no tier has an interval or a point", advice="Choose a file with segments")
    flats = tuple(Flat(tier, source, Hints() if ours else hints(tier.name)) for tier in kept)
    empty = ", ".join(f"'{shortened(tier.name)}'" for tier in tiers if tier not in kept)
    notes = [Note("empty-layer", f"tiers without labels, left out: {empty}")] if empty else []
    order = Order.SURE if ours else Order.OPEN
    return [Stack(flats, source, source, order=order, notes=tuple(notes))]


def _text(file: File) -> _Text:
    """Return the values of a text after its header."""
    if file.data.startswith(_ANY_BINARY):
        what = shortened(file.data[len(_ANY_BINARY) + 1 : 60].split(b"\0")[0].decode("latin-1"))
        raise ReadError(f"not a TextGrid, but another binary Praat file ({what})", advice=_ADVICE)
    if file.text.lstrip().startswith(_CHRONOLOGICAL):
        raise ReadError("chronological TextGrids are not supported", advice=_ADVICE)
    values = _Text(file.text)
    file_type, kind = values.text("the file type"), values.text("the class of the object")
    if not file_type.startswith("ooTextFile") or kind != "TextGrid":
        problem = f"not a TextGrid, but '{shortened(kind if kind != 'TextGrid' else file_type)}'"
        raise ReadError(problem, advice="Choose the TextGrid in Praat and save it as a text file")
    return values


def _tiers(values: _Text | _Binary) -> Iterator[RawLayer]:
    start, end = values.number("the start"), values.number("the end")
    if not values.present():
        return
    count = values.count("number of tiers")
    refuse_more(count, MAX_LAYERS, "tiers")
    total = 0
    for number in range(1, count + 1):
        kind = values.kind()
        if kind not in _KINDS:
            problem = f"'{shortened(kind)}' is not a class of a tier"
            raise _refused(values, problem, "Use IntervalTier or TextTier")
        name = values.text("the name of a tier")
        where = f"tier {number}"
        start, end = values.number(f"the start of {where}"), values.number(f"the end of {where}")
        size = values.count(f"number of entries of {where}")
        total += size
        refuse_more(total, MAX_SEGMENTS, "intervals and points")
        entries = list(_entries(values, size, _KINDS[kind], where))
        if _KINDS[kind] == 1:
            entries = _between(entries, start, end)
        yield RawLayer(tuple(entries), name)


def _entries(values: _Text | _Binary, size: int, times: int, where: str) -> Iterator[Segment]:
    for number in range(1, size + 1):
        entry = f"entry {number} of {where}"
        start = values.number(f"a time of {entry}")
        end = values.number(f"the end of {entry}") if times == 2 else start
        for time in (start, end):
            if not 0 <= time <= MAX_TIME:
                problem = "a negative time" if time < 0 else f"{time:g} s, which is not a time"
                raise _refused(values, f"{entry} has {problem}", "Use seconds from 0")
        if end < start:
            problem = f"{entry} ends ({clock(end)}) before it starts ({clock(start)})"
            raise _refused(values, problem, "Swap its start and end")
        yield start, end, values.text(f"the text of {entry}")


def _between(points: list[Segment], start: float, end: float) -> list[Segment]:
    """Return the segments between points, and from the outer points to the ends of the tier."""
    if not points:
        return []
    first = [(start, start, "")] if 0 <= start < points[0][0] else []
    at = [*first, *points]
    ends = [*(time for time, _, _ in at[1:]), end if end <= MAX_TIME else at[-1][0]]
    cut = [(time, to, label) for (time, _, label), to in zip(at, ends, strict=True)]
    return cut if cut[-1][0] < cut[-1][1] else cut[:-1]


def _empty(tier: RawLayer) -> bool:
    """Whether a tier is unused: no entries, or one interval without text, as in a new tier."""
    return len(tier.segments) < 2 and not any(label for _, _, label in tier.segments)


def write_textgrid(hierarchy: Hierarchy) -> bytes:
    """Write the long form of a TextGrid, one tier of intervals per layer, coarsest first."""
    span = f"xmin = {_digits(hierarchy.start)} ", f"xmax = {_digits(hierarchy.end)} "
    lines = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        _MARK,
        *span,
        "tiers? <exists> ",
        f"size = {len(hierarchy.layers)} ",
        "item []: ",
    ]
    tiers = zip(losses.named(hierarchy, _writable), hierarchy.layers, strict=True)
    for number, (name, layer) in enumerate(tiers, 1):
        lines += [
            f"    item [{number}]:",
            '        class = "IntervalTier" ',
            f"        name = {_quoted(name)} ",
            *(f"        {line}" for line in span),
            f"        intervals: size = {len(layer.labels)} ",
        ]
        rows = zip(layer.intervals.tolist(), layer.labels, strict=True)
        for turn, ((start, end), label) in enumerate(rows, 1):
            lines += [
                f"        intervals [{turn}]:",
                f"            xmin = {_digits(start)} ",
                f"            xmax = {_digits(end)} ",
                f"            text = {_quoted(label)} ",
            ]
    return "\n".join([*lines, ""]).encode()


def _digits(time: float) -> str:
    """Format a time with all digits, without an exponent, which some readers refuse."""
    return np.format_float_positional(time, trim="-")


def _quoted(text: str) -> str:
    return '"' + _writable(text).replace('"', '""') + '"'


def _writable(text: str) -> str:
    return _CONTROLS.sub(" ", text)


def _loses(hierarchy: Hierarchy) -> list[str]:
    return [
        *losses.characters(hierarchy, _writable, "control characters"),
        *losses.names(hierarchy, losses.named(hierarchy, _writable)),
    ]


TEXTGRID = Format(
    key="textgrid",
    name="TextGrid",
    gist="Praat",
    about="long, short or binary; one layer per tier of intervals, or of points as boundaries",
    suffixes=(".textgrid",),
    suffix=".TextGrid",
    recognises=_recognises,
    read=_read,
    write=write_textgrid,
    loses=_loses,
    stands_alone=True,
)
