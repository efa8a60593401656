"""The public functions on a pair: reading, scores, triplets, effects and figures."""

import math
import pickle
from dataclasses import replace
from types import SimpleNamespace

import jams
import mir_eval
import numpy as np
import pytest

import hierscope
from core.align import align
from core.citing.scores import cite_scores
from core.corpus.summary import describe
from core.effects import effects
from core.errors import HierarchyError, ReadError
from core.flat.grid import flat_grid
from core.hierarchy import Hierarchy
from core.samples import sample
from core.settings import Settings
from core.tmeasures import FRAMELESS, score
from core.tmeasures.dropin import tmeasure
from core.tmeasures.results import scores_latex
from core.triplets.blocks import costliest, query_blocks
from core.triplets.task import Task
from core.vocabulary import PARTS
from core.windows import sweep

TUNE = sample("jingle_bells")


def flat(*times, name=""):
    return Hierarchy.from_boundaries([times], name=name)


def test_a_path_is_read_whatever_the_format(files):
    read = [hierscope.read(files / name) for name in ("ref.jams", "layers")]
    read.append(hierscope.read(sorted((files / "layers").iterdir())))
    for found in read:
        assert isinstance(found, Hierarchy)
        for boundaries, wanted in zip(found.boundaries, TUNE.reference.boundaries, strict=True):
            np.testing.assert_array_equal(boundaries, wanted)


def test_an_annotation_is_chosen_and_a_guess_is_said(both):
    first, second = hierscope.read_all(both)
    assert first.layers == TUNE.reference.layers
    assert second.layers == TUNE.estimate.layers
    assert first.notes == second.notes == ()
    guessed = hierscope.read(both)
    assert guessed == first
    assert first != second
    assert guessed.notes[0].text.startswith("annotation 1 is used (1 is Jingle Bells, reading 1")
    assert hierscope.read(str(both), annotation=2).layers == second.layers
    assert hierscope.read(both, 2).notes == ()
    with pytest.raises(ReadError, match=r"no annotation 3\. Choose from 1 to 2"):
        hierscope.read(both, annotation=3)


def test_what_was_repaired_is_noted(tmp_path):
    (tmp_path / "gap.lab").write_text("0 10 A\n12 20 B\n")
    found = hierscope.read(tmp_path / "gap.lab")
    assert any("gap until 0:12.0" in str(note) for note in found.notes)
    assert "\n  May change the score: layer 1 at 0:10.0: gap" in repr(found)
    scored = hierscope.score(found, found)
    assert {note.side for note in scored.notes} == {"reference", "estimate"}
    (tmp_path / "wrong.lab").write_text("0 10 A\n5 20 B\n")
    with pytest.raises(HierarchyError, match=r"layer 1 at 0:05.0.*wrong\.lab"):
        hierscope.read(tmp_path / "wrong.lab")


def test_what_other_libraries_hold_is_read(both):
    wanted = hierscope.read(both, 1)
    labels = [layer.labels for layer in wanted.layers]
    table = wanted.to_pandas()
    for source in ((wanted.intervals, labels), table, jams.load(str(both), validate=False)):
        first = hierscope.read(source, 1)
        assert first.layers == tuple(
            replace(layer, name=other.name)
            for layer, other in zip(wanted.layers, first.layers, strict=True)
        )
    assert len(hierscope.read_all(jams.load(str(both), validate=False))) == 2


TWO = np.array([[0.0, 7.0], [7.0, 19.0]])
FLAT = [[(0, 7, "A"), (7, 19, "B")]]


