"""The addresses at which the explorer can listen, and error messages for others."""

import errno
import os
import socket

import pytest

from explorer.server import listening
from explorer.server.listening import FIRST_PORT, ListenError, address_of, free_port

ELSEWHERE = "203.0.113.9"  # kept for examples: no machine has it


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "80000"], "'80000' is not a port from 1 to 65535"),
        (["--port", "0"], "'0' is not a port"),
        (["--port=-1"], "'-1' is not a port"),
        (["--port", "8501.5"], "'8501.5' is not a port"),
        (["--port", "9" * 5000], "is not a port"),
        (["--host", ELSEWHERE], f"'{ELSEWHERE}' is not an address of this machine"),
        (["--host", "such..host"], "'such..host' is not a known host"),
        (["--host", ""], "'' is not a known host"),
        (["--host", "\udcff"], r"'\udcff' is not a known host"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
        (["a" * 5000 + ".csv"], "no such file or folder"),
    ],
    ids=lambda each: " ".join(each)[:30] if isinstance(each, list) else "",
)
def test_what_can_not_be_is_one_line(words, told, refused):
    assert told in refused("--no-browser", *words)


@pytest.fixture
def taken():
    """Give a port at which another listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_passed_over_unless_it_is_wanted(taken, monkeypatch):
    monkeypatch.setattr(listening, "FIRST_PORT", taken)
    assert free_port("127.0.0.1", None) > taken
    with pytest.raises(ListenError, match=f"port {taken} is in use"):
        free_port("127.0.0.1", taken)
    monkeypatch.setattr(listening, "MANY", 1)
    with pytest.raises(ListenError, match=f"ports {taken} to {taken} are in use"):
        free_port("127.0.0.1", None)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, "port 80 needs administrator rights; use one from 1024 with --port"),
        (errno.ENOBUFS, "can't serve on localhost"),
    ],
)
def test_what_the_system_refuses_is_said(number, told, monkeypatch):
    class Refusing(socket.socket):
        def bind(self, address):
            if address[1]:
                raise OSError(number, os.strerror(number))

    monkeypatch.setattr(listening.socket, "socket", Refusing)
    with pytest.raises(ListenError, match=told):
        free_port("localhost", 80)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_hosts_of_this_machine_are_served(host):
    assert free_port(host, None) >= FIRST_PORT


def test_a_name_with_several_addresses_needs_one_that_is_ours(monkeypatch):
    own = listening.socket.getaddrinfo("127.0.0.1", None, type=socket.SOCK_STREAM)
    other = [(*own[0][:4], (ELSEWHERE, 0))]
    monkeypatch.setattr(listening.socket, "getaddrinfo", lambda *_, **__: other + own)
    assert free_port("localhost", None) >= FIRST_PORT
    monkeypatch.setattr(listening.socket, "getaddrinfo", lambda *_, **__: other)
    with pytest.raises(ListenError, match="'localhost' is not an address of this machine"):
        free_port("localhost", None)


def test_addresses_are_those_of_browsers():
    assert address_of("127.0.0.1", 8501) == "http://127.0.0.1:8501"
    assert address_of("::1", 8501) == "http://[::1]:8501"
