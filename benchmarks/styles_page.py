"""Time slider moves until the Styles page is repainted: `python benchmarks/styles_page.py`.

Runs in Chromium. For each sample it sets the margin, then the level, to another value and times two
painted frames: the first with that value's line, verdict and numbers, and the first with its
labelings and marks. Exits with 1 if a 95th percentile is over its limit.
"""

import json
import statistics
import sys
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from latency import percentile
from serving import chromium, served, settled
from sliders import slider_lags

from core.caemsi.samples import STYLE_SAMPLES

LIMITS = {"drawn": 33, "followed": 100}
MOVES = 120
SLIDERS = {"margin": "#equivalence-margin", "level": "#level"}


def main():
    missed = False
    with served() as address, chromium() as browser:
        print(f"Chromium {browser.version}; median / p95 in ms, limits {LIMITS}")
        for sample in tuple(STYLE_SAMPLES):
            page = browser.new_page(viewport={"width": 1280, "height": 1400})
            form = urllib.parse.quote(json.dumps({"sample": sample}))
            page.goto(f"{address}/styles?styles={form}")
            page.locator(".styles[data-followed]").wait_for()
            settled(page)
            said = []
            for name, slider in SLIDERS.items():
                for count, limit in LIMITS.items():
                    lags = slider_lags(page, ".styles", slider, MOVES, count)
                    late = percentile(lags)
                    missed |= late > limit
                    said.append(f"{name} {count} {statistics.median(lags):4.0f} / {late:4.0f}")
            page.close()
            print(f"{sample:<14} {'   '.join(said)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