@pytest.mark.parametrize(
    ("source", "layers", "kinds"),
    [
        ((TWO, ["A", "B"]), FLAT, []),
        ((TWO.tolist(), None), [[(0, 7, ""), (7, 19, "")]], []),
        ((TWO, ["A", None]), [[(0, 7, "A"), (7, 19, "")]], []),
        ((TWO, ["A", np.nan]), [[(0, 7, "A"), (7, 19, "")]], []),
        ((TWO[::-1], ["B", "A"]), FLAT, ["sorted"]),
        (([[0, 7], [7, 7], [7, 19]], ["A", "-", "B"]), FLAT, ["empty-segment"]),
        (
            ([[0, 7], [9, 19]], ["A", "B"]),
            [[(0, 7, "A"), (7, 9, ""), (9, 19, "B")]],
            ["gap-filled"],
        ),
        (([[[0, 19]], TWO], ["X", None]), [[(0, 19, "X")], [(0, 7, ""), (7, 19, "")]], []),
        (([[[0, 19]], TWO], [["Silence"], ["A", "B"]]), FLAT, ["layer-left-out"]),
        (SimpleNamespace(intervals=TWO, labels=["A", "B"]), FLAT, []),
        (
            SimpleNamespace(intervals=TWO * 1000, labels=["A", "B"], interval_unit="ms"),
            FLAT,
            ["unit-read"],
        ),
    ],
)
def test_intervals_and_labels_are_repaired_like_files(source, layers, kinds):
    found = hierscope.read(source)
    rows = [
        [(*times, label) for times, label in zip(layer.intervals, layer.labels, strict=True)]
        for layer in found.layers
    ]
    assert (rows, [note.kind for note in found.notes]) == (layers, kinds)
    with pytest.raises(ReadError, match=r"intervals: there is no annotation 2"):
        hierscope.read(source, 2)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ((TWO, ["A"]), "layer 1: 1 labels for 2 segments"),
        (([0, 7, 19], ["A", "B"]), r"layer 1: intervals have shape \(3,\)"),
        (([], []), "no segment"),
        (([[0, 7], [5, 19]], None), r"segments overlap .* \(option: starts\)"),
        (SimpleNamespace(intervals=TWO, labels=None, interval_unit="ticks"), "'ticks' is not a"),
    ],
)
def test_intervals_that_cannot_be_repaired_are_refused_like_files(source, problem):
    with pytest.raises(HierarchyError, match=problem):
        hierscope.read(source)


def test_evaluate_gives_what_mir_eval_gives():
    def sides(hierarchy):
        return list(hierarchy.intervals), [list(layer.labels) for layer in hierarchy.layers]

    both = (*sides(TUNE.reference), *sides(TUNE.estimate))
    wanted = mir_eval.hierarchy.evaluate(*both, frame_size=1.0)
    found = hierscope.evaluate(*both, frame_size=1.0)
    assert found == pytest.approx(wanted, abs=1e-12)
    assert list(found) == list(wanted)


def test_results_are_pickled_and_written(both, tmp_path):
    for ask in (hierscope.score, hierscope.triplets, hierscope.effects, hierscope.diagnose):
        result = ask(both, both)
        assert repr(pickle.loads(pickle.dumps(result))) == repr(result)
        assert (result.to_csv(tmp_path / "r.csv")) == (tmp_path / "r.csv").read_text()
        names = [column.name for column in result.columns]
        assert result.to_csv().splitlines()[0].split(",") == names
        assert list(result.to_pandas()) == names


def test_a_hierarchy_shows_itself(both):
    found = hierscope.read(both, 1)
    first = repr(found).splitlines()[0]
    assert (
        first
        == "Jingle Bells, reading 1: 0:00.0–1:36.0, segments per layer, coarsest first: 2, 4, 8"
    )
    assert "<td>2</td><td>units</td>" in found._repr_html_()
    table = found.to_pandas()
    assert list(table) == ["start", "end", "level", "label"]
    assert len(table) == 14
    assert table.query("level == 1").label.tolist() == list(TUNE.reference.layers[0].labels)


