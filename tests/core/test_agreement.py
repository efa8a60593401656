"""Agreement of annotators: a cell depends only on its pair, and summaries are as defined."""

import json
import math
import os
import re
from itertools import permutations
from pathlib import Path

import naive
import naive_labels
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import in_settings

import hierscope
from core.agreement.annotators import annotators_of, read_annotators
from core.agreement.corpus import corpus_agreement
from core.agreement.matrix import MOST_ANNOTATORS, agreement, mean_agreement
from core.agreement.results import DRAWS, KINDS
from core.align import align
from core.choosing.chance import random_boundaries
from core.corpus.sources.folders import from_folders
from core.corpus.sources.salami import ONE_ANNOTATION
from core.errors import ReadError, ScoreError
from core.hierarchy import Hierarchy
from core.io import File, read, write_csv, write_jams
from core.measures import MEASURES
from core.settings import Settings
from core.tmeasures import FRAMELESS, MIR_EVAL, score
from core.vocabulary import PARTS
from explorer.tables.grids import agreement_html
from hierscope.cli import main

SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")
LABELS = [["A", "B"], ["a", "b", "a", "c"]]
ONE = Hierarchy.from_boundaries([[0, 6, 12], [0, 3, 6, 9, 12]], LABELS, name="Ann")
TWO = Hierarchy.from_boundaries([[0, 7, 12], [0, 3, 7, 10, 12]], LABELS, name="Ben")
THREE = Hierarchy.from_boundaries([[0, 4, 13], [0, 2, 4, 11, 13]], LABELS, name="Cyd")
PLAIN = Hierarchy.from_boundaries([[0, 6, 12], [0, 3, 6, 12]], name="Dan")
NAMED = [(each.name, each) for each in (ONE, TWO, THREE, PLAIN)]


def naive_f(pair, key):
    """Recall, precision and F of an aligned pair at 4 s, triplet by triplet; None where none is."""
    if key == "l":
        scores, shares = naive_labels.l_measures(*pair, 4.0, 1.0, MIR_EVAL)
    else:
        every, counted, _ = naive.t_measures(*pair, 4.0, 1.0, MIR_EVAL)
        scores, shares = every[key], counted[key]
    recall, precision = (
        score if share else None for score, share in zip(scores, shares, strict=True)
    )
    if recall is None or precision is None:
        return recall, precision, None
    return recall, precision, 2 * recall * precision / ((recall + precision) or 1)


def test_cells_and_what_sums_them_up_are_counted_triplet_by_triplet():
    found = agreement(NAMED, [4.0, math.inf], settings=Settings(frame_size=1.0))
    for key in ("reduced", "full", "l"):
        means, best = [], []
        for i, (_, reference) in enumerate(NAMED):
            row = []
            for j, (_, estimate) in enumerate(NAMED):
                if i == j:
                    assert np.isnan(found.matrix(key, "f_measure")[i, j])
                    continue
                bare = key == "l" and PLAIN in (reference, estimate)
                pair = align(reference, estimate)
                expected = (None,) * 3 if bare else naive_f((pair.reference, pair.estimate), key)
                for part, value in zip(PARTS, expected, strict=True):
                    cell = found.matrix(key, part)[i, j]
                    assert np.isnan(cell) if value is None else cell == pytest.approx(value)
                row += [] if expected[2] is None else [expected[2]]
            assert found.means(key, "f_measure")[i] == pytest.approx(
                sum(row) / len(row) if row else np.nan, nan_ok=True
            )
            means += [sum(row) / len(row)] if row else []
            best += [max(row)] if row else []
        assert found.level("others", key, "f_measure") == pytest.approx(sum(means) / len(means))
        assert found.level("nearest", key, "f_measure") == pytest.approx(sum(best) / len(best))


