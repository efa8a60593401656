"""`hierscope.figure`: a pair as a figure for print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.frames import DEFAULT_FRAME_SIZE
from core.tmeasures import MIR_EVAL, Convention
from core.windows import DEFAULT_WINDOW
from hierscope._reading import Source, convention_of, read_pair

if TYPE_CHECKING:
    from explorer.figures.printed import Printed


def figure(
    reference: Source,
    estimate: Source,
    window: float = DEFAULT_WINDOW,
    *,
    query: float | None = None,
    size: str = "column",
    panels: Sequence[str] = ("layers", "strips", "curves"),
    measures: Sequence[str] = ("reduced",),
    reference_annotation: int | None = None,
    estimate_annotation: int | None = None,
    keep_silent: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> Printed:
    """Draw a pair for print, at a size in centimetres and with type of 7 to 9 points at that size.

    Parameters
    ----------
    reference, estimate : path, paths or Hierarchy
        As of :func:`hierscope.score`.
    window : float
        Of g(q), and of what is marked: seconds; ``inf`` is the whole track.
    query : float, optional
        Seconds. Where it is given, it is marked with the window around it.
    size : {"column", "page", "slide"}
        8.5 cm or 17.5 cm wide and as high as the panels are, or 25.4 cm × 14.3 cm with larger type.
    panels : sequence of {"layers", "strips", "curves"}
        What is drawn: layers, g(q) of every query, scores over windows.
    measures : sequence of str
        ``"reduced"``, ``"full"``, ``"l"``: a panel of curves each; g(q) is of the first.
    reference_annotation, estimate_annotation, keep_silent, convention, frame_size, beta
        As of :func:`hierscope.score`.

    Returns
    -------
    Printed
        ``save("figure.pdf")`` writes it, as PDF, SVG or PNG (``dpi=300``); a notebook shows it.

    Raises
    ------
    ReadError, HierarchyError, ScoreError
        As :func:`hierscope.score`, and if there is no such size, panel, measure or query.

    Examples
    --------
    >>> import hierscope, tempfile
    >>> pair = hierscope.read_all("sample_data/pop_two_annotators.jams")
    >>> drawn = hierscope.figure(*pair, 15, query=75, size="page", panels=["layers", "strips"])
    >>> drawn.save(tempfile.mkdtemp() + "/pop.pdf")
    """
    from explorer.figures.printed import print_scored
    from explorer.figures.printing import Print

    pair = read_pair(reference, estimate, reference_annotation, estimate_annotation, keep_silent)
    return print_scored(
        pair.reference,
        pair.estimate,
        Print(size, panels, measures, window, query),
        convention=convention_of(convention),
        frame_size=frame_size,
        beta=beta,
    )
