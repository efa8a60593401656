"""Build the rows of a pair's tables: conventions, flat metrics, boundaries; without Streamlit."""

import math

from core.diagnosis.matching import matched
from core.flat.pair import FlatMetrics
from core.hierarchy import Hierarchy
from core.tmeasures import TMeasures
from core.vocabulary import DIRECTIONS, PARTS
from core.wording import DASH, IN_SECONDS, TimeNotation, number, percent, signed
from explorer.glossary import link

Row = dict[str, str]


def convention_rows(results: dict[str, TMeasures], chosen: str) -> list[Row]:
    """Return a row per convention: all scores at the first window, and the shares scored."""
    rows = []
    for convention, result in results.items():
        row = {link("convention"): f"▸ {convention}" if convention == chosen else convention}
        for measure in result.measures:
            scores = result.scores[measure.key]
            for part in PARTS:
                name = f"{measure.variant} {measure.symbol(part)}".lstrip()
                row[link(measure.term(part), name)] = number(scores.part(part)[0], 4)
            counted = link("queries-counted", f"{measure.title}, share scored (recall / precision)")
            row[counted] = " / ".join(percent(scores.share(part)[0]) for part in DIRECTIONS)
        rows.append(row)
    return rows


def flat_rows(metrics: FlatMetrics, units: TimeNotation = IN_SECONDS) -> list[Row]:
    """Return a row per flat metric: hit rates (tolerances in seconds), median deviations."""
    rates = () if units.musical else metrics.hit_rates
    rows = [
        {
            "metric": f"{link('hit-rate')} at {rate.window:g} s"
            + (f", {link('trim', 'trimmed')}" if rate.trim else ""),
            "recall": f"{rate.recall:.4f}",
            "precision": f"{rate.precision:.4f}",
            "F-measure": f"{rate.f_measure:.4f}",
        }
        for rate in rates
    ]
    rows.append(
        {
            "metric": f"{link('median-deviation')} ({units.short})",
            "recall": f"{metrics.reference_to_estimate:.3f} (reference to estimate)",
            "precision": f"{metrics.estimate_to_reference:.3f} (estimate to reference)",
            "F-measure": "",
        }
    )
    return rows


def match_rows(reference: Hierarchy, estimate: Hierarchy) -> list[Row]:
    """Return a row per boundary: time and layer on each side, and the estimate's delay."""
    units = reference.notation

    def place(time: float, layer: float) -> str:
        return DASH if math.isnan(time) else f"{units.bare(time)}, layer {layer:g}"

    return [
        {
            "reference": place(before, layer),
            "estimate": place(after, level),
            f"difference ({units.short})": signed(after - before, 1),
        }
        for before, after, layer, level in matched(reference, estimate).tolist()
    ]
