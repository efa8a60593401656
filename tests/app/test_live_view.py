"""Pages with a live view as scripts: messages, and files and links that keep the original pair."""

import json
import random
from urllib.parse import parse_qsl

import numpy as np
import pytest
from apptesting import address, give, message, opened_at, press, ready, to_page, view
from asking import DEFAULT_STATE, answered, pair, replied
from cases import case_rows
from unpacking import unpacked

import hierscope
from core.align import align
from core.hierarchy import Hierarchy
from core.io import File, read
from core.io.formats.jams import JAMS
from core.io.formats.lab import LAB
from core.io.link import unpack_link
from core.io.pair import describe
from core.io.writing import lost
from core.samples import samples
from core.settings import Settings
from explorer.figures.printed.naming import layer_names
from explorer.messages.inspection import Setup, first_look, legible_query
from explorer.session.around_streamlit import plain
from explorer.state.pages import LINK_LIMIT
from explorer.state.pair import SETTLED, PairState
from explorer.tables.pair import match_rows

SAMPLES = {sample.id: sample for sample in samples()}
FIGURE_6, TUNE, MERGED = (
    SAMPLES[id] for id in ("figure6", "jingle_bells", "jingle_bells_algorithm")
)


def tell(app, at=1, **said):
    """Have the view say something at a time, and the page run."""
    told = {name: [value, at, ""] for name, value in said.items()}
    app.session_state["scope"] = told
    return ready(app.run())


def settled(**changes):
    """What the view says once the hand lets go."""
    return PairState(changes).texts((*SETTLED, *(getattr(PairState, name) for name in changes)))


def first_lost(sample):
    """The first query of precision."""
    return legible_query(Setup(*pair(sample)), PairState({"direction": "precision"}), -1.0)


def test_without_a_query_in_the_link_a_page_starts_where_something_is_lost():
    app = opened_at("triplets", sample="jingle_bells_algorithm")
    head, _ = view(app)
    # Files that are asked for now have it, too.
    assert app.session_state["on_screen"]["query"] == head["query"]
    start = first_look(Setup(*pair(MERGED), Settings()), PairState({}))
    assert {name: head[name] for name in start} == start
    assert (start["direction"], head["enlarged"]) == ("precision", True)
    for more, wanted in (({}, first_lost(MERGED)), ({"q": "5"}, 5.0)):
        app = opened_at("compare", sample="jingle_bells_algorithm", direction="precision", **more)
        head, _ = view(app)
        assert (head["query"], head["direction"]) == (wanted, "precision")
    opened = head["opened"]
    app.session_state["gallery"] = {"chosen": ["figure7", 1, ""]}
    head, _ = view(ready(app.run()))
    # Of its recall nothing is lost.
    assert (head["query"], head["direction"]) == (first_lost(SAMPLES["figure7"]), "precision")
    assert head["opened"] != opened
    # Swapped, the same triplets are on screen.
    swapped, _ = view(press(app, "Swap"))
    assert (swapped["query"], swapped["direction"]) == (head["query"], "recall")
    # What is drawn on it is looked at where it was.
    to_page(app, "draw")
    tell(app, at=2, drawn=drawn_as(TUNE))
    assert view(app)[0]["query"] == head["query"]


def test_what_the_hand_came_to_is_taken_once_and_wrong_values_change_nothing():
    app = opened_at("compare", w="7.0")
    said = settled(window=7.5, query=3.5, variant="full", direction="precision", marks=False)
    state = app.session_state
    state["scope"] = {"settled": [said, 1, "of a server that is gone"]}
    assert ready(app.run()).session_state["window"] == 7.0
    state["scope"] = {"settled": [said, 1, state["session"]]}
    ready(app.run())
    names = ("window", "query", "variant", "direction", "marks")
    assert [state[name] for name in names] == [7.5, 3.5, "full", "precision", False]
    assert "w=7.5" in address(app)
    state["window"] = 30.0  # as by a button elsewhere
    tell(app, settled=said)
    assert state["window"] == 30.0
    tell(app, at=2, settled=said)
    assert state["window"] == 7.5
    wrong = {"window": "-3", "variant": "both", "layers": "x", "region": 5, "query": "q"}
    for said in (wrong, "boo", [1]):
        tell(app, at=str(said), settled=said)
        assert (state["window"], state["variant"]) == (7.5, "full")


