"""Time a dragged boundary until its scores are drawn, in Chromium: `python benchmarks/drawing.py`.

Drags a boundary of the estimate with 200 moves. Times from the browser's event to the first frame
with the boundary, and to the first frame with the scores of that state, or with its coarse scape
if the switch *scape* is on. A round trip lasts from sending a request to receiving its answer. A
state that a later one replaced counts as answered with the later one.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from latency import DRAWN, MOVES, moves, percentile, report
from serving import chromium, served

from core.hierarchy import Hierarchy
from core.io.link import pack_pair

FROM_HAND = 40  # ms, p95 until the scores, or the scape, of a boundary are drawn
LIMIT = 25  # ms, p95 of a round trip

WATCH = (
    f"(scape) => {{ {DRAWN}"
    """
  Object.assign(window, { __lags: [], __frames: [], __trips: [], __drawn: [] });
  const root = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
    .map((host) => host.shadowRoot).find((root) => root?.querySelector(".scope"));
  const { dataset } = root.querySelector(".scope");
  let [waiting, last] = [[], Number(dataset.drawn)];
  const sent = new Map(); // when each question was
  const sockets = new Set();
  const number = (text) => Number(/"number": ?([0-9]+)/.exec(text)[1]);
  const hear = ({ data }) => {
    const question = sent.get(number(new TextDecoder().decode(data)));
    if (!question) return;
    window.__trips.push(performance.now() - question.start);
    heard = question.drawn;
  };
  let heard = -1; // the state of the last answer, and of the scape on screen
  let painted = -1;
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...image) {
    painted = heard;
    return put.apply(this, image);
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (...message) {
    if (String(message[0]).includes(`"kind":"${scape ? "scape" : "draw"}"`)) {
      if (!sockets.has(this)) this.addEventListener("message", hear);
      sockets.add(this);
      sent.set(number(message[0]), { start: performance.now(), drawn: Number(dataset.drawn) });
    }
    return send.apply(this, message);
  };
  const check = () => {
    const now = performance.now();
    const shown = scape ? painted : Number(dataset.scored);
    const done = waiting.filter(({ wanted }) => wanted <= shown);
    waiting = waiting.filter((each) => !done.includes(each));
    window.__lags.push(...done.map(({ at }) => now - at));
  };
  document.addEventListener("pointermove", (event) => {
    let wanted;
    // In the frame of the move: reports of the mouse that come after it are of later moves.
    requestAnimationFrame(() => (wanted = Number(dataset.drawn)));
    drawn(() => {
      window.__drawn.push(performance.now() - event.timeStamp);
      // A move that leaves the boundary where it is has no scores to wait for.
      if (wanted !== last) waiting.push({ at: event.timeStamp, wanted });
      last = wanted;
      check();
    });
  }, { capture: true });
  const tick = (now) => {
    window.__frames.push(now);
    drawn(check);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
"""
)
PLACE = """
() => {
  const root = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
    .map((host) => host.shadowRoot).find((root) => root?.querySelector("svg.layers"));
  const cells = [...root.querySelectorAll(".estimate .layer")].at(-1).querySelectorAll("rect");
  const boxes = [...cells].map((cell) => cell.getBoundingClientRect());
  const widest = boxes.slice(0, -1).map((box, at) => [Math.min(box.width, boxes[at + 1].width), at])
    .sort(([one], [other]) => other - one)[0][1];
  const [before, after] = [boxes[widest], boxes[widest + 1]];
  return [after.left, before.left + 3, after.right - 3, after.top + after.height / 2];
}
"""


def pair_of_five_minutes():
    """300 s, three layers a side: 8, 25 and 60 segments, nested."""
    chance = random.Random(4)

    def side():
        edges = sorted(chance.sample([step / 10 for step in range(10, 2990)], 59))
        coarse = sorted(chance.sample(edges, 24))
        return Hierarchy.from_boundaries(
            [[0, *row, 300] for row in (sorted(chance.sample(coarse, 7)), coarse, edges)]
        )

    return pack_pair(side(), side())


def main():
    missed = False
    with served() as address, chromium() as browser:
        print(f"Chromium {browser.version}, {MOVES} moves each; median / p95 in ms")
        pairs = {
            "figure6": "sample=figure6",
            "300 s, 3 and 3 layers": f"pair={pair_of_five_minutes()}",
            "jingle_bells": "sample=jingle_bells",
            "jingle_bells_algorithm": "sample=jingle_bells_algorithm",
        }
        songs = {name: f"sample={name}" for name in ("minuet_in_g", "jingle_bells")}
        scapes = [(f"{name}, scape", query, True) for name, query in songs.items()]
        for name, query, scape in [*((*pair, False) for pair in pairs.items()), *scapes]:
            page = browser.new_page(viewport={"width": 1280, "height": 1100})
            page.goto(f"{address}/draw?{query}")
            page.locator(".effects tbody tr").first.wait_for(state="attached")
            if scape:
                page.get_by_role("button", name="scape").click()
                page.locator(".plane.recall[data-drawn]").wait_for()
            page.wait_for_load_state("networkidle")
            x, low, high, y = page.evaluate(PLACE)
            page.mouse.move(x, y)
            page.mouse.down()
            page.evaluate(WATCH, scape)
            page.keyboard.down("Alt")  # it snaps to nothing: each move is another state
            lags, steps, seen = moves(page, low, high, y, page.mouse.up)
            page.keyboard.up("Alt")
            trips, drawn = page.evaluate("[window.__trips, window.__drawn]")
            report(f"{name}: the boundary", (drawn, steps, seen))
            report(f"{name}: its {'scape' if scape else 'scores'}", (lags, steps, seen))
            report(f"{name}: a round trip", (trips, steps, seen))
            missed |= percentile(trips) > LIMIT or percentile(lags) > FROM_HAND
            page.close()
    held = f"every round trip within {LIMIT} ms, scores and scapes within {FROM_HAND} of the hand"
    print("MISSED" if missed else held)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
