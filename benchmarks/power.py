"""Simulate how often identical corpora are found equivalent: ``python benchmarks/power.py``.

Items are random points in space, and distances Euclidean. Prints `core.caemsi.verdict.POWER`
again, and exits with 1 if a percentage differs.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from random_corpora import equivalent

from core.caemsi.verdict import POWER

PAIRS = 1000


def main() -> int:
    """Print a row per margin."""
    differs = False
    for margin, shares in POWER.items():
        again = {
            items: round(100 * equivalent(items, margin, 1.0, PAIRS, dimensions=3), 1)
            for items in shares
        }
        differs |= again != shares
        print(f"{margin:g}: {again}", flush=True)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
