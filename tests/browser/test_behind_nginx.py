"""Behind nginx as in docs/deploy.md: TLS, a path, and both WebSockets."""

import os
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect
from serving import PATIENCE, free_port, resting, started

from core.hierarchy import Hierarchy
from core.io import write_jams

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NGINX = shutil.which("nginx", path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"]))
MAIN = """
{user} daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/site.conf;
}}
"""

pytestmark = [pytest.mark.walk, pytest.mark.skipif(NGINX is None, reason="nginx is not installed")]


@contextmanager
def nginx(folder, host, port, behind):
    """Run nginx with the file that is shipped, for another name, certificate and ports."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    make += ["-subj", f"/CN={host}", "-keyout", key, "-out", certificate]
    subprocess.run(make, check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text()
    for there, here in {
        "    listen 80;\n    listen [::]:80;": f"    listen 127.0.0.1:{free_port()};",
        "    listen 443 ssl http2;\n    listen [::]:443 ssl http2;": (
            f"    listen 127.0.0.1:{port} ssl http2;"
        ),
        "example.org;": f"{host};",
        "/etc/ssl/hierscope": str(folder),
        "/var/log/nginx": str(folder),
        "http://127.0.0.1:8501": behind,
    }.items():
        assert there in site
        site = site.replace(there, here)
    (folder / "site.conf").write_text(site)
    # Else those who answer could not write uploads into this folder.
    user = "" if os.geteuid() else "user root;"
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user))
    with subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"]) as server:
        try:
            yield
        finally:
            server.terminate()
            server.wait(PATIENCE)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder, host, port = tmp_path_factory.mktemp("nginx"), "hierscope.localhost", free_port()
    public = f"https://{host}:{port}/hierscope"
    with started(options=("--serve", public)) as (behind, _), nginx(folder, host, port, behind):
        yield f"{public}/"
    # A link holds a pair: what it says is not kept.
    log = (folder / "hierscope.log").read_text()
    assert '"GET /hierscope/"' in log
    assert "window=" not in log


@pytest.fixture
def page(browser, address):
    context = browser.new_context(ignore_https_errors=True)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.faults, page.sockets = [], []
    page.on("websocket", lambda socket: page.sockets.append(socket.url))
    page.on("console", lambda said: page.faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("requestfailed", lambda request: page.faults.append(f"failed: {request.url}"))
    page.goto(f"{address}?window=15")
    page.locator(".sentence:not(.late)").wait_for()
    yield page
    context.close()
    assert page.faults == []


def test_the_scores_follow_the_slider_and_a_pair_is_uploaded(page, address):
    score = page.locator("[data-headline=recall]")
    before = score.inner_text()
    slider = resting(page.locator("#window"))
    page.mouse.move(slider["x"] + slider["width"] / 2, slider["y"] + slider["height"] / 2)
    page.mouse.down()
    page.mouse.move(slider["x"] + slider["width"] / 4, slider["y"] + slider["height"] / 2)
    # While the button is down: Streamlit has not been told.
    expect(score).not_to_have_text(before)
    page.mouse.up()
    sockets = address.replace("https", "wss")
    assert set(page.sockets) == {f"{sockets}_stcore/stream", f"{sockets}hierscope/live"}

    page.get_by_test_id("stPopoverButton").filter(has_text="Open").click()
    # Larger than the 1 MB that nginx lets through by itself.
    text = write_jams(Hierarchy.from_boundaries([[0, 20, 60]])) + b" " * 3_000_000
    file = {"name": "ref.jams", "mimeType": "application/json", "buffer": text}
    page.locator("input[type=file]").first.set_input_files([file])
    expect(page.get_by_text("0:00.0 to 1:00.0")).to_be_visible()


def test_another_page_opens_and_a_long_link_gets_through(page):
    page.get_by_role("link", name="Lessons").click()
    expect(page).to_have_url(re.compile("/hierscope/lessons"))
    # Opened by itself, it is found below the same path, at the first try.
    page.reload()
    page.get_by_text("Each step shows a picture").wait_for()
    assert (
        page.evaluate("fetch(`./?drawn=${'x'.repeat(40000)}`).then(({ status }) => status)") == 200
    )
