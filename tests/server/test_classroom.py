"""Serving a class: the reachable address, its QR code, and its effects."""

import html
import io
import re
import socket
import sys
from types import SimpleNamespace

import numpy as np
import psutil
import pytest
import segno
import streamlit as st
from apptesting import message, opened_at, ready
from cases import case_rows

from core.hierarchy import Hierarchy
from core.io.link import pack_pair
from explorer.machine import LOOPBACK, for_this_machine
from explorer.server import classroom
from explorer.server.classroom import Classroom, own_addresses, print_code, qr_code
from explorer.server.listening import ListenError
from explorer.state.pages import LINK_LIMIT
from hierscope.__main__ import main as start

ADDRESS = "http://192.168.178.23:8501"
NETWORKS = {
    "lo": ["127.0.0.1"],
    "docker0": ["172.17.0.1"],
    "tun0": ["10.8.0.6"],
    "eth0": ["fe80::1", "10.0.0.5"],
    "eth1": ["169.254.7.7"],
    "eth2": ["10.9.9.9"],
    "wlp2s0": ["192.168.178.23"],
}


@pytest.fixture
def networks(monkeypatch):
    """Have this machine be in some networks; the cable of one is not plugged in."""

    def addresses(each):
        family = socket.AF_INET6 if ":" in each else socket.AF_INET
        return SimpleNamespace(family=family, address=each)

    found = {name: list(map(addresses, places)) for name, places in NETWORKS.items()}
    up = {name: SimpleNamespace(isup=name != "eth2") for name in NETWORKS}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: found)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: up)
    monkeypatch.setattr(socket, "gethostname", lambda: "Desk.local")
    monkeypatch.setattr(classroom, "_served", [])
    return found


OWN = ["192.168.178.23", "10.0.0.5", "172.17.0.1", "10.8.0.6"]


def test_the_likeliest_address_comes_first_and_nobody_is_asked_for_it(networks, monkeypatch):
    asked = []
    for place, name in (
        (socket, "getaddrinfo"),
        (socket, "gethostbyname"),
        (socket.socket, "connect"),
        (socket.socket, "sendto"),
    ):
        monkeypatch.setattr(place, name, lambda *at: asked.append(at))
    assert classroom.open_class("0.0.0.0", 8501).addresses == [f"http://{at}:8501" for at in OWN]
    assert asked == []


@pytest.mark.parametrize("name", ["Wi-Fi", "WLAN 2", "wlan0", "wlx001122334455", "en0"])
def test_wireless_networks_are_known_on_all_systems(networks, name):
    networks[name] = networks.pop("wlp2s0")
    psutil.net_if_stats()[name] = SimpleNamespace(isup=True)
    assert own_addresses()[0] == "192.168.178.23"


def test_a_class_is_served_at_every_address_and_nothing_of_the_disk(networks, served, capsys):
    entry, settings = served("--class", "--port=8765", "--no-browser")
    assert settings["server.address"] == "0.0.0.0"
    assert not for_this_machine()
    assert entry.hosts == settings["server.allowedHosts"] == [*OWN, "desk", "desk.local", *LOOPBACK]
    assert (entry.for_class, entry.trusted) == (True, False)
    said = capsys.readouterr().out
    assert f"lecturer's address is http://127.0.0.1:8765/?token={entry.key}\n" in said
    assert "starting on http://192.168.178.23:8765, or http://10.0.0.5:8765, or" in said
    assert "for everybody on the network" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--class"], "this machine is on no network that others can reach"),
        (["--class", "--serve=https://lab.example"], "--serve sets another"),
    ],
)
def test_where_there_is_no_address_for_a_class_it_is_one_line(networks, capsys, words, told):
    networks.clear()
    assert start(words) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "called"),
    [("Desk.Example.org", "desk.example.org"), ("2001:DB8:0:0::1", "[2001:db8::1]")],
)
def test_a_host_that_is_named_is_called_as_browsers_do(networks, host, called):
    found = classroom.open_class(host, 8501)
    assert found.addresses == [f"http://{called}:8501"]
    assert called.strip("[]") in [host.strip("[]") for host in found.hosts]


def test_a_machine_with_a_domain_is_known_by_its_short_name_and_no_address_is_none(
    networks, monkeypatch
):
    monkeypatch.setattr(socket, "gethostname", lambda: "Desk.example.org")
    hosts = classroom.open_class("10.0.0.5", 8501).hosts
    assert hosts == ["10.0.0.5", "desk.example.org", "desk", "desk.local"]
    with pytest.raises(ListenError, match="browsers can't open '::'"):
        classroom.open_class("::", 8501)


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


