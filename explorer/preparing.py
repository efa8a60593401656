"""Compile numba's kernels, or load them, before a page needs them; score the sample corpus.

A machine's first start compiles for half a minute. A second process does half of this work. What no
first page needs is done in another process, while the server answers.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from threading import Thread

import numpy as np

from core.caemsi import equivalence_test
from core.compiled import stored
from core.conventions import FRAMELESS, MIR_EVAL, Convention
from core.diagnosis import diagnose
from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import score
from core.triplets.blocks import costliest, survey
from core.triplets.explaining import query_sweep
from core.triplets.task import Task

ROOT = Path(str(files("core"))).parent
PAIR = (
    Hierarchy.from_boundaries([[0, 2]], [["A"]]),
    Hierarchy.from_boundaries([[0, 1, 2]], [["A", "B"]]),
)


def compile_first() -> None:
    """Compile or load what the first page needs."""
    if stored(ROOT / "core/triplets/_kernels.py"):
        scores(MIR_EVAL)
    else:
        with second_process("triplets") as other:
            scores(MIR_EVAL)
            other.wait()
    triplets(MIR_EVAL)


def prepare_rest() -> None:
    """Compile what a page needs after a click, and score the sample; later starts load it."""
    if not stored(ROOT / "core/caemsi/_kernels.py"):  # what `rest` compiles last
        with second_process("rest") as other:
            other.wait()
    scores(FRAMELESS)
    triplets(FRAMELESS)
    for page in ("corpus", "styles"):  # their packages, such as plotly, take seconds
        import_module(f"explorer.{page}.picture")


def scores(convention: Convention) -> None:
    score(*PAIR, settings=Settings(convention))
    diagnose(*PAIR, settings=Settings(convention))


def triplets(convention: Convention) -> None:
    task = Task(*PAIR, settings=Settings(convention))
    survey(task)
    costliest(task)
    query_sweep(task, 0.0, [1.0])


def rest() -> None:
    # It would warn that no page runs here.
    logging.getLogger("streamlit.runtime.caching.cache_data_api").addFilter(lambda _: False)
    from explorer.corpus.scoring import score_sample_ahead  # slow, and only used here

    if hasattr(os, "nice"):
        os.nice(10)  # the first page is open, and has priority
    scores(FRAMELESS)
    triplets(FRAMELESS)
    score_sample_ahead()
    equivalence_test(np.ones((8, 8)), 4, n_permutations=50)


def second_process(part: str) -> subprocess.Popen[bytes]:
    """Start another process for a part of the work; it ends with this one."""
    paths = filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))
    return subprocess.Popen(
        [sys.executable, "-m", "explorer.preparing", part],
        stdin=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )


def end_with_the_server() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    Thread(target=end_with_the_server, daemon=True).start()
    parts: dict[str, Callable[[], None]] = {"triplets": partial(triplets, MIR_EVAL), "rest": rest}
    parts[sys.argv[1]]()
