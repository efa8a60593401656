"""Guarantees of core.tmeasures besides the numbers."""

import dataclasses
import math

import numpy as np
import pytest
from cases import case_rows

from core.choosing import layer_weights
from core.corpus.job import Job
from core.diagnosis import diagnose
from core.effects import effects
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.measures import QUERY_COLUMNS
from core.scape import scape
from core.settings import Settings
from core.tmeasures import (
    CONVENTIONS,
    FRAMELESS,
    PAPER_TABLES,
    Convention,
    score,
)
from core.tmeasures.scoring import query_scores
from core.triplets.task import Task

REFERENCE = Hierarchy.from_boundaries([[0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]])
ESTIMATE = Hierarchy.from_boundaries([[0, 40, 60], [0, 15, 40, 52, 60]])
SIDES = ("recall", "precision", "f_measure", "recall_share", "precision_share")
each_convention = pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ([], "Queries must be a list of at least 1"),
        ([3.0, 2.0], "Queries must increase, but 0:03.0 is followed by 0:02.0"),
        ([61.0], "Queries must lie within the track"),
    ],
)
@each_convention
def test_queries_that_cant_be_are_named(convention, queries, message):
    with pytest.raises(ScoreError, match=message):
        query_scores(REFERENCE, ESTIMATE, settings=Settings(convention), queries=queries)


@each_convention
def test_results_are_frozen_and_read_only(convention):
    windows = np.array([15.0, 30.0])
    scored = score(REFERENCE, ESTIMATE, windows, settings=Settings(convention))
    asked = query_scores(REFERENCE, ESTIMATE, windows, settings=Settings(convention))
    arrays = [scored.windows, asked.windows, asked.times]
    arrays += [
        getattr(part, side)
        for part in (scored.scores["reduced"], scored.scores["full"])
        for side in SIDES
    ]
    arrays += [asked.of(*field) for field in QUERY_COLUMNS]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.5
    for result, field in ((scored, "beta"), (scored.scores["full"], "recall"), (asked, "times")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, field, None)
    windows[0] = 1.0  # the caller's own array stays the caller's
    assert scored.windows[0] == 15.0


def test_scores_come_under_mir_evals_names():
    scored = score(REFERENCE, ESTIMATE, [5.0, 15.0])
    named = scored.to_dict(1)
    assert list(named) == [
        f"{letter}-{part} {which}"
        for letter, which in (("T", "reduced"), ("T", "full"), ("L", "within window"))
        for part in ("Precision", "Recall", "Measure")
    ]
    whole = score(REFERENCE, ESTIMATE, [math.inf]).to_dict()
    assert list(whole)[-3:] == ["L-Precision", "L-Recall", "L-Measure"]
    assert named["T-Recall reduced"] == scored.scores["reduced"].recall[1]
    assert named["T-Measure full"] == scored.scores["full"].f_measure[1]
    assert scored.to_dict() != named
    assert all(type(value) is float for value in named.values())


def test_the_frame_size_is_kept_where_it_means_something():
    assert score(REFERENCE, ESTIMATE, settings=Settings(frame_size=0.5)).frame_size == 0.5
    assert score(REFERENCE, ESTIMATE, settings=Settings(frames=[0.0, 1.0])).frame_size is None
    assert score(REFERENCE, ESTIMATE, settings=Settings(FRAMELESS)).frame_size is None
    assert score(REFERENCE, ESTIMATE, settings=Settings(PAPER_TABLES)).convention is PAPER_TABLES


def test_a_convention_of_ones_own_is_called_by_its_name():
    assert "mine" in Settings(Convention("mine", "exact")).describe(15.0)


@pytest.mark.parametrize(
    ("name", "no_triplet", "window", "words"), case_rows("words", "conventions")
)
def test_a_convention_says_in_words_what_is_computed(name, no_triplet, window, words):
    convention = CONVENTIONS[name]
    if no_triplet is not None:
        convention = dataclasses.replace(convention, no_triplet=no_triplet)
    assert Settings(convention).describe(window) == words


def test_only_scores_of_a_pair_weight_triplets_equally():
    alike = Settings(equal="triplets")
    for ask in (
        lambda: query_scores(REFERENCE, ESTIMATE, settings=alike),
        lambda: Task(REFERENCE, ESTIMATE, settings=alike).problem,
        lambda: layer_weights(REFERENCE, [15.0], settings=alike),
        lambda: scape(REFERENCE, ESTIMATE, [15.0], settings=alike),
        lambda: effects(REFERENCE, ESTIMATE, 15.0, settings=alike),
        lambda: diagnose(REFERENCE, ESTIMATE, 15.0, settings=alike),
        lambda: Job(settings=alike),
        lambda: Job(settings=Settings(frames=[0.0, 1.0])),
    ):
        with pytest.raises(ScoreError, match=r"(equal|same) weight"):
            ask()
    scores = score(REFERENCE, ESTIMATE, settings=alike)
    assert "equal weight of all triplets" in scores.headline()
    assert "shares of the triplets of all q, with equal weight" in str(scores.cite())
