"""Streamlit's defaults that hierscope changes."""

import pytest
from streamlit import config
from streamlit.runtime.app_session import AppSession

from explorer.server.settings import watch_when_told


@pytest.mark.parametrize(("option", "watched"), [("none", 0), ("auto", 1)])
def test_who_comes_back_has_no_files_watched_unless_that_is_wanted(monkeypatch, option, watched):
    sessions = []
    monkeypatch.setattr(AppSession, "register_file_watchers", sessions.append)
    monkeypatch.setattr(config, "get_option", {"server.fileWatcherType": option}.__getitem__)
    watch_when_told()
    AppSession.register_file_watchers("a session")  # as Streamlit does then
    assert len(sessions) == watched
