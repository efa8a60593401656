"""The grid of flat measures as a table: its cells, and the links in its texts."""

import re

from core.flat.grid import FLAT_MEASURES, flat_grid
from core.hierarchy import Hierarchy
from explorer.glossary import BY_ID
from explorer.tables.grids import FAMILIES, grid_html, measure_of, measure_words

LABELS = [["A", "B"], ["a", "b", "a"]]
REFERENCE = Hierarchy.from_boundaries(
    [[0, 20, 40], [0, 10, 20, 40]], LABELS, layer_names=["", "<b>&"]
)
ESTIMATE = Hierarchy.from_boundaries([[0, 20, 40], [0, 10, 30, 40]], [LABELS[0], ["", "", ""]])


def test_cells_hold_scores_the_higher_the_warmer_and_the_best_of_a_row_is_marked():
    grid = flat_grid(REFERENCE, ESTIMATE)
    table = grid_html(grid, measure_of("Pairwise", trim=False), "f_measure")
    first, second = re.findall("<tr>(<th scope.*?)</tr>", table)[-2:]
    assert '<td class="best" style="--heat: 45.0%">▸ 1.000</td><td>–</td>' in first
    value = grid.part("pairwise", "f_measure")[1, 0]
    assert f'--heat: {45 * value:.1f}%">▸ {value:.3f}<' in second
    assert "<caption>Pairwise: F-measure</caption>" in table


def test_names_of_layers_are_text():
    table = grid_html(flat_grid(REFERENCE, ESTIMATE), FLAT_MEASURES[0], "recall")
    assert "<b>" not in table
    assert 'reference 2<span title="&lt;b&gt;&amp;">&lt;b&gt;&amp;</span>' in table


def test_every_measure_is_chosen_by_its_family_and_leads_to_its_terms():
    chosen = {measure_of(family, trim) for family in FAMILIES for trim in (False, True)}
    assert chosen == set(FLAT_MEASURES)
    for measure in FLAT_MEASURES:
        terms = re.findall(r"glossary\?term=([\w-]+)", measure_words(measure))
        more = ["trim"] * measure.trim + ["frameless"] * (measure.of in ("lengths", "segments"))
        assert terms == [measure.term, *more]
        assert measure.term in BY_ID
        assert ("0.1 s frames" in measure_words(measure)) == (measure.of == "frames")
