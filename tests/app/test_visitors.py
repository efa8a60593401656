"""A public server: visitors can't reach a file that its owner did not offer."""

import json
import sys

import numpy as np
import pytest
from apptesting import listen, new_app, opened_at, ready, said, text_of, to_page
from cases import case_rows
from streamlit.testing.v1 import AppTest

from core.corpus.items import Item
from core.corpus.job import Job
from core.corpus.updating import update_results
from core.corpus.why import DIAGNOSED
from core.files.folders import own_folder
from core.io import write_jams
from core.samples import samples
from explorer.corpus.computed import kept, results_path
from explorer.machine import admit_visitors
from explorer.state.corpus import KINDS
from explorer.state.pages import ADDRESSED
from explorer.state.pair import NAMES, PairState

PAGES = ("compare", "triplets", "draw", "windows", "corpus", "styles", "papers", "lessons")
TRACK = "0\tA, a\n30\tB, b\n60\tEnd\n"
FORMS = case_rows("pages", "forms-elsewhere")
HOLDERS = FORMS[0]
STYLES = {"kind": "folders", "a": "{0}/references", "b": "{0}/estimates"}


@pytest.fixture(scope="module")
def canary(tmp_path_factory):
    """Files of every kind that no visitor may see."""
    root = tmp_path_factory.mktemp("canary")
    pair = next(iter(samples()))
    for folder in ("references", "estimates", "annotations/1", "annotations/636"):
        (root / folder).mkdir(parents=True)
    for number in range(4):
        for folder in ("references", "estimates"):
            (root / folder / f"{number}.csv").write_text("0, 60\n0, 20, 60\n")
    for annotator in (1, 2):
        (root / "annotations/636" / f"textfile{annotator}.txt").write_text(TRACK)
    (root / "a.jams").write_bytes(write_jams(pair.reference, pair.estimate))
    (root / "tune.mid").write_bytes(b"MThd")
    np.savez(root / "distances.npz", values=np.zeros(3))
    (root / "pairs.csv").write_text(
        "track,reference,estimate\none,references/1.csv,estimates/2.csv\n"
    )
    item = Item("one", "m", (str(root / "references/1.csv"),), (str(root / "a.jams"),))
    update_results(root / "results.parquet", [item], Job())
    return root


@pytest.fixture
def salami(tmp_path):
    """The SALAMI that the owner offers, with links that lead out of it."""
    return tmp_path / "salami"


@pytest.fixture(autouse=True)
def network(canary, salami, monkeypatch):
    """A server that listens to others and offers a SALAMI."""
    listen(monkeypatch, "0.0.0.0")
    monkeypatch.setenv("HIERSCOPE_SALAMI", str(salami))
    track = salami / "annotations" / "2"
    track.mkdir(parents=True)
    for annotator in (1, 2):
        (track / f"textfile{annotator}.txt").write_text(TRACK)
    if sys.platform != "win32":  # only an administrator can make links there
        (salami / "annotations" / "636").symlink_to(canary / "annotations" / "636")
        (track / "parsed").symlink_to(canary / "annotations" / "636")
        (salami / "metadata.csv").symlink_to(canary / "pairs.csv")


def formed(form, root):
    return {name: text.format(root) for name, text in form.items()}


def sent(app):
    """All that a page sends, as a text."""
    return "\n".join(str(element.proto) for element in app.main if hasattr(element, "proto"))


def gets_nothing(app, canary, seen):
    assert seen == []
    assert str(canary) not in sent(app)
    assert "canary" not in repr([each.value for each in app.dataframe])


@pytest.mark.parametrize("form", FORMS)
def test_no_form_in_a_link_leads_there(canary, touches, form):
    with touches(canary) as seen:
        app = opened_at("corpus", corpus=json.dumps(formed(form, canary)))
        gets_nothing(app, canary, seen)
        gone = opened_at("corpus", corpus=json.dumps(formed(form, f"{canary}x")))
        assert text_of(gone) == text_of(app)
        for page in ("windows", "papers") if form is HOLDERS else ():
            gets_nothing(to_page(app, page), canary, seen)


@pytest.mark.parametrize("page", PAGES)
def test_no_key_of_an_address_leads_there(canary, touches, page):
    # Names of the pair are shown as they are typed.
    named = [value for value in ADDRESSED if value not in (PairState.title, *NAMES)]
    query = {value.url: str(canary / "a.jams") for value in named} | {"path": str(canary)}
    with touches(canary) as seen:
        gets_nothing(opened_at(page, **query), canary, seen)


def test_no_state_in_a_file_leads_there(canary, touches):
    pair = next(iter(samples()))
    state = {
        "corpus": json.dumps(formed(HOLDERS, canary)),
        "styles": json.dumps(formed(STYLES, canary)),
        "w": "4",
    }
    data = write_jams(pair.reference, pair.estimate, state=state)
    app = opened_at("compare")
    uploader = app.file_uploader(key=f"upload_reference_{app.session_state['fresh']}")
    with touches(canary) as seen:
        app = ready(uploader.upload("a.jams", data, "application/json").run())
        assert app.session_state["window"] == 4.0
        for page in ("corpus", "styles"):
            gets_nothing(to_page(app, page), canary, seen)


def pressed(file, row):
    """Press a track of a results file, whatever source is chosen; gives the app after it."""

    def script(file, row):
        import streamlit as st

        from explorer import session
        from explorer.corpus.tracks import open_track
        from explorer.session.address import start_session

        start_session()
        st.session_state["corpus_form"] = {"kind": "salami"}
        st.session_state["sources"] = {"reference": None, "estimate": None}
        open_track(file, row)
        st.text(session.corpus.refused)

    return ready(AppTest.from_function(script, args=(file, row)).run())


