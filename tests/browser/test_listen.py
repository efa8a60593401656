"""Hearing a pair, in Chromium, which decodes what these tests write."""

import re

import numpy as np
import pytest
import soundfile
from playwright.sync_api import expect
from serving import query, resting
from symusic import Note, Score, Tempo, Track

from core.samples import sample

RATE = 8000
SILENCE = 0.8
FIGURE_6 = sample("figure6")
END = FIGURE_6.reference.end
STAYS = "It stays in this browser tab: no link and no file contains it."
# What is played, [at, offset, length], and how much is sent to the server.
WATCH = """() => {
  window.played = []; window.sent = [0];
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    window.played.push({ from: when[1], lasts: when[2] ?? null, loop: this.loop });
    start.apply(this, when);
  };
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    window.sent.push(data.byteLength ?? data.length);
    send.call(this, data);
  };
}"""


@pytest.fixture
def recordings(tmp_path):
    """A file as long as the track, and a short one; both begin with silence."""
    times = np.arange(int(END * RATE)) / RATE
    samples = np.where(times < SILENCE, 0, 0.4 * np.sin(440 * 2 * np.pi * times)).astype("f4")
    soundfile.write(tmp_path / "song.wav", samples, RATE)
    soundfile.write(tmp_path / "short.wav", samples[: 10 * RATE], RATE)
    return tmp_path


@pytest.fixture
def listen(open_page):
    def open_at(query=f"?sample={FIGURE_6.id}&q=30.5", **how):
        page = open_page(query, **how)
        page.evaluate(WATCH)
        page.get_by_role("button", name="listen").click()
        page.locator(".hearing").wait_for(state="attached")  # what plays is loaded
        page.locator(".layers").focus()
        return page

    return open_at


def played(page, count):
    """Return what was played last, once `count` parts were."""
    page.wait_for_function("count => window.played.length >= count", arg=count, polling=50)
    return page.evaluate("() => window.played")


def choose(page, path, says=STAYS):
    page.locator(".listen input[type=file]").set_input_files(path)
    expect(page.locator(".about-sound")).to_contain_text(says)


def plays_past(page, time):
    page.wait_for_function(
        "([playhead, time]) => playhead.dataset.time > time",
        arg=[page.locator(".hearing").element_handle(), time],
        polling=50,
    )


