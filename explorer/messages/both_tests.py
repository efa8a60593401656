"""What the picture of both tests is made of; nothing here knows Streamlit."""

from __future__ import annotations

from core.caemsi.difference import DifferenceTest
from core.caemsi.equivalence import Ranked
from core.caemsi.experiment_trials import default_margin
from core.caemsi.margins import ALPHAS, MARGINS, MarginCurve, flips, margin_curve
from explorer.messages.styles import styles_drawing


def draw_tests(
    difference: DifferenceTest,
    ranked: Ranked,
    *,
    names: tuple[str, str],
    sizes: tuple[int, int],
    about: str,
    superior: float | None = None,
    margin: float = MARGINS[0],
    alpha: float = ALPHAS[0],
) -> tuple[MarginCurve, bytes]:
    """Test for equivalence at all margins, and pack both tests for the component."""
    margins, alphas = sorted({*MARGINS, margin}), sorted({*ALPHAS, alpha})
    curve = margin_curve(ranked, margins, superior=superior, plus_one=difference.plus_one)
    drawing = styles_drawing(
        difference,
        curve,
        {each: flips(ranked, curve, each) for each in alphas},
        names=names,
        usual=default_margin(*sizes),
        about=about,
    )
    return curve.without_labellings(), drawing
