"""Public functions for figures: interactive plotly figures, and figures of exact size for print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.errors import ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy, Pair
from core.scape import Scape
from core.showing import Result
from core.tmeasures import MIR_EVAL, Convention, TMeasures
from core.vocabulary import PARTS, VARIANTS, Part
from core.windows import DEFAULT_WINDOW, extra_window
from core.windows import sweep as sweep_windows
from hierscope._pair import measure_of, score, sweep
from hierscope._reading import Source, read, read_pair

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from explorer.figures.printed.canvas import Printed


def plot(
    shown: Source,
    estimate: Source = None,
    *,
    measure: str = "reduced",
    part: Part = "f_measure",
    chance: bool = False,
) -> Figure:
    """Draw a pair, the curves T(w), a corpus, or the distances of two corpora.

    Parameters
    ----------
    shown : source of a hierarchy, or result
        - a reference, with `estimate`, or a result of :func:`hierscope.score`: the layers of both
          above T(w);
        - one hierarchy, or its path: its layers;
        - a result of :func:`hierscope.sweep`: T(w), share of the track scored, layers, segments;
        - a result of :func:`hierscope.scape`: g(q) at every window above the layers;
        - a result of :func:`hierscope.corpus`: medians and quartiles by window, a row per method;
        - a result of :func:`hierscope.caemsi`: the distances within and between.
    estimate : source of a hierarchy, optional
        With a reference only.
    measure : {"reduced", "full", "l"}
        The score of a corpus, or the share of the track scored of a sweep.
    part : {"recall", "precision", "f_measure"}
        The score of a corpus.
    chance : bool
        Whether T(w) has the range of F by chance behind it: the middle 90 % of 100 estimates that
        are rotated along the track. It is that of `measure`, reduced or full.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    TypeError
        If the object can't be drawn.
    ReadError, HierarchyError, ScoreError
        As in :func:`hierscope.score`, and if there is no such measure or part, or no range of
        chance.

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
    if chance and not (isinstance(shown, TMeasures) and measure in VARIANTS):
        raise ScoreError(
            "Only T(w) has a range of chance. Pass a pair, and the measure 'reduced' or 'full'."
        )
    if isinstance(shown, TMeasures):
        return _scores(shown, measure, chance=chance)
    if isinstance(shown, Scape):
        from explorer.figures.scape import scape_figure

        return scape_figure(*_sides(shown), shown)
    # These import pyarrow and zstandard.
    from core.caemsi.results import StyleTests
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
            f"{type(shown).__name__} can't be drawn. Pass a reference and an estimate, or a "
            "result of read, score, sweep, scape, corpus or caemsi"
        )
    from explorer.figures.styles import hierarchy_figure

    return hierarchy_figure(read(shown))


def _scores(result: TMeasures, measure: str, *, chance: bool) -> Figure:
    """Draw the layers above T(w), or for a sweep the reasons for a window."""
    from core.diagnosis import chance_range
    from core.tmeasures import score as score_windows
    from explorer.figures.pair import pair_figure
    from explorer.figures.windows import windows_figure

    reference, estimate = _sides(result)
    several, curves, band = len(result.windows) > 1, result, None
    if not several:
        windows = sweep_windows(reference.end)
        curves = score_windows(reference, estimate, windows, settings=result.settings)
    if chance:
        bounds = chance_range(reference, estimate, curves.windows, settings=result.settings)
        band = bounds[:, VARIANTS.index(measure), :, PARTS.index("f_measure")]
    if several:
        return windows_figure(reference, estimate, curves, band, measure=measure)
    return pair_figure(reference, estimate, curves, band)


def _sides(result: TMeasures | Scape) -> Pair:
    if result.pair is None:
        raise TypeError("Only results of hierscope.score, sweep and scape include their pair")
    return result.pair.pair


