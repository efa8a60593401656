"""Tests that need a separate process: memory, and kernels without the compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MEMORY = """
import resource
from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import FRAMELESS, score
from core.tmeasures.scoring import query_scores


def pair(end):
    marks = lambda step: [k * step for k in range(int(end / step))] + [end]
    rows = [marks(end / 4), marks(end / 12), marks(end / 60)]
    other = [marks(end / 5), marks(end / 30)]
    return Hierarchy.from_boundaries(rows), Hierarchy.from_boundaries(other)


def work(end):
    score(*pair(end), [15.0, 60.0, float("inf")])
    score(*pair(end), [15.0], settings=Settings(FRAMELESS))
    return query_scores(*pair(end), [15.0]).times


work(60.0)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
n_frames = len(work(3600.0))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(n_frames, after - before)
"""

WITHOUT_JIT = """
import math
import numba
import naive
from core.hierarchy import Hierarchy
from strategies import FRAMED_CONVENTIONS
from test_scores_naive import assert_as_naive, assert_as_quadrature

assert numba.config.DISABLE_JIT
pair = (
    Hierarchy.from_boundaries([[0, 2.5, 6], [0, 1.3, 2.5, 4.1, 6], [0, 1.3, 3.1, 4.1, 6]]),
    Hierarchy.from_boundaries([[0, 0.7, 2.4, 3.3, 6], [0, 2.4, 6], [0, 2.4, 6]]),
)
windows = [0.2, 1.5, 2.0, math.inf]
for convention in FRAMED_CONVENTIONS:
    assert_as_naive(*pair, windows, convention, 0.5)
    assert_as_naive(*pair, windows, convention, 0.5, [0.0, 0.4, 1.5, 2.4, 2.5, 3.9, 5.5])
assert_as_quadrature(*pair, windows)
print("done")
"""


def run(program, *arguments, **environment):
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests", ROOT / "tests/core")))
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *arguments],
        env=os.environ | {"PYTHONPATH": path} | environment,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.split()


@pytest.mark.skipif(sys.platform != "linux", reason="others have no peak in kilobytes")
def test_an_hour_needs_no_matrix_of_its_frames():
    n_frames, kilobytes = map(int, run(MEMORY))
    assert n_frames == 35_999  # mir_eval's count; a byte for each pair would be 1.3 GB
    assert kilobytes < 150_000


def test_kernels_without_the_compiler_give_the_same():
    assert run(WITHOUT_JIT, NUMBA_DISABLE_JIT="1") == ["done"]
