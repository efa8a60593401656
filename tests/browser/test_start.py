"""Starting the explorer like a newcomer."""

import os
import re
import socket
import subprocess
import sys

from playwright.sync_api import expect
from serving import served


def test_a_new_users_first_start_asks_nothing_and_opens_what_is_named(open_watched, tmp_path):
    for name, text in (("ref.csv", "0, 20, 40, 60"), ("est.csv", "0, 30, 60")):
        (tmp_path / name).write_text(text)
    # Without settings in the home folder Streamlit would ask for an e-mail address and wait.
    environment = {**os.environ, "HOME": str(tmp_path), "BROWSER": "true"}
    files = tmp_path / "ref.csv", tmp_path / "est.csv"
    with served(*files, options=("--no-token",), environment=environment) as address:
        assert address.startswith("http://127.0.0.1:")
        # Not Compare is the first page that this server shows: beside a folder named pages,
        # Streamlit would run it without the entry script.
        page = open_watched("triplets", server=address, fresh=True)
        title = page.locator(".layers-box .title").first
        expect(title).to_have_text(re.compile("ref.csv"))
        page.get_by_role("link", name="Compare").click()
        expect(page.locator("[data-headline=recall]")).to_be_visible()
        expect(title).to_have_text(re.compile("ref.csv"))
        expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(2)
        page.context.close()


def test_a_port_that_is_taken_is_named_in_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "hierscope", "--no-browser", f"--port={port}"],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert f"port {port} is in use" in done.stderr
