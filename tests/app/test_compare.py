"""The page Compare as a script: its computations and texts, without a browser."""

import random
import re
from html import unescape
from itertools import permutations
from urllib.parse import parse_qsl

import numpy as np
import pytest
from apptesting import address, give, opened_at, press, ready, said, text_of, view
from cases import case_rows

from core.agreement.matrix import agreement
from core.diagnosis import chance_range
from core.flat.grid import flat_grid
from core.io import Choices, File, formats, read, write_jams
from core.io.link import unpack_link
from core.measures import COLUMNS
from core.samples import sample
from core.settings import Settings
from core.showing import none_for_nan
from core.tmeasures import CONVENTIONS, PAPER_EQUATION, score
from core.tunes import tune
from explorer.server.around_streamlit import RELOADED
from explorer.tables.grids import FAMILIES

FIGURE_6 = sample("figure6")
FLAT = b"0, 20, 40, 60\n"
NESTED = b"0, 20, 40, 60\n0, 10, 20, 30, 40, 50, 60\n"
BROKEN_NEST = b"0, 20, 40, 60\n0, 10, 20, 30, 50, 60\n"


@pytest.fixture
def app():
    return opened_at("compare", sample="figure6")


def live_head(app):
    """The head of the message to the live view."""
    return view(app)[0]


def live_scores(app):
    """The table of scores that was shipped: a row a window."""
    head, arrays = view(app)
    return arrays["scores"].reshape(-1, len(COLUMNS)), head


def give_pair(app, reference, estimate):
    return give(app, reference={"ref.csv": reference}, estimate={"est.csv": estimate})


def test_first_screen_shows_ode_to_joy_scored_exactly_by_the_core():
    app, pair = opened_at("compare"), sample("ode_to_joy")
    shipped, head = live_scores(app)
    windows = np.array([np.inf if window is None else window for window in head["windows"]])
    result = score(pair.reference, pair.estimate, windows)
    expected = np.column_stack(
        [
            values
            for scores in (result.scores["reduced"], result.scores["full"])
            for values in (scores.recall, scores.precision, scores.f_measure)
        ]
    )
    assert head["reference"]["name"] == "Ode to Joy, reading 1"
    notes = [list(note) for note in tune("ode_to_joy").notes]
    assert (head["tune"]["title"], head["tune"]["notes"]) == ("Ode to Joy", notes)
    assert np.array_equal(shipped[:, :6], expected, equal_nan=True)
    assert {0.5, 3.0, 15.0, 30.0, None} <= set(head["windows"])
    assert "delta" not in head["arrays"]
    press(app, "Swap")
    after, _ = live_scores(app)
    assert np.array_equal(shipped[:, [0, 1, 3, 4]], after[:, [1, 0, 4, 3]], equal_nan=True)
    # What is opened then is not swapped.
    give_pair(app, NESTED, FLAT)
    assert len(live_head(app)["reference"]["layers"]) == 2
    assert "tune" not in live_head(app)


def test_another_convention_ships_its_own_scores_and_all_are_in_a_table(app):
    app.session_state["more_measures"] = True
    ready(app.selectbox(key="widget_convention").set_value("paper-equation").run())
    shipped, head = live_scores(app)
    assert "delta" in head["arrays"]
    pair = FIGURE_6.reference, FIGURE_6.estimate
    results = {
        name: score(*pair, [15.0], settings=Settings(CONVENTIONS[name])) for name in CONVENTIONS
    }
    chosen = results["paper-equation"].scores["reduced"]
    assert shipped[head["windows"].index(15.0), 0] == chosen.recall[0]
    # All conventions are in a table, and the chosen one with triplets alike.
    alike = score(*pair, [15.0], settings=Settings(PAPER_EQUATION, equal="triplets"))
    rows = app.table[0].value.to_numpy().tolist()
    for row, each in zip(rows, (*results.values(), alike), strict=True):
        assert f"{each.scores['reduced'].f_measure[0]:.4f}" in row


