"""Questions about triplets: answers equal the core's."""

import math
from dataclasses import replace

import numpy as np
import pytest
from asking import answered, look, pair, say
from cases import case_rows

from core.measures import QUERY_COLUMNS
from core.samples import samples
from core.settings import Settings
from core.tmeasures import CONVENTIONS, MIR_EVAL, PAPER_EQUATION
from core.tmeasures.scoring import query_scores
from core.triplets import TripletBlocks
from core.triplets.beside import beside
from core.triplets.blocks import Filter, costliest, query_blocks, survey
from core.triplets.depths import depth_matrices
from core.triplets.explaining import answers, explain, moments, reasons, verdict
from core.triplets.task import Task
from core.vocabulary import DIRECTIONS
from core.windows import columns
from explorer.messages.inspection import (
    Setup,
    blocks_of_query,
    blocks_of_track,
    costliest_query,
    first_look,
)
from explorer.messages.pair import steps
from explorer.messages.triplets import LISTED, PIXELS
from explorer.state.pair import PairState

SAMPLES = {sample.id: sample for sample in samples()}
MERGED = SAMPLES["jingle_bells_algorithm"]


def assert_rows(told, rows):
    """Hold the rows of a message, which have pairs, to those of files, which have two columns."""
    for row, wanted in zip(told, rows, strict=True):
        columns = {"unit": "seconds"}
        for name, value in row.items():
            ends = ("i", "j") if name.startswith("depth") else ("start", "end")
            pair = isinstance(value, list) and name != "run"
            columns |= (
                dict(zip((f"{name}_{end}" for end in ends), value, strict=True))
                if pair
                else {name: value}
            )
        assert {name: columns[name] for name in wanted} == pytest.approx(wanted, abs=1e-9)


def answer(query, sample=MERGED, **more):
    """Ask about a query, its list and all of the track: the answer's head and arrays."""
    how = {"track": "whole", "shown": [0.0, 60.0], "listed": "query"} | more
    return answered(look(sample, query, **how))


@pytest.mark.parametrize(
    ("id", "query", "direction", "variant", "window"),
    [
        ("jingle_bells_algorithm", 70.0, "recall", "reduced", 15.0),
        ("jingle_bells_algorithm", 70.0, "precision", "full", math.inf),
        ("jingle_bells", 45.4, "precision", "l", 30.0),
    ],
)
def test_counts_blocks_and_words_are_the_cores(id, query, direction, variant, window):
    sample = SAMPLES[id]
    how = {"window": str(window), "variant": variant, "direction": direction}
    head, arrays = answer(query, sample, **how)
    triplets, track = head["triplets"], head["track"]
    task = Task(*pair(sample), window, direction, variant)
    here = query_blocks(task, query, Filter())
    assert triplets["variant"] == variant
    counts = [triplets[name] for name in ("agree", "tie", "inverted", "total")]
    assert counts == [here.agree, here.tie, here.inverted, here.agree + here.tie + here.inverted]
    assert triplets["reach"] == pytest.approx(list(here.reach), abs=1e-9)
    rows = TripletBlocks(task, here.blocks, merge=True).rows()[:LISTED]
    assert triplets["listed"] == len(here.blocks)
    assert_rows(triplets["rows"], rows)
    lost = here.tie + here.inverted
    assert [row["of_loss"] for row in triplets["rows"]] == [row["count"] / lost for row in rows]
    ends = [rows[0][name] for name in ("i_start", "i_end", "j_start", "j_end")]
    picked = triplets["picked"]
    assert [*picked["i"], *picked["j"]] == pytest.approx(ends, abs=1e-9)
    assert (picked["count"], picked["of_loss"]) == (rows[0]["count"], rows[0]["count"] / lost)
    assert picked["run"] == here.blocks.run[0].tolist()
    example = here.blocks.example[0].tolist()
    assert picked["example"] == example
    assert triplets["sentence"] == reasons(explain(task, here.query, *example))
    found = survey(task, pixels=PIXELS)
    splits = {"score": found.score, "tie": found.tie, "inverted": found.inverted}
    assert track["splits"][variant][direction] == splits | {"uncounted": 0.0}
    assert (arrays["pixels"] > 0).sum() > 100
    if variant == "l":
        assert track["beside"] == beside(*pair(sample), window).sentence


@pytest.mark.parametrize(
    ("id", "variant"), [("jingle_bells", "l"), ("jingle_bells_algorithm", "reduced")]
)
def test_pictures_of_depth_are_the_cores(id, variant):
    _, arrays = answered(look(SAMPLES[id], 0.0, variant=variant) | {"kind": "depths"})
    matrices = depth_matrices(Task(*pair(SAMPLES[id]), measure=variant), PIXELS)
    for name, matrix in zip(("ref_depths", "est_depths"), matrices, strict=True):
        shown = arrays[name].reshape(PIXELS, PIXELS) / 255 * matrix.max()
        np.testing.assert_allclose(shown, matrix, atol=matrix.max() / 500)


