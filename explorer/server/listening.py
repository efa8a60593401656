"""Where the server listens: host and port, tried before anything is started."""

from __future__ import annotations

import argparse
import errno
import socket

FIRST_PORT = 8501
MANY = 100
_LAST = 65535
_PLAIN = 1024  # ports below are the system's


class ListenError(Exception):
    """Nothing can be served there; says why, and what else to give."""


def port_number(text: str) -> int:
    """Read a port."""
    short = text.isascii() and text.isdecimal() and len(text) <= len(str(_LAST))
    if not (short and 1 <= int(text) <= _LAST):
        raise argparse.ArgumentTypeError(f"'{text}' is no port: they go from 1 to {_LAST}")
    return int(text)


def free_port(host: str, wanted: int | None) -> int:
    """Give the port that is wanted, or else the first free one."""
    family, place = _own_address(host)
    for port in range(FIRST_PORT, FIRST_PORT + MANY) if wanted is None else (wanted,):
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((place, port))
            except PermissionError:
                raise ListenError(
                    f"port {port} is for administrators; name one from {_PLAIN} with --port"
                ) from None
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise ListenError(f"{host} can't be served on ({error.strerror})") from None
                continue
            return port
    if wanted is None:
        last = FIRST_PORT + MANY - 1
        raise ListenError(f"ports {FIRST_PORT} to {last} are taken; name another with --port")
    raise ListenError(f"port {wanted} is taken; name another with --port")


def address_of(host: str, port: int) -> str:
    """Give the address of a server, for a browser."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address(host: str) -> tuple[int, str]:
    """Look a host up, and see that it is this machine's; give its family and its address."""
    what = "is no host that is known here"
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM) if host else []
    except (OSError, UnicodeError):
        found = []
    for family, _, _, _, place in found:
        try:
            with socket.socket(family) as probe:
                probe.bind((place[0], 0))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                what = "is not an address of this machine"
            continue  # a name may have another, of IPv6 or IPv4
        return family, str(place[0])
    raise ListenError(
        f"'{host}' {what}; --host takes 127.0.0.1 (this machine alone), 0.0.0.0 (the network), or "
        "an address that this machine has"
    )
