"""Scores as LaTeX: every cell of the paper's form, and text that LaTeX takes as it is."""

import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.latex import escape, scores_latex
from core.papers import printed_tables
from core.tmeasures import FRAMELESS, PAPER_EQUATION, PAPER_TABLES, score

WINDOWS = [0.5, 3, 15, 30, math.inf]
FIGURE_6 = next(table for table in printed_tables() if table.id == "ismir2015-fig6")
PAIR = FIGURE_6.reference, FIGURE_6.estimate


def body(text):
    """The rows between the rules, as lists of cells."""
    rows = text.split(r"\midrule")[1].split(r"\bottomrule")[0].strip().splitlines()
    assert all(row.endswith(r" \\") for row in rows)
    return [[cell.strip() for cell in row.removesuffix(r"\\").split("&")] for row in rows]


def test_figure_6_is_written_as_it_is_printed():
    text = scores_latex(score(*PAIR, WINDOWS, convention=PAPER_TABLES))
    assert body(text) == [
        ["$\\infty$" if math.isinf(row.window) else f"{row.window:g}"]
        + [cell.printed for cell in row.cells]
        for row in FIGURE_6.rows
    ]


def test_a_dash_stands_where_no_query_has_a_triplet():
    nothing = Hierarchy.from_boundaries([[0, 60]])
    assert body(scores_latex(score(nothing, PAIR[1], [3]))) == [["3", "--", "0.00", "--", "0.00"]]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({}, "convention mir_eval, 0.1 s frames;"),
        ({"frame_size": 0.25}, "convention mir_eval, 0.25 s frames;"),
        ({"convention": FRAMELESS}, "convention frameless, no frames;"),
        ({"frames": [0, 1, 2, 5]}, "convention mir_eval, given frames;"),
        (
            {"convention": replace(PAPER_EQUATION, no_triplet=0.0)},
            "convention paper-equation, 0.1 s frames, mean over all queries;",
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


MEANT = {r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^"}


@given(st.text(alphabet="a b\n\t\\{}$&#_%~^é"))
def test_escaped_text_reads_back(text):
    written = escape(text)
    parts = re.findall(r"\\text\w+\{\}|\\[{}$&#_%]|[^\\{}$&#_%~^\n]", written)
    assert "".join(parts) == written
    assert "".join(MEANT.get(part, part[-1]) for part in parts) == " ".join(text.split())


@pytest.mark.parametrize(("windows", "own"), [([15, math.inf], True), ([math.inf], False)])
def test_a_comment_says_whose_the_window_of_l_is(windows, own):
    labelled = Hierarchy.from_boundaries([[0, 10, 20, 30]], [["a", "b", "a"]])
    first = scores_latex(score(labelled, labelled, windows)).splitlines()[0]
    assert first.startswith("% T-measures and L-measures by hierscope, ")
    assert ("; L within a window is hierscope's own" in first) is own