@pytest.mark.parametrize(
    ("convention", "window"),
    [("mir_eval", 0.5), ("paper-equation", 15.0), ("frameless", math.inf)],
)
def test_g_and_strips_are_the_cores(convention, window):
    shown = [20.0, 90.0]
    head, arrays = answered(
        look(MERGED, 70.0, window=str(window), convention=convention, shown=shown, strips=True)
    )
    how = {"convention": CONVENTIONS[convention]}
    task = Task(*pair(MERGED), window, settings=Settings(**how))
    named = task.score_time(task.own_time(70.0))
    wanted = query_scores(*pair(MERGED), [window], queries=[named], settings=Settings(**how))
    each = [wanted.of(*column) for column in QUERY_COLUMNS]
    assert head["g"] == [None if np.isnan(g[0, 0]) else g[0, 0] for g in each]
    assert head["shown"] == shown
    drawn = query_scores(
        *pair(MERGED), [window], queries=columns(*shown, 800), settings=Settings(**how)
    )
    np.testing.assert_array_equal(arrays["strips"], steps(drawn.g).ravel())


def test_strips_of_loss_add_up_to_what_is_lost_and_a_list_lacks_only_their_picture():
    figure = SAMPLES["figure6"]
    head, arrays = answer(25.0, figure, strips=True)
    strip = head["track"]["strip"]
    loss = arrays["loss"].reshape(3, strip["columns"]) / 255 * strip["peak"]
    found = survey(Task(*pair(figure)))
    sums = loss.sum(axis=1) * 60.0 / strip["columns"]
    assert sums == pytest.approx([1 - found.score] * 3, rel=0.01)
    pixels = arrays.pop("pixels").reshape(PIXELS, PIXELS)
    assert pixels.max() == 255
    assert (pixels > 0).sum() > 1000
    listed, others = answer(25.0, figure, track="list", strips=True)
    assert listed["triplets"] == head["triplets"]
    assert listed["track"] == head["track"]
    assert listed["track_key"] != head["track_key"]
    assert arrays.keys() == others.keys()
    assert all(np.array_equal(arrays[name], others[name]) for name in others)


def test_the_list_of_the_track_is_merged_and_filtered():
    head, _ = answer(70.0, listed="track", outcome="inverted", layers="3-2", region="j:20-50")
    wanted = costliest(
        Task(*pair(MERGED)), LISTED, Filter(("inverted",), (3, 2), ("j", 20.0, 50.0)), merge=True
    )
    rows = head["track"]["rows"]
    assert [row["run"] for row in rows] == wanted.run.tolist()
    assert {row["outcome"] for row in rows} == {"inverted"}
    assert all(row["j"][0] < 50 and row["j"][1] > 20 for row in rows)


def test_what_the_browser_has_of_the_track_is_not_sent_again():
    head, arrays = answer(70.0)
    key = head["track_key"]
    assert {"loss", "pixels"} <= set(arrays)
    again, arrays = answer(90.0, track_key=key)
    assert again["track"] is None
    assert again["track_key"] == key
    assert set(arrays) == set()
    changes = case_rows("pages", "other-questions")
    keys = [answer(90.0, track_key=key, **change)[0]["track_key"] for change in changes]
    assert len({key, *keys}) == 1 + len(changes)


def test_queries_without_a_triplet_that_count_are_named():
    figure = SAMPLES["figure6"]
    how = {"window": "6", "convention": "paper-equation", "mean_over_all": "1"}
    head, _ = answer(0.0, figure, track="splits", **how)
    split = head["track"]["splits"]["reduced"]["recall"]
    assert split["uncounted"] > 0.5
    assert sum(split.values()) == pytest.approx(1.0, abs=1e-12)
    assert "counts as 0" in head["triplets"]["sentence"]


def words_of(answer):
    return answer[0]["triplets"]["sentence"]


def test_where_nothing_is_shown_it_is_said_why():
    same = say(MERGED.reference, MERGED.reference, 70.0)
    assert words_of(answered(same)).startswith("Nothing disagrees at this window: the estimate")
    # Where something is lost elsewhere, or there is no triplet here or anywhere.
    figure = SAMPLES["figure6"]
    assert "agrees with all" in words_of(answer(5.0, figure))
    assert words_of(answer(70.0, window="0.1")).startswith("Nothing to compare at this window")
    assert words_of(answer(52.0, window="3")).startswith("Nothing to compare here")
    assert "filters" in answer(70.0, outcome="inverted", layers="2-1")[0]["triplets"]["sentence"]


