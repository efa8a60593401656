"""Time slider moves until the Corpus page is repainted: `python benchmarks/corpus_page.py`.

Runs in Chromium with as many pairs as SALAMI has, by one method and by two. Sets the slider to
another window and times two painted frames: the first with that window's line and numbers, and the
first with that window's tracks. Exits with 1 if a 95th percentile is over its limit.
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

from core.corpus.items import Item
from core.corpus.job import Job
from core.corpus.updating import update_results

LIMITS = {"drawn": ("line and numbers", 33), "followed": ("every track", 100)}
PAIRS = 494
METHODS = (1, 2)
DURATION = 240_000  # milliseconds
MOVES = 120


def main():
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HIERSCOPE_CACHE": folder}
        with served(environment=environment) as address, chromium() as browser:
            print(f"Chromium {browser.version}; median / p95 in ms")
            for methods in METHODS:
                path = corpus(Path(folder), methods)
                page = browser.new_page(viewport={"width": 1280, "height": 1400})
                form = urllib.parse.quote(json.dumps({"kind": "results", "results": str(path)}))
                page.goto(f"{address}/corpus?corpus={form}")
                page.get_by_role("button", name="Read these files").click()
                page.locator(".figures[data-followed]").wait_for()
                settled(page)
                for count, (what, limit) in LIMITS.items():
                    lags = slider_lags(page, ".figures", "#window", MOVES, count)
                    late = percentile(lags)
                    missed |= late > limit
                    held = f"{'OVER' if late > limit else 'within'} {limit}"
                    name = f"{what}, methods: {methods}"
                    print(
                        f"{name:<32}{statistics.median(lags):6.0f} / {late:4.0f}   {held}",
                        flush=True,
                    )
                page.close()
    return 1 if missed else 0


def corpus(folder, methods):
    """Score synthetic tracks by several methods, with as many pairs in total as SALAMI has."""
    tracks = PAIRS // methods
    for turn, name in enumerate(("reference", *range(methods))):
        (folder / str(name)).mkdir(exist_ok=True)
        for track in range(tracks):
            made = nested(track + tracks * turn, DURATION, 8, 24)
            (folder / f"{name}/{track}.csv").write_text(boundary_rows(made))
    items = [
        Item(
            str(track),
            f"method {method}",
            (str(folder / f"reference/{track}.csv"),),
            (str(folder / f"{method}/{track}.csv"),),
        )
        for track in range(tracks)
        for method in range(methods)
    ]
    path = folder / f"{methods}.parquet"
    update_results(path, items, Job())
    return path


if __name__ == "__main__":
    sys.exit(main())
