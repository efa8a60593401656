"""Check the server's port and host before starting, and its address behind a proxy."""

import argparse
import errno
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

FIRST_PORT = 8501
MANY = 100
_LAST = 65535
_PLAIN = 1024  # lower ports belong to the system
_DEFAULT_PORTS = {"http": 80, "https": 443}


class ListenError(Exception):
    """The server can't listen there; the message has the reason and an alternative."""


def port_number(text: str) -> int:
    short = text.isascii() and text.isdecimal() and len(text) <= len(str(_LAST))
    if not (short and 1 <= int(text) <= _LAST):
        raise argparse.ArgumentTypeError(f"'{text}' is not a port from 1 to {_LAST}")
    return int(text)


def free_port(host: str, wanted: int | None) -> int:
    """Return the wanted port, or the first free one."""
    family, place = _own_address(host)
    for port in range(FIRST_PORT, FIRST_PORT + MANY) if wanted is None else (wanted,):
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((place, port))
            except PermissionError:
                raise ListenError(
                    f"port {port} needs administrator rights; use one from {_PLAIN} with --port"
                ) from None
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise ListenError(f"can't serve on {host} ({error.strerror})") from None
                continue
            return port
    if wanted is None:
        last = FIRST_PORT + MANY - 1
        raise ListenError(f"ports {FIRST_PORT} to {last} are in use; set another with --port")
    raise ListenError(f"port {wanted} is in use; set another with --port")


def address_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address(host: str) -> tuple[int, str]:
    """Resolve a host, and check that it is this machine; return family and address."""
    what = "is not a known host"
    try:
        places = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM) if host else []
    except (OSError, UnicodeError):
        places = []
    for family, _, _, _, place in places:
        try:
            with socket.socket(family) as probe:
                probe.bind((place[0], 0))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                what = "is not an address of this machine"
            continue  # a name can have another address, IPv6 or IPv4
        return family, str(place[0])
    raise ListenError(
        f"'{host}' {what}; set --host to 127.0.0.1 (this machine only), 0.0.0.0 (the network) or "
        "an address of this machine"
    )


@dataclass(frozen=True)
class PublicAddress:
    """The public address of a server behind a reverse proxy, such as nginx."""

    origin: str  # as in browsers, such as `https://example.org` or `http://example.org:8080`
    host: str
    path: str  # path without slashes at its ends; empty at the root


def public_address(text: str) -> PublicAddress:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise ValueError(f"not a valid address ({error})") from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise ValueError("use an address such as https://example.org/hierscope")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("use an address with only a host, a port and a path")
    host, path = parts.hostname, parts.path.strip("/")
    if not re.fullmatch(r"[a-z0-9.:_-]+", host):
        raise ValueError("write the host as browsers request it, in plain letters (xn--…)")
    if not re.fullmatch(r"(\w[\w.~-]*(/\w[\w.~-]*)*)?", path, re.ASCII):
        raise ValueError("use a path of plain letters, digits, -, . and _")
    named = f"[{host}]" if ":" in host else host
    if port not in (None, _DEFAULT_PORTS[parts.scheme]):
        named = f"{named}:{port}"
    return PublicAddress(f"{parts.scheme}://{named}", host, path)
