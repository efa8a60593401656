"""The page Corpus without local data: the sample after one click, and uploaded corpora."""

import json
import math
from urllib.parse import parse_qs

import numpy as np
from apptesting import (
    address,
    is_drawn,
    listen,
    new_app,
    open_pair,
    opened_at,
    ready,
    stop_sample,
    tracks,
)
from results_files import read_pair

from core.corpus.baselines import MADE, grid
from core.corpus.job import Job, score_item
from core.corpus.sources.upload import from_upload, read_upload, sample_archive
from core.corpus.store import read_results
from core.files.folders import own_folder
from core.io.archives import write_zip
from core.io.link import unpack_pair
from explorer.corpus.scoring import score_sample_ahead
from explorer.server.around_streamlit import RELOADED
from explorer.session import remembered
from sample_data.make_corpus import OTHERS, REFERENCE

ONE = b"0,10,20\n0,5,10,20\n"
OTHER = b"0,12,20\n0,5,12,20\n"
FILES = {
    "mine/reference/1.csv": ONE,
    "mine/reference/2.csv": OTHER,
    "mine/method/1.csv": OTHER,
    "mine/method/2.csv": ONE,
    "mine/tracks.csv": b"track,genre\n1,jazz\n2,rock\n",
}
WINDOWS = (3.0, 15.0, math.inf)
UPLOAD = {"corpus": json.dumps({"kind": "upload"})}


def words(app):
    kinds = ("markdown", "caption", "error", "warning", "info")
    return [item.value for kind in kinds for item in getattr(app, kind)]


def methods(app):
    return list(dict.fromkeys(app.dataframe[-1].value["method"]))


def score(app):
    return ready(app.button(key="corpus_score").click().run())


def upload(app, data, name="mine.zip"):
    uploader = app.file_uploader(key="widget_corpus_zip")
    return ready(uploader.upload(name, data, "application/zip").run())


def opened(path, row, kind="sample", files=()):
    """Open a pair; gives why it was refused, and the pair."""
    app = open_pair(path, row, kind, files)
    source = app.session_state["sources"]["reference"]
    return app.text[0].value, source and unpack_pair(source[1])


def score_few(monkeypatch, diagnosed=(15.0,)):
    """Score the corpora at few windows."""
    few = {"windows": WINDOWS, "diagnosed": diagnosed}
    monkeypatch.setattr("explorer.corpus.scoring.Job", lambda **how: Job(**how | few))


def scored():
    """The results files, with the content of each."""
    return {path.name: path.read_bytes() for path in own_folder().glob("*.parquet")}


def test_the_sample_is_scored_without_a_press_and_says_that_it_is_made_up(monkeypatch):
    listen(monkeypatch, "0.0.0.0")
    score_few(monkeypatch)
    monkeypatch.setattr("core.corpus.why.MOST", 0)  # to diagnose 240 pairs would take 12 s
    app = opened_at("corpus")
    assert is_drawn(app)
    assert app.radio(key="widget_corpus_kind").value == "sample"
    assert app.radio(key="widget_corpus_kind").options == ["Sample", "Upload"]
    assert "**240 pairs** of 60 tracks, by 4 methods." in words(app)
    assert any(line.startswith("Invented hierarchies of 60 tracks") for line in words(app))
    assert len(tracks(app)) == 240
    assert methods(app) == list(OTHERS)
    genres = app.multiselect(key="widget_corpus_filter_genre").options
    assert genres == ["classical", "electronic", "folk", "jazz", "pop"]
    assert not app.error
    # Its results are saved for all visitors.
    assert is_drawn(opened_at("corpus"))
    # The scores alone came first, then those with a diagnosis.
    _, path = sorted(own_folder().glob("corpus-*.parquet"), key=lambda path: path.stat().st_mtime)
    results = read_results(path)
    assert results.job.diagnosed == (15.0,)
    given = read_upload([("corpus.zip", sample_archive())])
    found = from_upload(given, REFERENCE)
    assert results.items == found.items
    assert not found.problems
    for at in (0, 101, 239):
        wanted = score_item(results.items[at], Job(WINDOWS), load=given.load)
        np.testing.assert_array_equal(results.scores[at], wanted.scores)
    # A track of it opens in Compare, and the file may be had.
    refused, pair = opened(path, 101)
    assert refused == ""
    assert "Results, Parquet" in [each.proto.label for each in app.get("download_button")]
    for side, wanted in zip(pair, read_pair(results.items[101], given.load), strict=True):
        assert side.layers == wanted.layers


def test_the_first_visitor_sees_the_sample_that_was_scored_ahead(monkeypatch):
    score_few(monkeypatch, diagnosed=())
    score_sample_ahead()
    before = scored()
    assert len(before) == 1
    assert is_drawn(opened_at("corpus"))
    assert scored() == before  # the page scored nothing


