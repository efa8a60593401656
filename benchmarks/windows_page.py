"""From a choice to new curves on the page Windows: `python benchmarks/windows_page.py`.

In Chromium, times each choice of another pair, or convention, from the click to the first frame in
which all curves of the pair (240 windows), and those of all conventions, are drawn.
"""

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from latency import percentile
from serving import chromium, served, settled
from timing import nested

from core.io.link import pack_pair

LIMIT = 300
TURNS = 12
CHARTS = ("pair", "conventions")  # the first and the third of the page

# From the next release of the mouse on, waits until each chart draws other data: a number a chart.
WATCH = """
(charts) => {
  const shown = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
    .map((host) => host.shadowRoot?.querySelector(".chart")).filter(Boolean);
  const before = charts.map((at) => shown[at].dataset.key);
  const lags = charts.map(() => null);
  window.__lags = new Promise((resolve) => {
    document.addEventListener("pointerup", (event) => {
      const look = () => {
        charts.forEach((at, number) => {
          if (shown[at].dataset.key === before[number] || lags[number] !== null) return;
          lags[number] = performance.now() - event.timeStamp;
        });
        if (lags.every((lag) => lag !== null)) resolve(lags);
        else requestAnimationFrame(look);
      };
      look();
    }, { capture: true, once: true });
  });
}
"""


def main():
    pair = pack_pair(nested(1, 300_000, 9, 18, 36), nested(2, 300_000, 9, 18, 36))
    with served() as address, chromium() as browser:
        print(f"Chromium {browser.version}; median / p95 in ms, limit {LIMIT}")
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{address}/windows?pair={pair}")
        page.locator(".chart[data-key]").nth(3).wait_for()
        settled(page)
        report("another pair of 300 s (Swap)", swaps(page))
        report("another convention", conventions(page))
        report("another sample", samples(page))


def swaps(page):
    """Exchange the sides, each time after a change of β so that nothing is known from before."""
    found = []
    for turn in range(TURNS):
        page.get_by_role("button", name="Settings").click()
        change(page, "β of F", f"{2 + turn / 10:.1f}")
        page.keyboard.press("Escape")
        found.append(click(page, page.get_by_role("button", name="Swap")))
    return found


def conventions(page):
    """Choose the conventions in turn, each time after a change of the frame size."""
    found = []
    page.get_by_role("button", name="Settings").click()
    for turn in range(TURNS):
        change(page, "Frame size", f"{0.11 + turn / 100:.2f}")
        page.get_by_role("combobox", name="Convention").click()
        found.append(click(page, page.get_by_role("option").nth((turn + 1) % 3), charts=[0]))
    page.keyboard.press("Escape")
    return found


def samples(page):
    names = ("sonata_movement", "jazz_two_annotators", "pop_vs_algorithm", "pop_two_annotators")
    found = []
    for name in names:
        page.get_by_role("button", name="All samples").click()
        found.append(click(page, page.locator(f"[data-sample={name}]")))
    return found


def change(page, name, value):
    field = page.get_by_role("spinbutton", name=name)
    field.fill(value)
    field.press("Enter")
    settle(page)


def click(page, target, charts=(0, 2)):
    settle(page)
    page.evaluate(WATCH, list(charts))
    target.click()
    lags = page.evaluate("window.__lags")
    settle(page)
    return lags


def settle(page):
    settled(page)
    page.wait_for_load_state("networkidle")


def report(name, found):
    for at, chart in enumerate(CHARTS[: len(found[0])]):
        lags = [each[at] for each in found]
        median, late = statistics.median(lags), percentile(lags)
        held = "within" if late <= LIMIT else "OVER"
        print(f"{name:<30}{chart:<14}{median:6.0f} / {late:4.0f}   {held}, {len(lags)} times")


if __name__ == "__main__":
    main()
