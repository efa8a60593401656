"""Scores as a LaTeX table in the form of the paper's figures."""

from __future__ import annotations

import math

from core.measures import Measure
from core.tmeasures import TMeasures
from core.vocabulary import DIRECTIONS, Part

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "{}$&#_%"},
}

_NO_QUERY = "--"


def scores_latex(result: TMeasures, caption: str = "") -> str:
    """Write scores as the paper's Figures 4 to 10 print them.

    Parameters
    ----------
    result : TMeasures
        A row a window; recall and precision of each measure that the pair has, with two decimals.
    caption : str
        Plain text.

    Returns
    -------
    str
        A ``table`` for the package booktabs, under a comment that says how the scores were
        computed. A dash where no query has a triplet.
    """
    measures = result.measures
    rows = []
    for at, window in enumerate(result.windows.tolist()):
        cells = [r"$\infty$" if math.isinf(window) else f"{window:g}"]
        cells += [
            _cell(scores.part(part)[at], scores.share(part)[at])
            for scores in (result.scores[measure.key] for measure in measures)
            for part in DIRECTIONS
        ]
        rows.append(f"    {' & '.join(cells)} \\\\")
    titles = [f"  \\caption{{{escape(caption)}}}"] if caption else []
    lines = [
        f"% {_how(result)}",
        r"\begin{table}",
        r"  \centering",
        rf"  \begin{{tabular}}{{r{'cc' * len(measures)}}}",
        r"    \toprule",
        f"    {' '.join(_over_two(measure.title) for measure in measures)} \\\\",
        f"    {' '.join(_rule(2 * at + 2) for at in range(len(measures)))}",
        f"    $w${''.join(_symbol(each, part) for each in measures for part in DIRECTIONS)} \\\\",
        r"    \midrule",
        *rows,
        r"    \bottomrule",
        r"  \end{tabular}",
        *titles,
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Write plain text so that LaTeX prints it as it is, in one line."""
    return "".join(_SPECIAL.get(char, char) for char in " ".join(text.split()))


def _over_two(title: str) -> str:
    return rf"& \multicolumn{{2}}{{c}}{{{title.capitalize()}}}"


def _rule(column: int) -> str:
    return rf"\cmidrule(lr){{{column}-{column + 1}}}"


def _symbol(measure: Measure, part: Part) -> str:
    letter, _, index = measure.symbol(part).partition("_")
    return rf" & $\mathcal{{{letter}}}_{index}$"


def _cell(value: float, share: float) -> str:
    return f"{value:.2f}" if share > 0 else _NO_QUERY


def _how(result: TMeasures) -> str:
    convention = result.convention
    if convention.frameless:
        frames = "no frames"
    elif result.frame_size is None:
        frames = "given frames"
    else:
        frames = result.words.frames(result.frame_size)
    over_all = convention.describe_mean
    kinds = " and ".join(dict.fromkeys(f"{each.letter}-measures" for each in result.measures))
    return (
        f"{kinds} by hierscope, convention {convention.name}, {frames}{over_all}; w in "
        f"{result.unit}{''.join(f'; {own}' for own in result.own_windows)}"
    )
