"""Show how the advised window depends on its two thresholds: ``python benchmarks/advice.py``.

The thresholds are the share of the track scored, and the share of the comparisons that every layer
decides (`core/choosing/advice.py`). SALAMI is looked for in ``$HIERSCOPE_SALAMI`` and in
``../shared/salami``. Prints a row per pair of thresholds: how often the advice for one annotation
differs from that of the thresholds in use, and the advice for all annotations. Exits with 1 if the
rules, written out here, differ from :func:`core.choosing.advise`.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from salami_corpus import CORPUS

from core.choosing import advise
from core.choosing.layers import layer_weights
from core.corpus.reading import read_annotation
from core.corpus.sources.salami import from_salami
from core.hierarchy import Hierarchy
from core.tmeasures import score
from core.windows import ADVISABLE, DEFAULT_WINDOW

WINDOWS = np.array(ADVISABLE)
OCTAVES = np.abs(np.log2(WINDOWS / DEFAULT_WINDOW))
SCORED, DECIDED, IN_USE = (0.4, 0.5, 0.6), (0.03, 0.05, 0.08), (0.5, 0.05)
HALF, NEARLY = 0.5, 0.9
CHECKED = 200  # annotations


def advised(coverage, weights, scored, decided):
    """Return the nearest window to 15 s that meets both criteria, or else the first."""
    covers = _enough(np.mean(coverage, axis=0), scored)
    layers = []
    for of_layers in weights:
        seen = of_layers >= decided
        if (ever := seen.any(axis=1)).any():
            layers.append(seen[ever].all(axis=0))
    sees = _enough(np.mean(layers, axis=0), HALF) if layers else covers
    fits = covers & sees if (covers & sees).any() else covers
    return WINDOWS[np.where(fits, OCTAVES, np.inf).argmin()]


def _enough(mean, least):
    return mean >= min(least, NEARLY * mean.max()) - 1e-9


def main() -> int:
    """Print the table."""
    coverage, weights, sides = [], [], []
    for item in from_salami(CORPUS).items:
        for paths in (item.reference, item.estimate):
            layers = read_annotation(paths, 0).hierarchy.boundaries
            side = Hierarchy.from_boundaries(layers)
            own = score(side, side, WINDOWS).scores["reduced"].recall_share
            if own.any():
                coverage.append(own)
                weights.append(layer_weights(side, WINDOWS).weights)
                sides.append(side)
    rows = list(zip(coverage, weights, strict=True))
    usual = [advised([c], [w], *IN_USE) for c, w in rows]
    wrong = sum(
        advise([side]).window != window
        for side, window in zip(sides[:CHECKED], usual, strict=False)
    )
    print(f"{len(rows)} annotations; {wrong} of {CHECKED} advices differ from hierscope's")
    print("track scored | layers decide | other advice | advice for all")
    for scored in SCORED:
        for decided in DECIDED:
            own = [advised([c], [w], scored, decided) for c, w in rows]
            other = np.mean(np.array(own) != usual)
            of_all = advised(coverage, weights, scored, decided)
            print(f"{scored:.0%} | {decided:.0%} | {other:.1%} | {of_all:g} s", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
