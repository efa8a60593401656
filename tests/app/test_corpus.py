"""The page Corpus as a script: sources of pairs, scoring, messages and texts."""

import errno
import json
import math
import os
import re
from urllib.parse import parse_qs

import numpy as np
import pytest
from apptesting import (
    address,
    is_drawn,
    message_bytes,
    new_app,
    open_pair,
    opened_at,
    read_files,
    ready,
    said,
    text_of,
    to_page,
    tracks,
)
from cases import case_rows
from made_results import with_document
from results_files import read_pair
from salami_corpus import write_salami
from unpacking import unpacked

from core.agreement.corpus import corpus_agreement
from core.corpus.advising import advise_corpus, segment_spread, segments
from core.corpus.comparing import compare, ranking
from core.corpus.items import Item
from core.corpus.job import Job
from core.corpus.losses import GROUPS, diagnosed_at, losses
from core.corpus.sources.folders import from_folders
from core.corpus.store import read_results
from core.corpus.summary import describe, nearest_window, outliers
from core.corpus.updating import update_results
from core.corpus.versions import changes
from core.corpus.why import DIAGNOSED
from core.errors import ReadError
from core.files.folders import own_folder
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.io.link import pack_pair
from core.latex import text_table
from core.measures import SCORES
from core.settings import Settings
from core.vocabulary import SIDES
from core.wording import counted
from explorer.corpus import scoring
from explorer.corpus.computed import kept, results_path
from explorer.corpus.computed import results as corpus_results
from explorer.corpus.sources import read_folders
from explorer.figures.printed.corpus import print_corpus
from explorer.machine import admit_visitors
from explorer.server.around_streamlit import RELOADED
from explorer.tables.corpus import (
    cause_words,
    described_rows,
    flat_mean_rows,
    loss_rows,
    paired_rows,
    ranking_words,
    segment_rows,
    summary_rows,
)
from explorer.tables.grids import agreement_html, level_words

TRACKS = 9
FLAT = ("hit_rate_0.5", "v_measure")
JOB = Job(diagnosed=DIAGNOSED, flat=FLAT)


def hierarchy(random, small):
    large = sorted({0.0, 60.0, *np.round(random.uniform(2, 58, 3), 1).tolist()})
    inner = sorted({*large, *np.round(random.uniform(1, 59, small), 1).tolist()})
    return Hierarchy.from_boundaries([large, inner])


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """References of nine tracks, estimates by two methods, one of them without a track."""
    root = tmp_path_factory.mktemp("corpus")
    random = np.random.default_rng(0)
    for name, small in (("references", 6), ("good", 8), ("poor", 1)):
        (root / name).mkdir()
        for track in range(TRACKS - (name == "poor")):
            path = root / name / f"track{track}.csv"
            path.write_bytes(write_csv(hierarchy(random, small)))
    (root / "poor" / "track3.csv").write_text("nothing")
    (root / "poor" / "extra.csv").write_text("0, 30, 60\n")
    return root


@pytest.fixture(scope="module")
def scored(corpus):
    """The corpus as a results file, and as they are read."""
    found = from_folders(corpus / "references", {name: corpus / name for name in ("good", "poor")})
    items = [
        Item(**{**vars(item), "metadata": (("genre", "jazz" if at % 2 else "rock"),)})
        for at, item in enumerate(found.items)
    ]
    path = corpus / "results.parquet"
    job = Job(diagnosed=(3.0, 10.0, 15.0, math.inf), flat=FLAT)
    update_results(path, items, job, problems=found.problems)
    return path, read_results(path)


def linked(**form):
    """The page, opened by a link."""
    return opened_at("corpus", **({"corpus": json.dumps(form)} if form else {}))


def page(**form):
    """The page, opened by a link, whose files are read."""
    return read_files(linked(**form), "corpus_read")


def shipped(app):
    """What the component is given: where it starts, what is written, and the figures."""
    now, outer = unpacked(message_bytes(app, "hierscope_figures"))
    drawing, arrays = unpacked(outer["drawing"].tobytes())
    return now, drawing, json.loads(arrays["figures"].tobytes())


