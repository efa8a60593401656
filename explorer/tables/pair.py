"""Numbers as rows of Markdown for the tables of the pages; nothing here knows Streamlit.

The names of columns and metrics lead to the glossary.
"""

from __future__ import annotations

from core.flat import FlatMetrics
from core.tmeasures import TMeasures
from explorer.glossary import link

Row = dict[str, str]


def convention_rows(results: dict[str, TMeasures], chosen: str) -> list[Row]:
    """One row a convention: the six scores at the first window, and the shares counted.

    Parameters
    ----------
    results : dict of TMeasures
        By the words that name the row.
    chosen : str
        The row to mark.
    """
    rows = []
    for words, result in results.items():
        row = {link("convention"): f"▸ {words}" if words == chosen else words}
        for variant, scores in (("reduced", result.reduced), ("full", result.full)):
            shares = (scores.recall_share[0], scores.precision_share[0])
            row[link("recall", f"{variant} T_R")] = _score(scores.recall[0], shares[:1])
            row[link("precision", f"{variant} T_P")] = _score(scores.precision[0], shares[1:])
            row[link("f-measure", f"{variant} T_F")] = _score(scores.f_measure[0], shares)
            counted = link("queries-counted", f"{variant}, counted R / P")
            row[counted] = f"{shares[0]:.0%} / {shares[1]:.0%}"
        rows.append(row)
    return rows


def _score(value: float, shares: tuple[float, ...]) -> str:
    """Write a score; a dash where no query has a triplet and the 0 is a convention."""
    return f"{value:.4f}" if min(shares) > 0 else "–"


def flat_rows(metrics: FlatMetrics) -> list[Row]:
    """One row a flat metric: hit rates, then the median deviations."""
    rows = [
        {
            "metric": f"{link('hit-rate')} at {rate.window:g} s"
            + (f", {link('trim', 'trimmed')}" if rate.trim else ""),
            "recall": f"{rate.recall:.4f}",
            "precision": f"{rate.precision:.4f}",
            "F-measure": f"{rate.f_measure:.4f}",
        }
        for rate in metrics.hit_rates
    ]
    rows.append(
        {
            "metric": f"{link('median-deviation')} (s)",
            "recall": f"{metrics.reference_to_estimate:.3f} (reference to estimate)",
            "precision": f"{metrics.estimate_to_reference:.3f} (estimate to reference)",
            "F-measure": "",
        }
    )
    return rows
