"""Names from files are text in figures, although plotly interprets some HTML."""

import json
import re

import numpy as np
import pytest

from core.hierarchy import Hierarchy
from core.tmeasures import score
from explorer.figures import pair_figure
from explorer.figures.styles import hierarchy_figure, matrix_figure
from explorer.figures.windows import windows_figure

EVIL = '<a href="http://elsewhere.example">&lt; a'
PAIR = [
    Hierarchy.from_boundaries(
        [[0, 30, 60], times], labels=[[EVIL] * 2, [EVIL] * 3], layer_names=[EVIL, ""]
    )
    for times in ([0, 10, 30, 60], [0, 30, 40, 60])
]


def figures():
    result = score(*PAIR, [1.0, 15.0])
    yield pair_figure(*PAIR, result)
    yield hierarchy_figure(PAIR[0])
    yield windows_figure(*PAIR, result)
    yield matrix_figure(np.array([[0, 1.0], [1.0, 0]]), 1, [EVIL, "b"], [0, 1])


@pytest.mark.parametrize("figure", [*figures()], ids=["pair", "hierarchy", "windows", "matrix"])
def test_a_name_is_no_link(figure):
    said = json.dumps(figure.to_plotly_json(), default=lambda each: each.tolist())
    assert "elsewhere.example" in said
    assert not re.search("<a", said)
    assert "&lt;a href" in said
    assert "&amp;lt; a" in said