def folders(corpus):
    return {
        "kind": "folders",
        "references": str(corpus / "references"),
        "estimates": f"good = {corpus / 'good'}\npoor = {corpus / 'poor'}",
    }


def test_folders_are_matched_before_anything_is_scored_by_patterns_that_can_be_changed(corpus):
    app = page(**folders(corpus))
    (words,) = [line for line in said(app, "markdown") if "pairs**" in line]
    assert words == f"**{2 * TRACKS - 1} pairs** of {TRACKS} tracks, by 2 methods."
    found = from_folders(corpus / "references", {m: corpus / m for m in ("good", "poor")})
    assert app.dataframe[0].value.to_dict("records") == [
        {"track": each.track, "reason": each.reason, "path": each.path} for each in found.problems
    ]
    label = re.sub(r"\\(.)", r"\1", app.expander[1].label)
    assert label == "Left out: 2 (1: no reference (estimate by poor); 1: no estimate by poor)"
    assert not is_drawn(app)
    assert app.button(key="corpus_score").label == f"Score {2 * TRACKS - 1}"
    assert app.text_input(key="widget_corpus_reference_pattern").value == "{track}.*"
    ready(app.selectbox(key="widget_corpus_dataset").set_value("harmonix").run())
    pattern = "dataset/segments/{track}.txt"
    assert app.text_input(key="widget_corpus_reference_pattern").value == pattern
    field = app.text_input(key="widget_corpus_reference_pattern")
    ready(field.set_value("track{track}.csv").run())
    assert "**No pair was found.**" in said(app, "markdown")
    assert app.button(key="corpus_score").disabled
    estimates = app.text_input(key="widget_corpus_estimate_pattern")
    ready(estimates.set_value("track{track}.csv").run())
    assert any(f"of {TRACKS} tracks" in line for line in said(app, "markdown"))
    ready(estimates.set_value("*").run())
    assert "{track}" in said(app, "error")[0]


@pytest.mark.parametrize("kind", ["folders", "manifest", "results", "salami"])
def test_what_a_link_names_is_shown_and_read_after_a_click(scored, kind, touches):
    corpus = scored[0].parent
    manifest = corpus / "linked.csv"
    manifest.write_text("track,reference,estimate\none,references/track0.csv,good/track0.csv\n")
    form = {
        "folders": folders(corpus),
        "manifest": {"kind": kind, "manifest": str(manifest)},
        "results": {"kind": kind, "results": str(scored[0])},
        "salami": {"salami": str(corpus)},
    }[kind]
    with touches(corpus) as seen:
        app = linked(**form)
        for name in ("glossary", "corpus"):  # on no page, and not by the way back
            app = to_page(app, name)
    assert seen == []
    named = [text for name, text in form.items() if name != "kind"]
    for path in re.findall(r"/\S+", " ".join(named)):
        assert any(path in line for line in said(app, "markdown"))
    with touches(corpus) as seen:
        app = read_files(app, "corpus_read")
    assert seen
    assert not any(button.key == "corpus_read" for button in app.button)
    # A page that is loaded anew is another visit.
    with touches(corpus) as seen:
        linked(**form)
    assert seen == []


def test_a_path_that_is_typed_is_read_at_once_and_what_stands_beside_it_is_not(corpus, touches):
    app = linked(**folders(corpus))
    field = app.text_input(key="widget_corpus_references")
    with touches(corpus) as seen:
        ready(field.set_value(str(corpus / "good")).run())
    assert seen == []
    (line,) = [line for line in said(app, "markdown") if "Not read yet" in line]
    assert f"good = {corpus / 'good'}" in line
    assert line.count(str(corpus / "good")) == 1
    app = read_files(app, "corpus_read")
    assert any("pair" in line for line in said(app, "markdown"))
    other = app.text_area(key="widget_corpus_estimates")
    ready(other.set_value(f"only = {corpus / 'poor'}").run())
    assert any("by only" in line for line in said(app, "markdown"))


