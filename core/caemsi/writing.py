"""What was found, as plain values for JSON; what is not finite is written as null."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Distances
from core.caemsi.equivalence import EquivalenceTest, Partial
from core.caemsi.experiment import Experiment
from core.caemsi.items import Corpus, Left
from core.caemsi.metrics import POSITIVE, Metrics
from core.caemsi.printed import printed_note, printed_table
from core.caemsi.verdict import LEVEL_NOTE, Verdict, items_words, too_few, too_few_alike


def comparison_document(
    corpora: tuple[Corpus, Corpus],
    distances: Distances,
    difference: DifferenceTest,
    equivalence: EquivalenceTest,
    verdict: Verdict,
) -> dict[str, Any]:
    """Give both tests of two corpora, and what they were made of."""
    sizes = len(corpora[0].items), len(corpora[1].items)
    return {
        "verdict": verdict.name,
        "sentence": verdict.sentence,
        "alpha": verdict.alpha,
        "p_diff": difference.p_value,
        "p_eqv": equivalence.p_value,
        "difference": {
            "statistic": _finite(difference.statistic),
            "count": difference.count,
            "permutations": difference.n_permutations,
            "exact": difference.exact,
            "equal_weight": difference.equal_weight,
            "plus_one": difference.plus_one,
        },
        "equivalence": {
            "statistic": equivalence.statistic,
            "margin_inferior": equivalence.inferior,
            "margin_superior": equivalence.superior,
            "permutations": equivalence.n_permutations,
            "exact": equivalence.exact,
            "plus_one": equivalence.plus_one,
            "a": _partial(equivalence.a),
            "b": _partial(equivalence.b),
        },
        "compressor": {
            "name": distances.compressor,
            "version": distances.version,
            "order": distances.order,
            "reach": distances.reach,
            "longest_pair": distances.longest,
        },
        "warnings": warnings_of(distances, difference, equivalence, sizes, verdict.alpha),
        "corpora": [
            {
                "name": corpus.name,
                "items": len(corpus.items),
                "unreadable": _left(corpus.unreadable),
                "duplicates": _left(corpus.removed),
            }
            for corpus in corpora
        ],
    }


def warnings_of(
    distances: Distances,
    difference: DifferenceTest,
    equivalence: EquivalenceTest,
    sizes: tuple[int, int],
    alpha: float,
) -> list[str]:
    """Say what is to be said beside the verdict on corpora of these sizes."""
    margin = min(equivalence.inferior, equivalence.superior)
    few = too_few_alike(equivalence, sizes, alpha) or items_words(margin, alpha)
    return [
        *filter(None, [distances.warning, too_few(difference, sizes, alpha)]),
        few,
        LEVEL_NOTE,
    ]


def experiment_document(experiment: Experiment) -> dict[str, Any]:
    """Give the table of an experiment, with the paper's rows of the same sizes."""
    sizes = [(row.sizes.a, row.sizes.b) for row in experiment.rows]
    return {
        "items": experiment.items,
        "classes": experiment.classes,
        "trials": experiment.wanted,
        "alpha": experiment.alpha,
        "permutations": experiment.n_permutations,
        "seed": experiment.seed,
        "compressor": experiment.compressor,
        "warning": experiment.warning,
        "rows": [
            {
                "sizes": [row.sizes.a, row.sizes.b],
                "margin": row.sizes.margin,
                "classes": list(row.classes),
                "too_small": list(row.small),
                "trials": len(row.trials),
                "p_diff": _metrics(row.difference),
                "p_eqv": _metrics(row.equivalence),
            }
            for row in experiment.rows
        ],
        "paper": [asdict(row) for row in printed_table() if row.sizes in sizes],
        "note": printed_note(),
        "positive": POSITIVE,
    }


def _partial(partial: Partial) -> dict[str, float]:
    return {
        "effect": partial.effect,
        "lambda": partial.value,
        "t_inferior": partial.t_inferior,
        "t_superior": partial.t_superior,
        "lambda_inferior": partial.lambda_inferior,
        "lambda_superior": partial.lambda_superior,
        "length": partial.length,
    }


def _metrics(metrics: Metrics) -> dict[str, Any]:
    return {
        name: {
            "value": _finite(rate.value),
            "low": rate.low,
            "high": rate.high,
            "count": rate.count,
            "of": rate.of,
        }
        for name, rate in metrics.items()
    }


def _left(left: Sequence[Left]) -> list[dict[str, str]]:
    return [{"name": one.name, "reason": one.reason} for one in left]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