def test_a_stopped_sample_waits_for_the_button_with_either_reference():
    app = new_app("corpus", corpus=json.dumps({"reference": "nobody"}))
    stop_sample(app, REFERENCE)
    ready(app.run())
    choice = app.selectbox(key="widget_corpus_reference")
    assert choice.value == REFERENCE
    stop_sample(app, "annotator B")
    ready(choice.set_value("annotator B").run())
    assert "**240 pairs** of 60 tracks, by 4 methods." in words(app)
    assert app.button(key="corpus_score").label == "Score 240"
    assert not is_drawn(app)
    assert json.loads(parse_qs(address(app))["corpus"][0]) == {"reference": "annotator B"}


def test_a_corpus_is_uploaded_scored_and_gone_with_its_session(monkeypatch):
    ends = {}
    monkeypatch.setattr(remembered, "ends", ends)
    listen(monkeypatch, "0.0.0.0")
    app = upload(opened_at("corpus", **UPLOAD), write_zip(FILES))
    assert "**2 pairs** of 2 tracks, by method." in words(app)
    assert "5 files in 2 folders." in words(app)
    assert tracks(score(app)) == ["1", "2"]
    assert app.multiselect(key="widget_corpus_filter_genre").options == ["jazz", "rock"]
    # Nothing but its results is on the disk, in a place that only its session knows.
    (path,) = own_folder().glob("**/*.parquet")
    assert path.name.startswith("upload-")
    assert not is_drawn(opened_at("corpus", **UPLOAD))
    # A reload starts a session that goes on with it. Elsewhere its secret name leads nowhere.
    assert not is_drawn(opened_at("corpus", **UPLOAD, **{RELOADED: "0" * 32}))
    again = opened_at("corpus", **UPLOAD, **{RELOADED: app.session_state["session"]})
    assert "5 files in 2 folders." in words(again)
    assert tracks(again) == ["1", "2"]
    # Its tracks open, and the results may be had; elsewhere their names lead nowhere.
    refused, pair = opened(path, 1, "upload", list(FILES.items()))
    assert refused == ""
    assert "Results, Parquet" in [each.proto.label for each in app.get("download_button")]
    assert pair[0].layers[0].boundaries.tolist() == [0, 12, 20]
    refused, pair = opened(path, 1)
    assert refused
    assert pair is None
    first, *others = next(iter(ends.values()))
    first()
    assert path.exists()
    ready(again.button(key="corpus_uploaded_remove").click().run())
    assert not is_drawn(again)
    assert not path.exists()
    for do in others:
        do()
    lost = opened_at("corpus", **UPLOAD, **{RELOADED: again.session_state["session"]})
    assert "5 files in 2 folders." not in words(lost)


def test_baselines_are_scored_beside_methods_and_open_as_they_do():
    form = {"corpus": json.dumps({"kind": "upload", "baselines": "1"})}
    app = upload(opened_at("corpus", **form), write_zip(FILES))
    assert app.checkbox(key="widget_corpus_baselines").value
    assert app.button(key="corpus_score").label == "Score 10"
    app.session_state["corpus_tests_fold"] = True
    assert methods(score(app)) == ["method", *MADE]
    assert not app.error
    assert "2 tracks without another annotator." in words(app)
    assert len(app.table[1].value) == 3
    (path,) = own_folder().glob("**/*.parquet")
    refused, pair = opened(path, 5, "upload", list(FILES.items()))
    assert refused == ""
    assert pair[1].layers[1].boundaries.tolist() == grid(pair[0]).layers[1].boundaries.tolist()
    ready(app.checkbox(key="widget_corpus_baselines").uncheck().run())
    assert methods(score(app)) == ["method"]


def test_another_upload_takes_the_place_of_the_first():
    app = score(upload(opened_at("corpus", **UPLOAD), write_zip(FILES)))
    (path,) = own_folder().glob("**/*.parquet")
    upload(app, b"PK\x03\x04 and no archive", "broken.zip")
    assert any("the zip archive is damaged" in each.value for each in app.error)
    assert not is_drawn(app)
    assert not path.exists()
    upload(app, write_zip({"a/x.csv": ONE}), "one.zip")
    assert any("has 0 folders; a corpus has 2" in each.value for each in app.error)
    upload(app, write_zip({f"<b>*{who}*/1.csv": ONE for who in "ab"}))
    assert "\\<b\\>\\*a\\*" in app.expander[0].label  # names are text
    # Or a folder is uploaded.
    app = opened_at("corpus", **UPLOAD)
    uploader = app.file_uploader(key="widget_corpus_folder")
    ready(uploader.set_value([(name, data, "text/csv") for name, data in FILES.items()]).run())
    assert "**2 pairs** of 2 tracks, by method." in words(app)
    assert app.selectbox(key="widget_corpus_reference").value == "reference"


def test_an_upload_is_held_to_what_scoring_may_take():
    long = {f"mine/{who}/1.csv": b"0, 5e5, 1e6\n" * 9 for who in ("reference", "method")}
    app = score(upload(opened_at("corpus", **UPLOAD), write_zip(long)))
    (reason,) = app.dataframe[0].value["reason"]
    assert "This would take too long" in reason
    assert "No pair could be scored." in words(app)
