"""The page Compare as a script: its computations and texts, without a browser."""

import re
from html import unescape
from itertools import permutations
from urllib.parse import parse_qsl

import numpy as np
import pytest
from apptesting import address, new_app, ready, view

from core.agreement.scoring import agreement
from core.flat.grid import flat_grid
from core.io import Choices, File, formats, read, write_jams
from core.io.link import unpack_link
from core.measures import COLUMNS
from core.mending import REPAIRS
from core.repair import insert_missing
from core.samples import sample
from core.tmeasures import CONVENTIONS, score
from explorer.tables.flat import FAMILIES

FIGURE_6 = sample("figure6")
FLAT = b"0, 20, 40, 60\n"
NESTED = b"0, 20, 40, 60\n0, 10, 20, 30, 40, 50, 60\n"
BROKEN_NEST = b"0, 20, 40, 60\n0, 10, 20, 30, 50, 60\n"


@pytest.fixture
def app():
    return ready(new_app().run())


def live_head(app):
    """The head of the message to the live view."""
    return view(app)[0]


def live_scores(app):
    """The table of scores that was shipped: a row a window."""
    head, arrays = view(app)
    return arrays["scores"].reshape(-1, len(COLUMNS)), head


def upload(app, side, *files):
    number = ["reference", "estimate"].index(side)
    uploader = app.file_uploader[number]
    for name, data in files:
        uploader = uploader.upload(name, data, "text/plain")
    return ready(app.run())


def messages(app):
    said = [
        item.value
        for kind in (app.error, app.warning, app.info, app.success, app.markdown, app.toast)
        for item in kind
    ]
    said += [item.label for item in app.expander]
    return [re.sub(r"\\(.)", r"\1", text) for text in said]


def test_first_screen_shows_figure_6_scored_exactly_by_the_core(app):
    shipped, head = live_scores(app)
    windows = np.array([np.inf if window is None else window for window in head["windows"]])
    result = score(FIGURE_6.reference, FIGURE_6.estimate, windows)
    expected = np.column_stack(
        [
            values
            for scores in (result.scores["reduced"], result.scores["full"])
            for values in (scores.recall, scores.precision, scores.f_measure)
        ]
    )
    assert head["reference"]["name"] == "Figure 6"
    assert np.array_equal(shipped[:, :6], expected)
    assert {0.5, 3.0, 15.0, 30.0, None} <= set(head["windows"])


@pytest.mark.parametrize("name", CONVENTIONS)
def test_each_convention_ships_its_own_scores(app, name):
    ready(app.selectbox(key="widget_convention").set_value(name).run())
    shipped, head = live_scores(app)
    at = head["windows"].index(15.0)
    result = score(FIGURE_6.reference, FIGURE_6.estimate, [15.0], convention=CONVENTIONS[name])
    assert shipped[at, 0] == result.scores["reduced"].recall[0]
    assert shipped[at, 4] == result.scores["full"].precision[0]
    assert ("delta" in head["arrays"]) == (name != "mir_eval")
    app.session_state["more_measures"] = True
    ready(app.run())
    rows = app.table[0].value  # the conventions, and the one that is chosen with triplets alike
    how = {"convention": CONVENTIONS[name], "equal": "triplets"}
    alike = score(FIGURE_6.reference, FIGURE_6.estimate, [15.0], **how).scores["reduced"]
    assert len(rows) == len(CONVENTIONS) + 1
    assert (
        f"{result.scores['reduced'].f_measure[0]:.4f}"
        in rows.iloc[list(CONVENTIONS).index(name)].tolist()
    )
    assert f"{alike.f_measure[0]:.4f}" in rows.iloc[-1].tolist()


def test_open_leads_to_the_list_of_formats_and_files_are_saved_in_those_that_are_written(app):
    assert any("[All formats](guide?page=files)" in caption.value for caption in app.caption)
    written = [form.title for form in formats.writable() if form.fits(FIGURE_6.reference)]
    assert "Taking Form" not in " ".join(written)  # it counts measures
    first, *others = app.selectbox(key="save_as").options
    assert first == "JAMS"
    assert sorted([first, *others]) == sorted(written)


