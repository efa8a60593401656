"""Scores as LaTeX: every cell of the paper's layout, and escaped text."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy, Layer
from core.latex import escape, estimates_latex, scores_latex
from core.papers.printed import printed_tables
from core.samples import sample
from core.tmeasures import FRAMELESS, PAPER_EQUATION, PAPER_TABLES, score
from core.vocabulary import DIRECTIONS, SIDES

WINDOWS = [0.5, 3, 15, 30, math.inf]
FIGURE_6 = next(table for table in printed_tables() if table.id == "ismir2015-fig6")
PAIR = FIGURE_6.reference, FIGURE_6.estimate
LABELED = tuple(getattr(sample("pop_two_annotators"), side) for side in SIDES)


def body(text):
    """The rows between the rules, as lists of cells."""
    rows = text.split(r"\midrule")[1].split(r"\bottomrule")[0].strip().splitlines()
    assert all(row.endswith(r" \\") for row in rows)
    return [[cell.strip() for cell in row.removesuffix(r"\\").split("&")] for row in rows]


def test_figure_6_is_written_as_it_is_printed():
    text = scores_latex(score(*PAIR, WINDOWS, convention=PAPER_TABLES), parts=DIRECTIONS)
    digits = [number.digits for number in FIGURE_6.numbers]
    assert body(text) == [
        ["$\\infty$" if math.isinf(window) else f"{window:g}", *digits[4 * at : 4 * at + 4]]
        for at, window in enumerate(WINDOWS)
    ]


def test_f_stands_beside_recall_and_precision_with_as_many_digits_as_asked():
    result = score(*LABELED, [15, math.inf])
    text = scores_latex(result, digits=4)
    assert body(text) == [
        [cell, *(f"{number:.4f}" for number in numbers)]
        for cell, numbers in zip(["15", r"$\infty$"], result.table()[:, :9].tolist(), strict=True)
    ]
    symbols = [rf"$\mathcal{{{letter}}}_{part}$" for letter in "TTL" for part in "RPF"]
    assert f"    $w$ & {' & '.join(symbols)} \\\\" in text.splitlines()


def test_estimates_stand_in_rows_by_window_and_lack_what_they_lack():
    unlabeled = Hierarchy(tuple(Layer(each.boundaries) for each in LABELED[1].layers))
    results = {"[a]": score(*LABELED, [3, 15]), "b_1": score(LABELED[0], unlabeled, [3, 15])}
    rows = body(estimates_latex(results, digits=3).replace("\\addlinespace\n", ""))
    assert [row[:2] for row in rows] == [
        ["3", "{}[a]"], ["", r"b\_1"], ["15", "{}[a]"], ["", r"b\_1"],
    ]  # fmt: skip
    both = rows[2][2:8]  # of T-measures, which need no labels
    assert both == rows[3][2:8]
    assert both + rows[2][8:] == [
        rf"\textbf{{{number:.3f}}}" for number in results["[a]"].table()[1, :9].tolist()
    ]
    assert rows[3][8:] == ["--"] * 3


def test_the_best_of_each_window_is_in_bold():
    results = {name: score(*pair, [15, 30]) for name, pair in (("a", PAIR), ("b", PAIR[::-1]))}
    rows = body(estimates_latex(results, digits=5).replace("\\addlinespace\n", ""))
    best = np.max([each.table()[:, :6] for each in results.values()], axis=0)
    for at, result in enumerate(results.values()):
        for row, scores, most in zip(rows[at::2], result.table()[:, :6], best, strict=True):
            assert row[2:] == [
                rf"\textbf{{{score:.5f}}}" if score == high else f"{score:.5f}"
                for score, high in zip(scores, most, strict=True)
            ]
    assert len({cell.startswith(r"\textbf") for row in rows for cell in row[2:]}) == 2


def test_it_fits_a_column_or_says_that_it_does_not():
    few, many = score(*PAIR), score(*LABELED)
    assert "setlength" not in scores_latex(few, parts=DIRECTIONS)
    assert r"  \footnotesize\setlength{\tabcolsep}{2.5pt}" in scores_latex(many).splitlines()
    comment = r"% needs \usepackage{booktabs}"
    assert scores_latex(many).splitlines()[1] == comment
    wide = estimates_latex({"an estimate with a long name": many, "b": many})
    assert wide.splitlines()[1].startswith(f"{comment}; about ")
    assert wide.splitlines()[1].endswith(" cm wide, more than a column of 8.5 cm: take table*")


def test_a_dash_stands_where_no_query_has_a_triplet():
    nothing = Hierarchy.from_boundaries([[0, 60]])
    row = ["3", "--", "0.00", "--", "--", "0.00", "--"]
    assert body(scores_latex(score(nothing, PAIR[1], [3]))) == [row]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({}, "convention mir_eval, 0.1 s frames;"),
        ({"frame_size": 0.25}, "convention mir_eval, 0.25 s frames;"),
        ({"convention": FRAMELESS}, "convention frameless, no frames;"),
        ({"frames": [0, 1, 2, 5]}, "convention mir_eval, given frames;"),
        (
            {"convention": replace(PAPER_EQUATION, no_triplet=0.0), "beta": 2},
            "convention paper-equation, 0.1 s frames, mean over all queries, beta 2;",
        ),
    ],
)
def test_a_comment_says_how_the_scores_were_computed(how, said):
    first = scores_latex(score(*PAIR, **how)).splitlines()[0]
    assert first.startswith("% T-measures by hierscope, ")
    assert said in first


def test_the_caption_is_escaped_and_may_be_left_out():
    result = score(*PAIR)
    assert r"\caption{50\% of a\_b \& c}" in scores_latex(result, "50% of a_b & c")
    assert "caption" not in scores_latex(result)


def test_groups_are_closed():
    text = scores_latex(score(*PAIR), "{")
    for name in ("table", "tabular"):
        assert text.count(f"\\begin{{{name}}}") == text.count(f"\\end{{{name}}}") == 1
    plain = text.replace(r"\{", "")
    assert plain.count("{") == plain.count("}")


MEANT = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
}


@given(st.text(alphabet="a b\n\t\\{}$&#_%~^<>|é"))
def test_escaped_text_reads_back(text):
    written = escape(text)
    parts = re.findall(r"\\text\w+\{\}|\\[{}$&#_%]|[^\\{}$&#_%~^<>|\n]", written)
    assert "".join(parts) == written
    assert "".join(MEANT.get(part, part[-1]) for part in parts) == " ".join(text.split())


@pytest.mark.parametrize(("windows", "own"), [([15, math.inf], True), ([math.inf], False)])
def test_a_comment_says_whose_the_window_of_l_is(windows, own):
    labeled = Hierarchy.from_boundaries([[0, 10, 20, 30]], [["a", "b", "a"]])
    text = scores_latex(score(labeled, labeled, windows))
    assert r"{c}{L within $w$}" in text if own else r"{c}{L}" in text
    first = text.splitlines()[0]
    assert first.startswith("% T-measures and L-measures by hierscope, ")
    assert ("; L within a window is hierscope's own" in first) is own
