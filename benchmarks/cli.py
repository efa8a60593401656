"""Time the command, and the import in a notebook, from the shell: ``python benchmarks/cli.py``.

Medians of several starts in separate processes, after an untimed one that compiles and caches
kernels. Prints a table and exits with 1 if a limit is missed.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import timing
from timing import seconds

from core.io import write_jams, write_labs

ROOT = Path(timing.__file__).parents[1]
COMMAND = ("-m", "hierscope")
STARTS = 7


def main() -> int:
    """Run all and print the table."""
    reference, estimate = (timing.nested(n, 300_000, 5, 15, 40) for n in (1, 2))
    with tempfile.TemporaryDirectory() as folder:
        pairs: dict[str, list[str]] = {"JAMS": [], ".lab": []}
        for name, hierarchy in (("reference", reference), ("estimate", estimate)):
            jams = Path(folder, f"{name}.jams")
            jams.write_bytes(write_jams(hierarchy))
            pairs["JAMS"].append(str(jams))
            layers = Path(folder, name)
            layers.mkdir()
            for file, data in write_labs(hierarchy).items():
                (layers / file).write_bytes(data)
            pairs[".lab"].append(str(layers))
        rows = [
            *((f"score, {kind}", [*COMMAND, "score", *pair], 0.6) for kind, pair in pairs.items()),
            ("score --help", [*COMMAND, "score", "--help"], 0.3),
            ("import hierscope", ["-c", "import hierscope"], 0.3),
        ]
        print(f"{platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}")
        print(f"load before: {os.getloadavg()[0]:.1f}\n" if hasattr(os, "getloadavg") else "")
        missed = 0
        for name, words, limit in rows:
            took = seconds(lambda words=words: run(words), STARTS)
            missed += took > limit
            word = "MISSED" if took > limit else ""
            print(f"{name:<20}{took:>8.3f} s     at most {limit:g} s {word}")
    return 1 if missed else 0


def run(words: list[str]) -> None:
    """Run Python, and see that it worked."""
    # Python keeps compiled modules, unless it is told not to.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(
        [sys.executable, *words], cwd=ROOT, check=True, capture_output=True, env=environment
    )


if __name__ == "__main__":
    sys.exit(main())