def test_one_jams_with_three_annotations_fills_both_sides_and_lets_the_user_pick(app):
    three = write_jams(FIGURE_6.estimate, FIGURE_6.reference, sample("figure5").estimate)
    upload(app, "reference", ("three.jams", three))
    head = live_head(app)
    assert len(head["reference"]["layers"]) == 1
    assert len(head["estimate"]["layers"]) == 2
    picker = next(box for box in app.selectbox if box.label == "Reference annotation")
    ready(picker.set_value(1).run())
    assert len(live_head(app)["reference"]["layers"]) == 2
    # All of them against each other, as they are read; each cell leads to its pair.
    assert "All 3 annotators against each other" in messages(app)
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
    for (i, j), (query, said, shown) in zip(places, cells, strict=True):
        assert shown == ("–" if np.isnan(expected[i, j]) else f"{expected[i, j]:.3f}")
        assert said.endswith(f": {shown}" if shown != "–" else ": no score")
        values = dict(parse_qsl(unescape(query)))
        assert {"rread", "eread", "pair"} == set(values)
        assert values["rread"] == values["eread"] == chosen.text
        linked = unpack_link(values["pair"])
        assert (linked.reference, linked.estimate) == (sides[i], sides[j])
        assert linked.reading[0].files == "three.jams"
    # What is given beside the file is no annotator.
    upload(app, "estimate", ("mine.csv", NESTED))
    (table,) = [each.body for each in app.get("html") if 'class="flat-grid"' in each.body]
    assert table.count(">estimate<span") == 1
    mine = read([File("mine.csv", NESTED)])[0].hierarchy
    beside = agreement([("", side) for side in sides], estimates=[("", mine)])
    mean = beside.stands("reduced", "f_measure")[0]
    said = [re.sub(r"\\(.)", r"\1", each.value) for each in app.caption]
    assert f"Against all annotators, on average: mine.csv {mean:.3f}." in said


def test_one_file_with_two_annotations_given_twice_pairs_the_first_with_the_second(app):
    both = ("both.jams", write_jams(FIGURE_6.estimate, FIGURE_6.reference))
    upload(app, "reference", both)
    upload(app, "estimate", both)
    head = live_head(app)
    assert len(head["reference"]["layers"]) == 1
    assert len(head["estimate"]["layers"]) == 2
    assert not any("against each other" in text for text in messages(app))


def test_the_same_file_on_both_sides_is_scored_against_itself(app):
    upload(app, "reference", ("one.csv", NESTED))
    upload(app, "estimate", ("one.csv", NESTED))
    assert not app.error
    shipped, head = live_scores(app)
    for side in ("reference", "estimate"):
        assert [len(layer["labels"]) for layer in head[side]["layers"]] == [3, 6]
    assert (shipped[-1, :6] == 1).all()


