"""The canvas of a figure for print: fonts, stacked panels, and the output file."""

import io
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.textpath import text_to_path

from core.errors import ScoreError
from core.files.names import printable
from core.hierarchy import Pair
from core.jobs.files import write_whole
from core.tmeasures import TMeasures
from core.wording import TimeNotation
from explorer.figures.printed.how import DPI, FORMS, MOST_DPI, Form, Print, Size, form_of
from explorer.palette import COLORS, Fill, printed_fills

INCH = 2.54  # cm
POINT = INCH / 72  # a point in centimeters

LINE = 1.25  # distance between lines of text, in font sizes

GAP = 0.12  # centimeters between neighboring elements

_TALLEST = 23.0  # cm, on a page with a caption
_MOST_CHARACTERS = 200  # of names
_MARGIN = 0.1  # cm, above and below
_WIDEST = 0.93  # share of the width for captions; text is wider in a PNG of few dots
_LEAST = 0.3  # scale of other panels, down to which rows of labels stay readable

# The other fonts, if installed, have characters that the first lacks.
_FONTS = ("DejaVu Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "Yu Gothic",
          "Microsoft YaHei", "Arial Unicode MS")  # fmt: skip

_SETTINGS = {
    # Text stays text, which journals require and authors can edit.
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "hierscope",
    "hatch.linewidth": 0.4,
    "text.parse_math": False,
}
# Settings are global, but pages run in threads.
_ONE_AT_A_TIME = Lock()


@lru_cache(maxsize=1)
def fonts() -> list[str]:
    there = {font.name for font in fontManager.ttflist}
    return [name for name in _FONTS if name in there]


@lru_cache(maxsize=4096)
def text_width(text: str, points: float, weight: str = "normal") -> float:
    font = FontProperties(family=fonts()[0], size=points, weight=weight)
    wide, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(wide) * POINT


def fitting(text: str, width: float, points: float, weight: str = "normal") -> str:
    """Shorten a name to a width in centimeters; empty if not even a part fits."""
    plain = printable(text)[:_MOST_CHARACTERS]
    if text_width(plain[:1], points, weight) > width:
        return ""
    if text_width(plain, points, weight) <= width:
        return plain
    for length in range(len(plain) - 1, 1, -1):
        part = f"{plain[:length].rstrip()}…"
        if text_width(part, points, weight) <= width:
            return part
    return ""


@dataclass
class Canvas:
    size: Size
    left: float = 0.0
    right: float = 0.0  # centimeters beside all axes

    @property
    def line(self) -> float:
        """Height of a line of text, in centimeters."""
        return self.size.type * LINE * POINT

    @property
    def axis(self) -> float:
        """Height of the values and the title below an axis, in centimeters."""
        return (self.size.small + self.size.type) * LINE * POINT + GAP

    @property
    def width(self) -> float:
        """Width of the axes, in centimeters."""
        return self.size.width - self.left - self.right

    def write(self, axes: Axes, x: float, y: float, text: str, **how: object) -> None:
        """Write a line; `y` is in centimeters above the axes, `x` a share of their width."""
        points = {"xytext": (0, y / POINT), "textcoords": "offset points"}
        axes.annotate(text, (x, 1), xycoords="axes fraction", va="baseline", **points, **how)

    @property
    def style(self) -> dict[str, Any]:
        """Style of text, ticks and grids; each panel shows the spines that it needs."""
        ticks = {"labelsize": self.size.small, "color": COLORS["text"], "major.size": 2}
        ticks |= {"major.width": 0.5, "major.pad": self.size.small * 0.3}
        return {
            "font.family": fonts(),
            "font.size": self.size.type,
            "text.color": COLORS["text"],
            "axes.labelcolor": COLORS["text"],
            "axes.labelpad": 1.5,
            "axes.linewidth": 0.5,
            "axes.axisbelow": True,
            "grid.color": COLORS["text"],
            "grid.alpha": 0.14,
            "grid.linewidth": 0.5,
            "legend.fontsize": self.size.small,
            **{f"axes.spines.{side}": False for side in ("left", "bottom", "top", "right")},
            **{
                f"{axis}.{name}": value
                for axis in ("xtick", "ytick")
                for name, value in ticks.items()
            },
        }


