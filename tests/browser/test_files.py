"""Opening and saving files in Chromium."""

import io
import json
import re
import zipfile
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from serving import resting, settled
from unpacking import held, unpacked

from core.hierarchy import Hierarchy
from core.io import File, read, write_jams
from core.tmeasures import score
from explorer.server.around_streamlit import RELOADED

pytestmark = pytest.mark.walk

ESTIMATE = {"name": "est.csv", "mimeType": "text/csv", "buffer": b"0, 20, 60\n0, 30, 60\n"}


def uploaders(page):
    page.get_by_test_id("stPopoverButton").filter(has_text="Open").click()
    return page.locator("input[type=file]")


def test_files_are_refused_opened_repaired_and_saved(open_page, tmp_path):
    page = open_page("?sample=figure6")
    inputs = uploaders(page)
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        file.truncate(200_000_000)
    inputs.nth(0).set_input_files(large)
    message = page.get_by_text("File must be 20.0MB or smaller")
    expect(message).to_be_visible()
    wide = "message => message.getBoundingClientRect().width > 100"  # beside the uploader
    page.wait_for_function(wide, arg=message.element_handle())
    expect(page.locator(".layers-box .title.reference")).to_have_text("Reference")
    # XML can't hold one of its labels; its picture is saved below.
    strange = Hierarchy.from_boundaries([[0, 30, 60]], [["a\x01b", "c"]])
    file = {"name": "strange.jams", "mimeType": "application/json", "buffer": write_jams(strange)}
    inputs.nth(0).set_input_files([file])
    expect(page.get_by_text("0:00.0 to 1:00.0")).to_be_visible()
    inputs.nth(1).set_input_files([ESTIMATE])
    rows = page.locator(".layers-box .estimate .layer rect")
    expect(rows).to_have_count(4)
    expect(page.locator(".layers-box .reference .layer rect")).to_have_count(2)
    page.keyboard.press("Escape")
    settled(page)
    # Notes stay open while repairs are tried.
    page.get_by_text("This may change the score").click()
    insert = page.get_by_role("button", name="Insert missing boundaries")
    resting(insert)  # it slides in, and a press would end beside it
    insert.click()
    expect(rows).to_have_count(5)
    settled(page)
    page.get_by_role("button", name="Undo the last repair of the estimate").click()
    expect(rows).to_have_count(4)
    settled(page)
    page.get_by_role("button", name="Export").click()

    def download(label):
        with page.expect_download() as saved:
            page.get_by_role("button", name=label).click()
        return saved.value.path().read_bytes()

    rows = json.loads(download("Scores, JSON"))
    estimate = Hierarchy.from_boundaries([[0, 20, 60], [0, 30, 60]])
    assert [row for row in rows if row["window"] == 15.0] == score(strange, estimate, [15.0]).rows()
    table = io.StringIO(download("Scores, CSV").decode())
    assert len(table.readlines()) == len(rows) + 1
    again = [found.hierarchy.boundaries for found in read([File("p.jams", download("Pair, JAMS"))])]
    for side, expected in zip(again, (strange, estimate), strict=True):
        assert all((a == b).all() for a, b in zip(side, expected.boundaries, strict=True))
    head, _ = unpacked(held(download("Figure, HTML").decode(), "message"))
    assert head["address"] == ""
    assert download("PNG").startswith(b"\x89PNG")


def test_an_upload_is_there_after_a_reload_and_not_for_who_opens_the_address(open_watched):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for folder in ("reference", "method"):
            archive.writestr(f"{folder}/1.csv", "0, 20, 40, 60\n")
    address = f"corpus?{urlencode({'corpus': json.dumps({'kind': 'upload'})})}"
    page = open_watched(address)
    file = {"name": "mine.zip", "mimeType": "application/zip", "buffer": data.getvalue()}
    page.locator("input[type=file]").first.set_input_files([file])
    counted = page.get_by_text("2 files in 2 folders.")
    for _ in range(2):
        expect(counted).to_be_visible()
        settled(page)
        page.reload()
    expect(counted).to_be_visible()
    expect(page).not_to_have_url(re.compile(RELOADED))
    page.goto(page.url)
    expect(page.get_by_text("One folder has the references")).to_be_visible()
    settled(page)
    expect(counted).to_have_count(0)