def test_the_floor_is_the_mean_of_draws_against_each():
    found = agreement(NAMED, [4.0], settings=Settings(frame_size=1.0))
    floors = []
    for name, reference in NAMED:
        whole = align(reference, reference).reference
        drawn = [random_boundaries(whole, draw) for draw in range(DRAWS)]
        assert len({each.digest for each in drawn}) == DRAWS
        for each in drawn:
            assert [sorted(layer.labels) for layer in each.layers] == [
                sorted(layer.labels) for layer in whole.layers
            ]
        scored = [
            score(whole, each, [4.0], settings=Settings(frame_size=1.0))
            .scores["full"]
            .part("f_measure")
            for each in drawn
        ]
        floors.append(np.nanmean(scored))
        at = found.names.index(name)
        assert found.table("full", "f_measure")[at, -1] == pytest.approx(floors[-1])
    assert found.level("floor", "full", "f_measure") == pytest.approx(np.mean(floors))


@given(st.data())
def test_recall_of_one_against_another_is_its_precision_the_other_way_round(data):
    span = data.draw(st.integers(10, 60)) * 100
    named = [(name, data.draw(strategies.hierarchies(span, layers=(1, 3)))) for name in "abc"]
    with pytest.MonkeyPatch.context() as patch:  # nothing is said of chance
        patch.setattr("core.agreement.matrix.DRAWS", 1)
        found = agreement(named, [1.0, math.inf], settings=Settings(FRAMELESS))
    for number, _ in enumerate(MEASURES):
        recall, precision, f_measure = np.moveaxis(found.values[number, :, :, :3], -1, 0)
        np.testing.assert_allclose(recall, precision.swapaxes(1, 2), atol=1e-9)
        np.testing.assert_allclose(f_measure, f_measure.swapaxes(1, 2), atol=1e-9)


def test_a_pair_without_a_score_is_a_hole_and_stops_nothing():
    late = Hierarchy.from_boundaries([[20, 22, 30]], [["A", "B"]], name="Late")
    found = agreement([*NAMED, ("Late", late)], [4.0])
    said = [str(hole) for hole in found.holes]
    assert any(each.startswith("Late against Ann: at 0:20.0: the estimate starts") for each in said)
    assert "Dan against Ann: L needs labels, and layer 1 of the estimate has none" in said
    lines = found.why_none(["l"])
    assert any("layer 1 of the reference has none (and " in line for line in lines)
    assert agreement(NAMED[:3], [4.0]).why_none(["full", "l"]) == []
    assert [measure.key for measure in agreement([*NAMED[3:], *NAMED[:1]]).measures][-1] == "full"
    rows = [row for row in found.rows() if row["estimate"] == "Late" and row["measure"] == "full"]
    assert [row["f_measure"] for row in rows[:4]] == [None] * 4
    assert json.loads(json.dumps(found.rows())) == found.rows()


@pytest.mark.parametrize(
    ("named", "how", "words"),
    [
        (NAMED[:1], {}, "1 annotation can't be compared"),
        (NAMED[:1] * (MOST_ANNOTATORS + 1), {}, "Use 2 to 20"),
        (NAMED, {"windows": [0.0]}, "positive number of seconds"),
        (NAMED, {"beta": 0}, "beta must be"),
        (NAMED, {"frame_size": 100}, "No two annotations can be compared. A track of"),
        ([*NAMED, ("m", Hierarchy(ONE.layers, unit="beats"))], {}, "are in beats and seconds"),
    ],
)
def test_what_can_not_be_scored_is_said(named, how, words):
    with pytest.raises(ScoreError, match=words):
        agreement(named, **in_settings(how))


