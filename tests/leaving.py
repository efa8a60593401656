"""A server with visitors who come and go, observed from inside, for tests/app/test_leaving.py.

It is a separate program, since Streamlit has one server per process. It reports in JSON.
"""

import json
import threading
from contextlib import contextmanager
from urllib.parse import urlencode
from weakref import ref

import streamlit as st
from serving import PATIENCE, free_port, served_here
from streamlit import config
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.sync.client import connect

from core.errors import StyleError
from core.jobs.turns import Turns
from explorer.app import for_strangers, parts
from explorer.session import remembered
from explorer.styles import comparing
from explorer.widgets import progress

QUICKEST = {"sample": "few-items"}
SHOWN, WAITING = b"hierscope_styles", b"The server is busy"


def main():
    turns = Turns(1)
    progress.turns = lambda: turns
    remembered.LINGERS = remembered.TOGETHER = 0.1
    corpora = []
    read, measure, collect = comparing.read_side, comparing.measure, remembered.collect
    began, stopped, collected = (threading.Event() for _ in range(3))

    def collecting():
        collect()
        collected.set()

    def noted(*args, **watched):
        corpus = read(*args, **watched)
        corpora.append(ref(corpus))
        return corpus

    def endless(*_, progress, cancelled, **__):
        began.set()
        while not cancelled():
            progress(1, 2)
            stopped.wait(0.05)  # leave the processor to others
        stopped.set()
        raise StyleError("it was stopped")

    seen = {}
    comparing.read_side, remembered.collect = noted, collecting
    with served() as address:
        with visit(address, QUICKEST) as until:
            until(SHOWN)
            seen["of the first, while there"] = alive(corpora)
        assert collected.wait(PATIENCE)
        comparing.measure = endless
        other = QUICKEST | {"order": "mean"}
        with visit(address, other):
            assert began.wait(PATIENCE)
            for _ in range(2):
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


def alive(references):
    return sum(each() is not None for each in references)


@contextmanager
def served():
    """Serve the explorer for others; yield the address of its stream."""
    config.set_option("server.address", "0.0.0.0")
    with served_here(st.App(**parts(for_strangers(), lambda: None)), free_port()) as address:
        yield f"{address.replace('http', 'ws')}/_stcore/stream"


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
