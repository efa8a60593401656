"""Write the methods passage and references for scores of annotators against each other."""

from collections.abc import Iterator
from dataclasses import replace

from core.agreement.results import Agreement
from core.agreement.scoring import DRAWS
from core.citing.scores import cite_scores
from core.citing.works import Citation
from core.measures import MEASURES, Measure
from core.vocabulary import PARTS
from core.wording import listed


def cite_agreement(result: Agreement) -> Citation:
    """Write the sentences and references that a paper needs for a matrix of annotators."""
    cited = cite_scores(result, result.measures, result.windows.tolist(), result.notation)
    several = result.n_tracks > 1
    tracks = ", for each track, and then over tracks" if several else ""
    fewer = (
        [over for measure in result.measures for over in _over(result, measure)] if several else []
    )
    lacks = (
        f" Of {result.n_tracks} tracks, {listed(fewer)} have a mean of the others." if fewer else ""
    )
    return replace(
        cited,
        text=f"Each annotator in turn was the reference for all others. {cited.text} The mean of "
        "the others is the mean score of the other annotators, averaged over annotators as "
        f"the reference{tracks}. The floor is this mean for {DRAWS} draws of random "
        "boundaries, as many in each layer as in the reference, with its labels in random "
        f"order.{lacks}",
    )


def _over(result: Agreement, measure: Measure) -> Iterator[str]:
    """Yield how many tracks have an F, unless all have one."""
    counts = result.level_tracks[MEASURES.index(measure), :, 0, PARTS.index("f_measure")]
    low, high = int(counts.min()), int(counts.max())
    if low < result.n_tracks:
        span = f"{low} to {high} (by window)" if low < high else f"{low}"
        yield f"{span} for {measure.score('f_measure')}"
