"""Filter the pairs of a corpus by method and by metadata of their tracks."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.corpus.results import Results
from core.vocabulary import FloatArray

DURATION = "duration"
METHOD = "method"
MOST_VALUES = 60  # a column with more distinct texts holds names, not categories


@dataclass(frozen=True)
class Facts:
    """The columns by which pairs can be filtered."""

    kinds: dict[str, tuple[str, ...]]  # by column, the sorted values that occur
    ranges: dict[str, tuple[float, float]]  # by numeric column, the smallest and the largest value


def facts(results: Results) -> Facts:
    """List by which values and ranges the pairs can be filtered."""
    kinds, ranges = {}, {}
    if len(results):
        lengths = results.durations
        ranges[DURATION] = float(lengths.min()), float(lengths.max())
    for name, column in _columns(results).items():
        values = sorted({value for value in column if value})
        numbers = _numbers(column)
        if 1 < len(values) <= MOST_VALUES:
            kinds[name] = tuple(values)
        elif len(values) > 1 and not np.isnan(numbers[[bool(value) for value in column]]).any():
            ranges.setdefault(name, (float(np.nanmin(numbers)), float(np.nanmax(numbers))))
    return Facts(kinds, {name: (low, high) for name, (low, high) in ranges.items() if low < high})


def chosen(
    results: Results,
    kinds: Mapping[str, Collection[str]],
    ranges: Mapping[str, tuple[float, float]],
) -> npt.NDArray[np.bool_]:
    """Return the mask of the pairs that pass all filters, shape (n,)."""
    columns = _columns(results)
    mask = np.ones(len(results), bool)
    for name, wanted in kinds.items():
        if wanted and name in columns:
            mask &= np.isin(np.array(columns[name], dtype=object), list(wanted))
    for name, (low, high) in ranges.items():
        if name == DURATION:
            values = results.durations
        elif name in columns:
            values = _numbers(columns[name])
        else:
            continue
        mask &= (values >= low) & (values <= high)
    return mask


def _columns(results: Results) -> dict[str, tuple[str, ...]]:
    # The scored duration is more exact than the metadata's.
    known = {name: column for name, column in results.metadata.items() if name != DURATION}
    return {METHOD: results.methods, **known}


def _numbers(column: tuple[str, ...]) -> FloatArray:
    return np.array([_number(value) for value in column])


def _number(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        return math.nan
    return number if math.isfinite(number) else math.nan  # for example with 401 digits
