"""What a paper says of the scores of a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.citing import cite_scores
from core.citing.works import Citation
from core.corpus.results import Results
from core.corpus.summary import one_score
from core.wording import counted, listed


def cite_corpus(results: Results, windows: Sequence[float] | None = None) -> Citation:
    """Say how the scores were computed and how many pairs have none, and what to cite."""
    held = results.windows.tolist()
    chosen = held if windows is None else [*windows]
    cited = cite_scores(results.job, results.measures, chosen)
    return replace(cited, text=f"{cited.text} {_lacking(results, [*map(held.index, chosen)])}")


def _lacking(results: Results, places: Sequence[int]) -> str:
    """Say how many pairs have no F, of each measure."""
    told = []
    for measure in results.measures:
        scores = one_score(results, measure.key, "f_measure")[:, places]
        none = np.isnan(scores).sum(axis=0)
        low, high = int(none.min()), int(none.max())
        if high:
            count = f"{low} to {high} (by window)" if low < high else f"{high}"
            told.append(f"{count} {'has' if high == 1 else 'have'} no {measure.score('f_measure')}")
    if not told:
        return f"Each mean is over all pairs (n = {len(results)})."
    pairs = counted(len(results), "pair")
    return f"Of {pairs}, {listed(told)}; a mean leaves out the pairs that have no score."
