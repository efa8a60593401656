"""Serve a class: addresses of this machine in its networks, short links, QR codes."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from explorer.server.keys import CLASS, is_ticket
from explorer.server.listening import ListenError, address_of

if TYPE_CHECKING:
    from segno import QRCode

EVERYWHERE = "0.0.0.0"  # hosts that mean all addresses of the machine

# Names of network interfaces: phones use wireless networks, nobody uses internal ones.
_WIRELESS = re.compile(r"wl|wi-?fi|airport|en0$", re.I)
_INSIDE = re.compile(
    r"br-|bridge|docker|ham|lxc|podman|ppp|tailscale|tap|tun|utun|vbox|v?ethernet \(|veth|virbr|"
    r"virtualbox|vmnet|vmware|vpn|wg|zt",
    re.I,
)

SHORT = "at"  # the parameter of a short address that replaces all parameters of a long one
_MOST, _OF_ONE = 64, 8
"""Stored long addresses of all visitors, and of one; the oldest are dropped. The lecturer's, which
may be on a screen or on paper, are all kept."""
_LONG = 80  # more characters make a QR code too fine to read across a room


@dataclass(frozen=True)
class Classroom:
    addresses: Sequence[str]  # addresses for browsers, the best first
    hosts: Sequence[str]  # host names that the server accepts
    port: int = 0
    key: str = field(default_factory=lambda: secrets.token_hex(16))  # the lecturer's token
    long: dict[str, str] = field(default_factory=dict)  # the lecturer's, by short name
    visiting: dict[str, tuple[str, str]] = field(default_factory=dict)  # with the visitor's address

    def path_of(self, page: str, query: str, visitor: str = "") -> str:
        """Return the path of a page's state, short enough for a QR code; no visitor: lecturer."""
        if len(query) > _LONG:
            name = hashlib.sha256(query.encode()).hexdigest()[:10]
            if visitor:
                self.visiting.pop(name, None)
                self.visiting[name] = visitor, query
                theirs = [name for name, (who, _) in self.visiting.items() if who == visitor]
                for first in (*theirs[:-_OF_ONE], *list(self.visiting)[:-_MOST]):
                    self.visiting.pop(first, None)
            else:
                self.long[name] = query
            query = f"{SHORT}={name}"
        return page + (f"?{query}" if query else "")

    def is_lecturer(self, cookies: Mapping[str, str]) -> bool:
        return is_ticket(cookies.get(f"{CLASS}-{self.port}", ""), self.key, self.port)

    def parameters(self, name: str) -> dict[str, str]:
        """Return the parameters of a long address by its short name; empty if unknown."""
        _, of_visitor = self.visiting.get(name, ("", ""))
        return dict(parse_qsl(self.long.get(name, of_visitor)))


def qr_code(address: str) -> QRCode:
    import segno  # few ask

    return segno.make_qr(address)


_served: list[Classroom] = []


def open_class(host: str, port: int) -> Classroom:
    """Find the addresses for a class, and save them for the pages."""
    addresses = own_addresses() if host == EVERYWHERE else [_as_browsers_call(host)]
    if not addresses:
        raise ListenError("this machine is on no network that others can reach; join one")
    name = socket.gethostname().lower().removesuffix(".local")
    short = name.partition(".")[0]
    hosts = [*addresses, *dict.fromkeys((name, short, f"{short}.local"))]
    _served[:] = [Classroom([address_of(address, port) for address in addresses], hosts, port)]
    return _served[0]


def _as_browsers_call(host: str) -> str:
    """Format a host like browsers do, for comparison in the gate."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.lower()
    if address.is_unspecified:
        raise ListenError(
            f"browsers can't open '{host}': leave out --host or set an address of this machine"
        )
    return str(address)


def served_class() -> Classroom | None:
    return _served[0] if _served else None


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine, without network requests."""
    import psutil  # few ask

    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    ranked = [
        (_rank(name), address.address)
        for name, addresses in psutil.net_if_addrs().items()
        for address in addresses
        if name in up and address.family == socket.AF_INET and _leads_here(address.address)
    ]
    return [address for _, address in sorted(ranked, key=lambda row: row[0])]


def _rank(interface: str) -> int:
    return 2 if _INSIDE.match(interface) else 0 if _WIRELESS.match(interface) else 1


def _leads_here(address: str) -> bool:
    """Whether others may reach an address; not if it is local to every machine."""
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def print_code(code: QRCode) -> None:
    out = StringIO()
    code.terminal(out, compact=True)
    try:
        out.getvalue().encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return
    if not sys.stdout.isatty():
        return
    # Dark on light in any terminal; the console of Windows may not support it.
    on, off = ("", "") if sys.platform == "win32" else ("\033[97;40m", "\033[0m")
    print("\n".join(f"{on}{line}{off}" for line in out.getvalue().splitlines()), flush=True)