@dataclass(frozen=True)
class Panel:
    height: float  # centimeters of the axes before scaling
    draw: Callable[[Axes, float], None]  # draws on axes of a height in centimeters
    above: float = GAP
    below: float = 0.0  # centimeters for text around the axes
    rigid: bool = False  # whether it has labels, so that other panels shrink first


def wrapped(text: str, width: float, points: float) -> list[str]:
    """Break a text into lines of at most a width in centimeters, between words."""
    lines: list[str] = []
    for word in printable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        lines[-1:] = [longer] if text_width(longer, points) <= width else [*lines[-1:], word]
    return lines


def stacked(canvas: Canvas, panels: Sequence[Panel], caption: str = "") -> Figure:
    """Draw panels from top to bottom, and the caption below."""
    size = canvas.size
    lines, line = wrapped(caption, size.width * _WIDEST, size.small), size.small * LINE * POINT
    fixed = sum(panel.above + panel.below for panel in panels) + 2 * _MARGIN
    fixed += len(lines) * line + GAP * bool(lines)
    grown = sum(panel.height for panel in panels)
    height = size.height or min(fixed + grown, _TALLEST)
    # Panels grow to fill a slide, and shrink to fit a page.
    scale = max((height - fixed) / grown, 0.05) if grown else 1.0
    rigid = sum(panel.height for panel in panels if panel.rigid)
    others = (height - fixed - rigid) / (grown - rigid) if grown > rigid else 0.0
    scales = {True: 1.0, False: others} if _LEAST < others < 1 else {True: scale, False: scale}
    figure = Figure(figsize=(size.width / INCH, height / INCH), facecolor=COLORS["background"])
    top = height - _MARGIN
    left, width = canvas.left / size.width, canvas.width / size.width
    with mpl.rc_context(canvas.style):
        for panel in panels:
            tall = panel.height * scales[panel.rigid]
            top -= panel.above + tall
            panel.draw(figure.add_axes((left, top / height, width, tall / height)), tall)
            top -= panel.below
        for text in lines:
            top -= line
            place = GAP / size.width, (top - GAP) / height
            figure.text(*place, text, fontsize=size.small, va="baseline")
    return figure


@dataclass
class Drawn:
    """The data for the panels of a pair."""

    canvas: Canvas
    sides: Pair
    result: TMeasures
    how: Print
    titles: Sequence[str]
    layer_names: Sequence[Sequence[str]]

    @cached_property
    def fills(self) -> dict[str, Fill]:
        return printed_fills(*self.sides)

    @property
    def notation(self) -> TimeNotation:
        return self.sides[0].notation

    @property
    def end(self) -> float:
        return self.sides[0].end

    @property
    def reach(self) -> tuple[float, float]:
        """Start and end of the window around the query."""
        query = self.how.query or 0.0
        windows, frame_size = np.array([self.how.window]), self.result.settings.frame_size
        back, ahead = self.result.convention.reach_in_seconds(windows, frame_size)
        return max(0.0, query - float(back[0])), min(self.end, query + float(ahead[0]))


@dataclass(frozen=True, eq=False)
class Printed:
    draw: Callable[[], Figure]  # makes the matplotlib figure
    title: str  # title in the file's metadata

    def data(self, form: Form, dpi: int = DPI) -> bytes:
        if form not in FORMS:
            raise ScoreError(f"There is no format {form!r}. Choose one of {', '.join(FORMS)}.")
        if not 1 <= dpi <= MOST_DPI:
            raise ScoreError(f"Dots per inch must be between 1 and {MOST_DPI}, not {dpi}.")
        stamps: dict[Form, dict[str, str | None]] = {
            "pdf": {"Title": self.title, "Creator": "hierscope", "CreationDate": None},
            "svg": {"Title": self.title, "Creator": "hierscope", "Date": None},
            "png": {"Title": self.title, "Software": "hierscope"},
        }
        content = io.BytesIO()
        with _ONE_AT_A_TIME, mpl.rc_context(_SETTINGS), warnings.catch_warnings():
            # Characters without a font are drawn as boxes, except in SVG.
            warnings.filterwarnings("ignore", "Glyph .* missing from font")
            self.draw().savefig(content, format=form, dpi=dpi, metadata=stamps[form])
        return content.getvalue()

    def save(self, path: str | Path, dpi: int = DPI) -> None:
        """Write the figure to a file; its extension selects PDF, SVG or PNG."""
        write_whole(path, self.data(form_of(path), dpi))

    def _repr_svg_(self) -> str:
        return self.data("svg").decode()
