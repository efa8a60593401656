"""The message of the component that shows both tests of two corpora; nothing here knows Streamlit.

Whatever margin and level are chosen, the answer was computed by the core and is only looked up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from core.caemsi.difference import DifferenceTest
from core.caemsi.equivalence import EquivalenceTest
from core.caemsi.margins import Flip, MarginCurve
from core.caemsi.verdict import (
    ONE_SIDED,
    SENTENCES,
    compare_p,
    margin_words,
    margins_written,
    median_words,
    passed,
    verdict,
    write_p,
)
from core.vocabulary import FloatArray
from explorer.messages.pack import pack, wrap

BINS = 60
_KEPT = (0.001, 0.999)  # quantiles of labellings between which bins lie
_SIDES = ("inferior", "superior")
_CORPORA = ("a", "b")


def styles_message(drawn: bytes, *, margin: float, alpha: float, restored: int) -> bytes:
    """Pack a drawing with what it starts from."""
    head = {
        "margin": margin,
        "alpha": alpha,
        "restored": restored,
    }
    return wrap(head, drawn)


def styles_drawing(
    difference: DifferenceTest,
    curve: MarginCurve,
    flips: Mapping[float, Sequence[Flip]],
    *,
    names: tuple[str, str],
    usual: float,
    about: str,
) -> bytes:
    """Pack both tests for every margin and level that can be chosen."""
    verdicts = [[verdict(difference, test, alpha) for test in curve.tests] for alpha in flips]
    nulls = {
        "difference": _bins(difference.null, difference.counted, [difference.statistic]),
        **{side: _partial_bins(curve.tests, side) for side in _CORPORA},
    }
    head: dict[str, Any] = {
        "margins": list(curve.margins),
        "margin_words": [margin_words(test) for test in curve.tests],
        "alphas": list(flips),
        "usual": usual,
        "superior": curve.superior,
        "names": list(names),
        "p_diff": write_p(difference),
        "p_eqv": [write_p(test) for test in curve.tests],
        "lambda_a": [write_p(test, test.a.value) for test in curve.tests],
        "lambda_b": [write_p(test, test.b.value) for test in curve.tests],
        "sides": {
            below: compare_p("{p}", "{alpha}", below == "below") for below in ("below", "not_below")
        },
        "sentences": SENTENCES,
        "medians": {
            side: median_words(name, getattr(curve.tests[0], side))
            for side, name in zip(_CORPORA, names, strict=True)
        },
        "margins_written": [margins_written(test) for test in curve.tests],
        "one_sided": ONE_SIDED,
        "verdicts": list(SENTENCES),
        "flips": [[[flip.margin, flip.equivalent] for flip in found] for found in flips.values()],
        "nulls": {name: edges for name, (edges, *_) in nulls.items()},
        "observed_difference": _finite(difference.statistic),
        "labellings": difference.n_permutations,
        "exact": difference.exact,
        "about": about,
        "label": "p-values against the equivalence margin",
        "file": "hierscope-styles",
    }
    order = {name: at for at, name in enumerate(SENTENCES)}
    sided = list(ONE_SIDED)
    return pack(
        head,
        p_difference=np.array([difference.p_value]),
        p=np.array(
            [[test.p_value, test.a.value, test.b.value] for test in curve.tests], dtype=np.float64
        ),
        observed=np.array(
            [
                [
                    getattr(getattr(test, side), f"t_{which}") / getattr(test, side).length
                    for side in _CORPORA
                    for which in _SIDES
                ]
                for test in curve.tests
            ]
        ),
        verdict=np.array([[order[each.name] for each in row] for row in verdicts], dtype=np.uint8),
        **{
            f"passed_{side}": np.array(
                [
                    [sided.index(passed(getattr(test, side), alpha)) for test in curve.tests]
                    for alpha in flips
                ],
                dtype=np.uint8,
            )
            for side in _CORPORA
        },
        **{f"null_{name}": counts for name, (_, counts, _) in nulls.items()},
        **{f"counted_{name}": counted for name, (_, _, counted) in nulls.items()},
    )


Bins = tuple[list[float], npt.NDArray[np.float32], npt.NDArray[np.float32]]
"""The ends of the axis; in each bin, how many labellings, and how many of them p counts."""


def _partial_bins(tests: Sequence[EquivalenceTest], side: str) -> Bins:
    """Bins of T_I and T_S of one corpus at every margin, as shares of L."""
    parts = [getattr(test, side) for test in tests]
    null = np.array([[part.null_inferior, part.null_superior] for part in parts])
    counted = np.array([[part.counted_inferior, part.counted_superior] for part in parts])
    return _bins(null / parts[0].length, counted, [])


def _bins(null: FloatArray, counted: npt.NDArray[np.bool_], shown: Sequence[float]) -> Bins:
    """Count labellings in bins; what lies beyond is in the first or last."""
    finite = null[np.isfinite(null)]
    low, high = np.quantile(finite, _KEPT) if len(finite) else (0.0, 1.0)
    kept = [value for value in shown if np.isfinite(value)]
    low, high = min([low, *kept]), max([high, *kept])
    room = 0.02 * (high - low) or 0.01
    low, high = low - room, high + room
    places = np.clip(np.nan_to_num((null - low) / (high - low), posinf=1.0), 0, 1)
    bins = np.minimum((places * BINS).astype(np.int64), BINS - 1).reshape(-1, null.shape[-1])
    # Each row has bins of its own.
    numbers = (bins + BINS * np.arange(len(bins))[:, None]).ravel()
    size = BINS * len(bins)
    counts = np.bincount(numbers, minlength=size)
    among = np.bincount(numbers, weights=counted.ravel(), minlength=size)
    return [float(low), float(high)], counts.astype(np.float32), among.astype(np.float32)


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None
