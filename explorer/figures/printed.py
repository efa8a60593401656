"""A pair for print, by matplotlib: exact in size, with type that can be read at that size."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import matplotlib as mpl
from matplotlib.figure import Figure

from core.errors import ScoreError
from core.files.names import shortened
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.tmeasures import MIR_EVAL, Convention, TMeasures, sweep_scores
from core.windows import extra_window
from explorer.figures.printed_panels import Canvas, Panel, pair_panels
from explorer.figures.printing import DPI, FORMS, MOST_DPI, SIZES, Form, Print, form_of
from explorer.palette import COLOURS

_CM = 2.54  # an inch
_TALLEST = 23.0  # cm, of a page with a caption
_MARGIN = 0.1  # cm, above and below

_SETTINGS = {
    # Text stays text, which journals ask for and hands can mend.
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "hierscope",
    "hatch.linewidth": 0.4,
    "axes.linewidth": 0.5,
    "text.parse_math": False,
}
# Settings are those of the process, and pages have threads.
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True, eq=False)
class Printed:
    """A figure for print.

    Parameters
    ----------
    draw : callable
        Makes the matplotlib figure.
    title : str
        What its file says that it is.
    """

    draw: Callable[[], Figure]
    title: str

    def data(self, form: Form, dpi: int = DPI) -> bytes:
        """Give the figure as a file.

        Parameters
        ----------
        form : {"pdf", "svg", "png"}
        dpi : int
            Dots an inch, of PNG.

        Returns
        -------
        bytes
            The same for the same figure.

        Raises
        ------
        ScoreError
            If there is no such form, or the dots are too few or too many.
        """
        if form not in FORMS:
            raise ScoreError(f"There is no form {form!r}. Choose one of {', '.join(FORMS)}.")
        if not 1 <= dpi <= MOST_DPI:
            raise ScoreError(f"{dpi} dots an inch are not between 1 and {MOST_DPI}.")
        stamps: dict[Form, dict[str, str | None]] = {
            "pdf": {"Title": self.title, "Creator": "hierscope", "CreationDate": None},
            "svg": {"Title": self.title, "Creator": "hierscope", "Date": None},
            "png": {"Title": self.title, "Software": "hierscope"},
        }
        content = io.BytesIO()
        with _ONE_AT_A_TIME, mpl.rc_context(_SETTINGS), warnings.catch_warnings():
            # A sign that no font here has is drawn as a box; in SVG it is there.
            warnings.filterwarnings("ignore", "Glyph .* missing from font")
            self.draw().savefig(content, format=form, dpi=dpi, metadata=stamps[form])
        return content.getvalue()

    def save(self, path: str | Path, dpi: int = DPI) -> None:
        """Write the figure to a file, by whose ending it is PDF, SVG or PNG.

        Raises
        ------
        ReadError
            If the ending is another.
        """
        Path(path).write_bytes(self.data(form_of(path), dpi))

    def _repr_svg_(self) -> str:
        """Show the figure in a notebook."""
        return self.data("svg").decode()


def print_scored(
    reference: Hierarchy,
    estimate: Hierarchy,
    how: Print,
    *,
    convention: Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> Printed:
    """Score a pair at all windows, and make a figure of it; see :func:`print_pair`."""
    extra = extra_window(reference.end, how.window)
    result = sweep_scores(reference, estimate, convention, frame_size, beta, extra)
    return print_pair(reference, estimate, result, how)


def print_pair(reference: Hierarchy, estimate: Hierarchy, result: TMeasures, how: Print) -> Printed:
    """Make a figure of a pair for print: layers, g(q) and scores over windows.

    A label has one fill in all layers of both.

    Parameters
    ----------
    reference, estimate : Hierarchy
        Of the same span.
    result : TMeasures
        For several windows.
    how : Print

    Returns
    -------
    Printed

    Raises
    ------
    ScoreError
        If the pair lacks what a measure needs, or the query is outside of the track.
    """
    if how.query is not None and not 0 <= how.query <= reference.end:
        words = reference.words
        raise ScoreError(
            f"There is no query at {words.at(how.query)}. Give one from {words.at(0)} to "
            f"{words.at(reference.end)}."
        )
    for key in how.measures:
        if BY_KEY[key] not in result.measures:
            raise ScoreError(
                f"{BY_KEY[key].title} needs labels, and {result.lack} has none. Choose another "
                "measure."
            )
    title = " and ".join(
        shortened(side.name) or word
        for word, side in (("reference", reference), ("estimate", estimate))
    )

    def draw() -> Figure:
        canvas = Canvas(SIZES[how.size])
        return _stacked(canvas, pair_panels(canvas, reference, estimate, result, how))

    return Printed(draw, title)


def _stacked(canvas: Canvas, panels: Sequence[Panel]) -> Figure:
    """Put panels one above the other, each drawn in axes of its own."""
    size = canvas.size
    fixed = sum(panel.above + panel.below for panel in panels) + 2 * _MARGIN
    grown = sum(panel.height for panel in panels)
    height = size.height or min(fixed + grown, _TALLEST)
    # A slide is filled; what is too high for a page has lower rows.
    scale = max((height - fixed) / grown, 0.05) if grown else 1.0
    figure = Figure(figsize=(size.width / _CM, height / _CM), facecolor=COLOURS["background"])
    top = height - _MARGIN
    for panel in panels:
        top -= panel.above
        axes = figure.add_axes(
            (
                canvas.left / size.width,
                (top - panel.height * scale) / height,
                (size.width - canvas.left - canvas.right) / size.width,
                panel.height * scale / height,
            )
        )
        panel.draw(axes, panel.height * scale)
        top -= panel.height * scale + panel.below
    return figure
