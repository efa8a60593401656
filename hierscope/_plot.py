"""Results as plotly figures in the explorer's look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.showing import Result
from core.tmeasures import TMeasures
from core.tmeasures import score as score_windows
from core.vocabulary import PARTS, Part
from core.windows import sweep as sweep_windows
from hierscope._pair import measure_of, score
from hierscope._reading import Source, read

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def plot(
    shown: Source,
    estimate: Source = None,
    *,
    measure: str = "reduced",
    part: Part = "f_measure",
) -> Figure:
    """Draw a pair, the curves T(w), a corpus, or the distances of two corpora.

    Parameters
    ----------
    shown : source of a hierarchy, or result
        - a reference, with `estimate`, or what :func:`hierscope.score` gives: the layers of both,
          over T(w);
        - one hierarchy, or its path: its layers;
        - what :func:`hierscope.sweep` gives: T(w), the queries counted, layers and segments;
        - what :func:`hierscope.corpus` gives: box plots at every window, a row a method;
        - what :func:`hierscope.caemsi` gives: the distances within and between.
    estimate : source of a hierarchy, optional
        With a reference only.
    measure : {"reduced", "full", "l"}
        Of a corpus, which score; of a sweep, whose queries counted.
    part : {"recall", "precision", "f_measure"}
        Of a corpus, which score.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    TypeError
        For what can't be drawn.
    ReadError, HierarchyError, ScoreError
        As :func:`hierscope.score`, and if there is no such measure or part.

    Examples
    --------
    >>> import hierscope
    >>> figure = hierscope.plot(*hierscope.read_all("sample_data/figure6.jams"))
    >>> figure.layout.xaxis.title.text
    'time (s)'
    """
    measure_of(measure)
    if part not in PARTS:
        raise ScoreError(f"There is no part {part!r}. Choose one of {', '.join(PARTS)}.")
    if estimate is not None:
        shown = score(shown, estimate)
    if isinstance(shown, TMeasures):
        return _scores(shown, measure)
    # These take pyarrow and zstandard along.
    from core.caemsi.comparing import StyleTests
    from core.corpus.results import Results

    if isinstance(shown, Results):
        from explorer.figures.corpus import corpus_figure

        return corpus_figure(shown, measure, part)
    if isinstance(shown, StyleTests):
        from core.caemsi.distances import spread
        from explorer.figures.styles import spread_figure

        a, b = shown.corpora
        return spread_figure(spread(shown.distances, len(a.items)), (a.name, b.name))
    if isinstance(shown, Result) and not isinstance(shown, Hierarchy):
        raise TypeError(
            f"{type(shown).__name__} is not drawn. Give a reference and an estimate, or what "
            "read, score, sweep, corpus or caemsi gave"
        )
    from explorer.figures.styles import hierarchy_figure

    return hierarchy_figure(read(shown))


def _scores(result: TMeasures, measure: str) -> Figure:
    """Draw the layers over T(w); of a sweep, what the choice of a window rests on."""
    from explorer.figures import pair_figure
    from explorer.figures.windows import windows_figure

    if result.pair is None:
        raise TypeError("Only scores that hierscope.score or sweep gave know their pair")
    reference, estimate = result.pair.reference, result.pair.estimate
    if len(result.windows) > 1:
        return windows_figure(reference, estimate, result, measure=measure)
    curves = score_windows(
        reference,
        estimate,
        sweep_windows(reference.end),
        convention=result.convention,
        frame_size=result.frame_size or DEFAULT_FRAME_SIZE,
        beta=result.beta,
    )
    return pair_figure(reference, estimate, curves)