def drawn_as(sample, stamp="ab1:7"):
    return {"stamp": stamp, "reference": describe(sample.reference)} | {
        "estimate": describe(sample.estimate)
    }


def test_what_was_drawn_is_shown_under_its_stamp_unless_something_came_later():
    app = opened_at("draw")
    before = view(app)[0]["pair"]
    tell(app, drawn=drawn_as(TUNE) | {"reference": {"layers": []}})
    assert view(app)[0]["pair"] == before
    assert message(app, "hierscope_scope")[0]["refused"]
    tell(app, at=2, drawn=drawn_as(TUNE))
    head, _ = view(app)
    assert (head["origin"], head["duration"]) == ("ab1:7", TUNE.reference.end)
    assert "pair=" in address(app)
    for sample, chosen, drawn, wanted in (("figure7", 5, 3, "figure7"), ("figure6", 6, 8, "")):
        app.session_state["gallery"] = {"chosen": [sample, chosen, ""]}
        tell(app, at=drawn, drawn=drawn_as(TUNE))
        assert app.session_state["sample"] == wanted


def test_every_form_of_a_download_is_offered_with_what_it_loses():
    app = opened_at("draw")
    assert lost([FIGURE_6.reference], LAB)
    for what, form, sides in (
        ("Pair", JAMS, pair(FIGURE_6)),
        ("Pair", LAB, pair(FIGURE_6)),
        ("Estimate", LAB, [FIGURE_6.estimate]),
    ):
        app.selectbox(key="save_what").set_value(what)
        ready(app.selectbox(key="save_as").set_value(form.key).run())
        labels = [item.proto.label for item in app.get("download_button")]
        assert f"{what}, {form.name}" in labels
        said = [item.value for item in app.caption if "Not saved" in item.value]
        losses = [plain(words) for words in lost(list(sides), form)]
        assert said == [f":material/warning: Not saved: {words}" for words in losses]


def test_a_sample_is_answered_as_the_page_draws_it():
    app = opened_at("compare", sample="figure7", w="7.7", convention="paper-tables", beta="2.0")
    drawn, arrays = view(app)
    state = DEFAULT_STATE | {"window": "7.7", "convention": "paper-tables", "beta": "2.0"}
    said = {"kind": "sample", "number": 1, "sample": "figure7", "state": state}
    head, more = unpacked(answered(said)[1]["drawing"].tobytes())
    assert head == {name: drawn[name] for name in head}
    assert set(drawn) - set(head) <= {
        "mode",
        "restored",
        "opened",
        *(value.key for value in SETTLED),
    }
    assert {"query", "direction"} <= set(head)
    assert more.keys() == arrays.keys() == {"scores", "delta", "back", "ahead"}
    for name, values in more.items():
        np.testing.assert_array_equal(values, arrays[name])
    for none in ("", "../figure6"):
        assert replied({**said, "sample": none})[0]["error"]["name"] == "malformed"


def test_matched_boundaries_are_listed_in_their_unit_with_their_layers():
    reference = Hierarchy.from_boundaries([[0, 120, 240], [0, 60, 120, 180, 240]])
    estimate = Hierarchy.from_boundaries([[0, 110, 180.5, 240], [0, 110, 121, 180.5, 240]])
    # A section matches no phrase of the other while there is another section.
    rows = [[*row.values()] for row in match_rows(reference, estimate)]
    assert rows == case_rows("pages", "matched")
    bare = Hierarchy.from_boundaries([[0, 240]])
    assert match_rows(bare, estimate)[0]["difference (s)"] == "–"


REFERENCE = b"0, 20, 40, 60\n0, 10, 20, 30, 40, 50, 60\n"
LONGER = b"0.5, 20, 41, 80\n0.5, 11, 20, 33, 41, 70, 80\n"


def given(app, reference=REFERENCE, estimate=LONGER):
    return give(app, reference={"song.csv": reference}, estimate={"song.csv": estimate})


@pytest.fixture
def app():
    return given(opened_at("compare"))


