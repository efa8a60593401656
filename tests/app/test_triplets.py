"""The Triplets page as a script: what it answers is what the core computes."""

import math

import numpy as np
import pytest
from apptesting import message, opened_at, ready, to_page

from core.errors import clock
from core.export import block_rows
from core.samples import samples
from core.tmeasures import MIR_EVAL, VARIANTS
from core.triplets import (
    DIRECTIONS,
    Filter,
    Task,
    costliest,
    explain,
    query_blocks,
    sentence,
    survey,
)
from core.windows import sweep
from explorer.components.triplet_messages import PLACES
from explorer.inspection import (
    ASKED,
    LISTED,
    PIXELS,
    Setup,
    blocks_of_query,
    blocks_of_track,
    costliest_query,
    list_filter,
    read_question,
    read_state,
)
from explorer.state import PARAMETERS

SAMPLES = {sample.id: sample for sample in samples()}
POP = SAMPLES["pop_vs_algorithm"]
DEFAULT_TEXTS = {"outcome": "lost", "layers": "any-any", "region": "", "marks": "1"}
DEFAULTS = {parameter.name: parameter.default for parameter in PARAMETERS}


@pytest.fixture
def page(monkeypatch):
    monkeypatch.setattr("sys.argv", ["app.py"])

    def open_page(**query):
        return opened_at("triplets", **query)

    return open_page


def answer(app, query, **state):
    """Ask as the browser does: the answer's head and arrays."""
    texts = {"window": "15", "variant": "reduced", "direction": "recall", "listed": "query"}
    app.session_state["probe"] = {
        "question": {
            "query": query,
            "settled": True,
            "number": 1,
            "whole": True,
            "chosen": state.pop("chosen", None),
            "held": state.pop("held", ""),
            "shown": [0.0, 60.0],
            "state": texts | state,
        }
    }
    for name, value in read_state(DEFAULT_TEXTS | texts | state).items():
        app.session_state[name] = value
    return message(ready(app.run()), "hierscope_probe")


def pair(sample):
    return sample.reference, sample.estimate


def at_window(head, arrays, window):
    """What is shown of the query at a window: its row, and its kind of block."""
    place = sweep(POP.reference.end).tolist().index(window)
    row = arrays["sweep_rows"].reshape(-1, 14)[place]
    return row, head["triplets"]["kinds"][int(row[5])] if row[5] >= 0 else None


def filled(words, *example):
    for place, time in zip(PLACES, example, strict=True):
        words = words.replace(place, clock(math.floor(10 * time + 0.5) / 10))
    return words


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("window", [3.0, math.inf])
def test_counts_blocks_and_words_are_the_cores(page, direction, variant, window):
    app = page(sample="pop_vs_algorithm", direction=direction, variant=variant)
    head, arrays = answer(app, 70.0, window=str(window), variant=variant, direction=direction)
    triplets = head["triplets"]
    row, kind = at_window(head, arrays, window)
    task = Task(*pair(POP), window, direction, variant == "full")
    here = query_blocks(task, 70.0, Filter())
    assert row[:3].tolist() == [here.agree, here.tie, here.inverted]
    assert row[3:5].tolist() == pytest.approx(list(here.reach), abs=1e-9)
    rows = block_rows(here.blocks, merge=True)[:LISTED]
    assert triplets["listed"] == len(here.blocks)
    if not rows:
        assert kind is None
        assert triplets["rows"] == []
        return
    assert [{key: each[key] for key in rows[0]} for each in triplets["rows"]] == rows
    lost = here.tie + here.inverted
    assert [row["of_loss"] for row in triplets["rows"]] == [row["count"] / lost for row in rows]
    assert row[6:10].tolist() == pytest.approx([*rows[0]["i"], *rows[0]["j"]], abs=1e-9)
    assert row[12:].tolist() == [rows[0]["count"], rows[0]["count"] / lost]
    assert kind["run"] == here.blocks.run[0].tolist()
    example = here.blocks.example[0].tolist()
    assert filled(kind["words"], *example) == sentence(explain(task, here.query, *example))


