"""Results as plotly figures in the explorer's look."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, cast

from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.vocabulary import PARTS, Part
from hierscope._reading import Source, chosen
from hierscope._scores import score
from hierscope._shown import Drawn

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def plot(
    shown: Source | Drawn,
    estimate: Source | None = None,
    *,
    variant: str = "reduced",
    part: Part = "f_measure",
) -> Figure:
    """Draw a pair, the curves T(w), a corpus, or the distances of two corpora.

    Parameters
    ----------
    shown : path, paths, Hierarchy, or result
        - a reference, with `estimate`, or what :func:`hierscope.score` gives: the layers of both,
          over T(w);
        - one hierarchy, or its path: its layers;
        - what :func:`hierscope.sweep` gives: T(w), the queries counted, layers and segments;
        - what :func:`hierscope.corpus` gives: box plots at every window, a row a method;
        - what :func:`hierscope.caemsi` gives: the distances within and between.
    estimate : path, paths or Hierarchy, optional
        With a reference only.
    variant : str, the key of a measure
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
        As :func:`hierscope.score`, and if there is no such variant or part.

    Examples
    --------
    >>> import hierscope
    >>> figure = hierscope.plot(*hierscope.read_all("sample_data/figure6.jams"))
    >>> figure.layout.xaxis.title.text
    'time (s)'
    """
    for what, value, known in (("variant", variant, BY_KEY), ("part", part, PARTS)):
        if value not in known:
            raise ScoreError(f"There is no {what} {value!r}. Choose one of {', '.join(known)}.")
    result: object = shown
    if estimate is not None:
        result = score(cast(Source, shown), estimate)
    elif isinstance(shown, Hierarchy | PathLike | Iterable):
        result = chosen(shown)
    if not isinstance(result, Drawn):
        raise TypeError(
            f"{type(result).__name__} is not drawn. Give a reference and an estimate, or what "
            "read, score, sweep, corpus or caemsi gave"
        )
    return result.figure(variant, part)