def test_a_side_is_saved_as_it_was_read(saved, app):
    app.selectbox(key="print_size").set_value("page")
    app.button_group(key="print_panels").set_value(["layers"])
    app.checkbox(key="print_marked").check()
    ready(app.selectbox(key="save_what").set_value("Estimate").run())
    # A figure is of the pair as it is scored.
    sides = [read([File("song.csv", data)])[0].hierarchy for data in (REFERENCE, LONGER)]
    sides = pair(align(*sides))
    query = first_look(Setup(*sides, Settings()), PairState({}))["query"]
    how = {"query": query, "size": "page", "panels": ["layers"]}
    assert saved["Save the figure"]() == hierscope.figure(*sides, **how).data("pdf")
    fields = {field.label: field for field in app.text_area}
    assert fields["Title and layers of the reference"].value.splitlines()[0] == "Reference · song"
    caption = "T reduced of song against song: ±15 s, 0.1 s frames, as mir_eval"
    assert fields["Caption of the figure"].value == caption
    fields["Title and layers of the reference"].set_value("Ground truth\nsections")
    ready(fields["Caption of the figure"].set_value("").run())
    how |= {"titles": ["Ground truth", "Estimate · song"], "caption": ""}
    how["layer_names"] = [layer_names(side) for side in sides]
    how["layer_names"][0][0] = "sections"
    assert saved["Save the figure"]() == hierscope.figure(*sides, **how).data("pdf")
    ready(app.selectbox(key="save_as").set_value("lab").run())
    (found,) = read([File("x.zip", saved[f"Estimate, {LAB.name}"]())])
    rows = [row.tolist() for row in found.hierarchy.boundaries]
    assert rows == [[0.5, 20, 41, 80], [0.5, 11, 20, 33, 41, 70, 80]]


def notes(app):
    """All notes, as they are listed."""
    lines = [line for each in app.markdown for line in each.value.split("\n")]
    return [line for line in lines if line.startswith("- ")]


def name_on_screen(app):
    components = app.get("bidi_component")
    gallery = next(c.proto for c in components if c.proto.component_name == "hierscope_gallery")
    return json.loads(gallery.json)["own"]


def test_a_link_holds_the_pair_as_it_was_given_with_its_notes_and_its_name(app):
    assert name_on_screen(app) == "song"
    gapped = b"start,end,level,label\n0,20,1,A\n25,60,1,B\n0,10,2,a\n10,60,2,b\n"
    given(app, reference=gapped)
    link = dict(parse_qsl(address(app)))
    assert set(link) <= {"pair", "q", "direction"}
    before, told = view(app)[0], notes(app)
    later = opened_at("compare", **link)
    after = view(later)[0]
    for name in ("pair", "reference", "estimate", "as_read"):
        assert after[name] == before[name]
    lines = [line for line in told if "cropped" in line or "gap" in line or "padded" in line]
    assert len(lines) >= 2
    assert set(lines) <= set(notes(later))
    # So it is after another link, of what a link opened.
    assert address(later) == address(app)
    assert name_on_screen(later) == "song"
    (line,) = [each.value for each in later.markdown if each.value.startswith(":material/link:")]
    assert "Reference: CSV" in line.replace("\\", "")
    assert "2 layers" in line


def test_what_was_drawn_is_no_longer_of_the_files(app):
    later = opened_at("draw", **dict(parse_qsl(address(app))))
    head, _ = view(later)
    drawn = {side: head[side] for side in ("reference", "estimate")} | {"stamp": "ab1:7"}
    later.session_state["scope"] = {"drawn": [drawn, 1, ""]}
    link = unpack_link(dict(parse_qsl(address(ready(later.run()))))["pair"])
    assert [told.files for told in link.reading] == ["", ""]
    assert link.pair.estimate.end == link.pair.reference.end


def test_a_pair_that_is_too_long_is_in_no_address_and_says_nothing_of_its_files(app):
    steps = random.Random(1)
    times = [f"{at + 0.9 * steps.random():.3f}" for at in range(1, 4000)]
    given(app, reference=f"0, 4000\n0, {', '.join(times)}, 4000\n".encode())
    text = app.session_state["pair"]
    assert len(text) > LINK_LIMIT
    link = unpack_link(text)
    assert ([told.files for told in link.reading], link.pair.estimate.end) == (["", ""], 80)
    head, _ = message(app, "hierscope_scope")
    assert "pair=" not in head["address"]
    assert head["long"] == [len(text), LINK_LIMIT]
