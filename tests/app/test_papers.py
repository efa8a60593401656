"""The page Papers as a script: tables, the reader's files and folders, the link to Compare."""

import json
import re
from urllib.parse import parse_qsl

import pytest
from apptesting import address, listen, opened_at, ready, said, to_page, view
from cases import case_rows
from old_jams import annotation, old
from old_jams import layer as old_layer
from salami_corpus import stand_in_for_mirdata, write_salami

from core.io.link import pack_pair
from core.papers.printed import PrintedNumber, printed_tables
from core.papers.reproducing import Number, counts, reproduce, reproduce_all
from core.settings import Settings
from core.tmeasures import CONVENTIONS
from explorer.glossary import link
from explorer.palette import NO_FILL
from explorer.papers.numbers import (
    cell_text,
    count_text,
    first_window,
    notes,
    picture,
    reasons,
    table_rows,
)

TABLES = {table.id: table for table in printed_tables()}
FIGURE_4, FIGURE_6 = TABLES["ismir2015-fig4"], TABLES["ismir2015-fig6"]
NAMES = list(TABLES)
RECALL, FULL_PRECISION = link("recall", "reduced T_R"), link("precision", "full T_P")


@pytest.fixture
def page():
    """Open the page, of a server that listens to this machine only."""
    return lambda: opened_at("papers")


@pytest.fixture
def corpus(tmp_path):
    """A corpus whose track 636 is not that of the paper."""
    return write_salami(tmp_path)


def button(app, label, at=0):
    return [button for button in app.button if button.label == label][at]


def shown(app, name):
    """The table of a figure, as rows of text."""
    return app.table[NAMES.index(name)].value.to_dict("records")


def test_all_tables_are_shown_with_what_the_core_computes(page, monkeypatch):
    listen(monkeypatch, "::1")  # this machine, by another name
    app = page()
    assert [shown(app, name) for name in NAMES] == [table_rows(each) for each in reproduce_all()]
    count = counts(reproduce_all())
    (line,) = said(app, "success")
    assert f"{count['matches']} recomputed numbers match the printed digits" in line
    assert "3 differ for a known reason" in line
    assert "Not computed: Figure 8 and Figure 10" in line
    assert not app.error
    assert app.text_input(key="papers_salami")
    assert button(app, "Download")
    assert not any("is open to other machines" in line for line in said(app, "markdown"))


def test_another_convention_does_not_give_the_printed_numbers(page, tmp_path):
    app = page()
    # A wrong folder is named, and leaves the rest.
    ready(app.text_input(key="papers_salami").set_value(f" {tmp_path}/no*where ").run())
    (line,) = said(app, "error")
    assert "no*where: there is no such folder" in line
    assert len(app.table) == len(TABLES)
    assert app.success
    ready(app.selectbox(key="papers_convention").set_value("mir_eval").run())
    found = reproduce_all(settings=Settings(CONVENTIONS["mir_eval"]))
    (line,) = said(app, "warning")
    assert f"; {counts(found)['differs']} differ." in line
    assert shown(app, "ismir2015-fig4") == table_rows(found[2])
    assert not app.success


def test_a_pair_is_opened_in_compare_under_paper_tables_and_nothing_stays_of_the_one_before(page):
    values = dict(case_rows("pages", "address"))
    app = opened_at("papers", **values)
    ready(button(app, "Open in Compare", 10).click().run())
    table = [table for table in TABLES.values() if not table.needs][10]
    head, _ = view(app)
    assert head["reference"]["layers"][-1]["boundaries"] == table.reference.boundaries[-1].tolist()
    assert len(head["estimate"]["layers"]) == len(table.estimate.layers)
    # Compare has looked for its own query, and draws no more than before.
    link = dict(parse_qsl(address(app)))
    assert link.pop("q") != values["q"]
    assert link.pop("pair") == pack_pair(table.reference, table.estimate)
    assert link == {"convention": "paper-tables", "direction": "precision", "marks": "0"}
    app = to_page(app, "papers")
    ready(app.number_input(key="widget_beta").set_value(2.0).run())
    ready(button(app, "Open in Compare", 1).click().run())
    assert app.number_input(key="widget_beta").value == 1.0


def test_a_folder_of_salami_has_figure_8_computed(page, corpus):
    app = page()
    assert shown(app, "ismir2015-fig8")[0][RECALL] == "0.76"
    ready(app.text_input(key="papers_salami").set_value(str(corpus)).run())
    assert shown(app, "ismir2015-fig8")[0][RECALL].startswith("0.76 → ")
    assert "Not computed: Figure 10 (" in said(app, "warning")[0]
    ready(button(app, "Open in Compare", 6).click().run())
    head, _ = view(app)
    assert head["reference"]["name"] == "636 annotator 1"
    app = to_page(app, "papers")
    assert app.text_input(key="papers_salami").value == str(corpus)
    given = ("scores.csv", b"t_measure15,track_id\n0.1,a\n0.3,b\n", "text/csv")
    app = ready(app.file_uploader(key="papers_scores").set_value(given).run())
    (row,) = next(table.value for table in app.table if "median" in table.value).to_dict("records")
    assert (row["tracks"], row["mean"], row["median"]) == ("2", "0.200", "0.200")
    # A wrong file is named, and leaves the rest.
    app = upload(app, ("olda.csv", b"70, 80, 90"))
    assert "starts after the reference" in said(app, "error")[0]
    assert "→" in shown(app, "ismir2015-fig8")[0][FULL_PRECISION]


def upload(app, *files):
    """Give files to the uploader, by name."""
    given = [(name, data, "application/octet-stream") for name, data in files]
    return ready(app.file_uploader(key="papers_files").set_value(given).run())


