"""What pictures tell is taken wherever they are mounted: beside each mount stands what takes it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOUNTED = {
    "explorer.live_view": {("scope", "settled"), ("scope", "show"), ("scope", "drawing")},
    "explorer.heading": {("gallery", "chosen")},
    "explorer.lesson_state": {("keep", "kept")},
}


@pytest.mark.parametrize("module", MOUNTED)
def test_whoever_mounts_a_picture_takes_what_it_tells(module):
    # In a process of its own: here another test may have imported the other modules.
    script = f"import {module}; from explorer import told; print(sorted(told._takers))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert MOUNTED[module] <= set(eval(done.stdout))