def test_from_two_paths_to_a_table_is_one_line(files):
    table = hierscope.score(files / "ref.jams", files / "est.csv").to_pandas()
    pair = align(TUNE.reference, TUNE.estimate)
    wanted = tmeasure(pair.reference.intervals, pair.estimate.intervals)
    reduced = table.set_index("measure").loc["reduced"]
    got = [reduced[name] for name in ("precision", "recall", "f_measure")]
    np.testing.assert_allclose(got, wanted, atol=1e-12)
    assert table.window.tolist() == [15.0] * 3
    assert table.measure.tolist() == ["reduced", "full", "l"]


def test_parameters_reach_the_score(both):
    found = hierscope.score(both, both, None, convention="frameless", beta=2)
    wanted = score(TUNE.reference, TUNE.estimate, [math.inf], settings=Settings(FRAMELESS, beta=2))
    assert found.full == wanted.full
    assert isinstance(found.full.f_measure, float)
    assert found.to_pandas().loc[1, "f_measure"] == wanted.full.f_measure
    assert "whole track, no frames (the exact limit), β = 2" in repr(found)
    sized = hierscope.sweep(both, both, [3], frame_size=0.5, convention=FRAMELESS)
    assert sized.convention is FRAMELESS


def test_scores_say_what_to_cite(both):
    found = hierscope.sweep(both, both, [3, 15], convention="frameless")
    wanted = cite_scores(found.settings, found.measures, [3.0, 15.0])
    assert found.cite() == wanted
    assert f"{found.cite()}" == f"{wanted.text}\n\n{wanted.bibtex}"
    assert found.to_latex("50 %", 4) == scores_latex(found, "50 %", digits=4)


def test_of_one_file_on_both_sides_the_second_annotation_is_the_estimate(both):
    found = hierscope.score(both, str(both))
    assert found.pair.reference.layers == TUNE.reference.layers
    assert found.pair.estimate.layers == TUNE.estimate.layers
    assert [str(note).partition(" (")[0] for note in found.notes] == [
        "reference: annotation 1 is used",
        "estimate: annotation 2 is used",
    ]
    other = hierscope.score(hierscope.read(both, 2), hierscope.read(both, 1))
    assert other.pair.reference.layers == TUNE.estimate.layers
    assert other.notes == ()


def test_names_of_files_in_one_folder_decide_which_side_they_are(files):
    (folder := files / "both").mkdir()
    for side in ("est", "ref"):
        (folder / f"song_{side}_coarse.lab").write_text("0 30 A\n30 60 B\n")
        (folder / f"song_{side}_fine.lab").write_text("0 10 a\n10 30 b\n30 60 c\n")
    found = hierscope.score(folder, folder)
    assert "song_ref" in found.pair.reference.name
    assert "song_est" in found.pair.estimate.name


def test_an_annotation_is_not_scored_against_itself(files):
    layers = sorted((files / "layers").iterdir())
    with pytest.raises(ReadError, match=r"are the same annotation\. Use another file"):
        hierscope.score(layers, layers[::-1])


def test_home_is_found_and_paths_come_in_any_iterable(files, both, home):
    home(files)
    assert hierscope.read("~/ref.jams") == hierscope.read(files / "ref.jams")
    found = hierscope.score("~/ref.jams", (files / name for name in ("est.csv",)))
    assert found.pair.estimate.boundaries[0].tolist() == TUNE.estimate.boundaries[0].tolist()
    again = (hierscope.score(iter([both]), iter([both])), hierscope.score(both, both))
    assert again[0].full.recall == again[1].full.recall
    layers = hierscope.read((files / "layers").iterdir())
    assert len(layers.layers) == len(TUNE.reference.layers)


def test_what_was_changed_of_the_pair_is_in_the_result():
    faulty = Hierarchy.from_boundaries([[0, 5, 20], [0, 10, 20]])
    found = hierscope.score(flat(0, 10, 19.5), faulty)
    assert found.pair.estimate.end == 19.5
    cropped, nesting = found.notes
    assert str(cropped).startswith("the estimate ends 0.5 s late")
    missing = "1 boundary is missing in deeper layers (layer 2 lacks 0:05.0)"
    assert str(nesting) == f"estimate: not nested, {missing}"
    said = f"May change the score: {nesting}"
    assert repr(found).splitlines()[-2:] == [f"  {said}", f"  Note: {cropped}"]
    assert f"<li>{said}</li>" in found._repr_html_()


