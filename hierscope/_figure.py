"""`hierscope.figure`: a pair, or a corpus, as a figure for print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.corpus.results import Results
from core.frames import DEFAULT_FRAME_SIZE
from core.tmeasures import MIR_EVAL, Convention
from core.vocabulary import Part
from core.windows import DEFAULT_WINDOW
from hierscope._reading import Source, convention_of, read_pair

if TYPE_CHECKING:
    from explorer.figures.printed.canvas import Printed


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
) -> Printed:
    """Draw a pair or a corpus for print: exact in size, with type of 7 to 9 points on paper.

    Parameters
    ----------
    shown : source of a hierarchy, or Results
        A reference, with `estimate`; or what :func:`hierscope.corpus` gives, of which there are box
        plots, a row a method.
    estimate : source of a hierarchy, optional
        With a reference only.
    window : float
        Seconds; ``inf`` is the whole track. Of g(q), and of what is marked; of a corpus the one, of
        those that were scored the nearest, at which scores are drawn.
    query : float, optional
        Seconds. Where it is given, it is marked with the window around it.
    size : {"column", "page", "slide"}
        8.5 cm or 17.5 cm wide and as high as the panels are, or 25.4 cm × 14.3 cm with larger type.
    panels : sequence of {"layers", "strips", "curves"}
        What is drawn of a pair: layers, g(q) of every query, scores over windows.
    measure : str or sequence of str
        ``"reduced"``, ``"full"``, ``"l"``: a panel each; g(q) is of the first.
    part : {"recall", "precision", "f_measure"}
        Of a corpus, which score.
    convention, frame_size, beta
        Of a pair, as of :func:`hierscope.score`.

    Returns
    -------
    Printed
        ``save("figure.pdf")`` writes it, as PDF, SVG or PNG (``dpi=300``); a notebook shows it.

    Raises
    ------
    TypeError
        For a reference without an estimate.
    ReadError, HierarchyError, ScoreError
        As :func:`hierscope.score`, and if there is no such size, panel, measure or query.

    Examples
    --------
    >>> import hierscope, tempfile
    >>> pair = hierscope.read_all("sample_data/pop_two_annotators.jams")
    >>> drawn = hierscope.figure(*pair, 15, query=75, size="page", panels=["layers", "strips"])
    >>> drawn.save(tempfile.mkdtemp() + "/pop.pdf")
    """
    from explorer.figures.printed.how import Print

    measures = [measure] if isinstance(measure, str) else measure
    if isinstance(shown, Results):
        from explorer.figures.printed.corpus import print_corpus

        return print_corpus(shown, window, size=size, measures=measures, part=part)
    if estimate is None:
        raise TypeError("Give an estimate beside the reference, or what corpus gave")
    from explorer.figures.printed.pair import print_scored

    pair = read_pair(shown, estimate)
    return print_scored(
        pair.reference,
        pair.estimate,
        Print(size, panels, measures, window, query),
        convention=convention_of(convention),
        frame_size=frame_size,
        beta=beta,
    )
