"""A server with visitors who come and go, observed from inside, for tests/app/test_leaving.py.

It is a separate program, since Streamlit has one server per process. It reports in JSON.
"""

import json
import threading
from contextlib import contextmanager
from urllib.parse import urlencode
from weakref import ref

import streamlit as st
import uvicorn
from serving import PATIENCE, free_port
from streamlit import config
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.sync.client import connect

from core.errors import StyleError
from core.jobs.turns import Turns
from explorer.application import for_strangers, parts
from explorer.session import remembered
from explorer.styles import comparing
from explorer.widgets import progress

QUICKEST = {"sample": "few-items"}
SHOWN, WAITING = b"hierscope_styles", b"The server is busy"


def main():
    turns = Turns(1)
    progress.turns = lambda: turns
    remembered.LINGERS = remembered.TOGETHER = 0.1
    collected = heard(remembered, "collect")
    corpora = []
    read, measure = comparing.read_side, comparing.measure

    def noted(*args, **watched):
        corpus = read(*args, **watched)
        corpora.append(ref(corpus))
        return corpus

    began, stopped = threading.Event(), threading.Event()

    def endless(*_, progress, cancelled, **__):
        began.set()
        while not cancelled():
            progress(1, 2)
            stopped.wait(0.05)  # leave the processor to others
        stopped.set()
        raise StyleError("it was stopped")

    seen = {}
    comparing.read_side = noted
    with served() as address:
        with visit(address, QUICKEST) as until:
            until(SHOWN)
            seen["of the first, while there"] = alive(corpora)
        assert collected.wait(PATIENCE)
        comparing.measure = endless
        other = QUICKEST | {"order": "mean"}
        with visit(address, other):
            assert began.wait(PATIENCE)
            with visit(address, other) as until:
                until(WAITING)
            with visit(address, other) as until:
                until(WAITING)
                comparing.measure = measure
                collected.clear()
        seen["who computed is stopped"] = stopped.wait(PATIENCE)
        with visit(address, other) as until:
            until(SHOWN)
            assert collected.wait(PATIENCE)
            seen["of the first, later"] = alive(corpora[:2])
        seen["in the queue"] = len(turns)
    print(json.dumps(seen))


def heard(module, name):
    """Record the calls of a module's function."""
    function, called = getattr(module, name), threading.Event()

    def tell():
        function()
        called.set()

    setattr(module, name, tell)
    return called


def alive(references):
    return sum(each() is not None for each in references)


@contextmanager
def served():
    """Serve the explorer for others; yield the address of its stream."""
    config.set_option("server.address", "0.0.0.0")
    app = st.App(**parts(for_strangers(), lambda: None))
    port = free_port()
    server = uvicorn.Server(
        uvicorn.Config(app, port=port, log_level="error", ws="websockets-sansio")
    )
    started = heard_start(server)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert started.wait(PATIENCE)
        yield f"ws://127.0.0.1:{port}/_stcore/stream"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def heard_start(server):
    started, startup = threading.Event(), server.startup

    async def tell(*args, **how):
        await startup(*args, **how)
        started.set()

    server.startup = tell
    return started


@contextmanager
def visit(address, form):
    """Open the page Styles; yield a function that reads until a text is shown."""
    # Read all messages, otherwise the end is not noticed.
    how = {"max_size": None, "max_queue": None}
    with connect(address, subprotocols=["streamlit"], **how) as socket:
        hello = BackMsg()
        hello.rerun_script.page_name = "styles"
        hello.rerun_script.query_string = urlencode({"styles": json.dumps(form)})
        socket.send(hello.SerializeToString())

        def until(words):
            while words not in socket.recv(PATIENCE):
                pass

        yield until


if __name__ == "__main__":
    main()