def setup_of(sample):
    return Setup(*pair(sample), Settings())


def test_files_hold_the_blocks_on_screen():
    state = PairState({"direction": "precision"})
    task = Task(*pair(MERGED), direction="precision")
    rows = TripletBlocks(task, costliest(task, 1000, merge=True), merge=True).rows()
    assert blocks_of_track(setup_of(MERGED), state).rows() == rows
    rows = TripletBlocks(task, query_blocks(task, 50.0, Filter()).blocks).rows()
    assert blocks_of_query(setup_of(MERGED), state, 50.0).rows() == rows
    middle = costliest(task, 1, merge=True).queries[0].mean()
    assert costliest_query(setup_of(MERGED), state, 1.0) == round(task.own_time(middle), 6)


SETTINGS = [
    ("reduced", 0.5, MIR_EVAL),
    ("reduced", 15.0, replace(PAPER_EQUATION, no_triplet=0.0)),
    ("full", 3.0, replace(PAPER_EQUATION, no_triplet=0.0)),
    ("full", math.inf, MIR_EVAL),
]


@pytest.mark.parametrize(("variant", "window", "convention"), SETTINGS)
@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_each_sample_begins_with_a_triplet_that_disagrees(sample, variant, window, convention):
    state = PairState({"window": window, "variant": variant})
    place = first_look(Setup(*pair(sample), Settings(convention)), state)
    tasks = {
        each: Task(*pair(sample), window, each, variant, Settings(convention))
        for each in DIRECTIONS
    }
    lossy = [each for each in DIRECTIONS if len(costliest(tasks[each], 1))]
    how = {
        "window": str(window),
        "variant": variant,
        "direction": place["direction"],
        "convention": convention.name,
        "mean_over_all": str(int(convention.no_triplet == 0)),
    }
    head, _ = answered(look(sample, place["query"], **how))
    if not lossy:
        assert words_of((head,)).startswith(("Nothing disagrees", "Nothing to compare at"))
        return
    assert place["direction"] == min(lossy, key=lambda each: tasks[each].outcome[0])
    assert head["triplets"]["picked"]["outcome"] in ("tie", "inverted")
    assert head["triplets"]["query"] == pytest.approx(place["query"], abs=1e-6)


TUNES = "ode_to_joy", "jingle_bells", "jingle_bells_algorithm", "minuet_in_g"


@pytest.mark.parametrize("name", [*TUNES, "figure6"])
def test_a_pair_begins_in_the_middle_of_blocks_far_from_boundaries(name):
    found = SAMPLES[name]
    query = first_look(setup_of(found), PairState({}))["query"]
    head, _ = answer(query, found, listed="track")
    times = np.array(sorted([query, *head["triplets"]["picked"]["example"]]))
    edges = np.concatenate([*found.reference.boundaries, *found.estimate.boundaries])
    scale = 1100 / found.reference.end
    clear = np.abs(times[:, np.newaxis] - edges).min() * scale
    assert np.diff(times).min() * scale >= 24
    assert clear >= 12
    # The steps go through blocks, whose queries are in their middles.
    for row in head["track"]["rows"]:
        assert row["query"] == pytest.approx(np.mean(row["queries"]), abs=0.15)


@pytest.mark.parametrize(
    ("direction", "q", "i", "j"),
    [
        ("recall", 70.0, 72.0, 130.0),
        ("precision", 70.0, 130.0, 72.0),
        ("precision", 5.0, 1e9, -3),
    ],
)
def test_one_triplet_is_told_as_the_core_explains_it(direction, q, i, j):
    how = {"direction": direction, "variant": "full", "window": "inf", "convention": "paper-tables"}
    triplets = answered(look(MERGED, q, triplet=[i, j], **how))[0]["triplets"]
    i, j = (min(max(each, 0.0), MERGED.reference.end) for each in (i, j))
    settings = Settings(CONVENTIONS["paper-tables"])
    task = Task(MERGED.reference, MERGED.estimate, np.inf, direction, "full", settings)
    told = explain(task, triplets["query"], i, j)
    picked = triplets["picked"]
    assert triplets["sentence"] == reasons(told)
    assert [picked[name] for name in ("moments", "answers", "verdict")] == [
        moments(told), answers(told), verdict(told)
    ]  # fmt: skip
    assert picked["outcome"] == told.outcome
    assert picked["example"] == [i, j]
    assert [[row[:3] for row in side] for side in picked["segments"]] == [
        [[each.level, each.start, each.end] for each in side]
        for side in (told.reference, told.estimate)
    ]