def test_splits_and_strips_add_up_to_what_is_lost(page):
    head, arrays = answer(page(), 25.0)
    figure = SAMPLES["figure6"]
    for variant in VARIANTS:
        for direction in DIRECTIONS:
            found = survey(Task(*pair(figure), 15.0, direction, variant == "full"))
            assert head["triplets"]["splits"][variant][direction] == {
                "score": found.score,
                "tie": found.tie,
                "inverted": found.inverted,
                "uncounted": 0.0,
            }
    strip = head["track"]["strip"]
    columns = arrays["loss"].reshape(3, strip["columns"]) / 255 * strip["peak"]
    found = survey(Task(*pair(figure)))
    sums = columns.sum(axis=1) * 60.0 / strip["columns"]
    assert sums == pytest.approx([1 - found.score] * 3, rel=0.01)
    pixels = arrays["pixels"].reshape(PIXELS, PIXELS)
    assert pixels.max() == 255
    assert (pixels > 0).sum() > 1000


def test_a_chosen_block_is_shown_and_the_costliest_otherwise(page):
    app = page(sample="pop_vs_algorithm")
    rows = answer(app, 70.0)[0]["triplets"]["rows"]
    for chosen, shown in ((None, 0), (rows[2]["run"], 2), ([99, 99], 0)):
        _, kind = at_window(*answer(app, 70.0, chosen=chosen), 15.0)
        assert kind["run"] == rows[shown]["run"]


def test_the_list_of_the_track_is_merged_and_filtered(page):
    app = page(sample="pop_vs_algorithm")
    head, _ = answer(app, 70.0, listed="track", outcome="inverted", layers="1-0", region="j:60-90")
    wanted = costliest(
        Task(*pair(POP)), LISTED, Filter(("inverted",), (1, 0), ("j", 60.0, 90.0)), merge=True
    )
    rows = head["track"]["rows"]
    assert [row["run"] for row in rows] == wanted.run.tolist()
    assert {row["outcome"] for row in rows} == {"inverted"}
    assert all(row["j"][0] < 90 and row["j"][1] > 60 for row in rows)


def test_what_the_browser_has_of_the_track_is_not_sent_again(page):
    app = page(sample="pop_vs_algorithm")
    head, arrays = answer(app, 70.0)
    key = head["track"]["key"]
    assert {"loss", "pixels"} <= set(arrays)
    again, arrays = answer(app, 90.0, held=key)
    assert again["track"] is None
    assert set(arrays) == {"g", "sweep_rows"}
    for change in ({"window": "3.0"}, {"variant": "full"}, {"outcome": "tie"}):
        assert answer(app, 90.0, held=key, **change)[0]["track"]["key"] != key


def test_a_region_of_queries_empties_the_list_elsewhere_but_still_shows_the_query(page):
    app = page(sample="pop_vs_algorithm")
    inside = answer(app, 70.0, region="query:60-80")
    outside = answer(app, 70.0, region="query:80-90")
    assert inside[0]["triplets"]["rows"]
    assert "rows" not in outside[0]["triplets"]
    assert at_window(*outside, 15.0)[1] == at_window(*inside, 15.0)[1]


@pytest.mark.parametrize("convention", ["paper-equation", "frameless"])
def test_other_conventions_answer_too(page, convention):
    app = page(convention=convention, q="25", list="track")
    head, arrays = message(app, "hierscope_probe")
    # Before the browser has asked, the query alone is answered.
    assert arrays["sweep_rows"].reshape(-1, 14)[-1, :3].sum() > 0
    assert head["track"] is None


def test_depth_pictures_are_shipped_to_the_triplets_page_only(page):
    app = page()
    _, arrays = message(app, "hierscope_scope")
    side = round(math.sqrt(len(arrays["ref_depths"])))
    depths = arrays["ref_depths"].reshape(side, side).astype(int)
    assert np.abs(depths - depths.T).max() <= 1  # of 255, for rounding
    assert (depths[0, 0], depths[0, -1]) == (255, 0)
    _, arrays = message(to_page(app, "compare"), "hierscope_scope")
    assert "ref_depths" not in arrays


