"""A figure for print as a file: PDF, SVG or PNG, by matplotlib, without a browser."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import matplotlib as mpl
from matplotlib.figure import Figure

from core.errors import ScoreError
from explorer.figures.printed.how import DPI, FORMS, MOST_DPI, Form, form_of

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
    """A figure for print."""

    draw: Callable[[], Figure]
    """Makes the matplotlib figure."""
    title: str
    """What its file says that it is."""

    def data(self, form: Form, dpi: int = DPI) -> bytes:
        """Give the figure as a file."""
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
        """Write the figure to a file, by whose ending it is PDF, SVG or PNG."""
        Path(path).write_bytes(self.data(form_of(path), dpi))

    def _repr_svg_(self) -> str:
        """Show the figure in a notebook."""
        return self.data("svg").decode()
