"""Bytes to text, and text to times, with errors that name file and line."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from core.errors import ReadError, clock
from core.files.names import shortened
from core.io._files import MAX_BYTES, File

MAX_TIME = 1e9
"""Times in seconds above this (32 years) are no times of a recording."""

# Possessive, so that a line of a million digits does not take minutes.
NUMBER = r"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?"

_MAX_DIGITS = 100
_NUMBER = re.compile(NUMBER, re.ASCII)
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
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
_RESAVE = "Save it as plain text in UTF-8"


def decode(file: File) -> str:
    """Decode a file's content as UTF-8, or UTF-16 where a byte order mark says so.

    Parameters
    ----------
    file : File

    Returns
    -------
    str
        Without the byte order mark; line ends are left as they are.

    Raises
    ------
    ReadError
        If the file is empty, larger than `MAX_BYTES`, binary, or in another encoding.
    """
    source, data = file.display, file.data
    if len(data) > MAX_BYTES:
        raise ReadError(
            f"the file has more than the {MAX_BYTES / 1e6:.0f} MB allowed",
            source=source,
            mend="A file of segments is far smaller; is it the right one?",
        )
    for start, what in _BINARY.items():
        if data.startswith(start):
            raise ReadError(f"this is {what}, not text", source=source, mend=_RESAVE)
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in data and not utf16:
            raise ReadError("the content is binary", source=source, mend=_RESAVE) from error
        raise ReadError(
            f"not {'UTF-16' if utf16 else 'UTF-8'} text (byte {error.start + 1})",
            source=source,
            mend="Save it again with the encoding UTF-8",
        ) from error
    if "\0" in text:
        raise ReadError("the content is binary (it has NUL bytes)", source=source, mend=_RESAVE)
    if not text.strip():
        raise ReadError("the file is empty", source=source, mend="Choose a file with segments")
    return text


def data_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and stripped text of each line that is not blank and no ``#`` comment.

    Parameters
    ----------
    text : str
        With any line ends.

    Yields
    ------
    (int, str)
        The line number, 1 = first, and the line.
    """
    # Not str.splitlines: it also splits at characters that may be part of a label.
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def parse_time(text: str, *, source: str, line: int) -> float:
    """Parse a time in seconds.

    Parameters
    ----------
    text : str
    source : str
        The file, for the message.
    line : int
        The line, for the message.

    Returns
    -------
    float
        In [0, `MAX_TIME`].

    Raises
    ------
    ReadError
        If it is no number, negative, not finite or too large.
    """
    text = text.strip()
    if _DECIMAL_COMMA.fullmatch(text):
        raise ReadError(
            f"'{shortened(text)}' has a decimal comma",
            source=source,
            line=line,
            mend="Write decimals with a point",
        )
    if len(text) > _MAX_DIGITS or not _NUMBER.fullmatch(text):
        raise ReadError(
            f"'{shortened(text)}' is not a time" if text else "a time is missing",
            source=source,
            line=line,
            mend="Give times in seconds",
        )
    time = float(text)
    if not 0 <= time <= MAX_TIME:
        raise ReadError(
            "negative time" if time < 0 else f"{shortened(text)} s is too late to be a time",
            source=source,
            line=line,
            mend="Give times in seconds from 0",
        )
    return time


def parse_segment(
    start_text: str, end_text: str, label: str, *, source: str, line: int
) -> tuple[float, float, str]:
    """Parse start and end of a segment, as :func:`parse_time` does.

    Raises
    ------
    ReadError
        Also if the segment ends before it starts.
    """
    start = parse_time(start_text, source=source, line=line)
    end = parse_time(end_text, source=source, line=line)
    if end < start:
        raise ReadError(
            f"segment ends ({clock(end)}) before it starts ({clock(start)})",
            source=source,
            line=line,
            mend="Swap its start and its end",
        )
    return start, end, label
