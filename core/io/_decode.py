"""From the bytes of a file to its text."""

from __future__ import annotations

import codecs
import re

from core.errors import ReadError, UnknownFormatError
from core.io.limits import MAX_BYTES

_BINARY = {
    b"PK\x03\x04": "a zip archive or an Office document",
    b"\x1f\x8b": "a gzip archive",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"%PDF": "a PDF",
    b"RIFF": "audio",
    b"ID3": "audio",
    b"fLaC": "audio",
    b"OggS": "audio",
}
LATIN = "Latin-1"
_NUL = re.compile("\0")
# What no text of letters has: control characters but tabs, line ends and form feeds.
_CONTROLS = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f]")
_CP1252_ONLY = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")  # that Windows' Latin-1 has no letter for
_HALF = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")  # of a surrogate pair, as if in UTF-8
_LOOKED_AT = 1000  # bytes

_RESAVE = "Save it as plain text in UTF-8"


def decode(data: bytes, source: str) -> tuple[str, str]:
    """Decode a file's content as UTF-8, as UTF-16 where it looks so, or else as Latin-1."""
    refuse_large(data, source)
    for start, what in _BINARY.items():
        if data.startswith(start):
            raise UnknownFormatError(f"this is {what}, not text", source=source, mend=_RESAVE)
    codec, words = _codec(data)
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        raise ReadError(
            f"not {words or 'UTF-8'} text (byte {error.start + 1})",
            source=source,
            mend="Save it again with the encoding UTF-8",
        ) from error
    if (_CONTROLS if words == LATIN else _NUL).search(text):
        raise ReadError("the content is binary", source=source, mend=_RESAVE)
    if not text or text.isspace():
        raise ReadError("the file is empty", source=source, mend="Choose a file with segments")
    return text.removeprefix("\ufeff"), words


def _codec(data: bytes) -> tuple[str, str]:
    """Tell a text's encoding, and what it is called where that is not UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", "UTF-16"
    head = data[:_LOOKED_AT]
    zeros = head[::2].count(0), head[1::2].count(0)
    if max(zeros) > len(head) / 4 > 1 and not min(zeros):  # every other byte: letters in UTF-16
        return ("utf-16-be", "UTF-16") if zeros[0] else ("utf-16-le", "UTF-16")
    try:
        data.decode()
    except UnicodeDecodeError:
        if _HALF.search(data):
            return "utf-8", ""
        return "cp1252" if _CP1252_ONLY.search(data) is None else "latin-1", LATIN
    return "utf-8-sig", ""


def refuse_large(data: bytes, source: str) -> None:
    """Raise a ReadError if a file has more than `MAX_BYTES`."""
    if len(data) > MAX_BYTES:
        raise ReadError(
            f"the file has more than the {MAX_BYTES / 1e6:.0f} MB allowed",
            source=source,
            mend="A file of segments is far smaller; is it the right one?",
        )