def test_scores_show_themselves_in_a_few_lines():
    found = hierscope.score(TUNE.reference, TUNE.estimate)
    lines = repr(found).splitlines()
    assert (
        lines[0]
        == f"{TUNE.estimate.name} against {TUNE.reference.name}: ±15 s, 0.1 s frames, as mir_eval"
    )
    value = score(TUNE.reference, TUNE.estimate).reduced.recall
    assert lines[1].startswith("  L within a window is hierscope's own")
    assert lines[2].split() == ["window", "measure", *PARTS, "recall_share", "precision_share"]
    assert lines[3].split()[:4] == ["15", "s", "reduced", f"{value:.3f}"]
    assert len(lines) == 6
    assert f"<td>{value:.3f}</td>" in found._repr_html_()


def test_a_sweep_holds_all_windows_of_the_slider():
    found = hierscope.sweep(TUNE.reference, TUNE.estimate)
    windows = sweep(TUNE.reference.end)
    table = found.to_pandas()
    assert len(table) == 3 * len(windows)
    wanted = score(TUNE.reference, TUNE.estimate, windows)
    full = table[table.measure == "full"]
    np.testing.assert_array_equal(full.window, windows)
    counted = wanted.full.recall_share > 0
    np.testing.assert_array_equal(full.recall[counted], wanted.full.recall[counted])
    assert full.recall[~counted].isna().all()
    assert not counted.all()
    assert repr(found).splitlines()[-1] == f"  and {len(table) - 10} more"
    assert found._repr_html_().count("<tr>") == 11


def test_what_has_no_triplet_is_a_dash():
    found = hierscope.score(flat(0, 10), flat(0, 10))
    assert {"–"} == set(repr(found).splitlines()[-2].split()[3:6])
    assert found.to_pandas().recall.isna().all()
    assert "T_R reduced –: " in repr(hierscope.triplets(flat(0, 10), flat(0, 10)))
    everywhere = hierscope.triplets(flat(0, 10), flat(0, 10), convention="paper-equation")
    assert "T_R reduced –: " in repr(everywhere)
    none = hierscope.effects(flat(0, 10), flat(0, 10))
    assert len(none) == len(none.to_pandas()) == 0
    assert "reduced T_F – as it is" in repr(none)
    assert len(repr(none).splitlines()) == 1
    for each in (found.reduced, found.full):
        assert np.isnan([each.recall, each.precision, each.f_measure]).all()
    said = "–: no query has a triplet within ±15 s in the reference"
    assert f"  {said}" in repr(found).splitlines()
    assert said in found._repr_html_()
    assert found.to_dict()["T-Recall full"] == 0


def test_one_is_one():
    assert "1 edit," in repr(hierscope.effects(flat(0, 10), flat(0, 5, 10)))
    assert "1 block of triplets" in repr(hierscope.triplets(*pair(), 15.0, top=1))
    assert "\n  L_R " in repr(hierscope.triplets(*pair(), measure="l", top=1))


def test_windows_are_sorted_each_is_taken_once_and_one_may_stand_alone():
    wanted = hierscope.score(*pair(), 15).full.recall
    for one in (np.int64(15), {15}):
        assert hierscope.sweep(*pair(), one).full.recall == wanted
    found = hierscope.sweep(*pair(), [None, 15, 3, 15.0])
    assert found.windows.tolist() == [3, 15, math.inf]
    assert "3 windows, 3 s to the whole track" in repr(found)


