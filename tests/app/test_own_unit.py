"""Pages with a pair in measures, without a browser: texts and messages."""

import pytest
from apptesting import opened_at, ready, said, to_page, view

from core.hierarchy import Hierarchy
from core.io.link import pack_pair

PAIR = [
    Hierarchy.from_boundaries([[0, 56, 108], finest], name=name, unit="measures")
    for name, finest in (("A", [0, 16, 32, 44, 56, 80, 108]), ("B", [0, 18, 32, 56, 80, 94, 108]))
]


@pytest.fixture
def app():
    return opened_at("compare", pair=pack_pair(*PAIR))


def test_a_pair_in_measures_is_said_to_be_so_and_shipped_so(app):
    assert any("times are in measures" in each.label for each in app.expander)
    (frame,) = (each for each in app.number_input if each.label.startswith("Frame size"))
    assert frame.label == "Frame size (0.02 to 2 measures)"
    app.session_state["more_measures"] = True
    words = said(ready(app.run()), "caption", "markdown")
    assert any(each.startswith("This pair at w = 15 measures.") for each in words)
    assert not any("hit rate" in each for each in words)
    head, _ = view(app)
    assert [head[side]["unit"] for side in ("reference", "estimate")] == ["measures"] * 2
    assert head["unit"] == "measures"
    assert "±15 measures" in head["window_texts"]
    assert head["frames"] == "frames of 0.1 measures, as mir_eval"
    assert head["says"]["within"][0] == "both within 0.1 measures of it"

    to_page(app, "windows")
    for fold in ("conventions_fold", "rates_fold"):
        app.session_state[fold] = True
    words = said(ready(app.run()), "caption", "markdown")
    assert any(each.startswith("**") and " measures" in each for each in words)
    assert any("Frames at beats or onsets need times in seconds" in each for each in words)
    assert any(each.startswith("Frames of 0.1 measures are 10 per measure") for each in words)
