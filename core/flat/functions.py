"""Score functional labels, such as verse and chorus, by the share of moments with the right one.

Labels are compared by seven functions. The table of what belongs to which (`functions.csv`) is that
of J.-C. Wang, Y.-N. Hung, J. B. L. Smith, "To Catch a Chorus, Verse, Intro, or Anything Else",
ICASSP 2022, as MIREX used it in 2025: the first row whose part is in the label decides.
"""

import csv
from functools import cache
from importlib.resources import files

import numpy as np

from core.hierarchy import Layer

FUNCTION_FRAME = 0.2
"""Seconds between two moments that are compared, as in MIREX 2025."""


@cache
def _table() -> tuple[tuple[str, str], ...]:
    rows = csv.DictReader((files("core.flat") / "functions.csv").read_text("utf-8").splitlines())
    return tuple((row["part"], row["function"]) for row in rows)


def function_of(label: str) -> str:
    """Return the function of a label: intro, verse, chorus, bridge, inst, outro or silence.

    Empty if the label is no function, such as ``"A"``.
    """
    return next((function for part, function in _table() if part in label.lower()), "")


def accuracy(reference: Layer, estimate: Layer) -> tuple[float, float]:
    """Return the share of moments with the same function in both layers, twice.

    It is no precision or recall, so both are the same. NaN if the reference has no function.
    """
    times = np.arange(0.0, reference.boundaries[-1], FUNCTION_FRAME)
    right, named = (
        np.array([*map(function_of, layer.labels)])[
            np.searchsorted(layer.boundaries, times, side="right") - 1
        ]
        for layer in (reference, estimate)
    )
    some = right != ""
    share = float(np.mean(some & (right == named))) if some.any() else np.nan
    return share, share
