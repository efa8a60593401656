"""Build the message with both tests of two corpora; without Streamlit."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Spread
from core.caemsi.equivalence import (
    MARGINS,
    MarginCurve,
    Ranked,
    default_margin,
    flips,
    margin_curve,
)
from core.caemsi.verdict import (
    ALPHAS,
    ONE_SIDED,
    PLACES,
    SENTENCES,
    compare_p,
    headline_words,
    margin_words,
    margins_written,
    median_words,
    passed,
    place,
    place_words,
    verdict,
    write_p,
)
from explorer.figures.parts import shipped
from explorer.figures.styles import labelings_figure, level_marks, margin_figure, spread_figure
from explorer.messages.pack import pack

_CORPORA = ("a", "b")


def draw_tests(
    difference: DifferenceTest,
    ranked: Ranked,
    *,
    spread: Spread | None = None,
    names: tuple[str, str],
    sizes: tuple[int, int],
    margin: float = MARGINS[0],
    alpha: float = ALPHAS[0],
) -> tuple[MarginCurve, bytes]:
    """Test for equivalence at all margins, and pack both tests for the component."""
    margins, alphas = sorted({*MARGINS, margin}), sorted({*ALPHAS, alpha})
    curve = margin_curve(ranked, margins, plus_one=difference.plus_one)
    changes = [flips(ranked, curve, level) for level in alphas]
    figures = (
        margin_figure(difference, curve, default_margin(*sizes)),
        labelings_figure(difference, curve, margin),
        *([spread_figure(spread, names)] if spread else []),
    )
    head = {
        "margins": margins,
        "margin_words": [margin_words(test) for test in curve.tests],
        "alphas": alphas,
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
        "headlines": headline_words(names),
        "places": {
            side: place_words(own, other)
            for side, own, other in zip(_CORPORA, names, reversed(names), strict=True)
        },
        "verdicts": list(SENTENCES),
        "flips": [[[flip.margin, flip.equivalent] for flip in several] for several in changes],
        "marks": [
            level_marks(curve, several, level)
            for several, level in zip(changes, alphas, strict=True)
        ],
        "folded": spread is not None,  # a lesson asks for the numbers
        "file": "hierscope-styles",
    }
    tests = curve.tests
    verdicts = [[verdict(difference, test, level).name for test in tests] for level in alphas]
    arrays = {"figures": shipped(figures), "verdict": _codes(SENTENCES, verdicts)}
    for side in _CORPORA:
        parts = [(test, getattr(test, side)) for test in tests]
        one_sided = [[passed(part, level) for _, part in parts] for level in alphas]
        places = [[place(test, part, level) for test, part in parts] for level in alphas]
        arrays[f"passed_{side}"] = _codes(ONE_SIDED, one_sided)
        arrays[f"place_{side}"] = _codes(PLACES, places)
    return curve.without_labelings(), pack(head, **arrays)


def _codes(names: Iterable[str], rows: Sequence[Sequence[str]]) -> npt.NDArray[np.uint8]:
    numbers = {name: at for at, name in enumerate(names)}
    return np.array([[numbers[name] for name in row] for row in rows], np.uint8)