def test_pairs_are_scored_and_kept(corpus, scored, tmp_path, monkeypatch):
    monkeypatch.setattr(scoring, "DIAGNOSED", (15.0,))
    app = page(**folders(corpus))
    ready(app.button(key="corpus_score").click().run())
    results = read_results(next((tmp_path / "kept").glob("corpus-*.parquet")))
    np.testing.assert_array_equal(results.scores, scored[1].scores)
    assert tracks(app) == list(results.tracks)
    reasons = app.dataframe[0].value["reason"].tolist()
    assert len(reasons) == len(results.problems)
    assert any("track3.csv" in reason for reason in reasons)
    ready(app.button(key="corpus_score").click().run())
    assert f"0 of {len(results)} pairs were new or changed." in said(app, "caption")
    # Another visitor finds them, and other settings ask for other scores.
    app = page(**folders(corpus))
    assert is_drawn(app)
    # Those of another version, and damaged ones, are computed again.
    (stored,) = own_folder().glob("corpus-*.parquet")
    for spoil in (
        lambda: with_document(stored, format=1),
        lambda: stored.write_bytes(stored.read_bytes()[:-40]),
    ):
        spoil()
        app = page(**folders(corpus))
        assert not app.error
        assert "The stored results could not be read and were deleted." in said(app, "caption")
        ready(app.button(key="corpus_score").click().run())
        assert is_drawn(app)
    ready(app.number_input(key="widget_beta").set_value(2.0).run())
    assert not is_drawn(app)
    assert "with other settings" in app.info[0].value
    ready(app.number_input(key="widget_beta").set_value(1.0).run())
    assert is_drawn(app)
    assert not app.info
    assert any("Scored with 0.1 s frames, as mir_eval" in line for line in said(app, "caption"))
    # Annotators are read and scored on request; methods that are annotators are so by choice.
    app.session_state["corpus_annotators_fold"] = True
    ready(app.run())
    monkeypatch.setattr("core.agreement.matrix.DRAWS", 1)
    ready(app.button(key="corpus_annotators").click().run())
    assert "No track has two annotators that can be scored." in said(app, "caption")
    (field,) = [box for box in app.multiselect if box.label == "Methods that are annotators"]
    ready(field.set_value(["good", "poor"]).run())
    ready(app.button(key="corpus_annotators").click().run())
    over = corpus_agreement(results.items, [15.0], methods=["good", "poor"])
    html = agreement_html(over.mean, "reduced", "f_measure", {})
    assert html in [each.body for each in app.get("html")]
    cited = over.mean.cite()
    (fold,) = [each for each in app.expander if each.label == "Cite these means"]
    assert [each.value for each in fold.code] == [cited.text, cited.bibtex.strip()]
    words = f"{TRACKS} tracks, annotators matched by name. "
    assert words + level_words(over.mean, "reduced", "f_measure") in said(app, "caption")


def test_a_path_that_leads_nowhere_is_named(corpus, tmp_path, monkeypatch):
    wrong = {"kind": "folders", "references": "/no*where", "estimates": "/nor_here"}
    assert "no*where" in said(page(**wrong), "error")[0]
    (line,) = said(page(kind="results", results="/nowhere.parquet"), "error")
    assert "there is no such file" in line
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HIERSCOPE_CACHE", str(tmp_path / "file" / "kept"))
    (line,) = said(page(**folders(corpus)), "error")
    assert "$HIERSCOPE_CACHE" in line


def opened(scored):
    return page(kind="results", results=str(scored[0]))


