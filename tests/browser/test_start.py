"""Starting the explorer as a newcomer does."""

import os
import re
import socket
import subprocess
import sys

from playwright.sync_api import expect
from serving import served


def test_first_start_of_a_new_user_asks_nothing(tmp_path):
    # Without settings in the home folder Streamlit would ask for an e-mail address and wait.
    environment = {**os.environ, "HOME": str(tmp_path), "BROWSER": "true"}
    with served(options=(), environment=environment) as address:
        assert address.startswith("http://127.0.0.1:")


def test_files_named_at_the_start_are_opened(open_watched, tmp_path):
    for name, text in (("ref.csv", "0, 20, 40, 60"), ("est.csv", "0, 30, 60")):
        (tmp_path / name).write_text(text)
    with served(tmp_path / "ref.csv", tmp_path / "est.csv") as address:
        page = open_watched(server=address, fresh=True)
        expect(page.locator("svg.layers .title").first).to_have_text(re.compile("ref.csv"))
        expect(page.locator("svg.layers .estimate .layer rect")).to_have_count(2)
        page.context.close()


def test_a_page_of_its_own_may_be_the_first_that_a_server_shows(open_watched, tmp_path):
    # Beside a folder named pages, Streamlit would run the page without the entry script.
    (tmp_path / "ref.csv").write_text("0, 20, 40, 60")
    with served(tmp_path / "ref.csv") as address:
        page = open_watched("triplets", server=address, fresh=True)
        expect(page.get_by_role("link", name="Compare")).to_be_visible()
        expect(page.locator("svg.layers .title").first).to_have_text(re.compile("ref.csv"))
        page.context.close()


def test_a_port_that_is_taken_is_named_in_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "explorer", "--no-browser", f"--port={port}"],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert f"port {port} is taken" in done.stderr