@pytest.mark.parametrize(
    ("ask", "convention"),
    [
        (hierscope.triplets, "mir_eval"),
        (hierscope.triplets, "frameless"),
        (hierscope.effects, "frameless"),
    ],
)
def test_an_empty_table_has_the_types_of_a_full_one(ask, convention):
    empty = ask(flat(0, 10), flat(0, 10), convention=convention).to_pandas()
    full = ask(*pair(), convention=convention).to_pandas()
    assert len(empty) == 0
    assert len(full) > 0
    assert empty.dtypes.to_dict() == full.dtypes.to_dict()


def test_what_files_say_is_escaped():
    evil = flat(0, 5, 10, name="<script>&")
    shown = hierscope.score(evil, evil)._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;&amp; against" in shown


def test_many_notes_are_cut_and_counted(tmp_path):
    gaps, empty = range(0, 60, 10), (60, 61)
    rows = [f"{t} {t + 5} x\n" for t in gaps] + [f"{t} {t} -\n{t} {t + 1} x\n" for t in empty]
    (tmp_path / "gaps.lab").write_text("".join(rows))
    found = hierscope.read(tmp_path / "gaps.lab")
    assert len(found.notes) == 8
    more, lesser = "and 2 more, in .notes", "2 minor notes, in .notes"
    assert repr(found).splitlines()[-2:] == [f"  {more}", f"  {lesser}"]
    assert f"<li>{more}</li><li>{lesser}</li>" in found._repr_html_()


def pair():
    return TUNE.reference, TUNE.estimate


def test_triplets_of_a_track_are_the_costliest():
    found = hierscope.triplets(*pair(), direction="precision", measure="full", top=7, merge=True)
    task = Task(*pair(), direction="precision", measure="full")
    wanted = costliest(task, 7, merge=True)
    table = found.to_pandas()
    assert len(found) == len(table) == 7
    np.testing.assert_array_equal(table.loss, wanted.loss)
    np.testing.assert_allclose(table[["i_start", "i_end"]], wanted.i)
    assert {"queries_start", "queries_end"} <= set(table)
    assert "7 blocks of triplets, " in repr(found)
    assert repr(found).splitlines()[1].startswith("  T_P full ")
    assert repr(found).splitlines()[2] == f"  Costliest: {found.sentence}"
    assert found._repr_html_().count("<tr>") == 8
    assert "<p>Costliest: At " in found._repr_html_()


def test_triplets_of_a_query_are_all_of_it_what_is_lost_first():
    found = hierscope.triplets(*pair(), 15.0)
    wanted = query_blocks(Task(*pair()), 15.0)
    table = found.to_pandas()
    assert len(table) == len(wanted.blocks)
    assert table["count"].sum() == wanted.total
    lost = (table.outcome != "agree").tolist()
    assert lost == sorted(lost, reverse=True)
    assert True in lost
    assert False in lost
    assert found.query.g == wanted.g
    assert "q = 0:15.0" in repr(found)
    assert len(hierscope.triplets(*pair(), 15.0, top=1)) == 1


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("tie", {"tie"}),
        ("lost", {"tie", "inverted"}),
        (["agree", "inverted"], {"agree", "inverted"}),
        (["lost", "agree"], {"agree", "tie", "inverted"}),
    ],
)
def test_outcomes_are_chosen(asked, wanted):
    found = hierscope.triplets(*pair(), 15.0, outcome=asked).to_pandas()
    assert set(found.outcome) == wanted
    everything = hierscope.triplets(*pair(), 15.0).to_pandas()
    assert len(found) == everything.outcome.isin(wanted).sum()


def test_where_nothing_is_lost_there_is_no_sentence():
    found = hierscope.triplets(TUNE.reference, TUNE.reference)
    assert found.sentence == ""
    assert repr(found).splitlines()[2:] == ["  No triplet is lost."]
    assert list(found.to_pandas())[:3] == ["query", "i_start", "i_end"]
    assert "<table>" not in found._repr_html_()


