"""The structure of the figure of a corpus."""

import math

import numpy as np
import pytest
from results_files import collect

from core.corpus import Item
from core.corpus.job import Job, score_item
from core.corpus.summary import describe, one_score, rows_by_method
from core.samples import sample_ids
from explorer.figures.corpus import corpus_figure


@pytest.fixture(scope="module")
def results(request):
    folder = request.config.rootpath / "sample_data"
    paths = [(str(folder / f"{name}.jams"),) for name in sample_ids()]
    items = [
        Item(path[0], method, path, path, *choices)
        for path in paths
        for method, choices in (("one", (0, 1)), ("other", (1, 0)))
    ]
    job = Job((3, 15, math.inf))
    return collect([score_item(item, job) for item in items], job)


def test_each_method_is_a_row_of_boxes_from_its_quartiles(results):
    drawn = corpus_figure(results, "full", "precision")
    assert [box.name for box in drawn.data] == ["one", "other"]
    assert [box.yaxis for box in drawn.data] == ["y", "y2"]
    for box, rows in zip(drawn.data, rows_by_method(results).values(), strict=True):
        found = describe(one_score(results, "full", "precision")[rows])
        assert box.x == ("3", "15", "∞")
        for name in ("q1", "median", "q3", "mean"):
            np.testing.assert_array_equal(box[name], getattr(found, name))
        np.testing.assert_array_equal(box.lowerfence, found.whisker_low)


def test_it_says_what_is_drawn(results):
    drawn = corpus_figure(results)
    count = len(sample_ids())
    assert drawn.layout.title.text == "T<sub>F</sub> reduced, 0.1 s frames, as mir_eval"
    titles = [each.text for each in drawn.layout.annotations]
    assert titles == [f"one ({count} pairs)", f"other ({count} pairs)"]


def test_nothing_can_be_drawn(results):
    drawn = corpus_figure(results.take([]))
    assert len(drawn.data) == 0