def test_numbers_of_every_window_are_those_of_the_core(scored, capsys):
    results = scored[1]
    app = opened(scored)
    now, drawing, figures = shipped(app)
    assert now["window"] == 15
    described = {
        method: describe(results.all_scores[rows])
        for method, rows in results.rows_by_method.items()
    }
    assert len(figures) == 3
    assert len(figures[1]["frames"]) == len(drawing["numbers"]) == len(results.windows)
    for index, numbers in enumerate(drawing["numbers"]):
        assert numbers == summary_rows(described, index, "reduced", "f_measure")
        means = [described[row["method"]].mean[index, 2] for row in numbers]
        assert means == sorted(means, reverse=True)
    spread = segment_spread(results)
    at = nearest_window(results.windows, 15.0)
    (fold,) = (expander for expander in app.expander if expander.label == "Code")
    exec(fold.code[0].value, {})
    printed = capsys.readouterr().out
    for method in described:
        assert re.search(rf"{method} +{described[method].mean[at, 2]:.6f}\n", printed)
    share = math.floor(1000 * spread.shorter[at] + 1e-9) / 10
    words = f"{share:g} % of the {spread.durations.count} segments"
    assert any(line.startswith(words) for line in said(app, "caption"))
    rows = described_rows(described, results.windows.tolist())
    assert len(rows) == 2 * len(SCORES) * len(results.windows)
    wanted = {"method": "poor", "variant": "full", "measure": "precision", "window": 3.0}
    (row,) = (each for each in rows if wanted.items() <= each.items())
    at = nearest_window(results.windows, 3.0), SCORES.index(("full", "precision"))
    assert row["median"] == described["poor"].median[at]
    assert row["high"] == described["poor"].high[at]
    # A window is advised, too.
    found = advise_corpus(results)
    plainly = [re.sub(r"\*\*(.*)\*\*(?:_(.*)_)?", r"\1\2", line) for line in said(app, "markdown")]
    assert re.sub(r"T_([RPF])", r"$T_\1$", found.sentence) in plainly
    for reason in found.reasons:
        words = re.sub(r"T_([RPF])", r"$T_\1$", reason.text)
        assert any(words in line for line in said(app, "markdown"))
    app.session_state["window"] = found.window / 2
    ready(ready(app.run()).button(key="use_corpus_advice").click().run())
    assert app.session_state["window"] == found.window
    assert shipped(app)[0]["restored"] == 1
    assert not any("of a corpus" in line for line in said(to_page(app, "windows"), "caption"))


def test_the_folder_of_salami_is_in_the_address_and_is_taken_from_it(tmp_path):
    write_salami(tmp_path)
    app = page(kind="salami")
    ready(app.text_input(key="widget_corpus_salami").set_value(str(tmp_path)).run())
    there = parse_qs(address(app))
    assert json.loads(there["corpus"][0]) == {"kind": "salami", "salami": str(tmp_path)}
    # Where SALAMI is known it is what is meant.
    app = page(salami=str(tmp_path))
    assert app.text_input(key="widget_corpus_salami").value == str(tmp_path)
    assert any("1 pair**" in line for line in said(app, "markdown"))


@pytest.fixture
def two_pairs(tmp_path):
    """The page with a manifest of two pairs, whose sides end at different times."""
    (tmp_path / "a.csv").write_text("0, 30, 60\n")
    (tmp_path / "b.csv").write_text("0, 30, 90\n")
    (tmp_path / "pairs.csv").write_text(
        "track,reference,estimate\nlonger,a.csv,b.csv\nshorter,b.csv,a.csv\n"
    )
    return page(kind="manifest", manifest=str(tmp_path / "pairs.csv"))


def test_what_was_scored_last_stays_when_the_quota_is_small(two_pairs, monkeypatch):
    app = two_pairs
    monkeypatch.setenv("HIERSCOPE_CACHE_MB", "2 GB")
    ready(app.button(key="corpus_score").click().run())
    (line,) = said(app, "error")
    assert "HIERSCOPE" in line
    assert "megabytes" in line
    monkeypatch.setenv("HIERSCOPE_CACHE_MB", "0")
    for beta in (1.0, 2.0):
        ready(app.number_input(key="widget_beta").set_value(beta).run())
        ready(app.button(key="corpus_score").click().run())
        assert is_drawn(app)
        assert len(list(own_folder().glob("corpus-*.parquet"))) == 1


