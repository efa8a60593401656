"""Pages with a live view as scripts: the messages that they send and receive."""

import numpy as np
import pytest
from apptesting import address, message, new_app, opened_at, ready, to_page, view
from asking import DEFAULT_STATE, answered, replied
from unpacking import unpacked

from core.hierarchy import Hierarchy
from core.io import formats
from core.io.formats.jams import JAMS
from core.io.formats.lab import LAB
from core.io.link import pack_pair
from core.io.pair import describe
from core.io.writing import lost
from core.samples import samples
from core.tmeasures import MIR_EVAL
from core.triplets.api import costliest
from core.triplets.task import Task
from explorer.messages.inspection import Setup, first_look
from explorer.session.around_streamlit import plain
from explorer.state.pair import ASKED, PairState
from explorer.state.url import LINK_LIMIT
from explorer.tables.pair import match_rows

SAMPLES = {sample.id: sample for sample in samples()}
FIGURE_6, SONATA, POP = (SAMPLES[id] for id in ("figure6", "sonata_movement", "pop_vs_algorithm"))


def pair(sample):
    return sample.reference, sample.estimate


@pytest.fixture
def page():

    def open_page(name, **query):
        return to_page(ready(new_app(**query).run()), name)

    return open_page


def tell(app, at=1, **said):
    """Have the view say something at a time, and the page run."""
    told = {name: [value, at, ""] for name, value in said.items()}
    app.session_state["scope"] = told
    return ready(app.run())


def settled(**changes):
    """What the view says once the hand lets go."""
    return PairState(changes).texts((*ASKED, *(getattr(PairState, name) for name in changes)))


def test_state_and_pair_survive_the_change_of_page(page):
    app = page("triplets", sample="jazz_two_annotators", w="7.5", variant="full", q="33.0")
    head, _ = view(app)
    wanted = ("triplets", 7.5, "full", 33.0)
    assert (head["mode"], head["window"], head["variant"], head["query"]) == wanted
    back, _ = view(to_page(app, "compare"))
    assert (back["mode"], back["window"], back["query"]) == ("compare", 7.5, 33.0)
    assert back["reference"] == head["reference"]


@pytest.mark.parametrize("name", ["compare", "triplets", "draw"])
def test_without_a_query_in_the_link_a_page_starts_where_something_is_lost(page, name):
    app = page(name, sample="pop_vs_algorithm")
    head, _ = view(app)
    # Files that are asked for now have it, too.
    assert app.session_state["on_screen"]["query"] == head["query"]
    start = first_look(Setup(*pair(POP), MIR_EVAL, 0.1), PairState({}))
    assert {name: head[name] for name in start} == start
    assert (start["direction"], head["enlarged"]) == ("recall", True)
    of_link = costliest(Task(*pair(POP), direction="precision"), 1, merge=True).query[0]
    for more, wanted in (({}, round(float(of_link), 6)), ({"q": "5"}, 5.0)):
        head, _ = view(page(name, sample="pop_vs_algorithm", direction="precision", **more))
        assert (head["query"], head["direction"]) == (wanted, "precision")


def test_each_pair_that_is_opened_starts_at_its_own_query(page):
    app = page("compare", q="5")
    opened = view(app)[0]["opened"]
    app.session_state["gallery"] = {"chosen": ["figure7", 1, ""]}
    head, _ = view(ready(app.run()))
    first = costliest(Task(*pair(SAMPLES["figure7"]), direction="precision"), 1, merge=True).query[
        0
    ]
    # Of its recall nothing is lost.
    assert (head["query"], head["direction"]) == (round(float(first), 6), "precision")
    assert head["opened"] != opened
    # What is drawn on it is looked at where it was.
    to_page(app, "draw")
    tell(app, at=2, drawn=drawn_as(SONATA))
    assert view(app)[0]["query"] == head["query"]


def test_swapped_the_same_triplets_are_on_screen(page):
    app = page("compare", sample="figure7", q="30.7", direction="precision")
    swap = next(button for button in app.button if button.label == "Swap")
    head, _ = view(ready(swap.click().run()))
    assert (head["query"], head["direction"]) == (30.7, "recall")


def test_what_the_hand_came_to_is_taken_once(page):
    app = page("compare")
    said = settled(window=7.5, query=3.5, variant="full", direction="precision", marks=False)
    tell(app, settled=said)
    names = ("window", "query", "variant", "direction", "marks")
    state = app.session_state
    assert [state[name] for name in names] == [7.5, 3.5, "full", "precision", False]
    assert "w=7.5" in address(app)
    state["window"] = 30.0  # as by a button elsewhere
    tell(app, settled=said)
    assert state["window"] == 30.0
    tell(app, at=2, settled=said)
    assert state["window"] == 7.5


def test_what_was_said_to_another_session_is_not_taken(page):
    app = page("compare", w="7.5")
    said = settled(window=3.0)
    app.session_state["scope"] = {"settled": [said, 1, "of a server that is gone"]}
    assert ready(app.run()).session_state["window"] == 7.5
    app.session_state["scope"] = {"settled": [said, 1, app.session_state["session"]]}
    assert ready(app.run()).session_state["window"] == 3.0


def test_what_is_settled_wrongly_changes_nothing(page):
    app = page("compare", w="7.5")
    wrong = {"window": "-3", "variant": "both", "layers": "x", "region": 5, "query": "q"}
    for said in (wrong, "boo", None, 5, [1]):
        tell(app, at=str(said), settled=said)
        assert (app.session_state["window"], app.session_state["variant"]) == (7.5, "reduced")