def test_no_track_of_results_leads_there(canary, salami, touches, tmp_path):
    admit_visitors([])
    update_results(tmp_path / "any.parquet", [], Job())
    # Even results that were scored here, should they come to name it.
    ours = results_path(("salami", str(salami)), Job(diagnosed=DIAGNOSED))
    ours.write_bytes((canary / "results.parquet").read_bytes())
    with touches(canary) as seen:
        app = pressed(kept(ours), 0)
        assert app.session_state["sources"]["reference"] is None
        assert "is not open to visitors" in app.text[0].value
    assert seen == []


def test_no_upload_or_result_of_another_is_opened_by_its_path(canary, salami, tmp_path, touches):
    admit_visitors([])
    given = own_folder() / "upload-of-another.parquet"
    given.write_bytes((canary / "results.parquet").read_bytes())
    scored = results_path(
        ("folders", str(canary), "{track}.*", "{track}.*", "m", "x"), Job(diagnosed=DIAGNOSED)
    )
    scored.write_bytes(given.read_bytes())
    with touches(tmp_path / "kept") as seen:
        for path in (given, scored):
            app = opened_at("corpus", corpus=json.dumps({"kind": "results", "results": str(path)}))
            assert str(path) not in sent(app)
            app.session_state["corpus_form"] = {"kind": "results", "results": str(path)}
            assert str(path) not in sent(ready(app.run()))
    assert not {str(given), str(scored)} & {path for _, path in seen}
    # What an owner had scored is not shown to whoever names its source.
    form = {"kind": "folders", "references": str(canary), "estimates": "m = x"}
    app = opened_at("corpus", corpus=json.dumps(form))
    assert not app.button(key="corpus_score").label.startswith("Bring")


def test_what_is_offered_leads_nowhere_else(canary, salami, touches, monkeypatch):
    # In this process, whose every access is seen.
    monkeypatch.setattr("explorer.corpus.scoring.workers", lambda: None)
    with touches(canary) as seen:
        app = opened_at("corpus")
        offered = app.radio(key="widget_corpus_kind").options
        assert offered == ["Sample", "SALAMI's annotators", "Upload"]
        assert "**1 pair** of 1 track, by annotator 2." in text_of(app)
        ready(app.button(key="corpus_score").click().run())
        assert len(app.dataframe[-1].value) == 1
        assert str(salami) not in sent(app)
        assert "Results, Parquet" not in sent(app)  # it says where the files are
        to_page(app, "papers")
    assert seen == []


def test_no_message_switches_the_source_and_uses_it_at_once(canary, touches):
    """What a browser sends is made up: other values, other widgets, other options."""
    app = opened_at("corpus", corpus=json.dumps(formed(FORMS[0], canary)))
    states = app._tree.get_widget_states()
    for state in states.widgets:
        if state.id.endswith("widget_corpus_kind"):
            state.string_value = KINDS["folders"]
    for key, text in (
        ("widget_corpus_results", str(canary / "results.parquet")),
        ("widget_corpus_manifest", str(canary / "pairs.csv")),
        ("corpus_upload", str(canary / "results.parquet")),
        ("corpus_form", json.dumps(formed(FORMS[0], canary))),
        ("salami", str(canary)),
        ("meant", str(canary)),
    ):
        for name in (key, f"$$ID-0-{key}"):
            states.widgets.add(id=name, string_value=text)
    states.widgets.add(id="corpus_score", trigger_value=True)
    with touches(canary) as seen:
        gets_nothing(app._run(states), canary, seen)


OFFERING = (
    *("corpus.sources", "corpus.scoring", "corpus.saving", "papers.numbers", "styles.sources"),
    *("widgets.paths", "machine"),
)


@pytest.mark.parametrize("form", FORMS)
def test_nothing_leads_there_whatever_pages_offer(canary, touches, monkeypatch, form):
    # What pages show is for the eye: it is decided where a file is opened.
    for module in OFFERING:
        monkeypatch.setattr(f"explorer.{module}.for_this_machine", lambda: True)
    app = opened_at("corpus")
    assert app.radio(key="widget_corpus_kind").options == list(KINDS.values())
    corpus, styles = formed(form, canary), formed(STYLES, canary)
    for key, value in {
        "corpus_form": corpus,
        "salami": str(canary),
        "meant": frozenset((str(canary), *corpus.values(), *styles.values())),
        "styles_form": styles,
    }.items():
        app.session_state[key] = value
    with touches(canary) as seen:
        problems = said(ready(app.run()), "error")
        assert all("is not open to visitors" in each for each in problems)
        assert problems
        for page in ("styles", "papers") if form is HOLDERS else ():
            assert "is not open to visitors" in said(to_page(app, page), "error")[0]
    assert seen == []


def test_what_is_given_on_the_command_line_is_open_and_its_place_is_not_told(
    canary, touches, monkeypatch
):
    monkeypatch.setattr("sys.argv", ["app.py", str(canary / "a.jams")])
    with touches(canary) as seen:
        app = opened_at("compare")
        assert not app.error
        assert {path for event, path in seen if event == "open"} == {str(canary / "a.jams")}
        assert str(canary) not in sent(app)
    with touches(canary) as seen:
        app = new_app(corpus=json.dumps(formed(FORMS[3], canary)))
        gets_nothing(to_page(ready(app.run()), "corpus"), canary / "pairs", [])
    assert not any("pairs" in path for _, path in seen)