def test_segments_and_triplets_are_heard_and_a_recording_which_stays_here(listen, recordings):
    page = listen()
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    mark = page.locator(".hearing .mark").first
    expect(mark).to_have_attribute("aria-label", re.compile("^Hear layer 1 of the reference"))
    mark.click()
    [segment] = played(page, 1)
    page.locator(".layers").focus()
    page.keyboard.press("l")
    assert played(page, 2)[1] == {"from": segment["from"], "lasts": None, "loop": True}
    page.keyboard.press("l")
    page.keyboard.press("e")
    boundary = played(page, 3)[2]
    assert boundary["lasts"] == pytest.approx(4)
    edges = np.concatenate([*FIGURE_6.reference.boundaries, *FIGURE_6.estimate.boundaries])
    assert np.abs(edges - boundary["from"] - 2).min() < 1e-6
    for count, key in ((5, "1"), (7, "2")):
        page.keyboard.press(key)
        parts = played(page, count)[-2:]
        assert all(0 < part["lasts"] <= 2 for part in parts)
        assert parts[0]["from"] <= query(page) <= parts[0]["from"] + parts[0]["lasts"]
    expect(page.locator(".asked .q")).to_have_class(re.compile("heard"))
    expect(page.locator(".asked .j")).to_have_class(re.compile("heard"))
    page.keyboard.press("Space")
    expect(page.locator(".asked .heard")).to_have_count(0)
    q = page.locator(".asked .q").text_content()
    choose(page, recordings / "song.wav")
    page.locator(".layers").focus()
    page.keyboard.press("Space")
    part = played(page, 8)[-1]
    assert part["from"] == pytest.approx(query(page), abs=0.06)
    assert part["from"] + part["lasts"] == pytest.approx(END, abs=0.1)
    plays_past(page, query(page) + 0.2)
    expect(page.locator(".listen .caption")).to_contain_text(re.compile(r"^0:3\d"))
    expect(page.locator(".asked .q")).to_have_text(q)  # the playhead moved, q did not
    page.keyboard.press("Space")
    expect(page.locator(".listen .caption")).to_be_empty()
    choose(page, recordings / "short.wav", "lasts 0:10.0, the layers 1:00.0")
    start = page.get_by_label("Start of the recording in seconds")
    page.get_by_role("button", name="skip silence").click()
    expect(start).to_have_value(re.compile(r"-0\.[78]\d s"))
    start.fill("12.5")
    start.press("Enter")
    expect(start).to_have_value("12.50 s")
    place = resting(page.locator(".wave"))
    page.mouse.click(place["x"] + place["width"] * 15 / END, place["y"] + 20)
    assert played(page, 9)[-1]["from"] == pytest.approx(2.5, abs=0.2)
    page.mouse.move(place["x"] + 100, place["y"] + 20)
    page.mouse.down()
    page.mouse.move(place["x"] + 200, place["y"] + 20, steps=3)
    page.mouse.up()
    expect(start).not_to_have_value("12.50 s")
    moved = 12.5 + 100 / place["width"] * END
    assert float(start.input_value().split()[0]) == pytest.approx(moved, abs=0.1)
    # The start is remembered for this file.
    kept = start.input_value()
    choose(page, recordings / "song.wav")
    expect(start).to_have_value("0.00 s")
    choose(page, recordings / "short.wav", "lasts 0:10.0, the layers 1:00.0")
    expect(start).to_have_value(kept)
    dropped = page.evaluate_handle(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["no sound"], "notes.wav"));
          return data;
        }"""
    )
    page.dispatch_event(".layers", "drop", {"dataTransfer": dropped})
    expect(page.locator(".about-sound")).to_contain_text("cannot decode notes.wav")
    expect(start).to_be_visible()  # the recording before is still there
    assert not requests
    assert max(page.evaluate("() => window.sent")) < 10_000


def test_a_tune_is_heard_by_one_key_from_its_beginning(open_page):
    page = open_page()
    expect(page.locator(".roll path").first).to_have_attribute(
        "d", re.compile(r"^(M[\d.]+ [\d.]+h[\d.]+){60}")
    )
    page.locator(".hearing").wait_for(state="attached")  # loaded before anybody asks
    page.evaluate(WATCH)
    page.keyboard.press("Space")  # nothing has the focus
    assert played(page, 1) == [{"from": 0, "lasts": 32, "loop": False}]
    plays_past(page, 0.3)
    expect(page.locator(".play-tune")).to_have_text("■ stop")
    expect(page.locator(".hearing > path")).to_have_attribute("d", re.compile("^M"))
    expect(page.locator(".listen select option")).to_have_text(["Ode to Joy"])
    page.locator(".play-tune").click()
    expect(page.locator(".play-tune")).to_have_text("▶ play")
    page.locator(".layers").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert played(page, 2)[1]["from"] == pytest.approx(query(page), abs=0.06)
    page.keyboard.press("1")
    assert [part["lasts"] for part in played(page, 4)[2:]] == [2, 2]
    page.keyboard.press("Space")


def test_notes_of_a_midi_file_are_drawn_and_heard_and_stay_here(listen, tmp_path):
    score = Score(480)
    score.tempos.append(Tempo(0, 120))
    track = Track("melody")
    track.notes.extend(Note(960 * at, 480, 60 + at, 80) for at in range(4))
    score.tracks.append(track)
    score.dump_midi(tmp_path / "song.mid")
    (tmp_path / "bad.mid").write_bytes(b"no notes")
    page = listen()
    choose(page, tmp_path / "bad.mid", "bad.mid is not a readable MIDI file.")
    expect(page.locator(".roll path").first).not_to_have_attribute("d", re.compile("M"))
    choose(page, tmp_path / "song.mid", f"song.mid lasts 0:03.5, the layers 1:00.0. {STAYS}")
    expect(page.locator(".roll path").first).to_have_attribute("d", re.compile(r"^(M[^M]+){4}$"))
    page.locator(".play-tune").click()
    assert played(page, 1) == [{"from": 0, "lasts": 60, "loop": False}]
    assert max(page.evaluate("() => window.sent")) < 10_000


def test_taps_make_boundaries_and_one_undo_takes_them_back(listen):
    page = listen("draw?sample=figure6", ready=".toolbar")
    rows = page.locator(".stack.estimate .layer").first.locator("rect")
    before = rows.count()
    page.keyboard.press(";")
    expect(page.locator(".about-sound")).to_contain_text("play first")
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    played(page, 1)
    heard = []
    for count in (1, 2):
        plays_past(page, count)
        heard.append(float(page.locator(".hearing").get_attribute("data-time")))
        page.keyboard.press(";")
        expect(rows).to_have_count(before + count)
    heard.append(float(page.locator(".hearing").get_attribute("data-time")))
    said = page.locator(".toolbar .status")
    expect(said).to_contain_text("added to estimate layer 1")
    tapped = float(re.search(r"0:0(\d\.\d) added", said.text_content())[1])
    assert heard[1] - 0.1 <= tapped <= heard[2] + 0.1
    page.keyboard.press("Space")
    page.keyboard.press("Control+z")
    expect(rows).to_have_count(before)


def test_a_lesson_can_be_heard_by_touch_and_muted(listen):
    page = listen("lessons?lesson=triplet", ready=".layers", width=390, height=844)
    page.get_by_role("button", name="q, j").click()
    assert len(played(page, 2)) == 2
    expect(page.locator(".moment.heard")).to_have_count(1)
    mute = page.get_by_role("button", name="mute")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => JSON.parse(localStorage['hierscope-sound']).muted")