def test_open_leads_to_the_list_of_formats_and_files_are_saved_in_those_that_are_written(app):
    assert "[All formats](guide?page=files)" in text_of(app)
    written = [form.title for form in formats.writable() if form.fits(FIGURE_6.reference)]
    assert "Taking Form" not in " ".join(written)  # it counts measures
    first, *others = app.selectbox(key="save_as").options
    assert first == "JAMS"
    assert sorted([first, *others]) == sorted(written)


def test_one_jams_with_three_annotations_fills_both_sides_and_lets_the_user_pick(app):
    three = write_jams(FIGURE_6.estimate, FIGURE_6.reference, sample("figure5").estimate)
    give(app, reference={"three.jams": three})
    head = live_head(app)
    assert len(head["reference"]["layers"]) == 1
    assert len(head["estimate"]["layers"]) == 2
    picker = next(box for box in app.selectbox if box.label == "Reference annotation")
    ready(picker.set_value(1).run())
    assert len(live_head(app)["reference"]["layers"]) == 2
    # All of them against each other, as they are read; each cell leads to its pair.
    assert "All 3 annotators against each other" in text_of(app)
    assert 'class="flat-grid"' not in str([each.body for each in app.get("html")])
    chosen = Choices(offset=0.5)
    app.session_state["reference_read"] = chosen
    app.session_state["annotators_fold"] = True
    ready(app.run())
    (table,) = [each.body for each in app.get("html") if 'class="flat-grid"' in each.body]
    found = read([File("three.jams", three)], choices=chosen)
    sides = [each.hierarchy for each in found]
    found_all = agreement([("", side) for side in sides])
    expected = found_all.matrix("reduced", "f_measure")
    cells = re.findall(r'<a href="\?(.*?)" target="_blank" aria-label="(.*?)">(.*?)</a>', table)
    cited = found_all.cite()
    (fold,) = [each for each in app.expander if each.label == "Cite this matrix"]
    assert [each.value for each in fold.code] == [cited.text, cited.bibtex.strip()]
    places = [*permutations(range(3), 2)]
    for (i, j), (query, label, shown) in zip(places, cells, strict=True):
        assert shown == ("–" if np.isnan(expected[i, j]) else f"{expected[i, j]:.3f}")
        assert label.endswith(f": {shown}" if shown != "–" else ": no score")
        values = dict(parse_qsl(unescape(query)))
        assert {"rread", "eread", "pair"} == set(values)
        assert values["rread"] == values["eread"] == chosen.text
        linked = unpack_link(values["pair"])
        assert linked.pair == (sides[i], sides[j])
        assert linked.reading[0].files == "three.jams"
    # What is given beside the file is no annotator.
    give(app, estimate={"mine.csv": NESTED})
    (table,) = [each.body for each in app.get("html") if 'class="flat-grid"' in each.body]
    assert table.count(">estimate<span") == 1
    mine = read([File("mine.csv", NESTED)])[0].hierarchy
    beside = agreement([("", side) for side in sides], estimates=[("", mine)])
    mean = beside.stands("reduced", "f_measure")[0]
    assert f"Against all annotators, on average: mine.csv {mean:.3f}." in text_of(app)


def test_one_file_with_two_annotations_fills_both_sides_and_may_be_given_twice(app):
    both = {"both.jams": write_jams(FIGURE_6.estimate, FIGURE_6.reference)}
    give(app, reference=both)
    assert "Now add" not in text_of(app)
    # After a swap the pickers name the side on screen.
    press(app, "Swap")
    assert len(live_head(app)["reference"]["layers"]) == 2
    picker = next(box for box in app.selectbox if box.label == "Reference annotation")
    assert picker.value == 1
    ready(picker.set_value(0).run())
    assert len(live_head(app)["reference"]["layers"]) == 1
    # Given twice, the first is paired with the second.
    app = give(opened_at("compare"), reference=both, estimate=both)
    head = live_head(app)
    assert [len(head[side]["layers"]) for side in ("reference", "estimate")] == [1, 2]
    assert "against each other" not in text_of(app)
    # With one annotation, it is scored against itself.
    give(app := opened_at("compare"), reference={"one.csv": NESTED}, estimate={"one.csv": NESTED})
    assert not app.error
    assert (live_scores(app)[0][-1, :6] == 1).all()


