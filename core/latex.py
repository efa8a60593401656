"""Write scores as LaTeX tables like those of the paper: groups of rows, and columns of scores."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.measures import Measure
from core.vocabulary import PARTS, Part

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    # Signs that LaTeX's text fonts lack.
    "±": r"$\pm$",
    "β": r"$\beta$",
    "−": "$-$",
    "∞": r"$\infty$",
    # Signs that differ in its default font encoding.
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{char: f"\\{char}" for char in "{}$&#_%"},
}

_NO_QUERY = "--"

DIGITS = 2  # decimals of a score, as the paper prints them

_COLUMN = 8.5  # width in cm, in a two-column article
_POINTS = 28.45  # per centimeter
_SIZES = {"": (10, 6.0), r"\small": (9, 4.0), r"\footnotesize": (8, 2.5)}
"""By font command of a 10 pt article: font size, and space next to each column, in points."""


@dataclass(frozen=True)
class Columns:
    """The columns of scores in a table."""

    measures: Sequence[Measure]
    parts: Sequence[Part] = PARTS  # columns of each measure, in this order
    digits: int = DIGITS
    whole: bool = False  # whether all rows score the whole track

    @property
    def scores(self) -> list[tuple[Measure, Part]]:
        """Measure and part of each column."""
        return [(measure, part) for measure in self.measures for part in self.parts]

    def title(self, measure: Measure) -> str:
        """Return the heading over the columns of a measure."""
        if measure.windowed or self.whole:
            return measure.title.capitalize()
        return f"hierscope's {measure.title} within $w$"

    def cells(self, rows: Iterable[Iterable[float]]) -> list[list[str]]:
        """Format scores; if there are several rows, the best of each column is bold."""
        written = [
            [_NO_QUERY if math.isnan(value) else f"{value:.{self.digits}f}" for value in row]
            for row in rows
        ]
        if len(written) == 1:
            return written
        best = [max(column) for column in zip(*written, strict=True)]  # text of equal length
        return [
            [
                rf"\textbf{{{cell}}}" if cell == most != _NO_QUERY else cell
                for cell, most in zip(row, best, strict=True)
            ]
            for row in written
        ]


def table(
    names: Sequence[str],
    alignment: str,
    groups: Iterable[Sequence[Sequence[str]]],
    columns: Columns,
    comments: Iterable[str],
    caption: str = "",
) -> str:
    """Write a table of scores in the largest font that fits a column of an article."""
    groups = [*groups]
    head = [*names, *[""] * len(columns.scores)]
    rows = [head, *(row for group in groups for row in group)]
    widths = {size: _width(rows, *points) for size, points in _SIZES.items()}
    size = next((size for size, width in widths.items() if width <= _COLUMN), r"\small")
    wide = f"; about {widths[size]:.0f} cm wide, more than a column of {_COLUMN:g} cm: take table*"
    needs = rf"needs \usepackage{{booktabs}}{wide * (widths[size] > _COLUMN)}"
    setting = rf"{size}\setlength{{\tabcolsep}}{{{_SIZES[size][1]:g}pt}}" if size else ""
    body = ["    \\addlinespace\n".join(map(_group, groups)).rstrip("\n")]
    first, width = len(names), len(columns.parts)
    starts = range(first + 1, first + 1 + width * len(columns.measures), width)
    over = " ".join(
        rf"& \multicolumn{{{width}}}{{c}}{{{columns.title(measure)}}}"
        for measure in columns.measures
    )
    rules = " ".join(rf"\cmidrule(lr){{{at}-{at + width - 1}}}" for at in starts)
    symbols = "".join(f" & {_symbol(*score)}" for score in columns.scores)
    heads = [
        f"{'& ' * (first - 1)}{over} \\\\",
        rules,
        f"{' & '.join(names)}{symbols} \\\\",
    ]
    alignment += "c" * width * len(columns.measures)
    return _framed([*comments, needs], caption, setting, alignment, heads, body)


def text_table(rows: Sequence[Mapping[str, str]], caption: str) -> str:
    """Write rows of text, of which the first column is names and the others are numbers."""
    texts = [[*rows[0]], *([*row.values()] for row in rows)]
    head, *body = (" & ".join(map(name_cell, cells)) + r" \\" for cells in texts)
    lines = [f"    {line}" for line in body]
    needs = r"needs \usepackage{booktabs}"
    alignment = f"l{'r' * (len(rows[0]) - 1)}"
    return _framed([needs], caption, r"\footnotesize", alignment, [head], lines)


def _framed(
    comments: Iterable[str],
    caption: str,
    setting: str,
    alignment: str,
    heads: Iterable[str],
    body: Iterable[str],
) -> str:
    lines = [
        *(f"% {' '.join(comment.split())}" for comment in comments),
        r"\begin{table}",
        r"  \centering",
        *([f"  \\caption{{{escape(caption)}}}"] if caption else []),
        *([f"  {setting}"] if setting else []),
        rf"  \begin{{tabular}}{{{alignment}}}",
        r"    \toprule",
        *(f"    {head}" for head in heads),
        r"    \midrule",
        *body,
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Escape plain text for LaTeX, in one line."""
    return "".join(_SPECIAL.get(char, char) for char in " ".join(text.split()))


def name_cell(name: str) -> str:
    """Escape a name for a cell; LaTeX would read a leading [ or * as an argument."""
    return f"{'{}' * name.lstrip().startswith(('[', '*'))}{escape(name)}"


def window_cell(window: float) -> str:
    """Write a window; the whole track is infinity."""
    return r"$\infty$" if math.isinf(window) else f"{window:g}"


def _width(rows: Iterable[Sequence[str]], size: float, space: float) -> float:
    """Estimate the width of a table in cm; an average character is half the font size wide."""
    widths = (max(map(_characters, column)) for column in zip(*rows, strict=True))
    return sum(width * size / 2 + 2 * space for width in widths) / _POINTS


def _characters(cell: str) -> float:
    """Estimate the width of a cell in average characters; bold ones are wider."""
    plain = re.sub(r"\\textbf|[{}$]", "", cell)
    count = len(re.sub(r"\\([a-zA-Z]+|.)", "m", plain))
    return 1.15 * count if r"\textbf" in cell else count


def _group(rows: Sequence[Sequence[str]]) -> str:
    lines = []
    for at, (first, *others) in enumerate(rows):
        again = at > 0 and first == rows[at - 1][0] and len(others) > 0
        lines.append(f"    {' & '.join(['' if again else first, *others])} \\\\\n")
    return "".join(lines)


def _symbol(measure: Measure, part: Part) -> str:
    letter, _, index = measure.symbol(part).partition("_")
    return rf"$\mathcal{{{letter}}}_{index}$"
