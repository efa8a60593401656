"""What the paper says of Figures 2 and 3; its numbers are those of test_papers.py."""

import math

import pytest

from core.papers.printed import printed_tables
from core.settings import Settings
from core.tmeasures import PAPER_TABLES, score


def scored_as_printed(name, windows):
    (table,) = (table for table in printed_tables() if table.id == name)
    return score(table.reference, table.estimate, windows, settings=Settings(PAPER_TABLES))


def test_figure_2_small_windows_equal_the_boundary_metrics_then_precision_falls_and_recall_rises():
    windows = [0.5, 3, 15, 20, 60]
    scored = scored_as_printed("ismir2015-fig2", windows)
    recall, precision = (
        scored.scores["full"].recall.tolist(),
        scored.scores["full"].precision.tolist(),
    )
    assert recall[:2] == pytest.approx([0.4] * 2, abs=1e-12)
    assert precision[:2] == pytest.approx([1.0] * 2, abs=1e-12)
    assert precision[1] > precision[2] > precision[3] > 0
    assert recall[2] < recall[3] < recall[4] < 1
    assert scored.scores["reduced"].recall.tolist() == recall
    assert scored.scores["reduced"].precision.tolist() == precision


def test_figure_3_precision_is_1_and_recall_small_at_small_windows():
    windows = [0.1, 0.5, 1, 3, 5, 10, 15, 20, 30, 45, 60, math.inf]
    scored = scored_as_printed("ismir2015-fig3", windows)
    for variant in (scored.scores["reduced"], scored.scores["full"]):
        counted = variant.precision_share > 0
        assert counted[1:].all()
        assert variant.precision[counted] == pytest.approx(1.0, abs=1e-12)
    assert scored.scores["full"].recall[1:4] == pytest.approx(0.40, abs=1e-12)
    assert scored.scores["reduced"].recall[1:4].tolist() == [0.0] * 3