def test_bad_upload_gives_a_message_and_leaves_the_pair(app):
    name = "../../<img src=x onerror=alert(1)>" + "x" * 400 + ".csv"
    give(app, estimate={name: b"nonsense"})
    assert len(app.error) == 1
    assert len(said(app, "error")[0]) < 400
    assert live_head(app)["reference"]["name"] == "Figure 6"
    assert len(live_scores(app)[0])


def test_pasted_text_is_read_and_bad_text_names_its_line(app):
    def paste(side, text):
        area = next(each for each in app.text_area if each.label == f"… or paste the {side}")
        ready(area.set_value(text).run())

    paste("reference", NESTED.decode())
    paste("estimate", "0, 20, 60\n0, ten, 20, 60")
    assert "line 2" in text_of(app)
    assert live_head(app)["reference"]["name"] == "Figure 6"
    paste("estimate", "0, 20, 60")
    assert len(live_head(app)["estimate"]["layers"][0]["labels"]) == 2


def test_nesting_faults_are_reported_and_repaired_on_request(app):
    give_pair(app, BROKEN_NEST, FLAT)
    words = "Reference: not nested, 1 boundary is missing in deeper layers (layer 2 lacks 0:40.0). "
    assert f"{words}This may change the score." in text_of(app)
    assert "layer 2 lacks the boundary at 0:40.0 of layer 1" in text_of(app)
    ready(app.button(key="insert_reference").click().run())
    assert ":gray[Reference: layer 2 at 0:40.0: boundary of layer 1 inserted" in text_of(app)
    assert "may change" not in text_of(app)
    # Messages and repairs name the side on screen.
    press(app, "Swap")
    assert live_head(app)["estimate"]["layers"][1]["boundaries"] == [0, 10, 20, 30, 40, 50, 60]
    ready(app.button(key="undo_reference").click().run())
    assert "estimate: not nested" in text_of(app)
    assert "reference: not nested" not in text_of(app)
    assert 40 not in live_head(app)["estimate"]["layers"][1]["boundaries"]


def test_repairs_add_up_and_are_undone_one_by_one(app):
    give_pair(app, b"0, 20, 40, 60\n0, 20.3, 60\n", FLAT)

    def layer():
        return live_head(app)["reference"]["layers"][1]["boundaries"]

    ready(app.button(key="snap_reference").click().run())
    assert layer() == [0, 20, 60]
    ready(app.button(key="insert_reference").click().run())
    assert layer() == [0, 20, 40, 60]
    ready(app.button(key="undo_reference").click().run())
    assert layer() == [0, 20, 60]


@pytest.mark.parametrize(("reference", "estimate", "words"), case_rows("pages", "unfit-pairs"))
def test_files_that_read_well_but_make_no_pair_leave_the_pair(app, reference, estimate, words):
    give_pair(app, reference.encode(), estimate.encode())
    assert words in text_of(app)
    assert live_head(app)["reference"]["name"] == "Figure 6"


def test_all_parameters_of_the_url_are_honoured_and_kept_and_a_bad_one_falls_back():
    values = dict(case_rows("pages", "address"))
    app = opened_at("compare", **values)
    assert dict(parse_qsl(address(app))) == values
    assert live_head(app)["reference"]["name"] == "Minuet in G, reading 2"
    app = opened_at("compare", **values | {"q": "nonsense"})
    head = live_head(app)
    assert (head["window"], head["variant"]) == (3.5, "full")
    assert 0 < head["query"] < head["duration"]
    assert "q=nonsense" in text_of(app)


def test_a_window_longer_than_the_track_is_scored_as_typed(app):
    app.session_state["window"] = 70.0
    shipped, head = live_scores(ready(app.run()))
    wanted = score(FIGURE_6.reference, FIGURE_6.estimate, [70.0])
    assert shipped[head["windows"].index(70.0), 0] == wanted.scores["reduced"].recall[0]
    app.session_state["window"] = 1e300
    app.session_state["more_measures"] = True
    ready(app.run())
    assert max(window for window in live_head(app)["windows"] if window is not None) <= 60
    assert any("w = ∞" in item.value for item in app.caption)


