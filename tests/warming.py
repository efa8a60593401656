"""Have numba compile every kernel, and keep its machine code for all processes of the tests."""

import math

import numpy as np

from core.caemsi import equivalence_test
from core.samples import samples
from core.tmeasures import FRAMELESS, MIR_EVAL, query_scores, score
from core.triplets import Filter, Task, costliest, query_blocks, query_sweep, survey


def main():
    chosen = samples()[0]
    pair = chosen.reference, chosen.estimate
    beats = np.arange(0.0, chosen.reference.end, 0.5)
    for how in (
        {"convention": MIR_EVAL},
        {"convention": FRAMELESS},
        {"convention": MIR_EVAL, "frames": beats},
    ):
        score(*pair, [3.0, math.inf], **how)
        query_scores(*pair, [3.0], **how)
        task = Task(*pair, 3.0, **how)
        query_blocks(task, 5.0, Filter())
        costliest(task, 5)
        costliest(task, 5, Filter(("inverted",), (1, 0), ("j", 10.0, 30.0)), merge=True)
        survey(task)
        survey(task, pixels=20)
        query_sweep(task, 5.0, [3.0, math.inf])
    distances = np.abs(np.subtract.outer(np.arange(8.0), np.arange(8.0))) / 10
    for exact in (False, True):
        equivalence_test(distances, 4, n_permutations=50, exact=exact, rng=np.random.default_rng(0))


if __name__ == "__main__":
    main()
