"""From a move of the slider to its picture on the page Corpus: `python benchmarks/corpus_page.py`.

In Chromium, for 1,000 tracks by one method and by three: sets the slider to another window, and
times until the frame is painted in which boxes, points, outliers, scatter and segments are those of
that window. Exits with 1 if a 95th percentile is over the limit.
"""

import json
import os
import statistics
import sys
import tempfile
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from latency import percentile
from serving import chromium, served, settled
from sliders import slider_lags
from timing import boundary_rows, nested

from core.corpus import Item
from core.corpus.job import Job
from core.corpus.updating import update_results

LIMIT = 100
TRACKS = 1000
METHODS = (1, 3)
DURATION = 240_000  # milliseconds
MOVES = 120


def main():
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HIERSCOPE_CACHE": folder}
        with served(environment=environment) as address, chromium() as browser:
            print(f"Chromium {browser.version}; median / p95 in ms, limit {LIMIT}")
            for methods in METHODS:
                path = corpus(Path(folder), methods)
                page = browser.new_page(viewport={"width": 1280, "height": 1400})
                form = urllib.parse.quote(json.dumps({"kind": "results", "results": str(path)}))
                page.goto(f"{address}/corpus?corpus={form}")
                page.get_by_role("button", name="Read these files").click()
                page.locator(".corpus[data-key]").wait_for()
                settled(page)
                lags = slider_lags(page, ".corpus", "#window", MOVES)
                page.close()
                late = percentile(lags)
                missed |= late > LIMIT
                held = "OVER" if late > LIMIT else "within"
                name = f"{TRACKS:,} tracks, methods: {methods}"
                print(
                    f"{name:<30}{statistics.median(lags):6.0f} / {late:4.0f}   {held}", flush=True
                )
    return 1 if missed else 0


def corpus(folder, methods):
    """Score synthetic tracks, each by so many methods."""
    for turn, name in enumerate(("reference", *range(methods))):
        (folder / str(name)).mkdir(exist_ok=True)
        for track in range(TRACKS):
            made = nested(track + TRACKS * turn, DURATION, 8, 24)
            (folder / f"{name}/{track}.csv").write_text(boundary_rows(made))
    items = [
        Item(
            str(track),
            f"method {method}",
            (str(folder / f"reference/{track}.csv"),),
            (str(folder / f"{method}/{track}.csv"),),
        )
        for track in range(TRACKS)
        for method in range(methods)
    ]
    path = folder / f"{methods}.parquet"
    update_results(path, items, Job())
    return path


if __name__ == "__main__":
    sys.exit(main())
