"""Files, as uploaded, and decoded on demand."""

import codecs
import re
from dataclasses import dataclass
from functools import cached_property

from core.errors import ReadError, UnknownFormatError, naming
from core.files.names import shortened, stem
from core.io import limits
from core.io._json import parse_json
from core.io._text import data_lines
from core.io.limits import refuse_larger, refuse_more

_WITH_TEXT = "a zip archive or an Office document", "a PDF"
_BINARY = {
    b"PK\x03\x04": _WITH_TEXT[0],
    b"\x1f\x8b": "a gzip archive",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"%PDF": _WITH_TEXT[1],
    b"RIFF": "audio",
    b"ID3": "audio",
    b"fLaC": "audio",
    b"OggS": "audio",
}
LATIN = "Latin-1"
_NUL = re.compile("\0")
# Control characters except tabs, line ends and form feeds; no text has them.
_CONTROLS = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f]")
_CP1252_ONLY = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")  # undefined in Windows' Latin-1
_HALF = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")  # half of a surrogate pair, encoded like UTF-8
_JSON = re.compile(r'\s*(?:\{|\[\s*+(?:[\[{"\]-]|(?!\d+:)\d|true|false|null|$))')
_LOOKED_AT = 1000  # bytes

_RESAVE = "Save it as plain text with UTF-8 encoding"


def decode(data: bytes, source: str) -> tuple[str, str]:
    """Decode a file's content as UTF-8, as UTF-16 if it looks like it, else as Latin-1."""
    refuse_larger(len(data), limits.MAX_BYTES, "the file", source=source)
    for start, what in _BINARY.items():
        if data.startswith(start):
            advice = _RESAVE if what in _WITH_TEXT else "Choose an annotation file"
            raise UnknownFormatError(f"this is {what}, not text", source=source, advice=advice)
    codec, encoding = _codec(data)
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        problem = f"the text is not {encoding or 'UTF-8'} (byte {error.start + 1})"
        raise ReadError(
            problem, source=source, advice="Save the file with UTF-8 encoding"
        ) from error
    if (_CONTROLS if encoding == LATIN else _NUL).search(text):
        raise ReadError("the file is binary, not text", source=source, advice=_RESAVE)
    if not text or text.isspace():
        raise ReadError("the file is empty", source=source, advice="Choose a file with segments")
    return text.removeprefix("\ufeff"), encoding


def _codec(data: bytes) -> tuple[str, str]:
    """Return the encoding of a text, and its name if it is not UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", "UTF-16"
    head = data[:_LOOKED_AT]
    zeros = head[::2].count(0), head[1::2].count(0)
    if max(zeros) > len(head) / 4 > 1 and not min(zeros):  # UTF-16: half of the bytes are 0
        return ("utf-16-be", "UTF-16") if zeros[0] else ("utf-16-le", "UTF-16")
    try:
        data.decode()
    except UnicodeDecodeError:
        if _HALF.search(data):
            return "utf-8", ""
        return "cp1252" if _CP1252_ONLY.search(data) is None else "latin-1", LATIN
    return "utf-8-sig", ""


@dataclass(frozen=True)
class File:
    """A file's name and content, as uploaded.

    The name comes from the user's computer. It is only a hint and may be hostile: no code opens it,
    and only :attr:`display` is shown.
    """

    name: str
    data: bytes

    @property
    def display(self) -> str:
        """The name without folders and control characters, at most 61 characters."""
        base = re.split(r"[/\\]", self.name.rstrip("/\\"))[-1]
        return shortened(base) or "unnamed file"

    @property
    def stem(self) -> str:
        """The displayed name without its extension."""
        return stem(self.display, numbers=True)

    def is_called(self, *suffixes: str) -> bool:
        """Return whether the name ends with one of these lower-case suffixes."""
        return self.display.lower().endswith(suffixes)

    @cached_property
    def _decoded(self) -> tuple[str, str]:
        return decode(self.data, self.display)

    @property
    def text(self) -> str:
        """The decoded content; raises ReadError like :func:`core.io._files.decode`."""
        return self._decoded[0]

    @property
    def encoding(self) -> str:
        """The encoding of the text if it was decoded and is not UTF-8; else empty."""
        return self._decoded[1] if "_decoded" in self.__dict__ else ""

    @cached_property
    def _parsed(self) -> tuple[object, ReadError | None]:
        """The JSON value, or the error; cached, since several formats need it."""
        try:
            with naming(self.display):
                return parse_json(self.text), None
        except ReadError as error:
            return None, error

    @property
    def json(self) -> object:
        value, error = self._parsed
        if error is not None:
            raise error
        return value

    @property
    def structure(self) -> object:
        """The content as a JSON object or list, else None."""
        return self._parsed[0] if self.is_like_json else None

    @property
    def is_like_json(self) -> bool:
        """Whether the text begins like a JSON object or list, unlike [Verse] and [00:12.50]."""
        return bool(_JSON.match(self.text))

    @cached_property
    def all_lines(self) -> list[tuple[int, str]]:
        """Number and text of the lines from :func:`core.io._text.data_lines`."""
        text, source = self.text, self.display
        refuse_larger(len(self.data), limits.MAX_TEXT_BYTES, "the text", source=source)
        breaks = text.count("\n") + text.count("\r")
        refuse_more(breaks, limits.MAX_ALL_LINES, "lines, blank ones included", source=source)
        marks = sum(map(text.count, ",;\t|"))
        refuse_more(marks, limits.MAX_CELLS, "commas, semicolons, tabs and bars", source=source)
        lines = list(data_lines(text))
        refuse_more(len(lines), limits.MAX_LINES, "lines", source=source)
        return lines

    @cached_property
    def lines(self) -> list[tuple[int, str]]:
        """Like :attr:`all_lines`, but also raises ReadError if there are no lines."""
        lines = self.all_lines
        if not lines:
            problem = "the file has only comments and blank lines"
            raise ReadError(problem, source=self.display, advice="Choose a file with segments")
        return lines
