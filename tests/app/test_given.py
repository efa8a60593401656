"""Saved files and links keep the original pair."""

import json
import random
from urllib.parse import parse_qsl

import pytest
from apptesting import address, new_app, opened_at, ready, view

import hierscope
from core.align import align
from core.io import File, formats, read
from core.io.link import unpack_link
from core.tmeasures import MIR_EVAL
from explorer.messages.inspection import Setup, first_look
from explorer.state.pair import PairState
from explorer.state.url import LINK_LIMIT

REFERENCE = b"0, 20, 40, 60\n0, 10, 20, 30, 40, 50, 60\n"
LONGER = b"0.5, 20, 41, 80\n0.5, 11, 20, 33, 41, 70, 80\n"


def given(app, reference=REFERENCE, estimate=LONGER):
    for uploader, data in zip(app.file_uploader[:2], (reference, estimate), strict=True):
        uploader.upload("song.csv", data, "text/plain")
    return ready(app.run())


@pytest.fixture
def app():
    return given(ready(new_app().run()))


def test_a_side_is_saved_as_it_was_read(saved, app):
    app.selectbox(key="print_size").set_value("page")
    app.button_group(key="print_panels").set_value(["layers", "curves"])
    app.checkbox(key="print_marked").check()
    ready(app.selectbox(key="save_what").set_value("Estimate").run())
    # A figure is of the pair as it is scored.
    sides = [read([File("song.csv", data)])[0].hierarchy for data in (REFERENCE, LONGER)]
    pair = align(*sides)
    query = first_look(Setup(pair.reference, pair.estimate, MIR_EVAL, 0.1), PairState({}))["query"]
    how = {"size": "page", "panels": ["layers", "curves"]}
    drawn = hierscope.figure(pair.reference, pair.estimate, query=query, **how)
    assert saved["Save the figure"]() == drawn.data("pdf")
    for form in formats.writable():
        if form.key not in ("textgrid", "jams", "lab"):
            continue
        ready(app.selectbox(key="save_as").set_value(form.key).run())
        data = saved[f"Estimate, {form.name}"]()
        suffix = ".zip" if form.write is None else form.suffix
        (found,) = read([File(f"x{suffix}", data)])
        rows = [row.tolist() for row in found.hierarchy.boundaries]
        assert rows == [[0.5, 20, 41, 80], [0.5, 11, 20, 33, 41, 70, 80]]


def said(app):
    """All notes, as they are listed."""
    lines = [line for each in app.markdown for line in each.value.split("\n")]
    return [line for line in lines if line.startswith("- ")]


def test_a_link_holds_the_pair_as_it_was_given_and_what_is_noted_of_it(app):
    gapped = b"start,end,level,label\n0,20,1,A\n25,60,1,B\n0,10,2,a\n10,60,2,b\n"
    given(app, reference=gapped)
    link = dict(parse_qsl(address(app)))
    before, told = view(app)[0], said(app)
    later = opened_at("compare", **link)
    after = view(later)[0]
    assert after["pair"] == before["pair"]
    assert after["as_read"] == before["as_read"]  # of which it is asked why the score is low
    lines = [line for line in told if "cropped" in line or "gap" in line or "padded" in line]
    assert len(lines) >= 2
    assert set(lines) <= set(said(later))
    # So it is after another link, of what a link opened.
    assert dict(parse_qsl(address(later)))["pair"] == link["pair"]


def name_on_screen(app):
    components = app.get("bidi_component")
    gallery = next(c.proto for c in components if c.proto.component_name == "hierscope_gallery")
    return json.loads(gallery.json)["own"]


def test_a_pair_has_its_own_name_in_the_run_that_opens_it(app):
    assert name_on_screen(app) == "song.csv"


def test_a_link_says_which_files_the_pair_is_of_and_what_was_understood(app):
    later = opened_at("compare", **dict(parse_qsl(address(app))))
    assert name_on_screen(later) == "song.csv"
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
    assert link.estimate.end == link.reference.end


def test_what_is_said_of_files_is_left_out_of_a_link_that_would_be_too_long(app):
    steps = random.Random(1)
    times = [f"{at + 0.9 * steps.random():.3f}" for at in range(1, 4000)]
    given(app, reference=f"0, 4000\n0, {', '.join(times)}, 4000\n".encode())
    text = app.session_state["pair"]
    assert len(text) > LINK_LIMIT
    link = unpack_link(text)
    assert ([told.files for told in link.reading], link.estimate.end) == (["", ""], 80)
