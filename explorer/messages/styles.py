"""Build the message with both tests of two corpora; without Streamlit."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from core.caemsi import equivalence, verdict
from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Spread
from explorer.figures.parts import shipped
from explorer.figures.styles import labelings_figure, level_marks, margin_figure, spread_figure
from explorer.messages.pack import pack

_CORPORA = ("a", "b")


def draw_tests(
    difference: DifferenceTest,
    ranked: equivalence.Ranked,
    *,
    spread: Spread | None = None,
    names: tuple[str, str],
    sizes: tuple[int, int],
    margin: float = equivalence.MARGINS[0],
    alpha: float = verdict.ALPHAS[0],
) -> tuple[equivalence.MarginCurve, bytes]:
    """Test for equivalence at all margins, and pack both tests for the component."""
    margins, alphas = sorted({*equivalence.MARGINS, margin}), sorted({*verdict.ALPHAS, alpha})
    curve = equivalence.margin_curve(ranked, margins, plus_one=difference.plus_one)
    changes = [equivalence.flips(ranked, curve, level) for level in alphas]
    figures = (
        margin_figure(difference, curve, equivalence.default_margin(*sizes)),
        labelings_figure(difference, curve, margin),
        *([spread_figure(spread, names)] if spread else []),
    )
    head = {
        "margins": margins,
        "margin_words": [verdict.margin_words(test) for test in curve.tests],
        "alphas": alphas,
        "p_diff": verdict.write_p(difference),
        "p_eqv": [verdict.write_p(test) for test in curve.tests],
        "lambda_a": [verdict.write_p(test, test.a.value) for test in curve.tests],
        "lambda_b": [verdict.write_p(test, test.b.value) for test in curve.tests],
        "sides": {
            below: verdict.compare_p("{p}", "{alpha}", below == "below")
            for below in ("below", "not_below")
        },
        "sentences": verdict.SENTENCES,
        "medians": {
            side: verdict.median_words(name, getattr(curve.tests[0], side))
            for side, name in zip(_CORPORA, names, strict=True)
        },
        "margins_written": [verdict.margins_written(test) for test in curve.tests],
        "one_sided": verdict.ONE_SIDED,
        "headlines": verdict.headline_words(names),
        "places": {
            side: verdict.place_words(own, other)
            for side, own, other in zip(_CORPORA, names, reversed(names), strict=True)
        },
        "verdicts": list(verdict.SENTENCES),
        "flips": [[[flip.margin, flip.equivalent] for flip in several] for several in changes],
        "marks": [
            level_marks(curve, several, level)
            for several, level in zip(changes, alphas, strict=True)
        ],
        "folded": spread is not None,  # a lesson asks for the numbers
        "file": "hierscope-styles",
    }
    tests = curve.tests
    verdicts = [
        [verdict.verdict(difference, test, level).name for test in tests] for level in alphas
    ]
    arrays = {"figures": shipped(figures), "verdict": _codes(verdict.SENTENCES, verdicts)}
    for side in _CORPORA:
        parts = [(test, getattr(test, side)) for test in tests]
        one_sided = [[verdict.passed(part, level) for _, part in parts] for level in alphas]
        places = [[verdict.place(test, part, level) for test, part in parts] for level in alphas]
        arrays[f"passed_{side}"] = _codes(verdict.ONE_SIDED, one_sided)
        arrays[f"place_{side}"] = _codes(verdict.PLACES, places)
    return curve.without_labelings(), pack(head, **arrays)


def _codes(names: Iterable[str], rows: Sequence[Sequence[str]]) -> npt.NDArray[np.uint8]:
    numbers = {name: at for at, name in enumerate(names)}
    return np.array([[numbers[name] for name in row] for row in rows], np.uint8)
