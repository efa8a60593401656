"""From the bytes of a file to its text."""

from __future__ import annotations

import codecs

from core.errors import ReadError
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
_RESAVE = "Save it as plain text in UTF-8"


def decode(data: bytes, source: str) -> str:
    """Decode a file's content as UTF-8, or UTF-16 where a byte order mark says so.

    Parameters
    ----------
    data : bytes
    source : str
        The file, for messages.

    Returns
    -------
    str
        Without the byte order mark; line ends are left as they are.

    Raises
    ------
    ReadError
        If the file is empty, larger than `MAX_BYTES`, binary, or in another encoding.
    """
    refuse_large(data, source)
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
    if not text or text.isspace():
        raise ReadError("the file is empty", source=source, mend="Choose a file with segments")
    return text


def refuse_large(data: bytes, source: str) -> None:
    """Raise a ReadError if a file has more than `MAX_BYTES`."""
    if len(data) > MAX_BYTES:
        raise ReadError(
            f"the file has more than the {MAX_BYTES / 1e6:.0f} MB allowed",
            source=source,
            mend="A file of segments is far smaller; is it the right one?",
        )
