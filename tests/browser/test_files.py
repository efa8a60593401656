"""Opening and saving files in Chromium."""

import io
import json

import pytest
from playwright.sync_api import expect
from serving import settled
from unpacking import held, unpacked

from core.hierarchy import Hierarchy
from core.io import File, read, write_jams
from core.samples import sample
from core.tmeasures import score

FIGURE_6 = sample("figure6")

pytestmark = pytest.mark.walk

REFERENCE = {"name": "ref.csv", "mimeType": "text/csv", "buffer": b"0, 20, 40, 60\n0,10,20,40,60\n"}
ESTIMATE = {"name": "est.csv", "mimeType": "text/csv", "buffer": b"0, 30, 60\n"}
BAD = {"name": "cut.jams", "mimeType": "application/json", "buffer": b'{"annotations": ['}


# Resolves once an element has stood in one place for some frames.
STAYS = """async (element) => {
  for (let [still, before] = [0, NaN]; still < 12; ) {
    await new Promise(requestAnimationFrame);
    const { y } = element.getBoundingClientRect();
    [still, before] = [y === before ? still + 1 : 0, y];
  }
}"""


def uploaders(page):
    page.get_by_test_id("stPopoverButton").filter(has_text="Open").click()
    return page.locator("input[type=file]")


def test_notes_stay_open_while_repairs_are_tried(open_page):
    page = open_page()
    inputs = uploaders(page)
    inputs.nth(0).set_input_files([REFERENCE])
    expect(page.get_by_text("0:00.0 to 1:00.0")).to_be_visible()
    inputs.nth(1).set_input_files([{**ESTIMATE, "buffer": b"0, 20, 60\n0, 30, 60\n"}])
    expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(4)
    page.keyboard.press("Escape")
    settled(page)
    page.get_by_text("This may change the score").click()
    insert = page.get_by_role("button", name="Insert missing boundaries")
    insert.evaluate(STAYS)  # it slides in, and a press would end beside it
    insert.click()
    expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(5)
    settled(page)
    page.get_by_role("button", name="Undo the last repair of the estimate").click()
    expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(4)


def test_a_file_of_200_mb_is_refused_beside_the_uploader(open_page, tmp_path):
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        file.truncate(200_000_000)
    page = open_page()
    uploaders(page).nth(0).set_input_files(large)
    message = page.get_by_text("File must be 20.0MB or smaller")
    expect(message).to_be_visible()
    assert message.bounding_box()["width"] > 100
    expect(page.locator(".layers-box .title.reference")).to_have_text("Reference")


def test_a_label_that_xml_can_not_hold_does_not_stop_the_picture(open_page):
    page = open_page()
    inputs = uploaders(page)
    strange = write_jams(Hierarchy.from_boundaries([[0, 30, 60]], [["a\x01b", "c"]]))
    inputs.nth(0).set_input_files([{**BAD, "name": "strange.jams", "buffer": strange}])
    expect(page.get_by_text("0:00.0 to 1:00.0")).to_be_visible()
    inputs.nth(1).set_input_files([ESTIMATE])
    expect(page.locator(".layers-box .reference .layer rect")).to_have_count(2)
    page.keyboard.press("Escape")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").click()
        page.get_by_role("button", name="PNG").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_scores_figure_and_pair_can_be_downloaded(open_page):
    page = open_page()
    page.get_by_role("button", name="Export").click()

    def download(label):
        with page.expect_download() as saved:
            page.get_by_role("button", name=label).click()
        return saved.value.path().read_bytes()

    rows = json.loads(download("Scores, JSON"))
    wanted = score(FIGURE_6.reference, FIGURE_6.estimate, [15.0]).rows()
    assert [row for row in rows if row["window"] == 15.0] == wanted
    table = io.StringIO(download("Scores, CSV").decode())
    assert len(table.readlines()) == len(rows) + 1
    again = [found.hierarchy.boundaries for found in read([File("p.jams", download("Pair, JAMS"))])]
    for side, expected in zip(again, (FIGURE_6.reference, FIGURE_6.estimate), strict=True):
        assert all((a == b).all() for a, b in zip(side, expected.boundaries, strict=True))
    head, _ = unpacked(held(download("Figure, HTML").decode(), "message"))
    assert head["address"] == ""
