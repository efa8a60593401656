"""The gate before the server, called as ASGI; for Chromium see tests/browser/test_gate.py."""

import os
import re
import stat

import pytest
from serving import finished

from explorer.machine import LOOPBACK
from explorer.server.gate import CLOSED, HEALTH, Entry, Gate
from explorer.server.keys import own_key, ticket

KEY = "0123456789abcdef" * 2
PORT = 8501
OWN = Entry(LOOPBACK, KEY, PORT)
OPEN = Entry((), "", PORT)
TICKET = f"{OWN.cookie}={ticket(KEY, PORT)}"
HOST = f"127.0.0.1:{PORT}"


async def behind(scope, receive, send):
    """What is behind the gate: says that it was reached."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    headers = [(b"x-frame-options", b"ALLOWALL"), (b"content-type", b"text/plain")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"inside"})


def ask(path="/", entry=OWN, *, query="", kind="http", method="GET", **headers):
    """Give status (or what a socket is told), headers and text of an answer."""
    told = []

    async def receive():
        return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

    async def send(message):
        told.append(message)

    named = {"host": HOST} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in named.items()],
    }
    finished(Gate(behind, entry)(scope, receive, send))
    if kind == "websocket":
        return told[0]["type"], {}, ""
    head = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], head, b"".join(each.get("body", b"") for each in told[1:]).decode()


@pytest.mark.parametrize(
    ("kind", "method", "path"),
    [("http", "GET", "/"), ("http", "GET", "/corpus"), ("http", "GET", "/media/abc"),
     ("http", "GET", "/static/js/index.js"), ("http", "GET", "/hierscope/frontend/0/pair/scope.js"),
     ("http", "PUT", "/_stcore/upload_file/session/file"),
     ("http", "DELETE", "/_stcore/upload_file/session/file"),
     ("websocket", "GET", "/_stcore/stream"), ("websocket", "GET", "/hierscope/live")],
)  # fmt: skip
def test_all_is_for_the_owner_alone(kind, method, path):
    refused, passed = (403, 200) if kind == "http" else ("websocket.close", "websocket.accept")
    how = {"kind": kind, "method": method}
    assert ask(path, **how)[0] == refused
    assert ask(path, **how, cookie=TICKET)[0] == passed
    assert ask(path, OPEN, **how)[0] == passed
    for wrong in ("", KEY, ticket(KEY, PORT + 1), ticket(KEY, PORT)[:-1], "é"):
        assert ask(path, **how, cookie=f"{OWN.cookie}={wrong}")[0] == refused
        assert ask(path, **how, cookie=f"hierscope-1={ticket(KEY, PORT)}")[0] == refused
    # Cookies of other servers do not hide ours.
    for others in ("a[b]=c; ", 'x="{1,2}"; ', "; ;", "é=ü; "):
        assert ask(path, **how, cookie=f"{others}{TICKET}; z=(1)")[0] == passed


def test_the_address_that_is_printed_lets_in_and_is_shortened():
    status, head, _ = ask("/corpus", query=f"w=3&token={KEY}&pair=a%2Bb")
    assert (status, head["location"]) == (303, "/corpus?w=3&pair=a%2Bb")
    name, value = head["set-cookie"].split(";")[0].split("=")
    assert f"{name}={value}" == TICKET
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(re.split("; ", head["set-cookie"]))
    assert KEY not in head["set-cookie"]
    assert ask("/", query=f"token={KEY[:-1]}0")[0] == 403
    assert ask("/", query="token=%C3%A9")[0] == 403
    assert ask("/", query=f"token={KEY}", method="PUT")[0] == 403
    assert ask("/_stcore/stream", query=f"token={KEY}", kind="websocket")[0] == "websocket.close"
    # It never leads to another server.
    for path in ("//elsewhere.example/", "///elsewhere.example", "/\\elsewhere.example"):
        place = ask(path, query=f"token={KEY}")[1]["location"]
        assert re.match(r"/(?![/\\])", place)


def test_who_is_refused_reads_what_to_do_and_keeps_the_address():
    status, _, text = ask(query='pair="><img src=x>&w=3', accept="text/html,*/*")
    assert status == 403
    assert "token=" in text
    assert '<input type="hidden" name="w" value="3">' in text
    assert "<img" not in text
    assert ask(accept="*/*")[2] == "This hierscope is private."
    # A link on another site is tried once more, with the cookie.
    visit = {"sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    status, _, text = ask(sec_fetch_site="cross-site", **visit)
    assert (status, "refresh" in text) == (200, True)
    assert ask(sec_fetch_site="same-origin", **visit, accept="text/html")[0] == 403


def test_the_server_has_names_on_the_own_machine_and_any_on_a_network():
    for host in ("elsewhere.example", "127.0.0.1.elsewhere.example:8501", "", "[", "[::1"):
        assert ask(cookie=TICKET, host=host)[0] == 403
        assert ask(f"/{HEALTH}", host=host)[0] == 200  # asked for by what watches over the server
    for host in ("localhost:8501", "LOCALHOST", "[::1]:8501"):
        assert ask(cookie=TICKET, host=host)[0] == 200
    assert ask(entry=OPEN, host="lab.example:8501")[0] == 200


@pytest.mark.parametrize("entry", [OWN, OPEN])
def test_pages_elsewhere_may_link_here_and_nothing_else(entry):
    visit = {"sec_fetch_mode": "navigate", "sec_fetch_dest": "document", "cookie": TICKET}
    for site in ("cross-site", "same-site"):  # the second is another port of this machine
        assert ask(entry=entry, sec_fetch_site=site, **visit)[0] == 200
        frame = visit | {"sec_fetch_dest": "iframe"}
        assert ask(entry=entry, sec_fetch_site=site, **frame)[0] == 403
        fetched = {"sec_fetch_mode": "no-cors", "sec_fetch_dest": "image", "cookie": TICKET}
        assert ask(entry=entry, sec_fetch_site=site, **fetched)[0] == 403
    for origin in ("http://127.0.0.1:9999", "https://elsewhere.example", "null", "http://["):
        for how in ({"kind": "websocket"}, {"method": "PUT"}):
            answer = ask("/x", entry, cookie=TICKET, origin=origin, **how)[0]
            assert answer in (403, "websocket.close")
    before = entry._replace(origins=["https://elsewhere.example"])
    for origin, status in (("https://elsewhere.example", 200), ("http://elsewhere.example", 403)):
        assert ask("/x", before, cookie=TICKET, origin=origin, method="PUT")[0] == status
    own = f"http://{HOST}"
    assert ask("/x", entry, cookie=TICKET, origin=own, kind="websocket")[0] == "websocket.accept"


@pytest.mark.parametrize("below", ["", "/lab"])
def test_what_nobody_needs_is_closed_and_health_is_open(below):
    for path in CLOSED:
        assert ask(f"{below}{path}", OPEN)[0] == ask(f"{below}{path}", cookie=TICKET)[0] == 404
    assert ask(f"{below}/{HEALTH}", OWN._replace(below=below.strip("/")))[0] == 200
    assert ask(f"/elsewhere{below}/{HEALTH}", OWN._replace(below=below.strip("/")))[0] == 403


def test_every_answer_has_our_headers_once():
    for answer in (ask(), ask(cookie=TICKET), ask(CLOSED[0], OPEN), ask(query=f"token={KEY}")):
        head = answer[1]
        assert head["x-frame-options"] == "SAMEORIGIN"
        assert head["x-content-type-options"] == "nosniff"
        policy = dict(each.split(" ", 1) for each in head["content-security-policy"].split("; "))
        assert (policy["frame-ancestors"], policy["object-src"]) == ("'self'", "'none'")
        assert policy["default-src"] == "'self'"
        assert "unsafe" not in policy["script-src"]
        assert "http" not in head["content-security-policy"]
    # Browsers heed this one at secure addresses only.
    assert ask(entry=OPEN)[1]["cross-origin-opener-policy"] == "same-origin"
    head = ask(entry=OPEN._replace(trusted=False))[1]
    assert "cross-origin-opener-policy" not in head
    assert head["x-frame-options"] == "SAMEORIGIN"


def test_the_key_is_kept_for_the_owner_alone(tmp_path):
    place = tmp_path / "state" / "key"
    key = own_key(place)
    assert re.fullmatch("[0-9a-f]{32}", key)
    assert own_key(place) == key
    assert os.name == "nt" or stat.S_IMODE(place.stat().st_mode) == 0o600
    assert os.listdir(place.parent) == ["key"]


@pytest.mark.skipif(os.name == "nt", reason="no modes")
@pytest.mark.parametrize("how", ["readable", "empty", "long", "binary", "link", "folder", "pipe"])
def test_a_key_that_others_know_or_that_is_none_is_made_anew(tmp_path, how):
    place, old = tmp_path / "key", "f" * 32
    place.write_text({"empty": "", "long": old + "0", "binary": "\x00" * 32}.get(how, old))
    place.chmod(0o644 if how == "readable" else 0o600)
    if how in ("link", "folder", "pipe"):
        place.unlink()
        {
            "link": lambda: place.symlink_to("/dev/zero"),
            "folder": place.mkdir,
            "pipe": lambda: os.mkfifo(place),
        }[how]()
    key = own_key(place)
    assert re.fullmatch("[0-9a-f]{32}", key)
    assert key != old
    # A folder is nothing of ours: the key holds for this start.
    assert (own_key(place) == key) == (how != "folder")
    assert os.listdir(tmp_path) == ["key"]
