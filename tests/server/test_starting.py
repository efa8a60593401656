"""Starting a public server: no prompts, and no effect of other applications' settings."""

import asyncio
import gc
import os
import sys
import time
import urllib.error
import urllib.request

from serving import PATIENCE, finished, started

HOOK = """
import json, os, sys
def note(event, values):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        with open(os.environ["ASKED"], "a") as stream:
            stream.write(json.dumps(values[1:] if event == "socket.connect" else values) + "\\n")
sys.addaudithook(note)
with open(os.environ["ASKED"], "a") as stream:
    stream.write('["127.0.0.1"]\\n')
"""
SETTINGS = """
[server]
enableXsrfProtection = false
enableCORS = false
enableStaticServing = true
enableAgentApi = true
scriptHealthCheckEnabled = true
baseUrlPath = "elsewhere"
maxUploadSize = 5000
allowedHosts = ["elsewhere.example"]
[client]
showErrorDetails = "full"
[browser]
gatherUsageStats = true
[theme]
base = "https://elsewhere.example/theme.toml"
font = "Far:https://elsewhere.example/font.css"
"""


def ask(address, method="GET"):
    try:
        with urllib.request.urlopen(urllib.request.Request(address, method=method)) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_a_server_for_others_asks_nobody_and_heeds_no_settings_of_the_folder(tmp_path):
    folder = tmp_path / "work"
    for place in (folder, tmp_path / "home"):
        (place / ".streamlit").mkdir(parents=True)
        (place / ".streamlit" / "config.toml").write_text(SETTINGS)
    (folder / "static").mkdir()
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    asked, said = tmp_path / "asked", tmp_path / "said"
    path = os.pathsep.join((str(tmp_path), *filter(None, sys.path)))
    environment = {
        **os.environ, "HOME": str(tmp_path / "home"), "PYTHONPATH": path, "ASKED": str(asked)
    }  # fmt: skip
    with said.open("wb") as stream:
        how = {"cwd": folder, "environment": environment, "log": stream}
        with started(options=("--host=0.0.0.0", "--no-browser"), **how) as (address, _):
            status, headers, text = ask(address)
            assert (status, "elsewhere" in text) == (200, False)
            assert headers["X-Frame-Options"] == "SAMEORIGIN"
            assert ask(f"{address}/_stcore/metrics")[0] == 404
            assert ask(f"{address}/_stcore/agent/openapi.json")[0] == 404
            assert ask(f"{address}/_stcore/upload_file/a/b", "PUT")[0] == 403  # without its token
            config = ask(f"{address}/_stcore/host-config")[1]
            assert config["Access-Control-Allow-Origin"] is None
    words = said.read_text()
    assert "starting on http://" in words
    assert "elsewhere" not in words
    assert "token" not in words  # it is for others
    places = asked.read_text().splitlines()
    assert len(places) >= 1  # the hook is there
    near = "127.0.0.1", "localhost", "0.0.0.0", "/"
    assert [place for place in places if not any(name in place for name in near)] == []


def test_threads_and_garbage_do_not_hold_up_the_event_loop(served):
    async def run():
        async with served.lifespan(None):
            deadline = time.monotonic() + PATIENCE
            while gc.get_freeze_count() == before and time.monotonic() < deadline:
                await asyncio.sleep(0.01)

    before = gc.get_freeze_count()
    served()
    finished(run())
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    assert frozen > before
    assert sys.getswitchinterval() < 0.001