def test_one_uploader_takes_the_annotations_and_oldas_file(page, corpus):
    both = old(*(annotation(*old_layer("", row, "abc")) for row in ([0, 20, 40, 60], [0, 30, 60])))
    olda = old(annotation(*old_layer("level_004", [0, 25, 60], "ab"), name=""))
    annotations = ("a.jams", json.dumps(both).encode())
    app = upload(page(), annotations)
    assert shown(app, "ismir2015-fig10")[0][RECALL] == "0.14"
    app = upload(app, ("b.jams", json.dumps(olda).encode()), annotations)
    assert shown(app, "ismir2015-fig10")[0][RECALL].startswith("0.14 → ")
    # What is given goes before the folder.
    before = shown(app, "ismir2015-fig8")
    ready(app.text_input(key="papers_salami").set_value(str(corpus)).run())
    assert shown(app, "ismir2015-fig8") == before


def test_no_visitor_from_elsewhere_can_look_for_folders_or_start_a_download(
    page, corpus, monkeypatch
):
    listen(monkeypatch, None)
    app = page()
    assert not any(item.label == "SALAMI folder" for item in app.text_input)
    assert not any(item.label == "Download" for item in app.button)
    assert sum("is open to other machines" in line for line in said(app, "markdown")) == 1
    # Whatever came into the session, no folder is looked for.
    app.session_state["salami"] = str(corpus)
    ready(app.run())
    assert shown(app, "ismir2015-fig8")[0][RECALL] == "0.76"
    app.session_state["salami"] = str(corpus / "nowhere")
    assert not ready(app.run()).error


def test_the_environment_names_the_folder_for_visitors_from_elsewhere(page, corpus, monkeypatch):
    listen(monkeypatch, "0.0.0.0")
    monkeypatch.setenv("HIERSCOPE_SALAMI", str(corpus))
    app = page()
    assert "→" in shown(app, "ismir2015-fig8")[0][FULL_PRECISION]
    assert not any("is open to other machines" in line for line in said(app, "markdown"))
    monkeypatch.setenv("HIERSCOPE_SALAMI", str(corpus / "gone"))
    assert said(ready(app.run()), "error") == ["The folder in $HIERSCOPE_SALAMI can't be read."]
    assert any("is open to other machines" in line for line in said(app, "markdown"))


def test_a_download_that_fails_says_what_to_do_and_one_that_ends_has_figure_8_computed(
    page, corpus, tmp_path, monkeypatch
):
    for home in ("HOME", "USERPROFILE"):  # the second on Windows
        monkeypatch.setenv(home, str(tmp_path / "home"))
    stand_in_for_mirdata(tmp_path, monkeypatch, "raise OSError('name not known')")
    app = page()
    typed = tmp_path / "typed"
    ready(app.text_input(key="papers_salami").set_value(str(typed)).run())
    ready(button(app, "Download").click().run())
    (line,) = (each for each in said(app, "error") if "name not known" in each)
    assert "set their folder instead" in line
    source = corpus / "annotations"
    copying = f"shutil.copytree({str(source)!r}, self.home / 'annotations')"
    later = tmp_path / "later"
    later.mkdir()
    stand_in_for_mirdata(later, monkeypatch, "import shutil", copying)
    ready(button(app, "Download").click().run())
    target = tmp_path / "home" / "mir_datasets" / "salami"
    assert app.text_input(key="papers_salami").value == str(target)
    assert target.is_dir()
    assert not typed.exists()
    assert "→" in shown(app, "ismir2015-fig8")[0][FULL_PRECISION]
    assert not app.error


@pytest.mark.parametrize(("printed", "computed", "status", "text"), case_rows("words", "cells"))
def test_a_cell_says_printed_computed_and_how_it_stands(printed, computed, status, text):
    number = Number(PrintedNumber("full", "recall", 15.0, printed), computed, status)
    assert cell_text(number) == text


def test_notes_hold_flat_metrics_and_reasons():
    assert notes(reproduce(FIGURE_4)) == reasons(reproduce(FIGURE_6)) == []
    assert reasons(reproduce(FIGURE_4)) == [
        "≈ full recall at w = 30 s: printed 0.44, computed 0.43499. 0.4349887 was rounded twice: "
        "to 0.435, then to 0.44."
    ]
    flat = notes(reproduce(TABLES["draft2014-flat-flat"]))
    assert flat[2] == "Hit rate at 3 s: F-measure 0.7272 → 0.7272727 ≈"
    assert "not legible" in notes(reproduce(TABLES["ismir2015-fig3"]))[-1]


def test_a_line_counts_what_matches_and_the_first_window_that_differs_is_opened():
    other = reproduce(FIGURE_4, settings=Settings(CONVENTIONS["mir_eval"]))
    differ = counts([other])["differs"]
    for found, words, window in (
        (reproduce(FIGURE_6), "20 match", 15.0),
        (reproduce(FIGURE_4), "19 match; 1 differs for a known reason", 30.0),
        (other, f"{20 - differ} match; {differ} differ", 15.0),
    ):
        assert count_text([found]) == words
        assert first_window(found) == window
    assert count_text([reproduce(TABLES["ismir2015-fig8"])]) == "not computed"


def test_a_picture_has_a_rectangle_a_segment_in_the_colors_of_the_product():
    drawn = picture(FIGURE_4.reference, FIGURE_4.estimate)
    layers = [*FIGURE_4.reference.layers, *FIGURE_4.estimate.layers]
    assert drawn.count("<rect") == sum(len(layer.labels) for layer in layers)
    fills = set(re.findall(r'fill="([^"]*)"', drawn))
    assert fills == {NO_FILL[0]}  # without labels