def test_what_was_changed_on_the_way_in_is_listed(two_pairs):
    app = two_pairs
    ready(app.button(key="corpus_score").click().run())
    words = "1 of 2 pairs has a side that was {} (more than a second)"
    kinds = [words.format("cropped"), words.format("extended")]
    assert f"May change the score: {'; '.join(kinds)}" in [
        re.sub(r"\\(.)", r"\1", each.label) for each in app.expander
    ]
    found = app.dataframe[0].value.to_dict("records")
    assert [(row["weight"], row["what"]) for row in found] == [
        ("may change the score", kind) for kind in kinds
    ]
    assert found[0]["for example"].startswith("longer: the estimate ends 30 s late")
    table = app.dataframe[-1].value
    assert table["may change the score"][1].startswith("the estimate ends 30 s early")
    assert "minor notes" not in table


@pytest.mark.parametrize(
    "filters", [{"genre": (1.0, 2.0), "duration": ("a",)}, {"duration": (-9.0, -5.0)}]
)
def test_filters_of_a_link_that_fit_nothing_are_left_out(scored, filters):
    app = new_app()
    ready(app.run())
    app.session_state["corpus_form"] = {"kind": "results", "results": str(scored[0])}
    app.session_state["corpus_filters"] = filters
    app = read_files(to_page(app, "corpus"), "corpus_read")
    assert len(tracks(app)) == len(scored[1])


def test_what_papers_take_is_of_the_window_nearest(scored, saved):
    form = json.dumps({"kind": "results", "results": str(scored[0])})
    app = read_files(opened_at("corpus", corpus=form, w="2.9"), "corpus_read")
    results = scored[1]
    window = float(results.windows[nearest_window(results.windows, 2.9)])
    wanted = results.cite([window])
    (fold,) = (each for each in app.expander if each.label == "Cite")
    assert [item.value for item in fold.code] == [wanted.text, wanted.bibtex.strip()]
    how = f"w = {window:g} s, {results.job.description}"
    caption = f"Mean T reduced and T full of {len(results)} pairs: {how}"
    assert saved["Methods at this window, LaTeX"]() == results.to_latex([window], caption)
    assert saved["Save the figure"]() == print_corpus(results, window).data("pdf")
    at = results.at(nearest_window(results.windows, window))
    rows = compare(at, "reduced", "f_measure").cells(0)
    caption = f"Differences in T_F (reduced), methods on the same tracks: {how}"
    assert saved["Differences between methods, LaTeX"]() == text_table(rows, caption)


def test_tables_are_of_the_settled_window(scored):
    results = scored[1]
    app = opened(scored)
    app.session_state["corpus_tests_fold"] = True
    for window, which in (
        (15.0, ("reduced", "f_measure")),
        (math.inf, ("full", "recall")),
        (3.0, ("l", "precision")),  # of which nothing is diagnosed
    ):
        app.session_state["window"] = window
        app.session_state["variant"], app.session_state["measure"] = which
        ready(app.run())
        index = nearest_window(results.windows, window)
        found = [
            [{name: re.sub(r"\\(.)", r"\1", text) for name, text in row.items()} for row in rows]
            for rows in (table.value.to_dict("records") for table in app.table)
        ]
        assert paired_rows(compare(results, *which), index) in found
        assert flat_mean_rows(results, "hit_rate_0.5") in found
        assert segment_rows(segments(results)) in found
        order = ranking(results, *which)
        assert ranking_words(order, index) in said(app, "markdown")
        beyond = [
            outliers(results.score(*which)[rows])[:, index].sum()
            for rows in results.rows_by_method.values()
        ]
        count = counted(int(sum(beyond)), "outlier")
        assert any(f"{count}: beyond" in line for line in said(app, "markdown", "caption"))
        table = app.dataframe[-1].value
        assert table["track"].tolist() == list(results.tracks)
        np.testing.assert_array_equal(
            table["full TF"], results.all_scores[:, index, SCORES.index(("full", "f_measure"))]
        )
        assert set(table["genre"]) == {"jazz", "rock"}
        _, slot = diagnosed_at(results, which[0], window)
        assert table["why"].tolist() == [cause_words(why.first_kind(slot)) for why in results.why]