def test_state_and_pair_survive_the_change_of_page(page):
    app = page(sample="jazz_two_annotators", w="7.5", variant="full", q="33.0")
    head, _ = message(app, "hierscope_scope")
    assert (head["mode"], head["window"], head["variant"], head["query"]) == (
        "triplets",
        7.5,
        "full",
        33.0,
    )
    back, _ = message(to_page(app, "compare"), "hierscope_scope")
    assert (back["mode"], back["window"], back["query"]) == ("compare", 7.5, 33.0)
    assert back["reference"] == head["reference"]


def test_what_a_message_says_wrongly_is_left_out():
    said = {"window": "-3", "variant": "both", "listed": "query", "layers": "x", "region": 5}
    assert read_state(said) == {"listed": "query"}
    assert read_state("boo") == read_state(None) == {}


HOSTILE = [
    "boo",
    None,
    [],
    {},
    {"query": math.nan},
    {"query": "x", "state": 3, "number": "one"},
    {"query": [1], "state": {"window": [1], "layers": 5}},
    {"query": -1e308, "shown": [50.0, 10.0], "chosen": [1e30, 1]},
    {"query": 1e308, "shown": ["a", "b"], "chosen": "ab"},
    {"query": True, "shown": [1], "chosen": [1], "held": {"a": 1}, "whole": "yes"},
]


@pytest.mark.parametrize("said", HOSTILE, ids=str)
def test_a_hostile_question_is_answered_all_the_same(page, said):
    question = read_question(said, DEFAULTS, 7.0, 60.0)
    assert 0.0 <= question.query <= 60.0
    assert question.shown == (0.0, 60.0)
    assert question.chosen is None
    app = page(sample="figure6", q="25")
    app.session_state["probe"] = {"question": said}
    head, _ = message(ready(app.run()), "hierscope_probe")
    assert head["triplets"]["kinds"]


@pytest.mark.parametrize(
    ("layers", "region", "wanted"),
    [
        ("any-any", "", Filter()),
        ("2-any", "", Filter(layers=(2, None))),
        ("any-0", "i:1.5-3", Filter(layers=(None, 0), region=("i", 1.5, 3.0))),
    ],
)
def test_filters_are_read_from_the_state(layers, region, wanted):
    assert list_filter(DEFAULTS | {"layers": layers, "region": region}) == wanted


def setup_of(sample):
    return Setup(*pair(sample), MIR_EVAL, 0.1)


def test_files_hold_the_blocks_on_screen():
    state = {name: DEFAULTS[name] for name in ASKED} | {"direction": "precision"}
    task = Task(*pair(POP), direction="precision")
    assert block_rows(blocks_of_track(setup_of(POP), state)) == block_rows(
        costliest(task, 1000, merge=True)
    )
    assert block_rows(blocks_of_query(setup_of(POP), state, 190.0)) == block_rows(
        query_blocks(task, 190.0, Filter()).blocks
    )
    first = costliest(task, 1, merge=True).query[0]
    assert costliest_query(setup_of(POP), state, 1.0) == first


def test_where_nothing_is_lost_the_query_stays():
    state = {name: DEFAULTS[name] for name in ASKED}
    same = Setup(POP.reference, POP.reference, MIR_EVAL, 0.1)
    assert costliest_query(same, state, 7.0) == 7.0


def test_without_a_query_in_the_link_the_page_starts_where_something_is_lost(page):
    head, _ = message(page(sample="pop_vs_algorithm"), "hierscope_scope")
    assert head["query"] == round(float(costliest(Task(*pair(POP)), 1, merge=True).query[0]), 6)
    head, _ = message(page(sample="pop_vs_algorithm", q="5"), "hierscope_scope")
    assert head["query"] == 5.0


def test_queries_without_a_triplet_that_count_are_named(page):
    app = page(sample="figure6", w="6", convention="paper-equation", all="1")
    head, _ = message(app, "hierscope_probe")
    split = head["triplets"]["splits"]["reduced"]["recall"]
    assert split["uncounted"] > 0.5
    assert sum(split.values()) == pytest.approx(1.0, abs=1e-12)
    assert "counts as 0" in head["triplets"]["empty"]["none"]
