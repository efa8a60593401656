"""Describe the scores behind Figure 11, which the authors published as a table of tracks."""

import csv
import re

import numpy as np

from core.errors import ReadError
from core.io.limits import refuse_more
from core.showing import Row

SCORES_FILE = "results_olda_reduced.csv"  # in the authors' repository; results_olda.csv is full T
_TRACKS = 5000  # SALAMI has 1,359


def distribution(data: bytes, source: str) -> list[Row]:
    """Return the mean and the quartiles of T_F at each window, over the tracks that have scores.

    The table has a row per track, and columns such as ``t_measure15``: T_F at 15 s.
    """
    lines = data.decode("utf-8", "replace").splitlines()
    refuse_more(len(lines), _TRACKS, "lines", source=source)
    try:
        heads, *tracks = csv.reader(lines)
        found = [re.fullmatch(r"t_measure(\d{1,3})", head, re.ASCII) for head in heads]
        columns = {int(match[1]): at for at, match in enumerate(found) if match}
        scores = np.array([[float(row[at] or "nan") for at in columns.values()] for row in tracks])
        scores = scores[~np.isnan(scores).any(axis=1)]
        if not (scores.size and scores.min() >= 0 and scores.max() <= 1):
            raise ValueError("no scores")
    except (ValueError, IndexError, csv.Error) as error:
        raise ReadError(
            "this is no table of scores with columns such as t_measure15",
            source=source,
            advice=f"Open {SCORES_FILE} of the authors' repository",
        ) from error
    quartiles = np.quantile(scores, (0.25, 0.5, 0.75), axis=0)
    names = "mean", "lower quartile", "median", "upper quartile"
    numbers = np.vstack([scores.mean(axis=0), quartiles]).T.tolist()
    return [
        {"window": window, "tracks": len(scores), **dict(zip(names, row, strict=True))}
        for window, row in zip(columns, numbers, strict=True)
    ]