def test_causes_are_shown_and_filtered_by_at_the_nearest_diagnosed_window(scored):
    results = scored[1]
    app = opened(scored)
    found = losses(results)
    app.session_state["window"] = 12.0
    ready(app.run())
    nearest, slot = diagnosed_at(results, "reduced", 12.0)
    assert nearest == 10.0
    assert "why at 10 s" in app.dataframe[-1].value
    field = app.multiselect(key="widget_corpus_filter_first cause")
    assert field.label == "why (reduced, at 10 s)"
    assert field.options[:2] == ["no cause named", "offset or stretch: scale"]
    kinds = [why.first_kind(slot) for why in results.why]
    ready(field.set_value([kinds[0]]).run())
    rows = [row for row, kind in enumerate(kinds) if kind == kinds[0]]
    assert len(rows) < len(results)
    assert tracks(app) == [results.tracks[row] for row in rows]
    # A cause that only pairs of one method have leaves nothing to compare.
    methods = {kind: set() for kind in kinds}
    for kind, method in zip(kinds, results.methods, strict=True):
        methods[kind].add(method)
    alone = next(kind for kind in kinds if len(methods[kind]) == 1)
    ready(app.multiselect(key=field.key).set_value([alone]).run())
    assert len(app.dataframe[-1].value) == kinds.count(alone)
    (row,) = (each for each in loss_rows(found) if list(each.values())[:3] == ["poor", "full", 3.0])
    assert row["missing"] == found.parts[1, 1, 0, GROUPS.index("missing")]
    assert sum(row[group] for group in GROUPS) == pytest.approx(row["loss"])


def test_filters_leave_what_passes_and_stay_over_a_change_of_page(scored):
    results = scored[1]
    app = opened(scored)
    ready(app.multiselect(key="widget_corpus_filter_genre").set_value(["jazz"]).run())
    jazz = [row for row, genre in enumerate(results.metadata["genre"]) if genre == "jazz"]
    assert tracks(app) == [results.tracks[row] for row in jazz]
    assert shipped(app)[1]["numbers"] != shipped(opened(scored))[1]["numbers"]
    for at, score in enumerate((3, 5)):
        ready(app.selectbox(key=f"widget_corpus_scores_{at}").set_value(score).run())
    # The address has them, and no address of another page has.
    there = parse_qs(address(app))
    assert json.loads(there["corpus"][0]) == {"kind": "results", "results": str(scored[0])}
    assert json.loads(there["filters"][0]) == {"genre": ["jazz"]}
    # A page that is loaded anew shows the same.
    again = opened_at("corpus", **{name: values[0] for name, values in there.items()})
    again = read_files(again, "corpus_read")
    assert tracks(again) == tracks(app)
    axes = shipped(again)[2][2]["layout"]
    titles = [axes[f"{axis}axis"]["title"]["text"] for axis in "xy"]
    assert titles == ["T<sub>R</sub> full", "T<sub>F</sub> full"]
    app = to_page(app, "compare")
    assert not {"corpus", "filters"} & set(parse_qs(address(app)))
    app = to_page(app, "corpus")
    assert tracks(app) == [results.tracks[row] for row in jazz]
    assert app.multiselect(key="widget_corpus_filter_genre").value == ["jazz"]
    ready(app.multiselect(key="widget_corpus_filter_method").set_value(["poor"]).run())
    assert set(app.dataframe[-1].value["method"]) == {"poor"}
    assert [row["method"] for row in shipped(app)[1]["numbers"][0]] == ["poor"]
    ready(app.multiselect(key="widget_corpus_filter_method").set_value([]).run())
    assert tracks(app) == [results.tracks[row] for row in jazz]