def test_effects_come_best_first():
    found = hierscope.effects(*pair(), window=10, nested=True)
    wanted = effects(*pair(), 10, nested=True)
    table = found.to_pandas()
    assert len(found) == len(table) == wanted.total
    best = wanted.ranked("reduced")
    np.testing.assert_array_equal(table.f_measure_reduced, wanted.reduced.f_measure[best])
    np.testing.assert_array_equal(table.slope_full, wanted.full.slope[best])
    assert table.time[0] == wanted.times[best[0]]
    assert set(table.edit) == {"add", "remove"}
    assert "±10 s" in repr(found)
    assert "and " in found._repr_html_()


def test_flat_measures_of_all_layers_are_those_of_the_core():
    found = hierscope.flat(TUNE.reference, TUNE.estimate, beta=2.0)
    grid = flat_grid(TUNE.reference, TUNE.estimate, beta=2.0)
    table = found.to_pandas()
    assert found.rows() == grid.rows()
    assert len(table) == len(grid.rows())
    best = grid.part("v_measure", "f_measure").max()
    assert f"V-measure: best F {best:.3f}, layer 1 against layer 2" in repr(found)
    bare = hierscope.flat(flat(0, 10, 20), flat(0, 10, 20))
    assert np.isnan(bare.to_pandas()["f_measure"].to_numpy()[-3:]).all()
    assert "pairwise: best" not in repr(bare)
    assert "Layer 1 of the reference: no labels" in repr(bare)
    assert "Layer 1 of the reference: no labels" in bare._repr_html_()


def curve(figure, name="T<sub>R</sub> reduced"):
    return next(trace for trace in figure.data if trace.name == name)


def test_a_pair_is_drawn_as_layers_over_curves_and_a_sweep_with_shares(both):
    drawn = hierscope.plot(str(both), TUNE.estimate)
    bars = [trace for trace in drawn.data if trace.type == "bar"]
    assert len(bars) == 5
    wanted = (
        score(TUNE.reference, TUNE.estimate, sweep(TUNE.reference.end)).scores["reduced"].recall
    )
    np.testing.assert_array_equal(curve(drawn).y, wanted)
    # A score is drawn under its own settings, a sweep with what the choice of a window rests on.
    drawn = hierscope.plot(hierscope.score(*pair(), 3, convention=FRAMELESS))
    wanted = (
        score(*pair(), sweep(TUNE.reference.end), settings=Settings(FRAMELESS))
        .scores["reduced"]
        .recall
    )
    np.testing.assert_array_equal(curve(drawn).y, wanted)
    swept = hierscope.sweep(*pair(), [3, 15, 30, math.inf])
    drawn = hierscope.plot(swept, measure="full")
    np.testing.assert_array_equal(curve(drawn).y, swept.reduced.recall)
    titles = [each.text for each in drawn.layout.annotations]
    assert "Share of the track scored (full)" in titles


def test_a_hierarchy_is_drawn_as_its_layers(both):
    wanted = hierscope.plot(hierscope.read(both, 1))
    assert [trace.type for trace in wanted.data] == ["bar"] * 3
    for shown in (both, [str(both)], TUNE.reference):
        assert hierscope.plot(shown) == wanted


def test_a_corpus_is_drawn_as_medians_and_quartiles(both):
    found = hierscope.corpus(pairs={"a": (both, both)}, windows=[3, 15, math.inf])
    drawn = hierscope.plot(found, measure="full", part="recall")
    assert drawn.data[0].x == ("3", "15", "∞")
    wanted = describe(found.score("full", "recall"))
    for line, values in zip(drawn.data, (wanted.q1, wanted.q3, wanted.median), strict=True):
        np.testing.assert_array_equal(line.y, values)
    assert drawn.layout.title.text.startswith("T<sub>R</sub> full")


def test_styles_are_drawn_as_their_distances(styles):
    found = hierscope.caemsi(*styles, keep_duplicates=True)
    names = [trace.name for trace in hierscope.plot(found).data]
    assert len(names) == 3
    assert names[0].endswith("within A, one")