def test_means_over_tracks_are_by_name_and_say_of_how_many():
    first, second = agreement(NAMED[:3], [4.0]), agreement([NAMED[1], NAMED[3]], [4.0])
    both = mean_agreement({"x": first, "y": second})
    assert both.names == ("Ann", "Ben", "Cyd", "Dan")
    assert both.counts("full", "recall").tolist() == [
        [0, 1, 1, 0],
        [1, 0, 1, 1],
        [1, 1, 0, 0],
        [0, 1, 0, 0],
    ]
    assert both.matrix("full", "recall")[0, 1] == first.matrix("full", "recall")[0, 1]
    ben = [each.table("full", "f_measure")[at, -1] for each, at in ((first, 1), (second, 0))]
    assert both.table("full", "f_measure")[1, -1] == pytest.approx(np.mean(ben))
    for kind in KINDS:
        levels = [each.level(kind, "full", "f_measure") for each in (first, second)]
        assert both.level(kind, "full", "f_measure") == pytest.approx(np.mean(levels))
    # Labels are in one track only.
    assert both.level("others", "l", "f_measure") == first.level("others", "l", "f_measure")
    (row,) = [row for row in both.rows() if (row["kind"], row["measure"]) == ("others", "l")]
    assert [row[name] for name in row if name.endswith("_tracks")] == [1, 1, 1]
    assert both.fewer("others", "l", "f_measure") == " (1 of 2 tracks)"
    assert both.fewer("others", "full", "recall") == first.fewer("others", "l", "recall") == ""
    assert both.over("full", "recall") == "means over 1 of 2 tracks"
    again = mean_agreement({"x": first, "y": first})
    assert again.over("full", "recall") == "means over 2 tracks"
    assert first.over("full", "recall") == ""
    mixed = mean_agreement({"x": first, "y": first, "z": second})
    assert mixed.over("full", "f_measure") == "means over 1 to 2 of 3 tracks"
    shown = agreement_html(mixed, "full", "f_measure", {})
    assert [shown.count(f"<small>n = {count}</small>") for count in (1, 2, 3)] == [2, 6, 0]
    assert "<small>" not in agreement_html(again, "full", "f_measure", {})
    assert mixed.cite().text.endswith(" Of 3 tracks, 2 for L_F have a mean of the others.")
    assert "tracks, " not in again.cite().text
    assert {hole.track for hole in both.holes} == {"y"}
    many = {
        name: agreement([(f"{name}{k}", each) for k, (_, each) in enumerate(NAMED * 3)], [4.0])
        for name in "xy"
    }
    crowd = mean_agreement(many)
    assert crowd.names == ()
    assert crowd.level("others", "full", "recall") == many["x"].level("others", "full", "recall")
    with pytest.raises(ScoreError, match="different settings"):
        mean_agreement({"x": first, "y": agreement(NAMED[:3], [5.0])})
    with pytest.raises(ScoreError, match="no track"):
        mean_agreement({})


def test_an_estimate_stands_beside_floor_and_mean_and_counts_for_neither():
    how = {"estimates": [("Ann", PLAIN), ("mine", TWO)], "frame_size": 1.0}
    found, plain = (
        agreement(NAMED[:3], [4.0], **in_settings(how)),
        agreement(NAMED[:3], [4.0], settings=Settings(frame_size=1.0)),
    )
    assert (found.names, found.estimates) == (("Ann", "Ben", "Cyd"), ("Ann (2)", "mine"))
    np.testing.assert_array_equal(found.levels[:, :, :3], plain.levels)
    np.testing.assert_array_equal(found.matrix("full", "recall"), plain.matrix("full", "recall"))
    for at, (_, reference) in enumerate(NAMED[:3]):
        pair = align(reference, PLAIN)
        alone = score(
            pair.reference, pair.estimate, [4.0], settings=Settings(frame_size=1.0)
        ).scores["full"]
        assert found.table("full", "recall")[at, 3] == alone.recall[0]
    # Ben is as near to himself as can be.
    assert found.table("full", "f_measure")[1, 4] == 1
    mean = found.table("full", "f_measure")[:, 3:5].mean(axis=0)
    assert found.stands("full", "f_measure") == pytest.approx(mean)
    other = agreement(
        NAMED[1:3], [4.0], estimates=[("mine", ONE)], settings=Settings(frame_size=1.0)
    )
    both = mean_agreement({"x": found, "y": other})
    assert both.estimates == ("Ann (2)", "mine")
    means = [found.stands("full", "recall")[1], other.stands("full", "recall")[0]]
    assert both.stands("full", "recall")[1] == pytest.approx(np.mean(means))
    one = other.table("full", "recall")[1, 2]
    expected = np.mean([found.table("full", "recall")[2, 4], one])
    assert both.table("full", "recall")[2, 4] == pytest.approx(expected)
    rows = [row for row in both.rows() if row["measure"] == "full"]
    counts = {(row["kind"], row["estimate"]): row["f_measure_tracks"] for row in rows}
    assert (counts["mean", "mine"], counts["mean", "Ann (2)"]) == (2, 1)
    with pytest.raises(ScoreError, match="21 estimates are too many"):
        agreement(NAMED, estimates=[("", ONE)] * 21)


