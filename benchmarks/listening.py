"""Time hearing a recording in Chromium: `python benchmarks/listening.py [SECONDS]`.

Plays ten minutes of stereo whose samples tell their own time, and compares it with the playhead as
drawn. SECONDS of playing are watched (20 unless given; the issue's limit is for 600).
"""

import sys
import tempfile
import wave
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import numpy as np
from playwright.sync_api import sync_playwright
from serving import served
from timing import nested, told

from core.io.link import pack_pair

LASTS = 600
RATE = 44100
RAMP = 4.0  # s in which the samples rise from -0.5 to 0.5
APART = 30  # ms between playhead and sample
MEMORY = 300  # MB
STALL = 50  # ms

WATCH = """(seconds) => {
  const root = [...document.querySelectorAll("*")].map((host) => host.shadowRoot)
    .find((shadow) => shadow?.querySelector(".hearing"));
  const watched = { apart: [], frames: [], stalls: 0 };
  new PerformanceObserver((list) => (watched.stalls = Math.max(watched.stalls,
    ...list.getEntries().map(({ duration }) => duration)))).observe({ type: "longtask" });
  const { connect } = AudioNode.prototype;
  let analyser;
  AudioNode.prototype.connect = function (node, ...rest) {
    if (node === this.context.destination && this.context instanceof AudioContext) {
      analyser = new AnalyserNode(this.context, { fftSize: 32 });
      connect.call(this, analyser);
    }
    return connect.call(this, node, ...rest);
  };
  const samples = new Float32Array(32);
  const tick = (now) => {
    watched.frames.push(now);
    if (analyser) {
      // What the analyser has is heard later, by what the browser says of its output.
      analyser.getFloatTimeDomainData(samples);
      const { context } = analyser;
      const { contextTime, performanceTime } = context.getOutputTimestamp();
      const late = context.currentTime - contextTime - (performance.now() - performanceTime) / 1000;
      const place = (samples.at(-1) / window.gain + 0.5) * RAMP - late;
      const head = Number(root.querySelector(".hearing").dataset.time) % RAMP;
      const off = Math.abs(head - place) % RAMP;
      watched.apart.push(1000 * Math.min(off, RAMP - off));
    }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  window.gain = JSON.parse(localStorage["hierscope-sound"] ?? '{"volume":0.7}').volume ** 2;
  window.watched = watched;
}""".replace("RAMP", str(RAMP))


def main(seconds: int) -> int:
    times = np.arange(LASTS * RATE) / RATE
    samples = ((times % RAMP) / RAMP - 0.5) * 32767
    pair = nested(1, LASTS * 1000, 10, 30), nested(2, LASTS * 1000, 12, 40)
    with tempfile.TemporaryDirectory() as folder, served() as address, sync_playwright() as play:
        path = Path(folder) / "ramp.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(np.repeat(samples.astype("<i2"), 2).tobytes())
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--enable-precise-memory-info"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{address}/?pair={pack_pair(*pair)}")
        page.get_by_role("button", name="listen").click(timeout=60_000)
        page.locator(".hearing").wait_for(state="attached")
        session = browser.new_browser_cdp_session()
        page.evaluate(WATCH, seconds)
        page.locator(".layers").focus()
        page.evaluate("() => (window.opened = performance.now())")
        page.keyboard.press("Space")
        page.get_by_text("· reference:").wait_for()
        begun = page.evaluate("() => performance.now() - window.opened")
        page.keyboard.press("Space")
        before = memory(session)
        page.evaluate("() => (window.opened = performance.now())")
        page.locator(".listen input[type=file]").set_input_files(path)
        page.get_by_text("It stays in this browser tab: no link").wait_for(timeout=60_000)
        opened = page.evaluate("() => performance.now() - window.opened")
        page.locator(".layers").focus()
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        page.wait_for_timeout(2000)
        page.evaluate(
            "() => { watched.apart.length = watched.frames.length = 0; watched.stalls = 0 }"
        )
        page.wait_for_timeout(seconds * 1000)
        watched = page.evaluate("() => watched")
        held = memory(session) - before
        browser.close()
    frames = np.diff(watched["frames"])
    apart = np.percentile(watched["apart"], 95)
    return told(
        [
            ("a recording of ten minutes is open after", opened / 1000, "", np.inf, "s"),
            ("a stand-in of ten minutes begins after", begun / 1000, "", np.inf, "s"),
            ("playhead apart from the sample, p95", apart, "at most", APART, "ms"),
            ("frames a second while it plays", 1000 / frames.mean(), "at least", 58, ""),
            ("longest task while it plays", watched["stalls"], "at most", STALL, "ms"),
            ("memory of the recording", held, "at most", MEMORY, "MB"),
        ]
    )


def memory(session) -> float:
    """Return the memory of all pages' processes, in MB."""
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    texts = [
        Path(f"/proc/{process['id']}/smaps_rollup").read_text()
        for process in processes
        if process["type"] == "renderer"
    ]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("Pss:")]
    return sum(int(line.split()[1]) for line in lines) / 1000


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
