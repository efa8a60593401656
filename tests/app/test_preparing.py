"""What is ready before the first visitor, in a process that has loaded no kernel."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRST_PAGE = """
from importlib import import_module
from pathlib import Path
from explorer.preparing import compile_first

def loaded():
    modules = [f"core.{path.parent.name}._kernels" for path in Path("core").glob("*/_kernels.py")]
    kernels = [item for name in modules for item in vars(import_module(name)).values()]
    return {(kernel.__name__, types) for kernel in kernels
            for types in getattr(kernel, "signatures", ())}

compile_first()
before = loaded()
from apptesting import is_drawn, opened_at
assert is_drawn(opened_at("compare"), "hierscope_scope")
print(*{name for name, _ in loaded() - before})
"""


def test_the_first_page_needs_no_kernel_that_was_not_compiled_before(tmp_path):
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    environment = os.environ | {"PYTHONPATH": paths, "HIERSCOPE_CACHE": str(tmp_path)}
    run = [sys.executable, "-c", FIRST_PAGE]
    done = subprocess.run(run, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    assert (done.returncode, done.stdout) == (0, "\n")
