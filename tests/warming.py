"""Compile all numba kernels, and cache the machine code for all test processes.

In one process, since the kernels share functions, which two processes would compile twice.
"""

import math

import numpy as np

from core.caemsi import equivalence_test
from core.diagnosis import diagnose
from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import FRAMELESS, MIR_EVAL, score
from core.tmeasures.scoring import query_scores
from core.triplets.blocks import Filter, costliest, query_blocks, survey
from core.triplets.explaining import query_sweep
from core.triplets.task import Task

END = 20.0
PAIR = (
    Hierarchy.from_boundaries([[0, 9, END], [0, 4, 9, 13, END]], [["A", "B"], [*"abac"]]),
    Hierarchy.from_boundaries([[0, 12, END], [0, 5, 12, 16, END]], [["x", "x"], [*"pqpr"]]),
)


def main():
    for how in (
        {"convention": MIR_EVAL},
        {"convention": FRAMELESS},
        {"convention": MIR_EVAL, "frames": np.arange(0.0, END, 0.5)},
    ):
        score(*PAIR, [3.0, math.inf], settings=Settings(**how))
        query_scores(*PAIR, [3.0], settings=Settings(**how))
        task = Task(*PAIR, 3.0, settings=Settings(**how))
        query_blocks(task, 5.0, Filter())
        costliest(task, 5)
        costliest(task, 5, Filter(("inverted",), (1, 0), ("j", 10.0, 15.0)), merge=True)
        survey(task)
        survey(task, pixels=20)
        query_sweep(task, 5.0, [3.0, math.inf])
    diagnose(*PAIR)
    distances = np.abs(np.subtract.outer(np.arange(8.0), np.arange(8.0))) / 10
    for exact in (False, True):
        equivalence_test(distances, 4, n_permutations=50, exact=exact, rng=np.random.default_rng(0))


if __name__ == "__main__":
    main()
