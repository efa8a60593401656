"""The address by which others reach a server that stands behind another, such as nginx."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class PublicAddress:
    """Where a browser finds the explorer."""

    origin: str
    """As browsers name it, such as ``https://example.org`` or ``http://example.org:8080``."""
    host: str
    path: str
    """Without slashes at its ends; empty where the explorer is all that is there."""


def public_address(text: str) -> PublicAddress:
    """Take an address apart."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise ValueError(f"this is no address ({error})") from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise ValueError("give an address such as https://example.org/hierscope")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("an address with a host, a port and a path is wanted, and nothing else")
    host, path = parts.hostname, parts.path.strip("/")
    if not re.fullmatch(r"[a-z0-9.:_-]+", host):
        raise ValueError("write the host as browsers ask for it, in plain letters (xn--…)")
    if not re.fullmatch(r"(\w[\w.~-]*(/\w[\w.~-]*)*)?", path, re.ASCII):
        raise ValueError("a path of plain letters, digits, -, . and _ is wanted")
    named = f"[{host}]" if ":" in host else host
    if port not in (None, _DEFAULT_PORTS[parts.scheme]):
        named = f"{named}:{port}"
    return PublicAddress(f"{parts.scheme}://{named}", host, path)
