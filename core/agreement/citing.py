"""What a paper says of scores of annotators against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.agreement.results import Agreement
from core.agreement.scoring import DRAWS
from core.citing import cite_scores
from core.citing.works import Citation
from core.measures import Measure


def cite_agreement(found: Agreement, measures: Sequence[Measure]) -> Citation:
    """Say of a matrix what a paper has to say of it, and what it has to cite.

    Parameters
    ----------
    found : Agreement
    measures : sequence of Measure
        Those that are reported.

    Returns
    -------
    Citation
    """
    cited = cite_scores(found, measures, found.windows.tolist(), found.words)
    tracks = ", for each track, and then over tracks" if found.n_tracks > 1 else ""
    return replace(
        cited,
        text=f"Each annotator was the reference of all others in turn. {cited.text} The "
        "mean of the others is the mean over annotators, each as the reference, of the mean score "
        "of the others"
        f"{tracks}; the floor the same of {DRAWS} draws of boundaries at random, as many in each "
        "layer as the reference has, with its labels in an order drawn at random.",
    )