def drawn_as(sample, stamp="ab1:7"):
    return {"stamp": stamp, "reference": describe(sample.reference)} | {
        "estimate": describe(sample.estimate)
    }


def test_what_was_drawn_is_shown_under_its_stamp(page):
    app = page("draw")
    tell(app, drawn=drawn_as(SONATA))
    head, _ = view(app)
    assert (head["origin"], head["duration"]) == ("ab1:7", SONATA.reference.end)
    assert "pair=" in address(app)


def test_what_is_told_later_comes_later(page):
    app = page("draw")
    app.session_state["gallery"] = {"chosen": ["figure7", 5, ""]}
    tell(app, at=3, drawn=drawn_as(SONATA))
    assert app.session_state["sample"] == "figure7"
    app.session_state["gallery"] = {"chosen": ["figure6", 6, ""]}
    tell(app, at=8, drawn=drawn_as(SONATA))
    assert app.session_state["sample"] == ""


def test_a_drawing_that_is_none_is_refused_in_words(page):
    app = page("draw")
    before = view(app)[0]["pair"]
    tell(app, drawn=drawn_as(SONATA) | {"reference": {"layers": []}})
    assert view(app)[0]["pair"] == before
    assert message(app, "hierscope_scope")[0]["refused"]


def test_a_pair_that_came_back_is_known_by_its_stamp(page):
    app = page("draw", pair=pack_pair(*pair(SONATA)))
    app.session_state["drawn"] = ("ab1:7", view(app)[0]["pair"])
    assert view(ready(app.run()))[0]["origin"] == "ab1:7"
    swap = next(button for button in app.button if button.label == "Swap")
    assert view(ready(swap.click().run()))[0]["origin"] != "ab1:7"


def test_a_pair_that_is_too_long_is_not_in_the_address_and_its_length_is_said(page):
    app = page("draw")
    app.session_state["own"] = True
    app.session_state["sources"] = dict.fromkeys(("reference", "estimate"), ("drawn", long_pair()))
    head, _ = message(ready(app.run()), "hierscope_scope")
    assert head["address"] == f"own=1&q={app.session_state['query']:g}"
    assert head["long"] == [len(long_pair()), LINK_LIMIT]


def long_pair():
    layer = np.concatenate([[0.0], np.cumsum(0.01 + 0.007 * np.sqrt(np.arange(1.0, 3000.0)))])
    side = type(FIGURE_6.reference).from_boundaries([layer])
    return pack_pair(side, side)


SAVED = [
    *(("Pair", known) for known in formats.writable() if known.fits(FIGURE_6.reference)),
    *((side, known) for side in ("Reference", "Estimate") for known in (JAMS, LAB)),
]


def test_every_form_of_a_download_is_offered_with_what_it_loses(page):
    app = page("draw")
    sides = {"Reference": [FIGURE_6.reference], "Estimate": [FIGURE_6.estimate]}
    for what, form in SAVED:
        app.selectbox(key="save_what").set_value(what)
        ready(app.selectbox(key="save_as").set_value(form.key).run())
        labels = [item.proto.label for item in app.get("download_button")]
        assert f"{what}, {form.name}" in labels
        losses = lost(sides.get(what, [FIGURE_6.reference, FIGURE_6.estimate]), form)
        said = [item.value for item in app.caption if "Not saved" in item.value]
        assert said == [f":material/warning: Not saved: {plain(words)}" for words in losses]
    assert lost([FIGURE_6.reference], LAB)


def test_a_sample_is_answered_as_the_page_draws_it():
    app = opened_at("compare", sample="figure7", w="7.7", convention="paper-tables", beta="2.0")
    drawn, arrays = view(app)
    state = DEFAULT_STATE | {"window": "7.7", "convention": "paper-tables", "beta": "2.0"}
    said = {"kind": "sample", "number": 1, "sample": "figure7", "state": state}
    head, more = unpacked(answered(said)[1]["drawing"].tobytes())
    assert head == {name: drawn[name] for name in head}
    assert set(drawn) - set(head) <= {"mode", "restored", "opened", *(value.key for value in ASKED)}
    assert {"query", "direction"} <= set(head)
    assert more.keys() == arrays.keys() == {"scores", "delta", "back", "ahead"}
    for name, values in more.items():
        np.testing.assert_array_equal(values, arrays[name])


@pytest.mark.parametrize("sample", ["", "figure1", "/etc/passwd", "../figure6"])
def test_what_is_no_sample_is_called_malformed(sample):
    said = {"kind": "sample", "number": 1, "sample": sample, "state": DEFAULT_STATE}
    assert replied(said)[0]["error"]["name"] == "malformed"


def test_matched_boundaries_are_listed_in_their_unit_with_their_layers():
    reference, estimate = map(
        Hierarchy.from_boundaries,
        (
            ([0, 120, 240], [0, 60, 120, 180, 240]),
            ([0, 110, 180.5, 240], [0, 110, 121, 180.5, 240]),
        ),
    )
    # A section matches no phrase of the other while there is another section.
    assert [tuple(row.values()) for row in match_rows(reference, estimate)] == [
        ("1:00.0, layer 2", "–", "–"),
        ("2:00.0, layer 1", "1:50.0, layer 1", "−10.0"),
        ("–", "2:01.0, layer 2", "–"),
        ("3:00.0, layer 2", "3:00.5, layer 1", "+0.5"),
    ]
    bare = Hierarchy.from_boundaries([[0, 240]])
    assert match_rows(bare, estimate)[0]["difference (s)"] == "–"
