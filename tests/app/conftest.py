"""Setup for all pages that run as scripts."""

import pytest
import streamlit as st
from apptesting import listen


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    """A server for this machine only, without files, with nothing kept from before."""
    listen(monkeypatch, "127.0.0.1")
    monkeypatch.setattr("sys.argv", ["app.py"])
    monkeypatch.delenv("HIERSCOPE_SALAMI", raising=False)
    monkeypatch.setenv("HIERSCOPE_CACHE", str(tmp_path / "kept"))


@pytest.fixture
def saved(monkeypatch):
    """What the buttons that save would make, by label."""
    made = {}
    monkeypatch.setattr(
        st, "download_button", lambda label, make, *_, **__: made.update({label: make})
    )
    return made
