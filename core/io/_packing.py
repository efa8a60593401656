"""JSON values as short text for links: a version, and base64url of what deflate makes of them."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

from core.errors import ReadError
from core.io.limits import MAX_PACKED, MAX_UNPACKED

_VERSION = "1"
_COPY = "Copy the whole link, or ask for a new one"


def pack_json(value: object) -> str:
    """Write JSON values as short text that an address can hold.

    Parameters
    ----------
    value : object
        Lists, dicts, texts, numbers; no half of a surrogate pair.

    Returns
    -------
    str
        Letters, digits, ``-`` and ``_``; :func:`unpack_json` gives back the same.

    Raises
    ------
    ReadError
        If there is more than :func:`unpack_json` takes.
    """
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    packed = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    if len(data) > MAX_UNPACKED or len(packed) >= MAX_PACKED:
        raise ReadError(
            "its texts are too long for a link", source="link", mend="Save a file instead"
        )
    return _VERSION + packed


def unpack_json(text: str) -> Any:
    """Read what :func:`pack_json` gives, from wherever it comes.

    Parameters
    ----------
    text : str

    Returns
    -------
    object
        JSON values; of which types is for the caller to check.

    Raises
    ------
    ReadError
        If the text is damaged, of another version, longer than `MAX_PACKED` characters or unpacks
        to more than `MAX_UNPACKED` bytes.
    """
    data = _inflate(text)
    try:
        return json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise damaged() from error


def damaged() -> ReadError:
    """Give the error for a text that does not hold what it should."""
    return ReadError("the link is damaged", source="link", mend=_COPY)


def _too_long() -> ReadError:
    return ReadError("the link is too long", source="link", mend="Is it a link of hierscope?")


def _inflate(text: str) -> bytes:
    if len(text) > MAX_PACKED:
        raise _too_long()
    if not text.startswith(_VERSION):
        raise ReadError("the link is of no known version", source="link", mend=_COPY)
    body = text[len(_VERSION) :]
    # b64decode alone passes over characters that are not its own.
    if not re.fullmatch(r"[A-Za-z0-9_-]*", body):
        raise damaged()
    inflater = zlib.decompressobj()
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        data = inflater.decompress(packed, MAX_UNPACKED)
    except (ValueError, zlib.error) as error:
        raise damaged() from error
    if inflater.unconsumed_tail:
        raise _too_long()
    if not inflater.eof or inflater.unused_data:
        raise damaged()
    return data
