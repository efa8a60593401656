"""What a person does on the page Windows, by mouse and keyboard, in Chromium."""

import math
import re

import pytest
from playwright.sync_api import expect
from serving import frames, settled

from core.samples import samples
from core.tmeasures import score

SAMPLES = {sample.id: sample for sample in samples()}
FIGURE_6 = SAMPLES["figure6"]
CHARTS = 4


@pytest.fixture
def open_windows(open_watched):
    def open_at(query="", height=1400, **how):
        page = open_watched(f"windows{query}", height=height, **how)
        drawn(page)
        return page

    return open_at


def drawn(page):
    page.locator(".chart[data-key]").nth(CHARTS - 1).wait_for()
    settled(page)


def chart(page, number=0):
    return page.locator(".chart").nth(number)


def read(page, name, number=0):
    return chart(page, number).locator(f'[data-value="{name}"]').text_content()


def window_of(page, number=0):
    text = chart(page, number).get_attribute("data-window")
    return math.inf if text == "null" else float(text)


def place(page, x, number=0, y=60):
    """A pixel of the plot, `x` of its axis."""
    box = chart(page, number).locator(".plot").bounding_box()
    return box["x"] + x, box["y"] + y


def drag(page, start, end, number=0):
    """Drag over a chart; the mouse stays down."""
    chart(page, number).scroll_into_view_if_needed()
    page.mouse.move(*place(page, start, number))
    page.mouse.down()
    page.mouse.move(*place(page, end, number), steps=4)
    frames(page)


def computed(window, variant="reduced"):
    result = score(FIGURE_6.reference, FIGURE_6.estimate, [window])
    return {
        f"{symbol} {variant}": f"{result.scores[variant].counted(measure)[0]:.3f}"
        for symbol, measure in (("T_R", "recall"), ("T_P", "precision"), ("T_F", "f_measure"))
    }


def shown(page, names, number=0):
    return {name: read(page, name, number) for name in names}


def test_a_drag_on_the_chart_moves_the_window_and_every_readout(open_windows):
    page = open_windows()
    seen = []
    for end in (300, 500, 640, 860):
        drag(page, 200, end)
        window = window_of(page)
        wanted = computed(window) | computed(window, "full")
        assert shown(page, wanted) == wanted
        assert {window_of(page, number) for number in range(CHARTS)} == {window}
        page.mouse.up()
        seen.append(window)
    assert seen == sorted(set(seen))
    assert seen[-1] == math.inf
    expect(page).to_have_url(re.compile("w=inf"))


def test_python_hears_of_the_window_only_once_it_rests(open_windows):
    page = open_windows()
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    page.reload()
    drawn(page)
    drag(page, 200, 210)
    before = len(sent)
    page.mouse.move(*place(page, 500), steps=20)
    frames(page)
    wanted = computed(window_of(page))
    assert shown(page, wanted) == wanted
    assert len(sent) == before > 0
    page.mouse.up()
    expect(page).to_have_url(re.compile(f"w={window_of(page):g}"))
    assert len(sent) > before


def test_the_keyboard_moves_the_window_and_the_address_follows(open_windows):
    page = open_windows()
    page.locator("#window").focus()
    page.keyboard.press("ArrowRight")
    frames(page)
    window = window_of(page)
    assert 15 < window < 16.5
    assert shown(page, computed(window)) == computed(window)
    expect(page).to_have_url(re.compile(rf"/windows\?w={window}"))
    page.reload()
    drawn(page)
    assert window_of(page) == window


def test_pointing_reads_a_value_and_moves_nothing(open_windows):
    page = open_windows()
    page.mouse.move(*place(page, 400))
    expect(chart(page)).not_to_have_attribute("data-read", "15")
    pointed = float(chart(page).get_attribute("data-read"))
    assert shown(page, computed(pointed)) == computed(pointed)
    assert window_of(page) == 15
    page.mouse.move(5, 5)
    expect(chart(page)).to_have_attribute("data-read", "15")
    assert shown(page, computed(15.0)) == computed(15.0)


def test_the_picture_is_saved(open_windows):
    page = open_windows()
    for kind, begin in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        with page.expect_download() as waiting:
            chart(page).get_by_role("button", name=f"Save the picture as {kind}").click()
        assert waiting.value.suggested_filename == f"hierscope-windows.{kind.lower()}"
        data = waiting.value.path().read_bytes()
        assert data.startswith(begin)
        assert len(data) > 10_000
