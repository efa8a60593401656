"""Triplets of labels: their texts, and pairs without any."""

import math

import numpy as np
import pytest

from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.tmeasures import FRAMELESS, PAPER_TABLES
from core.triplets.depths import depth_matrices
from core.triplets.explaining import explain, sentence
from core.triplets.results import Segment
from core.triplets.task import Task

PAIR = (
    Hierarchy.from_boundaries(
        [[0, 20, 40], [0, 10, 20, 30, 40]], [["A", "B"], ["a", "b", "a", "c"]]
    ),
    Hierarchy.from_boundaries([[0, 20, 30, 40]], [["x", "", "X"]]),
)
each_convention = pytest.mark.parametrize(
    "convention", [PAPER_TABLES, FRAMELESS], ids=lambda c: c.name
)


def task(**more):
    return Task(*PAIR, **{"window": math.inf, "measure": "l", **more})


def test_a_moment_in_the_frame_of_the_query_is_told_of_as_such():
    said = sentence(explain(task(convention=PAPER_TABLES), 2, 2.04, 12))
    assert said.endswith("Not counted: i or j lies in the frame of q.")


@each_convention
def test_an_explanation_holds_the_segments_of_both_moments(convention):
    found = explain(task(convention=convention), 2, 25, 12)
    assert found.reference == (
        Segment(2, 0, 10, "a", "", (20, 30)),
        Segment(1, 0, 20, "A", "", (0, 20)),
        Segment(0, 0, 40, ""),
    )
    assert found.of_labels


@each_convention
def test_matrices_are_the_mean_depths_of_meeting(convention):
    moments = (np.arange(400) + 0.5) / 10
    levels = []
    for hierarchy in PAIR:
        level = np.zeros((400, 400))
        for depth, layer in enumerate(hierarchy.layers, 1):
            at = np.searchsorted(layer.boundaries, moments, side="right") - 1
            labels = np.array([layer.labels[each].lower() for each in at])
            level[labels[:, None] == labels[None, :]] = depth
        levels.append(level.reshape(8, 50, 8, 50).mean(axis=(1, 3)))
    found = depth_matrices(task(convention=convention), 8)
    np.testing.assert_allclose(found, levels, rtol=0, atol=1e-12)


def test_a_layer_without_labels_is_named():
    bare = Hierarchy.from_boundaries([[0, 10, 40]])
    with pytest.raises(ScoreError, match=r"L needs labels, and layer 1 of the estimate has none\."):
        explain(Task(PAIR[0], bare, measure="l"), 1, 2, 3)