BAD = {
    "binary": ("song.mp3", b"ID3\x00\x01\x02\xff\xfe" * 50),
    "hostile name": ("../../<img src=x onerror=alert(1)>" + "x" * 400 + ".csv", b"nonsense"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_upload_gives_a_message_and_leaves_the_pair(app, kind):
    name, data = BAD[kind]
    upload(app, "estimate", (name, data))
    assert len(app.error) == 1
    said = messages(app)[0]
    assert len(said) < 400
    assert live_head(app)["reference"]["name"] == "Figure 6"
    shipped, _ = live_scores(app)
    assert len(shipped)


def test_pasted_text_is_read_and_bad_text_names_its_line(app):
    areas = {area.label: area for area in app.text_area}
    areas["… or paste the reference"].set_value(NESTED.decode())
    areas["… or paste the estimate"].set_value("0, 20, 60\n0, ten, 20, 60")
    ready(app.run())
    assert said(app, "line 2")
    assert live_head(app)["reference"]["name"] == "Figure 6"
    {area.label: area for area in app.text_area}["… or paste the estimate"].set_value("0, 20, 60")
    ready(app.run())
    assert len(live_head(app)["estimate"]["layers"][0]["labels"]) == 2


def upload_pair(app, reference, estimate):
    upload(app, "reference", ("ref.csv", reference))
    return upload(app, "estimate", ("est.csv", estimate))


def said(app, *words):
    return any(all(word in text for word in words) for text in messages(app))


def test_nesting_faults_are_reported_and_mended_on_request(app):
    upload_pair(app, BROKEN_NEST, FLAT)
    assert said(
        app,
        "Reference: not nested, 1 boundary is missing in deeper layers (layer 2 lacks 0:40.0). "
        "This may change the score.",
    )
    assert said(app, "layer 2 lacks the boundary at 0:40.0 of layer 1")
    ready(app.button(key="insert_reference").click().run())
    assert live_head(app)["reference"]["layers"][1]["boundaries"] == [0, 10, 20, 30, 40, 50, 60]
    assert said(app, ":gray[Reference: layer 2 at 0:40.0: boundary of layer 1 inserted")
    assert not said(app, "may change")
    ready(app.button(key="undo_reference").click().run())
    assert 40 not in live_head(app)["reference"]["layers"][1]["boundaries"]


def test_repairs_add_up_and_are_undone_one_by_one(app):
    upload_pair(app, b"0, 20, 40, 60\n0, 20.3, 60\n", FLAT)

    def layer():
        return live_head(app)["reference"]["layers"][1]["boundaries"]

    ready(app.button(key="snap_reference").click().run())
    assert layer() == [0, 20, 60]
    ready(app.button(key="insert_reference").click().run())
    assert layer() == [0, 20, 40, 60]
    ready(app.button(key="undo_reference").click().run())
    assert layer() == [0, 20, 60]


def test_a_repair_is_made_once_however_often_the_page_runs(app, monkeypatch):
    made = []
    monkeypatch.setitem(
        REPAIRS, "insert", lambda found: made.append(found) or insert_missing(found)
    )
    upload_pair(app, b"0, 21, 42, 60\n0, 42, 60\n", FLAT)
    ready(app.button(key="insert_reference").click().run())
    ready(app.run())
    ready(app.run())
    assert live_head(app)["reference"]["layers"][1]["boundaries"] == [0, 21, 42, 60]
    assert len(made) == 1


def test_what_would_take_too_long_to_score_is_told_beside_the_uploader(app):
    upload_pair(app, b"0, 5e5, 1e6\n" * 9, b"0, 4e5, 1e6\n")
    assert said(app, "This would take too long: use longer frames, or fewer layers.")


UNFIT = {
    "spans apart": (b"0, 5, 10\n", b"50, 55, 60\n", "starts after the reference has ended"),
    "no frame": (b"0, 0.02, 0.05\n", b"0, 0.05\n", "is shorter than a frame"),
    "times in samples": (b"0, 4e8, 9e8\n", b"0, 9e8\n", "Are the times in seconds?"),
}


@pytest.mark.parametrize("kind", UNFIT)
def test_files_that_read_well_but_make_no_pair_leave_the_pair(app, kind):
    reference, estimate, words = UNFIT[kind]
    upload_pair(app, reference, estimate)
    assert said(app, words)
    assert live_head(app)["reference"]["name"] == "Figure 6"


def swap(app):
    return ready(next(button for button in app.button if button.label == "Swap").click().run())


def test_swap_exchanges_recall_and_precision(app):
    before, _ = live_scores(app)
    swap(app)
    after, _ = live_scores(app)
    assert np.array_equal(before[:, [0, 1, 3, 4]], after[:, [1, 0, 4, 3]])


def test_after_a_swap_messages_and_repairs_name_the_side_on_screen(app):
    upload_pair(app, FLAT, BROKEN_NEST)
    assert said(app, "estimate: not nested")
    swap(app)
    assert said(app, "reference: not nested")
    assert not said(app, "estimate: not nested")
    ready(app.button(key="insert_estimate").click().run())
    assert 40 in live_head(app)["reference"]["layers"][1]["boundaries"]


def test_what_is_opened_after_a_swap_is_not_swapped(app):
    swap(app)
    upload_pair(app, NESTED, FLAT)
    assert len(live_head(app)["reference"]["layers"]) == 2


def test_url_restores_the_state_and_a_bad_one_falls_back():
    app = new_app()
    app.query_params.update(
        sample="sonata_movement", w="40.0", variant="full", convention="frameless", q="nonsense"
    )
    ready(app.run())
    head = live_head(app)
    assert (head["window"], head["variant"]) == (40.0, "full")
    assert 0 < head["query"] < head["duration"]
    assert head["reference"]["name"] == "analyst"
    assert "exact limit" in head["frames"]
    assert said(app, "q=nonsense")


OTHER_VALUES = {
    "sample": "jazz_two_annotators",
    "w": "3.5",
    "variant": "full",
    "q": "7.0",
    "convention": "paper-equation",
    "all": "1",
    "frame": "0.2",
    "beta": "2.0",
    "swapped": "1",
    "direction": "precision",
    "list": "query",
    "outcome": "tie",
    "layers": "2-any",
    "region": "i:3-4.5",
    "marks": "0",
}


@pytest.mark.parametrize("left", ["", "q", "direction"])
def test_all_parameters_of_the_url_are_honoured_and_kept(left):
    wanted = {key: value for key, value in OTHER_VALUES.items() if key != left}
    app = ready(new_app(**wanted).run())
    shown = dict(parse_qsl(address(app)))
    assert {name: shown[name] for name in wanted} == wanted
    # It begins where something is lost, whichever way that is.
    assert shown.keys() - wanted.keys() <= {left}
    assert live_head(app)["reference"]["name"] == "annotator 2"


def test_after_a_swap_the_pickers_name_the_side_on_screen(app):
    upload(app, "reference", ("both.jams", write_jams(FIGURE_6.reference, FIGURE_6.estimate)))
    assert not said(app, "Now add")
    swap(app)
    assert len(live_head(app)["reference"]["layers"]) == 1
    picker = next(box for box in app.selectbox if box.label == "Reference annotation")
    assert picker.value == 1
    ready(picker.set_value(0).run())
    assert len(live_head(app)["reference"]["layers"]) == 2


def test_a_window_longer_than_the_track_is_scored_as_typed(app):
    app.session_state["window"] = 70.0
    ready(app.selectbox(key="widget_convention").set_value("paper-equation").run())
    shipped, head = live_scores(app)
    wanted = score(
        FIGURE_6.reference, FIGURE_6.estimate, [70.0], convention=CONVENTIONS["paper-equation"]
    )
    assert shipped[head["windows"].index(70.0), 0] == wanted.scores["reduced"].recall[0]
    app.session_state["window"] = 1e300
    app.session_state["more_measures"] = True
    ready(app.run())
    assert max(window for window in live_head(app)["windows"] if window is not None) <= 60
    assert any("w = ∞" in item.value for item in app.caption)


def test_a_reload_brings_files_of_ones_own_back(app):
    upload_pair(app, NESTED, FLAT)
    query = dict(parse_qsl(address(app)))
    assert list(query) == ["pair", "q"]
    again = ready(new_app(**query).run())
    for side in ("reference", "estimate"):
        assert live_head(again)[side] == live_head(app)[side]
    assert address(again) == address(app)


def test_a_link_whose_pair_was_too_long_says_so(app):
    again = ready(new_app(own="1").run())
    assert said(again, "too long to include the pair")
    assert live_head(again)["reference"]["name"] == "Figure 6"
    assert address(again) == address(app)


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
