"""From mouse move to pixels, in Chromium: `python benchmarks/latency.py`.

Drags the window slider and moves the query, and times each move from the browser's event to the
first frame after everything was drawn: once what the browser draws by itself, once the triplets
that Python answers with. Also times a new sweep: from choosing a sample to its scores on screen.
"""

import statistics
import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from serving import chromium, served

MOVES = 200
# After the frame in which the handlers drew, a task runs once that frame has been produced.
WATCH = """
(kind) => {
  window.__lags = [];
  window.__frames = [];
  const done = (start) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.__lags.push(performance.now() - start);
    channel.port2.postMessage(0);
  });
  document.addEventListener(kind, (event) => done(event.timeStamp), { capture: true });
  const tick = (now) => { window.__frames.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}
"""

# Called after the callbacks of a frame, and once it has been produced.
DRAWN = """
  const drawn = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(0);
  });
"""

# A move is answered when the words are for it, or for a later one: the last one wins.
ANSWERS = (
    f"() => {{ {DRAWN}"
    """
  window.__lags = [];
  window.__frames = [];
  const root = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
    .map((host) => host.shadowRoot).find((root) => root?.querySelector(".scope"));
  const scope = root.querySelector(".scope");
  const say = root.querySelector(".say");
  let waiting = [];
  const check = () => {
    const done = waiting.findLastIndex(({ wanted }) => wanted === say.dataset.shown);
    const answered = waiting.slice(0, done + 1);
    waiting = waiting.slice(done + 1);
    window.__lags.push(...answered.map(({ at }) => performance.now() - at));
  };
  document.addEventListener("pointermove", (event) => drawn(() => {
    waiting.push({ at: event.timeStamp, wanted: scope.dataset.wanted });
    check();
  }), { capture: true });
  const tick = (now) => {
    window.__frames.push(now);
    drawn(check);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
"""
)


def main():
    with served() as address, chromium() as browser:
        print(f"Chromium {browser.version}, {MOVES} moves each; median / p95 in ms")
        for sample in ("figure6", "pop_vs_algorithm", "sonata_movement"):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"{address}/?sample={sample}")
            page.locator("[data-score=reduced-recall]").wait_for()
            page.wait_for_load_state("networkidle")
            page.evaluate(WATCH, "pointermove")
            report(f"{sample}: window slider", drag(page))
            report(f"{sample}: query", point(page))
            page.close()
        triplets(browser, address)
        new_sweeps(browser, address)


def triplets(browser, address):
    """From a move to the triplets of that window or query, computed by Python and drawn."""
    for path in ("", "triplets"):
        for sample in ("figure6", "pop_vs_algorithm", "sonata_movement"):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"{address}/{path}?sample={sample}&q=40")
            page.locator("[data-score=reduced-recall]").wait_for()
            page.wait_for_load_state("networkidle")
            page.evaluate(ANSWERS)
            name = f"{path or 'compare'}, {sample}"
            report(f"{name}: triplets, window", drag(page))
            report(f"{name}: triplets, query", point(page))
            page.close()


def drag(page):
    """Drag the slider from end to end; give the lags, the frames, and the values seen."""
    box = page.locator("#window").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 10, y)
    page.mouse.down()
    return moves(page, box["x"] + 10, box["x"] + box["width"] - 10, y, page.mouse.up)


def point(page):
    """Move the mouse over the layers."""
    box = page.locator("svg.layers").bounding_box()
    return moves(page, box["x"] + 100, box["x"] + box["width"] - 30, box["y"] + 60, lambda: None)


def moves(page, start, end, y, finish):
    page.evaluate("window.__lags = []; window.__frames = []")
    score = page.locator("[data-score=reduced-recall]")
    seen = set()
    for move in range(MOVES):
        page.mouse.move(start + (end - start) * move / (MOVES - 1), y)
        if move % 10 == 0:
            seen.add(score.inner_text())
    finish()
    lags, frames = page.evaluate("[window.__lags, window.__frames]")
    steps = [after - before for before, after in pairwise(frames)]
    return lags, steps, seen


def report(name, measured):
    lags, steps, seen = measured
    rate = 1000 / statistics.mean(steps)
    print(
        f"{name:<52}{statistics.median(lags):6.1f} / {percentile(lags):5.1f}   "
        f"{len(lags)} moves, {rate:.0f} frames/s, {len(seen)} different values seen on the way"
    )


def percentile(values, share=0.95):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


# Clicks a card and waits for its reference's name over the layers; both are in shadow roots.
CLICK = """
([sample, words]) => new Promise((resolve) => {
  const hosts = () => [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')];
  const find = (what) => hosts().map((host) => host.shadowRoot?.querySelector(what)).find(Boolean);
  const start = performance.now();
  find(`[data-sample=${sample}]`).click();
  const look = () => {
    const title = find("svg.layers .title.reference");
    if (title?.textContent.endsWith(words)) resolve(performance.now() - start);
    else requestAnimationFrame(look);
  };
  look();
})
"""


def new_sweeps(browser, address):
    """From a click on a sample's card to its scores, drawn."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    page.locator("svg.layers .title.reference").wait_for()
    page.wait_for_load_state("networkidle")
    cards = {"sonata_movement": "analyst", "pop_vs_algorithm": "annotator", "figure6": "Figure 6"}
    for when in ("first time", *["again"] * 4):
        for sample, words in cards.items():
            lag = page.evaluate(CLICK, [sample, words])
            print(f"new pair: {sample}, {when}: {lag:.0f} ms")
            page.wait_for_load_state("networkidle")


if __name__ == "__main__":
    main()
