"""Scores as LaTeX: every cell of the paper's layout, and escaped text."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ScoreError
from core.latex import escape, text_table
from core.measures import BY_KEY
from core.papers.printed import printed_tables
from core.samples import sample
from core.settings import Settings
from core.tmeasures import PAPER_TABLES, score
from core.tmeasures.results import Estimates, scores_latex
from core.vocabulary import DIRECTIONS, SIDES

WINDOWS = [0.5, 3, 15, 30, math.inf]
FIGURE_6 = next(table for table in printed_tables() if table.id == "ismir2015-fig6")
PAIR = FIGURE_6.reference, FIGURE_6.estimate
LABELED = tuple(getattr(sample("jingle_bells"), side) for side in SIDES)


def body(text):
    """The rows between the rules, as lists of cells."""
    rows = text.split(r"\midrule")[1].split(r"\bottomrule")[0].strip().splitlines()
    assert all(row.endswith(r" \\") for row in rows)
    return [[cell.strip() for cell in row.removesuffix(r"\\").split("&")] for row in rows]


def test_figure_6_is_written_as_it_is_printed():
    text = scores_latex(score(*PAIR, WINDOWS, settings=Settings(PAPER_TABLES)), parts=DIRECTIONS)
    digits = [number.digits for number in FIGURE_6.numbers]
    assert body(text) == [
        ["$\\infty$" if math.isinf(window) else f"{window:g}", *digits[4 * at : 4 * at + 4]]
        for at, window in enumerate(WINDOWS)
    ]


def test_f_stands_beside_recall_and_precision_with_as_many_digits_as_asked():
    result = score(*LABELED, [15, math.inf])
    text = scores_latex(result, digits=4, measures=list(BY_KEY))
    assert body(text) == [
        [cell, *(f"{number:.4f}" for number in numbers)]
        for cell, numbers in zip(["15", r"$\infty$"], result.table()[:, :9].tolist(), strict=True)
    ]
    for letters, table in (("TTL", text), ("TT", scores_latex(result))):  # L only if asked
        symbols = [rf"$\mathcal{{{letter}}}_{part}$" for letter in letters for part in "RPF"]
        assert f"    $w$ & {' & '.join(symbols)} \\\\" in table.splitlines()
        assert (letters == "TTL") == ("L-measures" in table) == ("hierscope's own" in table)


@pytest.mark.parametrize(("key", "problem"), [("x", "no measure 'x'"), ("l", "layer 1 of the")])
def test_a_measure_that_a_table_can_not_have_is_refused(key, problem):
    for result in (score(*PAIR), Estimates({"a": score(*PAIR)})):
        with pytest.raises(ScoreError, match=problem):
            result.to_latex(measures=["full", key])


def test_given_frames_are_said():
    text = scores_latex(score(*PAIR, settings=Settings(frames=[0, 1, 2, 5])))
    assert "convention mir_eval, given frames;" in text


def test_the_caption_is_escaped_and_may_be_left_out():
    result = score(*PAIR)
    text = scores_latex(result, "50% of a_b & {c")
    assert r"\caption{50\% of a\_b \& \{c}" in text
    plain = text.replace(r"\{", "")
    assert plain.count("{") == plain.count("}")
    assert "caption" not in scores_latex(result)
    several = score(*PAIR, [3, 15], settings=Settings(beta=2))
    how = r"2 windows, 3 s to 15 s, 0.1 s frames, as mir\_eval, $\beta$ = 2"
    assert rf"\caption{{T reduced and T full: {how}}}" in several.to_latex()
    against = Estimates({"a_b" * 40: several}, "R_1").to_latex(measures=["full"])
    assert rf"\caption{{T full of 1 estimate against R\_1: {how}}}" in against
    assert r"a\_b" * 40 in against  # names are not cut


def test_rows_of_text_are_a_table_with_names_left():
    rows = [{"methods": "[a] − b_1", "p": "< .001"}, {"methods": "*c − b_1", "p": "0.5"}]
    text = text_table(rows, "50 %")
    assert body(text) == [
        [r"{}[a] $-$ b\_1", r"\textless{} .001"],
        [r"{}*c $-$ b\_1", "0.5"],
    ]
    assert r"\caption{50 \%}" in text
    assert "{tabular}{lr}\n    \\toprule\n    methods & p \\\\\n" in text


MEANT = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"$\pm$": "±",
    r"$\beta$": "β",
    "$-$": "−",
}


@given(st.text(alphabet="a b\n\t\\{}$&#_%~^<>|é±β−"))
def test_escaped_text_reads_back(text):
    written = escape(text)
    parts = re.findall(r"\$[^$]+\$|\\text\w+\{\}|\\[{}$&#_%]|[^\\{}$&#_%~^<>|\n]", written)
    assert "".join(parts) == written
    assert "".join(MEANT.get(part, part[-1]) for part in parts) == " ".join(text.split())
