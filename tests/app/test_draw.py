"""Draw without a browser: what is asked while drawing, the answers, and the page's messages."""

import json
import math

import numpy as np
import pytest
from apptesting import message, opened_at, ready
from hypothesis import given
from hypothesis import strategies as st

from core.effects import effects
from core.io import pack_pair, pair_document
from core.samples import samples
from core.tmeasures import MIR_EVAL, PAPER_TABLES, query_scores, score
from core.windows import columns, sweep
from explorer import drawing
from explorer.components.messages import strip_bytes
from explorer.drawing import Drawing, drawing_answer, effect_rows, read_drawing, read_stamp
from explorer.inspection import Setup
from explorer.state import LINK_LIMIT

SAMPLES = {sample.id: sample for sample in samples()}
FIGURE_6, SONATA = SAMPLES["figure6"], SAMPLES["sonata_movement"]
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["edit", "drawn", "nested", "effects", "reference", "estimate", "layers", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
)


def pair(sample):
    return sample.reference, sample.estimate


def answered(sample, window, *, convention=MIR_EVAL, shown=None, wanted=""):
    setup = Setup(*pair(sample), convention, 0.1)
    return drawing_answer(
        setup,
        Drawing("a:1", *pair(sample), effects=wanted),
        query=5.0,
        window=window,
        extra=math.inf,
        variant="full",
        beta=2.0,
        shown=shown or (0.0, sample.reference.end),
    )[1]


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=list(SAMPLES))
@pytest.mark.parametrize("window", [0.5, 15.0, math.inf])
def test_scores_of_a_drawing_are_the_cores(sample, window):
    head, arrays = answered(sample, window, convention=PAPER_TABLES)
    windows = sweep(sample.reference.end)
    assert head["count"] == len(windows)
    assert windows[head["index"]] == window
    full = score(*pair(sample), windows, convention=PAPER_TABLES, beta=2.0)
    wanted = full.table()
    counted = arrays["scores"][:, 6:].any(axis=1)
    assert counted[head["index"]]
    np.testing.assert_allclose(arrays["scores"][counted], wanted[counted], rtol=0, atol=1e-12)
    assert not arrays["scores"][~counted].any()
    strips = query_scores(
        *pair(sample),
        [window],
        convention=PAPER_TABLES,
        queries=columns(0.0, sample.reference.end, 800),
    )
    np.testing.assert_array_equal(arrays["strips"], strip_bytes(strips))


def test_a_short_track_is_scored_at_every_window():
    _, arrays = answered(FIGURE_6, 15.0)
    assert arrays["scores"][:, 6:].any(axis=1).sum() > 0.9 * len(sweep(60.0))


def test_strips_stay_within_a_track_that_became_shorter():
    head, arrays = answered(FIGURE_6, 15.0, shown=(70.0, 90.0))
    assert head["end"] == 60.0
    assert arrays["strips"].shape == (1, 4, 800)


def test_effects_come_when_they_are_asked_for(monkeypatch):
    monkeypatch.setattr(drawing, "SLICE", 60.0)
    assert "effects" not in answered(FIGURE_6, 15.0)[0]
    told = answered(FIGURE_6, 15.0, wanted="key")[0]["effects"]
    found = effects(*pair(FIGURE_6), 15.0, nested=True, beta=2.0)
    rows = effect_rows(found, "full")
    assert told == {"key": "key", "first": 0, "rows": rows, "total": len(rows)}
    assert {row[0] for row in answered(SONATA, 15.0, wanted="k")[0]["effects"]["rows"]} == {
        "add",
        "remove",
    }
    json.dumps(told, allow_nan=False)


def test_effects_of_a_deep_estimate_come_in_parts():
    deep = SAMPLES["pop_vs_algorithm"]
    setup = Setup(*pair(deep), MIR_EVAL, 0.1)
    rows, total = [], 1
    while len(rows) < total:
        told = drawing_answer(
            setup,
            Drawing("a:1", *pair(deep), effects="key", first=len(rows)),
            query=5.0,
            window=15.0,
            extra=math.inf,
            variant="reduced",
            beta=1.0,
            shown=(0.0, 60.0),
        )[1][0]["effects"]
        assert told["first"] == len(rows)
        assert told["rows"]
        rows += told["rows"]
        total = told["total"]
    assert rows == effect_rows(effects(*pair(deep), 15.0, nested=True), "reduced")


