"""Questions on a drawn pair: answers equal the core's."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from asking import DEFAULT_STATE, answered, drawing, pair

from core.editing import move_boundary
from core.effects import effects
from core.measures import COLUMNS
from core.samples import sample
from core.settings import Settings
from core.tmeasures import MIR_EVAL, PAPER_TABLES, score
from core.tmeasures.scoring import query_scores
from core.triplets.blocks import Filter, query_blocks
from core.triplets.explaining import answers, explain
from core.triplets.task import Task
from core.windows import columns, sweep
from explorer.messages.edited import edited_answer, effect_rows, read_stamp
from explorer.messages.inspection import Setup
from explorer.messages.pair import g_row, steps
from explorer.messages.questions import read

FIGURE_6, TUNE, MERGED = map(sample, ("figure6", "jingle_bells", "jingle_bells_algorithm"))


def question(sample, window, variant="full", **more):
    state = DEFAULT_STATE | {"window": f"{window:g}", "variant": variant}
    return drawing(*pair(sample), state=state, **more)


def drawn(sample, window, *, convention=MIR_EVAL, beta=2.0, **more):
    setup = Setup(*pair(sample), Settings(convention, beta=beta))
    return edited_answer(setup, read(json.dumps(question(sample, window, **more))))


@pytest.mark.parametrize("window", [15.0, math.inf])
def test_a_triplet_stays_while_a_boundary_moves(window):
    triplets = drawn(FIGURE_6, window, query=39.8)[0]["triplets"]
    task = Task(*pair(FIGURE_6), window, "recall", "full")
    (block,) = query_blocks(task, triplets["query"], Filter()).blocks.example[:1].tolist()
    assert (triplets["picked"]["example"], triplets["picked"]["outcome"]) == (block, "tie")
    closer = move_boundary(FIGURE_6.estimate, 1, 35.0, 31.0, nested=True)
    for estimate in (FIGURE_6.estimate, closer):
        sample = replace(FIGURE_6, estimate=estimate)
        kept = drawn(sample, window, query=39.8, triplet=block)[0]["triplets"]["picked"]
        told = explain(Task(*pair(sample), window, "recall", "full"), triplets["query"], *block)
        assert (kept["answers"], kept["outcome"]) == (answers(told), told.outcome)


@pytest.mark.parametrize(
    ("sample", "window"), [(FIGURE_6, 0.5), (FIGURE_6, math.inf), (MERGED, 15.0)]
)
def test_scores_of_a_drawing_are_the_cores(sample, window):
    head, arrays = drawn(sample, window, convention=PAPER_TABLES)
    windows = sweep(sample.reference.end)
    assert head["count"] == len(windows)
    assert windows[head["index"]] == window
    scored = arrays["at"].astype(int)
    assert {head["index"], len(windows) - 1} <= set(scored.tolist())
    wanted = score(
        *pair(sample), windows[scored], settings=Settings(PAPER_TABLES, beta=2.0)
    ).table()
    np.testing.assert_array_equal(arrays["scores"], wanted)
    g = query_scores(*pair(sample), [window], settings=Settings(PAPER_TABLES), queries=[5.0])
    assert head["g"] == g_row(g)
    strips = query_scores(
        *pair(sample),
        [window],
        settings=Settings(PAPER_TABLES),
        queries=columns(0.0, sample.reference.end, 800),
    )
    np.testing.assert_array_equal(arrays["strips"], steps(strips.g))


def test_strips_stay_within_a_track_that_became_shorter():
    head, arrays = drawn(FIGURE_6, 15.0, shown=[70.0, 90.0])
    assert (head["end"], head["shown"]) == (60.0, [0.0, 60.0])
    assert arrays["strips"].shape == (1, 6, 800)


def test_effects_come_in_parts_when_they_are_asked_for():
    assert "effects" not in drawn(FIGURE_6, 15.0)[0]
    rows, total = [], 1
    while len(rows) < total:
        how = {"beta": 1.0, "variant": "reduced", "effects": "key", "first": len(rows)}
        told = drawn(MERGED, 15.0, **how)[0]["effects"]
        assert (told["key"], told["first"]) == ("key", len(rows))
        assert told["rows"]
        rows += told["rows"]
        total = told["total"]
    assert rows == effect_rows(effects(*pair(MERGED), 15.0, nested=True), "reduced")
    json.dumps(rows, allow_nan=False)


@pytest.mark.parametrize("said", ["", "a", "a:", ":1", "A:1", "a:1:1", "a:1 ", "<b>:1", 5, None])
def test_what_is_no_stamp_is_none(said):
    assert read_stamp(said) == ""


def test_the_answer_is_about_what_is_drawn():
    how = {"nested": False, "effects": "some key", "extra": 7.25, "shown": [0.0, 60.0]}
    head, arrays = answered(question(TUNE, 7.25, number=3, **how))
    assert (head["number"], head["drawn"]) == (3, "ab1:4")
    row = arrays["at"].tolist().index(head["index"])
    wanted = score(*pair(TUNE), [7.25])
    assert arrays["scores"].reshape(-1, len(COLUMNS))[row, 3] == wanted.scores["full"].recall[0]
    assert head["effects"]["key"] == "some key"
    assert head["count"] == len(sweep(TUNE.reference.end, 7.25))
