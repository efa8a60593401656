"""Run the command in this process, and record what it would serve."""

import sys

import pytest
import streamlit as st
from serving import free_port
from streamlit import config
from streamlit.runtime.scriptrunner import ScriptRunner

from explorer import app
from hierscope.__main__ import main as start


@pytest.fixture
def served(monkeypatch):
    """Give what the command would serve: how the gate lets in, and Streamlit's settings."""
    runs = []

    class App:
        def __init__(self, *, middleware, **how):
            self.entry, serve.lifespan = middleware[0].args[0], how["lifespan"]

        def run(self, config):
            runs.append((self.entry, config))

    monkeypatch.setattr(st, "App", App)
    # All of these are the process's.
    monkeypatch.setattr(config, "get_config_files", config.get_config_files)
    monkeypatch.setattr(ScriptRunner, "_run_script", ScriptRunner._run_script)
    monkeypatch.setattr(app, "hold_connections", lambda: None)
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    monkeypatch.setattr(sys, "argv", sys.argv)

    def serve(*words):
        assert start(["--no-browser", f"--port={free_port()}", *words]) == 0
        return runs.pop()

    interval = sys.getswitchinterval()
    yield serve
    sys.setswitchinterval(interval)