def test_a_state_is_read_as_it_was_drawn():
    said = {
        "edit": pair_document(*pair(SONATA)),
        "drawn": "ab1:12",
        "nested": True,
        "effects": "ab1:12 15",
    }
    assert read_drawing(said, *pair(FIGURE_6)) == Drawing(
        "ab1:12", *pair(SONATA), True, "ab1:12 15"
    )


@given(JSON)
def test_what_is_no_state_leaves_the_pair(said):
    found = read_drawing(said, *pair(FIGURE_6))
    assert (found.reference, found.estimate, found.stamp) == (*pair(FIGURE_6), "")


@pytest.mark.parametrize("said", ["", "a", "a:", ":1", "A:1", "a:1:1", "a:1 ", "<b>:1", 5, None])
def test_what_is_no_stamp_is_none(said):
    assert read_stamp(said) == ""


@pytest.fixture
def page(monkeypatch):
    monkeypatch.setattr("sys.argv", ["app.py"])

    def open_page(**query):
        return opened_at("draw", **query)

    return open_page


def test_the_page_shows_the_pair_of_the_link(page):
    app = page(pair=pack_pair(*pair(SONATA)), w="3.0")
    head, _ = message(app, "hierscope_scope")
    assert head["mode"] == "draw"
    assert head["reference"]["layers"][0]["boundaries"] == SONATA.reference.boundaries[0].tolist()
    assert head["window"] == 3.0
    assert head["origin"].endswith(head["pair"])
    assert "pair=" in message(app, "hierscope_probe")[0]["address"]


def test_a_pair_that_came_back_is_known_by_its_stamp(page):
    app = page(pair=pack_pair(*pair(SONATA)))
    key = message(app, "hierscope_scope")[0]["pair"]
    app.session_state["drawn"] = ("ab1:7", key)
    assert message(ready(app.run()), "hierscope_scope")[0]["origin"] == "ab1:7"
    swap = next(button for button in app.button if button.label == "Swap")
    assert message(ready(swap.click().run()), "hierscope_scope")[0]["origin"] != "ab1:7"


def test_the_answer_is_about_what_is_drawn(page):
    app = page()
    app.session_state["probe"] = {
        "question": {
            "number": 3,
            "query": 5.0,
            "edit": pair_document(*pair(SONATA)),
            "drawn": "ab1:4",
            "nested": False,
            "effects": "some key",
            "state": {"window": "inf", "variant": "full"},
        }
    }
    head, arrays = message(ready(app.run()), "hierscope_probe")
    assert (head["number"], head["drawn"]) == (3, "ab1:4")
    row = arrays["scores"].reshape(-1, 10)[head["index"]]
    wanted = score(*pair(SONATA), [math.inf])
    assert row[3] == wanted.full.recall[0]
    assert head["effects"]["key"] == "some key"
    assert len(arrays["g"]) == 4 * head["count"]


def test_a_pair_that_is_too_long_is_not_in_the_address_and_its_length_is_said(page):
    app = page()
    app.session_state["own"] = True
    app.session_state["sources"] = dict.fromkeys(("reference", "estimate"), ("drawn", long_pair()))
    head, _ = message(ready(app.run()), "hierscope_probe")
    assert head["address"] == "own=1"
    assert head["long"] == [len(long_pair()), LINK_LIMIT]


def long_pair():
    layer = np.concatenate([[0.0], np.cumsum(0.01 + 0.007 * np.sqrt(np.arange(1.0, 3000.0)))])
    side = type(FIGURE_6.reference).from_boundaries([layer])
    return pack_pair(side, side)


@pytest.mark.parametrize("what", ["Pair", "Reference", "Estimate"])
@pytest.mark.parametrize("form", ["JAMS", ".lab", "CSV"])
def test_every_form_of_a_download_is_offered(page, what, form):
    app = page()
    app.selectbox(key="save_what").set_value(what)
    ready(app.selectbox(key="save_as").set_value(form).run())
    labels = [item.proto.label for item in app.get("download_button")]
    assert f"{what}, {form}" in labels