def figure(
    shown: Source,
    estimate: Source = None,
    window: float = DEFAULT_WINDOW,
    *,
    query: float | None = None,
    size: str = "column",
    panels: Sequence[str] = ("layers", "strips", "curves"),
    measure: str | Sequence[str] = "reduced",
    part: Part = "f_measure",
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
    titles: Sequence[str] = (),
    layer_names: Sequence[Sequence[str]] = (),
    caption: str | None = None,
) -> Printed:
    """Draw a pair or a corpus for print, in exact size with fonts of 7 to 9 points.

    Parameters
    ----------
    shown : source of a hierarchy, Scape or Results
        A reference, with `estimate`; a result of :func:`hierscope.scape`, drawn under the layers
        with the windows of a sweep; or one of :func:`hierscope.corpus`, drawn as box plots, a row
        per method.
    estimate : source of a hierarchy, optional
        With a reference only.
    window : float
        Seconds; ``inf`` is the whole track. The window of g(q) and of the marks. For a corpus, the
        nearest scored window is drawn.
    query : float, optional
        Seconds. Marks this query and the window around it.
    size : {"column", "page", "slide"}
        8.5 cm or 17.5 cm wide with a height for the panels, or 25.4 cm × 14.3 cm with larger fonts.
    panels : sequence of {"layers", "strips", "scape", "curves", "chance"}
        The panels of a pair: layers, g(q) of every query at the window, at every window, scores
        over windows, and behind these the range of F by chance.
    measure : str or sequence of str
        ``"reduced"``, ``"full"``, ``"l"``: one panel per measure; g(q) belongs to the first.
    part : {"recall", "precision", "f_measure"}
        The score of a corpus.
    convention, frame_size, beta
        For a pair, as in :func:`hierscope.score`.
    titles : sequence of str, optional
        Of the reference and the estimate, such as ``["Annotator 1", "Method"]``; by default their
        names.
    layer_names : sequence of sequences of str, optional
        Of the layers of the reference and of the estimate, coarsest first; by default their own.
    caption : str, optional
        Printed below. By default it names measures, pair or corpus, window, convention and frame
        size; ``""`` leaves it out.

    Returns
    -------
    Printed
        ``save("figure.pdf")`` writes it, as PDF, SVG or PNG (``dpi=300``); a notebook shows it.

    Raises
    ------
    TypeError
        For a reference without an estimate.
    ReadError, HierarchyError, ScoreError
        As in :func:`hierscope.score`, and if there is no such size, panel, measure or query.

    Examples
    --------
    >>> import hierscope, tempfile
    >>> pair = hierscope.read_all("sample_data/ode_to_joy.jams")
    >>> drawn = hierscope.figure(*pair, 15, query=23.7, size="page", panels=["layers", "strips"])
    >>> drawn.save(tempfile.mkdtemp() + "/ode.pdf")
    """
    from explorer.figures.printed.how import Print

    measures = [measure] if isinstance(measure, str) else measure
    # It imports pyarrow.
    from core.corpus.results import Results

    if isinstance(shown, Results):
        from explorer.figures.printed.corpus import print_corpus

        return print_corpus(shown, window, size=size, measures=measures, part=part, caption=caption)
    if isinstance(shown, Scape):
        means, panels, measures = shown.means, ("layers", "scape"), (shown.measure,)
        convention, beta = means.convention, means.beta
        frame_size = means.frame_size or frame_size
        shown, estimate = _sides(shown)
    if estimate is None:
        raise TypeError("Pass a reference and an estimate, or a result of scape or corpus")
    from explorer.figures.printed.pair import print_pair

    how = Print(size, panels, measures, window, query, titles, layer_names, caption)
    pair = read_pair(shown, estimate)
    sides = pair.reference, pair.estimate
    windows = sweep_windows(pair.reference.end, extra_window(pair.reference.end, window))
    result = sweep(*sides, windows, convention=convention, frame_size=frame_size, beta=beta)
    return print_pair(*sides, result, how)
