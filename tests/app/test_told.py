"""What pictures tell is taken wherever they are mounted: beside each mount stands what takes it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOUNTED = {
    "explorer.pair.view": {("scope", "settled"), ("scope", "show"), ("scope", "drawn")},
    "explorer.pair.heading": {("gallery", "chosen")},
    "explorer.lessons.keeping": {("keep", "kept"), ("keep", "went")},
}
# Each in a process of its own, where none of the others was imported: copies of one that has what
# imports nothing of the explorer.
SCRIPT = f"""
import os, streamlit
import core.choosing, core.diagnosis, core.effects, core.triplets
for module in {list(MOUNTED)}:
    if not os.fork():
        __import__(module)
        from explorer.session import around_streamlit
        print(repr((module, sorted(around_streamlit._takers))), flush=True)
        os._exit(0)
    os.wait()
"""


def test_whoever_mounts_a_picture_takes_what_it_tells():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    taken = dict(map(eval, done.stdout.splitlines()))
    assert taken.keys() == MOUNTED.keys()
    for module, wanted in MOUNTED.items():
        assert wanted <= set(taken[module])