def test_a_link_whose_pair_was_too_long_says_so():
    again = opened_at("compare", own="1")
    assert "too long to include the pair" in text_of(again)
    assert live_head(again)["reference"]["name"] == "Ode to Joy, reading 1"
    assert address(again) == address(opened_at("compare"))


def test_a_pair_that_is_too_long_for_a_link_is_there_after_a_reload():
    labels = (random.Random(at).randbytes(60).hex() for at in range(120))
    rows = "".join(f"{at},{at + 1},{label}\n" for at, label in enumerate(labels))
    app = give_pair(opened_at("compare"), NESTED, rows.encode())
    press(app, "Swap")
    link = dict(parse_qsl(address(app)))
    assert link["own"] == link["swapped"] == "1"
    assert "pair" not in link
    again = opened_at("compare", **link, **{RELOADED: app.session_state["session"]})
    assert "too long" not in text_of(again)
    for side in ("reference", "estimate"):
        assert live_head(again)[side] == live_head(app)[side]
    assert address(again) == address(app)


def test_the_range_of_chance_is_computed_if_it_is_asked_for(app):
    assert live_head(app)["chance"] is None
    ready(app.checkbox(key="widget_chance").check().run())
    head = live_head(app)
    windows = [np.inf if window is None else window for window in head["windows"]]
    bounds = chance_range(FIGURE_6.reference, FIGURE_6.estimate, windows)[:, 1, :, 2]
    assert head["chance"]["full"] == [none_for_nan(np.round(bound, 3)) for bound in bounds]
    assert "chance=1" in address(app)
    rows = "".join(f"{at},{at + 1},a\n" for at in range(20_000))
    give_pair(app, rows.encode(), rows.encode())
    assert live_head(app)["chance"] is None
    assert "The range of chance is not shown" in text_of(app)


def test_typed_names_are_in_links_and_exports_until_another_pair_is_opened(saved):
    named = {"title": "My pair", "rname": "A & B", "ename": "OLDA"}
    app = opened_at("compare", sample="figure6", swapped="1", **named)
    head = live_head(app)
    assert (head["reference"]["name"], head["estimate"]["name"]) == ("OLDA", "A & B")
    assert dict(parse_qsl(address(app))).items() >= named.items()
    assert "My pair" in saved["Table of scores, LaTeX"]()
    (candidate, other) = read([File("pair.jams", saved["Pair, JAMS"]())])
    assert (candidate.hierarchy.name, other.hierarchy.name) == ("OLDA", "A & B")
    give_pair(app, NESTED, FLAT)
    link = dict(parse_qsl(address(app)))
    assert not named.keys() & link.keys()
    # The packed pair has the names of its sides.
    app.session_state["estimate_name"] = "OLDA"
    link = dict(parse_qsl(address(ready(app.run()))))
    assert not named.keys() & link.keys()
    assert unpack_link(link["pair"]).pair.estimate.name == "OLDA"


def test_flat_measures_are_shown_when_their_fold_is_open(app):
    assert not any('class="flat-grid"' in each.body for each in app.get("html"))
    app.session_state["more_measures"] = True
    ready(app.run())
    grid = flat_grid(FIGURE_6.reference, FIGURE_6.estimate)

    def table():
        (found,) = [each.body for each in app.get("html") if 'class="flat-grid"' in each.body]
        return found

    best = grid.part("hit_rate_0.5", "f_measure").max()
    assert f"<caption>{FAMILIES[0]}: F-measure</caption>" in table()
    assert f"▸ {best:.3f}" in table()
    ready(app.checkbox(key="flat_trim").set_value(True).run())
    assert "Hit rate at 0.5 s, trimmed" in table()
    ready(app.button_group(key="flat_part").set_value("recall").run())
    recall = grid.part("hit_rate_0.5_trimmed", "recall")
    assert re.findall(r">(?:▸ )?(\d\.\d{3})</td>", table()) == [f"{r:.3f}" for r in recall.flat]
    # It has no labels, which is said; the fold holds the two layers in detail, too.
    ready(app.selectbox(key="flat_family").set_value("V-measure").run())
    assert "flat_trim" not in [box.key for box in app.checkbox]
    assert any("no labels for pairwise scores" in each.value for each in app.caption)
    assert app.selectbox(key="flat_Estimate_1").value == 1
