"""Scores as a LaTeX table in the form of the paper's figures."""

from __future__ import annotations

import math

from core.tmeasures import TMeasures

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
        A row a window; T_R and T_P, reduced and full, with two decimals.
    caption : str
        Plain text.

    Returns
    -------
    str
        A ``table`` for the package booktabs, under a comment that says how the scores were
        computed. A dash where no query has a triplet.
    """
    rows = []
    for at, window in enumerate(result.windows.tolist()):
        cells = [r"$\infty$" if math.isinf(window) else f"{window:g}"]
        for scores in (result.reduced, result.full):
            cells.append(_cell(scores.recall[at], scores.recall_share[at]))
            cells.append(_cell(scores.precision[at], scores.precision_share[at]))
        rows.append(f"    {' & '.join(cells)} \\\\")
    titles = [f"  \\caption{{{escape(caption)}}}"] if caption else []
    lines = [
        f"% {_how(result)}",
        r"\begin{table}",
        r"  \centering",
        r"  \begin{tabular}{rcccc}",
        r"    \toprule",
        r"    & \multicolumn{2}{c}{Reduced} & \multicolumn{2}{c}{Full} \\",
        r"    \cmidrule(lr){2-3} \cmidrule(lr){4-5}",
        "    $w$" + r" & $\mathcal{T}_R$ & $\mathcal{T}_P$" * 2 + r" \\",
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


def _cell(value: float, share: float) -> str:
    return f"{value:.2f}" if share > 0 else _NO_QUERY


def _how(result: TMeasures) -> str:
    convention = result.convention
    if convention.frameless:
        frames = "no frames"
    elif result.frame_size is None:
        frames = "given frames"
    else:
        frames = f"{result.frame_size:g} s frames"
    over_all = ", mean over all queries" if convention.mean_over_all else ""
    return (
        f"T-measures by hierscope, convention {convention.name}, {frames}{over_all}; w in seconds"
    )
