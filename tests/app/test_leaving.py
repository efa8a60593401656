"""Visitors who leave: their place in the queue, their results, and running computations."""

import json
import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def test_who_leaves_takes_the_memory_along_and_gives_the_turn_away(tmp_path):
    paths = os.pathsep.join(map(str, (TESTS.parent, TESTS)))
    done = subprocess.run(
        [sys.executable, TESTS / "leaving.py"],
        env=os.environ | {"PYTHONPATH": paths, "HIERSCOPE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "of the first, while there": 2,
        "who computed is stopped": True,
        "of the first, later": 0,
        "in the queue": 0,
    }
