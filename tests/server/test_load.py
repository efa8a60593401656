"""What is too much is turned away before it is taken in."""

import asyncio

import pytest
from serving import finished

from explorer.server import load
from explorer.server.load import Load

PLACE = "/lab/_stcore/upload_file/{}/file"


class Behind:
    """What is behind: takes a request in, and ends it when told to."""

    def __init__(self):
        self.taken = 0
        self.go_on = asyncio.Event()

    async def __call__(self, scope, receive, send):
        self.taken += 1
        await self.go_on.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})


async def ask(app, path, size=None, *, kind="http", method="PUT"):
    told = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        told.append(message)

    headers = [] if size is None else [(b"content-length", str(size).encode())]
    scope = {"type": kind, "method": method, "path": path, "headers": headers}
    await app(scope, receive, send)
    return told[0].get("status", told[0].get("code"))


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(load, "OF_A_VISITOR", 100)
    monkeypatch.setattr(load, "OF_ALL", 150)
    monkeypatch.setattr(load, "CONNECTIONS", 2)


@pytest.mark.parametrize(
    ("held", "size", "status"),
    [
        ({}, 100, 204),
        ({}, 101, 413),
        ({"me": 60}, 40, 204),
        ({"me": 60}, 41, 413),
        ({"other": 100}, 50, 204),
        ({"other": 100}, 51, 413),
        ({}, None, 411),
        ({}, "-1", 411),
        ({}, "9" * 400, 411),
    ],
)
def test_an_upload_that_is_too_much_is_not_taken_in(held, size, status):
    async def run():
        behind = Behind()
        behind.go_on.set()
        return await ask(Load(behind, lambda: held), PLACE.format("me"), size), behind.taken

    assert finished(run()) == (status, int(status == 204))


def test_uploads_under_way_count_until_they_end():
    async def run():
        behind = Behind()
        app = Load(behind, dict)
        first = asyncio.create_task(ask(app, PLACE.format("me"), 80))
        await asyncio.sleep(0)
        refused = [await ask(app, PLACE.format(who), 75) for who in ("me", "other")]
        behind.go_on.set()
        return refused, await first, await ask(app, PLACE.format("me"), 80)

    assert finished(run()) == ([413, 413], 204, 204)


def test_other_requests_are_not_counted():
    async def run():
        behind = Behind()
        behind.go_on.set()
        app = Load(behind, lambda: {"me": 1000})
        return [await ask(app, PLACE.format("me"), method="DELETE"), await ask(app, "/", 1000)]

    assert finished(run()) == [204, 204]


def test_one_connection_too_many_is_told_to_come_later():
    async def run():
        behind = Behind()
        app = Load(behind, dict)
        open_ones = [asyncio.create_task(ask(app, "/x", kind="websocket")) for _ in range(2)]
        await asyncio.sleep(0)
        refused = await ask(app, "/x", kind="websocket")
        behind.go_on.set()
        await asyncio.gather(*open_ones)
        return refused, await ask(app, "/x", kind="websocket")

    assert finished(run()) == (1013, 204)