def test_one_annotation_of_each_annotator_is_taken():
    again = Hierarchy(ONE.layers[:1], name="Ann")
    found = read([File("x.jams", write_jams(ONE, again, TWO, THREE))])
    # They differ in nothing that the file says of them.
    assert annotators_of(found).names == ("Ann", "Ann (2)", "Ben", "Cyd")
    found[1].__dict__["title"] = "Ann (another kind)"
    taken = annotators_of(found)
    assert (taken.names, taken.places) == (("Ann", "Ben", "Cyd"), (1, 3, 4))
    assert taken.omission.startswith("1 more annotation by the same annotators left out")


@pytest.fixture
def tracks(tmp_path):
    """Two files with several annotations, and one with one."""
    for name, sides in (("a", (ONE, TWO, THREE)), ("b", (TWO, ONE)), ("c", (THREE,))):
        (tmp_path / f"{name}.jams").write_bytes(write_jams(*sides))
    return [str(tmp_path / f"{name}.jams") for name in "abc"]


def test_the_command_gives_matrix_mean_and_floor(tracks, capsys, refused):
    words = ["--window", "4", "inf", "--frame-size", "1"]
    assert main(["agreement", tracks[0], *words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    how = {"windows": [4.0, math.inf], "frame_size": 1.0}
    found = agreement(NAMED[:3], **in_settings(how))
    assert rows == found.rows()
    assert main(["agreement", tracks[0], *words, "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("window,measure,kind,reference,estimate,recall,precision,f_measure,")
    assert len(lines) == 1 + 3 * 2 * (6 + 3 + 3)
    assert main(["agreement", tracks[0], *words, "--estimate", tracks[2]]) == 0
    sentences, matrices = capsys.readouterr().out.split("\n\n")
    with_c = agreement(NAMED[:3], estimates=[("c", THREE)], **in_settings(how))
    assert sentences.splitlines() == [with_c.headline(), *with_c.sentences()]
    others, standing = with_c.level("others", "l", "f_measure"), with_c.stands("l", "f_measure")
    assert f"L_F, w = 4 s: mean of the others {others:.3f}" in sentences
    assert f"c {standing[0]:.3f}\n" in sentences
    head, *rows = (line.split() for line in matrices.splitlines())
    assert head == ["window", "F", "reference", "Ann", "Ben", "Cyd", "c", "mean", "random"]
    first = [
        *with_c.table("reduced", "f_measure")[0, 1:4],
        with_c.means("reduced", "f_measure")[0],
        with_c.table("reduced", "f_measure")[0, 4],
    ]
    assert rows[0] == ["4", "s", "reduced", "Ann", "–", *(f"{score:.3f}" for score in first)]
    assert len(rows) == 2 * 3 * 3
    said = refused("agreement", "--tracks", *tracks, "--estimate", tracks[2])
    assert "Estimates and annotations go with one track" in said
    assert main(["agreement", tracks[0], "--cite"]) == 0
    assert "averaged over annotators as the reference" in capsys.readouterr().out
    assert main(["agreement", tracks[0], "--window", "0.05"]) == 0
    assert "no query has a triplet within ±0.05 s in the reference" in capsys.readouterr().out
    for words, problem in (
        (tracks[2:], "c.jams: only one annotation, so there is nothing to compare. Use"),
        ([tracks[0], "--annotations", "1", "4"], "there is no annotation 4. It has 3"),
        ([*tracks, "--annotations", "1", "2"], "annotation numbers need a single file"),
    ):
        assert problem in refused("agreement", *words)


def test_several_files_are_one_track_or_several(tracks, capsys):
    assert main(["agreement", *tracks, "--json"]) == 0
    captured = capsys.readouterr()
    names = list(dict.fromkeys(row["reference"] for row in json.loads(captured.out)))
    assert names[:6] == ["a: Ann", "a: Ben", "a: Cyd", "b: Ben", "b: Ann", "c"]
    assert main(["agreement", "--tracks", *tracks]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("3 annotators, 2 tracks: 0.1 s frames, as mir_eval\n")
    assert "means over 1 to 2 of 2 tracks\n" in captured.out
    assert "left out: " in captured.err
    assert main(["agreement", "--tracks", tracks[2]]) == 2
    assert main(["agreement", "--tracks", "--annotations", "1", "2", "--", tracks[0]]) == 2
    assert main(["agreement", "--folders", tracks[0]]) == 2


def test_files_of_one_stem_are_named_by_their_folders(tmp_path, capsys):
    paths = {name: tmp_path / name / "data/3.csv" for name in ("ann", "ben", "est", "other")}
    for path, side in zip(paths.values(), (ONE, TWO, THREE, PLAIN), strict=True):
        path.parent.mkdir(parents=True)
        path.write_bytes(write_csv(side))
    first, second, *estimates = map(str, paths.values())
    words = [word for path in estimates for word in ("--estimate", path)]
    assert main(["agreement", first, second, *words, "--window", "4", "--json"]) == 0
    rows = [row for row in json.loads(capsys.readouterr().out) if row["estimate"]]
    assert {row["reference"] for row in rows if row["kind"] == "pair"} == {"ann", "ben"}
    assert {row["estimate"] for row in rows} >= {"ann", "ben", "est", "other"}


def test_annotators_of_a_corpus_have_folders_or_files_with_several(tmp_path, capsys):
    for annotator, sides in (("ann", (ONE, THREE)), ("ben", (TWO, PLAIN)), ("cyd", (THREE,))):
        (tmp_path / annotator).mkdir()
        for track, side in zip("xy", sides, strict=False):
            (tmp_path / annotator / f"{track}.jams").write_bytes(write_jams(side))
    folders = [str(tmp_path / name) for name in ("ann", "ben", "cyd")]
    words = ["--folders", folders[0], f"Ben={folders[1]}/{{track}}.jams", folders[2], "--json"]
    assert main(["agreement", *words, "--window", "4"]) == 0
    captured = capsys.readouterr()
    assert "no estimate by cyd" in captured.err
    x = agreement([("ann", ONE), ("Ben", TWO), ("cyd", THREE)], [4.0])
    y = agreement([("ann", THREE), ("Ben", PLAIN)], [4.0])
    assert json.loads(captured.out) == mean_agreement({"x": x, "y": y}).rows()
    assert main(["agreement", *words, "--window", "4", "--as", "layers=1"]) == 0
    assert json.loads(capsys.readouterr().out) != mean_agreement({"x": x, "y": y}).rows()
    # A file with several annotators needs no folders; a method that is none is not counted.
    (tmp_path / "ann" / "x.jams").write_bytes(write_jams(ONE, TWO))
    items = from_folders(folders[0], {"m": folders[2]}).items
    told = []
    over = corpus_agreement(items, [4.0], progress=lambda *done: told.append(done))
    assert over.mean.rows() == agreement(NAMED[:2], [4.0], estimates=[("m", THREE)]).rows()
    assert told == [(1, 1)]
    assert over.problems == ()
    assert over.mean.estimates == ("m",)
    wider = corpus_agreement(items, [4.0], methods=["m"]).mean
    assert wider.names == ("Ann", "Ben", "m")
    (tmp_path / "cyd" / "x.jams").write_text("nothing")
    bad = corpus_agreement(items, [4.0])
    assert "x.jams" in bad.problems[0].reason
    assert bad.mean.estimates == ()
    (tmp_path / "cyd" / "x.jams").write_bytes(write_jams(THREE))
    alone = corpus_agreement(from_folders(folders[1], {"m": folders[2]}).items, [4.0])
    assert alone.mean is None
    assert [each.reason.endswith(ONE_ANNOTATION) for each in alone.problems] == [True]
    assert corpus_agreement(items, [4.0], cancelled=lambda: True).mean is None

    def refuse(*_):
        raise ScoreError("too long")

    (problem,) = corpus_agreement(items, [4.0], check=refuse).problems
    assert problem.reason == "too long"


def test_a_notebook_has_the_same(tracks, tmp_path):
    one = hierscope.agreement(tracks[0], [4, math.inf], frame_size=1.0)
    expected = agreement(NAMED[:3], [4.0, math.inf], settings=Settings(frame_size=1.0))
    assert one.rows() == expected.rows()
    assert (
        hierscope.agreement([ONE, TWO, THREE], [4, math.inf], frame_size=1.0)
        .to_pandas()
        .equals(one.to_pandas())
    )
    table = one.to_pandas()
    assert table.groupby("kind").size().to_dict() == {
        "pair": 36, "random": 18, "others": 6, "nearest": 6, "floor": 6,
    }  # fmt: skip
    assert table["window"].max() == math.inf
    assert "the mean of the others is" in str(one.cite()).lower()
    mine = hierscope.agreement([ONE, TWO], 4, estimates={"mine": tracks[2]})
    expected = agreement(NAMED[:2], [4.0], estimates=[("mine", THREE)])
    assert mine.rows() == expected.rows()
    assert f"mine {expected.stands('l', 'f_measure')[0]:.3f}" in repr(mine)
    with pytest.raises(ScoreError, match="Estimates and annotations go with one track"):
        hierscope.agreement(tracks, estimates={"mine": ONE}, tracks=True)
    means = hierscope.agreement(tracks, 4, tracks=True)
    assert means.n_tracks == 2
    assert "3 annotators, 2 tracks: 0.1 s frames, as mir_eval" in repr(means)
    assert "T_F full, w = 4 s: mean of the others 0." in repr(means)
    one_has_labels = [tmp_path / "x.jams", tmp_path / "y.jams"]
    one_has_labels[0].write_bytes(write_jams(ONE, TWO))
    one_has_labels[1].write_bytes(write_jams(TWO, PLAIN))
    mixed = repr(hierscope.agreement(map(str, one_has_labels), 4, tracks=True))
    assert re.search(r"L_F, w = 4 s: mean of the others 0\.\d+ \(1 of 2 tracks\)", mixed)
    assert "left out: " in repr(means)
    assert "<table>" in means._repr_html_()
    with pytest.raises(ScoreError, match="No track can be scored"):
        hierscope.agreement(tracks[2:], tracks=True)
    with pytest.raises(ReadError, match="only one annotation"):
        hierscope.agreement(tracks[2])


def test_annotators_of_spam_are_five():
    folder = SHARED / "spam" / "jams"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    found = read_annotators([str(folder / "SALAMI_108.jams")])
    assert found.names == (
        "Colin Hua", "Eleni Vasilia Maltas", "John Turner", "Evan S. Johnson", "Shuli Tang",
    )  # fmt: skip
    assert found.left_out == 4
    scored = agreement(found.named)
    for i, j in permutations(range(5), 2):
        pair = align(found.named[i][1], found.named[j][1])
        alone = score(pair.reference, pair.estimate).scores["full"]
        assert scored.matrix("full", "f_measure")[i, j] == alone.f_measure[0]


def test_what_a_layer_was_padded_with_is_no_label_of_its_own():
    short = Hierarchy.from_boundaries([[0, 5, 10]])
    assert align(ONE, short).estimate.layers[0].labels == ("", "", "__T_MAX")
    found = agreement([("a", ONE), ("b", short)], [4.0])
    assert np.isnan(found.matrix("l", "f_measure")).all()