def uploads():
    return sorted(own_folder().glob("upload-*.parquet"))


def upload(app, data):
    uploader = app.file_uploader(key="widget_corpus_upload")
    return ready(uploader.set_value(("any.parquet", data, "application/parquet")).run())


def test_an_upload_is_checked_before_it_is_written_and_goes_for_another(scored):
    app = page(kind="results")
    upload(app, b"PAR1 or not")
    (line,) = said(app, "error")
    assert line.startswith("any.parquet: this is not a results file")
    assert not uploads()
    upload(app, scored[0].read_bytes())
    (path,) = uploads()
    name = path.name.replace(f"-{os.getpid()}-", "-99999999-")
    path.with_name(name).write_bytes(b"of a server that was killed")
    upload(app, scored[0].read_bytes())
    assert len(uploads()) == 1
    assert tracks(app) == list(scored[1].tracks)
    # What a click on a track will read is shown.
    table = app.dataframe[-1].value
    assert table["reference files"].tolist() == [item.reference[0] for item in scored[1].items]
    assert table["estimate files"].tolist() == [item.estimate[0] for item in scored[1].items]
    # A run is compared with an earlier one, and its tracks are opened.
    earlier = app.file_uploader(key="widget_corpus_earlier")
    ready(earlier.set_value(("v1.parquet", scored[0].read_bytes(), "application/parquet")).run())
    since = changes(scored[1], scored[1])
    for line in (since.headline(), *since.sentences()):
        assert line in text_of(app)
    assert [
        frame.value["change"].tolist() for frame in app.dataframe if "change" in frame.value
    ] == [since.change.tolist()]
    # After a reload both are there, and read without a click, as no address names them.
    query = {"corpus": json.dumps({"kind": "results"}), RELOADED: app.session_state["session"]}
    again = opened_at("corpus", **query)
    assert is_drawn(again)
    assert since.headline() in text_of(again)
    ready(again.button(key="corpus_earlier_remove").click().run())
    assert since.headline() not in text_of(again)
    ready(again.button(key="corpus_upload_remove").click().run())
    ready(app.file_uploader(key="widget_corpus_earlier").set_value(None).run())
    assert not any("change" in frame.value for frame in app.dataframe)
    ready(app.file_uploader(key="widget_corpus_upload").set_value(None).run())
    assert not is_drawn(app)
    assert not uploads()
    # A path that is typed takes the place of an upload.
    upload(app, scored[0].read_bytes())
    assert is_drawn(app)
    field = app.text_input(key="widget_corpus_results")
    ready(field.set_value("/nowhere.parquet").run())
    assert not is_drawn(app)


def test_a_track_is_put_on_screen_as_it_was_scored(scored, tmp_path):
    items = scored[1].items[:3]
    job = Job((15.0,), settings=Settings(frame_size=0.25, beta=2.0))
    update_results(path := tmp_path / "other.parquet", items, job)
    app = open_pair(path, 2)
    state = app.session_state
    assert (state["frame_size"], state["beta"], state["convention"]) == (0.25, 2.0, "mir_eval")
    kind, pair = state["sources"]["reference"]
    assert kind == "drawn"
    assert state["sources"]["estimate"] == ("drawn", pair)
    reference, estimate = read_pair(items[2])
    assert len(pair) > 100
    assert state["show_compare"]
    assert [text.value for text in app.text] == ["", "2 -1"]
    assert pair != pack_pair(reference, estimate)  # it has the names of track and method


def test_a_pair_of_a_corpus_has_the_advice_of_what_its_corpus_shows(scored):
    app = opened(scored)
    ready(app.multiselect(key="widget_corpus_filter_genre").set_value(["jazz"]).run())
    jazz = [at for at, item in enumerate(scored[1].items) if ("genre", "jazz") in item.metadata]
    shown = scored[1].take(np.array(jazz))
    assert 0 < len(shown) < len(scored[1])
    there = open_pair(scored[0], 0).session_state
    for key in ("sources", "corpus_opened"):
        app.session_state[key] = there[key]
    app = to_page(app, "windows")
    words = f"This pair is from a corpus. The advice is for the {len(shown)} pairs shown on Corpus."
    assert words in said(app, "caption")
    sentence, _, _ = advise_corpus(shown).sentence.partition(":")
    advised = re.sub(r"T_([RPF])", r"$T_\1$", f"**{sentence}**")
    assert any(line.startswith(advised) for line in said(app, "markdown"))