def test_the_terminal_shows_the_code(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    print_code(qr_code(ADDRESS))
    lines = [re.sub(r"\033\[[\d;]*m", "", line) for line in screen.getvalue().splitlines()]
    dark = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    seen = [[dark[each][half] for each in line] for line in lines for half in (0, 1)]
    wanted = [list(row) for row in segno.make_qr(ADDRESS).matrix_iter(border=4)]
    assert seen[: len(wanted)] == wanted
    # Where the code can't be seen, none is printed.
    for encoding, terminal in (("ascii", True), ("utf-8", False)):
        screen = Terminal()
        screen.encoding, screen.isatty = encoding, lambda terminal=terminal: terminal
        monkeypatch.setattr(sys, "stdout", screen)
        print_code(qr_code(ADDRESS))
        assert screen.getvalue() == ""


@pytest.fixture
def shown(monkeypatch):
    """Serve a class; give a function that opens an app's menu and gives the address in it."""
    monkeypatch.setattr("sys.argv", ["app.py"])
    monkeypatch.setattr(classroom, "_served", [Classroom([ADDRESS, "http://10.0.0.5:8501"], [])])

    def of(app):
        app.session_state["for_class"] = True
        ready(app.run())
        (menu,) = (each.proto.body for each in app.get("html") if "QR code" in each.proto.body)
        (source,) = re.findall(r'src="([^"]+)"', menu)
        here = html.unescape(re.search("<p>(.*)</p>", menu)[1])
        assert source == segno.make_qr(here).svg_data_uri(light="white", scale=10)
        assert "http://10.0.0.5:8501" in " ".join(each.value for each in app.caption)
        return here

    return of


@pytest.mark.parametrize(("page", "query", "here"), case_rows("words", "page-addresses"))
def test_the_code_for_a_class_is_that_of_the_page_on_screen(shown, page, query, here):
    app = opened_at(page, **query)
    assert "QR code" not in str(app.get("html"))
    assert shown(app).startswith(f"{ADDRESS}{here}")


def test_a_pair_that_is_too_long_for_a_link_has_a_short_address_for_a_class(shown):
    rng = np.random.default_rng(0)
    rows = (np.unique(rng.uniform(0, 999, 2000).round(3)) for _ in range(2))
    pair = pack_pair(*(Hierarchy.from_boundaries([[0, *row[1:], 1000]]) for row in rows))
    assert len(pair) > LINK_LIMIT
    here = shown(opened_at("triplets", pair=pair, q="17.0"))
    assert len(here) < 60
    page, _, name = here.removeprefix(f"{ADDRESS}/").partition("?at=")
    there = opened_at(page, at=name)
    assert there.session_state["pair"] == pair
    assert there.session_state["query"] == 17
    assert not there.toast
    assert "at=0123" in opened_at("triplets", at="0123").toast[0].value


def test_visitors_push_out_no_address_of_the_lecturer_and_few_of_others():
    class_ = Classroom([ADDRESS], [])

    def store(number, visitor=""):
        return class_.path_of("", f"q={number:0100}", visitor).partition("=")[2]

    lecturers = [store(number) for number in range(100)]
    other, shared = store(1000, "other"), store(7, "student")
    students = [store(number, "student") for number in range(2000, 2100)]
    crowd = [store(number, f"v{number}") for number in range(3000, 3055)]
    assert all(class_.parameters(name) for name in (*lecturers, shared, other, *crowd))
    assert [bool(class_.parameters(name)) for name in students] == [False] * 92 + [True] * 8


def test_links_lead_to_where_others_find_it(monkeypatch):
    monkeypatch.setattr("sys.argv", ["app.py"])
    for served, called, origin in (
        ([], "127.0.0.1:8501", ""),
        ([Classroom([ADDRESS], [])], "[::1]:8501", ADDRESS),
        ([Classroom([ADDRESS], [])], "10.0.0.5:8501", ""),  # who comes by it is in that network
    ):
        monkeypatch.setattr(classroom, "_served", served)
        monkeypatch.setattr(type(st.context), "headers", {"Host": called})
        assert message(opened_at("compare"), "hierscope_scope")[0]["origin"] == origin
