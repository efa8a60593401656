"""Compile numba's kernels, or load them, before a page needs them.

A machine's first start compiles for half a minute. A second process does half of this work, and
later compiles what no first page needs.
"""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from threading import Thread

from core.compiled import stored
from core.conventions import CONVENTIONS, FRAMELESS, MIR_EVAL, Convention
from core.diagnosis import diagnose
from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import score
from core.triplets.blocks import costliest, survey
from core.triplets.explaining import query_sweep
from core.triplets.task import Task

ROOT = Path(str(files("core"))).parent
TRIPLETS = ROOT / "core/triplets/_kernels.py"
PAIR = (
    Hierarchy.from_boundaries([[0, 2]], [["A"]]),
    Hierarchy.from_boundaries([[0, 1, 2]], [["A", "B"]]),
)


def compile_first() -> None:
    """Compile or load what the first page needs."""
    if stored(TRIPLETS):
        scores(MIR_EVAL)
    else:
        with second_process(MIR_EVAL) as other:
            scores(MIR_EVAL)
            other.wait()
    triplets(MIR_EVAL)


def compile_rest() -> None:
    """Compile or load what a page needs once its settings were changed."""
    if not stored(TRIPLETS, "quadrature"):
        with second_process(FRAMELESS) as other:
            other.wait()
    scores(FRAMELESS)
    triplets(FRAMELESS)


def scores(convention: Convention) -> None:
    score(*PAIR, settings=Settings(convention))
    diagnose(*PAIR, settings=Settings(convention))


def triplets(convention: Convention) -> None:
    task = Task(*PAIR, settings=Settings(convention))
    survey(task)
    costliest(task)
    query_sweep(task, 0.0, [1.0])


def second_process(convention: Convention) -> subprocess.Popen[bytes]:
    """Start to compile in another process, which ends with this one."""
    paths = filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))
    return subprocess.Popen(
        [sys.executable, "-m", "explorer.server.compiling", convention.name],
        stdin=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )


def end_with_the_server() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    Thread(target=end_with_the_server, daemon=True).start()
    convention = CONVENTIONS[sys.argv[1]]
    if convention is FRAMELESS:  # the first page is open, and has priority
        if hasattr(os, "nice"):
            os.nice(10)
        scores(convention)
    triplets(convention)
