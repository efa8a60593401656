"""Options of a figure for print: size, panels, and marks."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.errors import ReadError, ScoreError
from core.measures import BY_KEY
from core.windows import DEFAULT_WINDOW

Form = Literal["pdf", "svg", "png"]
FORMS: tuple[Form, ...] = ("pdf", "svg", "png")

DPI = 300
MOST_DPI = 1200


@dataclass(frozen=True)
class Size:
    label: str
    width: float  # centimeters
    height: float | None  # centimeters; None for the height of its panels
    type: float  # points, of headings and axes
    small: float  # points, in and beside layers


SIZES = {
    "column": Size("column, 8.5 cm", 8.5, None, 7.5, 7.0),
    "page": Size("page, 17.5 cm", 17.5, None, 8.5, 7.5),
    "slide": Size("slide, 25.4 × 14.3 cm", 25.4, 14.3, 16.0, 13.0),
}

PANELS = {
    "layers": "layers",
    "strips": "g(q)",
    "scape": "g(q) at every window",
    "curves": "scores over windows",
    "chance": "range of chance",
}
"""All panels, from top to bottom; the range of chance is behind the scores over windows."""

PAIR_PANELS = ("layers", "strips", "curves")
"""The default panels."""

MEASURES = ("reduced",)  # the default measures; g(q) belongs to the first


def form_of(path: str | Path) -> Form:
    ending = Path(path).suffix.lower()
    for form in FORMS:
        if ending == f".{form}":
            return form
    raise ReadError(
        f"'{ending}' is not a format of figures" if ending else "the name has no format",
        source=str(path),
        advice="Use a name that ends in .pdf, .svg or .png",
    )


def known_only(what: str, names: Sequence[str], known: Collection[str]) -> None:
    """Raise ScoreError if a name is unknown, or if there are no names."""
    wrong = [name for name in names if name not in known]
    if wrong or not names:
        problem = f"no {what} {wrong[0]!r}" if wrong else f"no {what} chosen"
        raise ScoreError(f"There is {problem}. Choose from {', '.join(known)}.")


@dataclass(frozen=True)
class Print:
    size: str = "column"
    panels: Sequence[str] = PAIR_PANELS
    measures: Sequence[str] = MEASURES
    """Keys of :data:`core.measures.MEASURES`, one panel of curves each; g(q) is of the first."""
    window: float = DEFAULT_WINDOW
    """Window of g(q) and marks, in seconds or the pair's unit; infinite is the whole track."""
    query: float | None = None
    """In the same unit; if set, the query and its window are marked."""
    titles: Sequence[str] = ()
    """Of the reference and the estimate; by default the side and its name."""
    layer_names: Sequence[Sequence[str]] = ()
    """Of the reference and the estimate, coarsest first; by default their own."""
    caption: str | None = None
    """Under the figure; by default pair, measures, window, convention and frames."""
    name: str = ""
    """Of the pair, in the caption; by default those of both sides."""

    def __post_init__(self) -> None:
        known_only("size", [self.size], SIZES)
        known_only("panel", self.panels, PANELS)
        known_only("measure", self.measures, BY_KEY)
        if not self.window > 0:
            raise ScoreError(f"A window must be positive, not {self.window:g}.")
