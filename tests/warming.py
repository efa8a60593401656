"""Compile all numba kernels, and cache the machine code for all test processes.

The lists of blocks take as long as all others together, so they are compiled in parallel.
"""

import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from core.caemsi import equivalence_test
from core.diagnosis import diagnose
from core.samples import samples
from core.tmeasures import FRAMELESS, MIR_EVAL, score
from core.tmeasures.api import query_scores
from core.triplets.api import Filter, costliest, query_blocks, survey
from core.triplets.explaining import query_sweep
from core.triplets.task import Task

ROOT = Path(__file__).resolve().parents[1]


def lists(pair, how):
    task = Task(*pair, 3.0, **how)
    query_blocks(task, 5.0, Filter())
    costliest(task, 5)
    costliest(task, 5, Filter(("inverted",), (1, 0), ("j", 10.0, 30.0)), merge=True)


def others(pair, how):
    score(*pair, [3.0, math.inf], **how)
    query_scores(*pair, [3.0], **how)
    diagnose(*pair)
    task = Task(*pair, 3.0, **how)
    survey(task)
    survey(task, pixels=20)
    query_sweep(task, 5.0, [3.0, math.inf])
    distances = np.abs(np.subtract.outer(np.arange(8.0), np.arange(8.0))) / 10
    for exact in (False, True):
        equivalence_test(distances, 4, n_permutations=50, exact=exact, rng=np.random.default_rng(0))


PARTS = {each.__name__: each for each in (lists, others)}


def main(*names):
    """Compile all parts, each in its own process, or the named parts in this process."""
    if not names:
        command = [sys.executable, "-m", "tests.warming"]
        with ThreadPoolExecutor() as pool:
            of_root = partial(subprocess.run, cwd=ROOT, check=True)
            list(pool.map(of_root, ([*command, name] for name in PARTS)))
        return
    chosen = samples()[0]
    pair = chosen.reference, chosen.estimate
    beats = np.arange(0.0, chosen.reference.end, 0.5)
    for how in (
        {"convention": MIR_EVAL},
        {"convention": FRAMELESS},
        {"convention": MIR_EVAL, "frames": beats},
    ):
        for name in names:
            PARTS[name](pair, how)


if __name__ == "__main__":
    main(*sys.argv[1:])