def test_notes_come_along_with_a_track(tmp_path):
    (tmp_path / "a.csv").write_text("0, 30, 90\n")
    (tmp_path / "b.csv").write_text("0, 30, 60\n")
    item = Item("t", "m", (str(tmp_path / "a.csv"),), (str(tmp_path / "b.csv"),))
    update_results(path := tmp_path / "one.parquet", [item], JOB)
    there = open_pair(path, 0).session_state
    app = new_app()
    ready(app.run())
    for key in ("sources", "corpus_opened", "own", "pair", "sample"):
        app.session_state[key] = there[key]
    ready(app.run())
    (label,) = [each.label for each in app.expander if "may change" in each.label]
    assert "he estimate ends 30 s early" in re.sub(r"\\(.)", r"\1", label)
    ready(next(button for button in app.button if button.label == "Swap").click().run())
    # They are brought to one span as they were read.
    assert any(
        "he estimate ends 30 s late" in each.label.replace("\\", "") for each in app.expander
    )
    app.session_state["sources"] = dict.fromkeys(SIDES, ("sample", "figure6"))
    ready(app.run())
    assert not any("may change" in each.label for each in app.expander)


def test_a_track_whose_file_is_gone_is_told_of(scored, tmp_path):
    path = tmp_path / "gone.csv"
    path.write_text("0, 60\n")
    item = Item("t", "m", (str(path),), (str(path),))
    update_results(results := tmp_path / "one.parquet", [item], JOB)
    path.unlink()
    app = open_pair(results, 0)
    assert app.session_state["sources"]["reference"] is None
    assert "gone.csv" in app.text[0].value
    # Nor does a row open that is not there.
    for row in (-1, len(scored[1])):
        app = open_pair(scored[0], row)
        assert app.session_state["sources"]["reference"] is None


def test_of_an_uploaded_file_that_is_damaged_no_place_on_this_machine_is_told(scored):
    path = own_folder() / "kept.parquet"
    path.write_bytes(scored[0].read_bytes()[:-40])
    with pytest.raises(ReadError, match=r"^the results file: this is not a results file"):
        corpus_results(kept(path))


def test_tracks_of_the_salami_that_is_offered_open_for_visitors(scored, monkeypatch):
    folder = str(scored[0].parent)
    update_results(path := results_path(("salami", folder), JOB), scored[1].items[:3], JOB)
    monkeypatch.setenv("HIERSCOPE_SALAMI", folder)
    admit_visitors([])
    app = open_pair(path, 2, "salami")
    assert app.session_state["sources"]["reference"] is not None
    assert app.text[0].value == ""


@pytest.mark.parametrize(("text", "folders"), case_rows("corpora", "typed-folders"))
def test_folders_are_read_line_by_line(text, folders):
    assert read_folders(text) == [*map(tuple, folders)]


def test_a_full_disk_is_told_and_the_page_goes_on(corpus, scored, monkeypatch):
    problem = os.strerror(errno.ENOSPC)

    def fails(*_, **__):
        raise OSError(errno.ENOSPC, problem, "/home/somebody")

    app = page(**folders(corpus))
    monkeypatch.setattr(scoring, "update_results", fails)
    ready(app.button(key="corpus_score").click().run())
    (line,) = said(app, "error")
    assert problem in line
    assert "somebody" not in line
    monkeypatch.setattr("pathlib.Path.write_bytes", fails)
    app = page(kind="results")
    upload(app, scored[0].read_bytes())
    (line,) = said(app, "error")
    assert line == f"any.parquet can't be saved: {problem}."
