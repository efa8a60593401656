"""`hierscope score` and `hierscope convert` on the command line."""

import csv
import io
import json
import math
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from cases import case_rows

from core.flat.grid import flat_grid
from core.hierarchy import Hierarchy
from core.io import read_path, write_csv, write_jams
from core.io.archives import write_zip
from core.mending import REPAIRS
from core.samples import sample
from core.tmeasures import PAPER_EQUATION, score
from explorer import launch
from hierscope.__main__ import main as start
from hierscope.cli import main

ROOT = Path(__file__).parents[2]
FIGURE_6 = sample("figure6")


def table(pair, capsys, *words):
    assert main(["score", *pair, *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_files_hold_a_row_a_window_and_measure(pair, capsys):
    rows = table(pair, capsys, "--window", "0.5", "inf")
    sides = [read_path(path)[0].hierarchy for path in pair]
    assert rows == score(*sides, [0.5, math.inf]).rows()
    assert [(row["window"], row["measure"]) for row in rows] == [
        (window, measure) for window in (0.5, None) for measure in ("reduced", "full", "l")
    ]
    assert main(["score", *pair, "--window", "0.5", "inf", "--csv"]) == 0
    cells = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["window"] for row in cells] == ["0.5"] * 3 + ["inf"] * 3
    how = [cells[0][key] for key in ("frame_size", "beta", "mean_over_all")]
    assert how == ["0.1", "1.0", "False"]
    assert [float(row["recall"]) for row in cells[::3]] == pytest.approx([1.0, 0.13], abs=5e-3)
    assert cells[2]["recall"] == ""  # no labels


def test_plain_output_says_what_is_computed(pair, capsys):
    assert main(["score", *pair, "--convention", "paper-equation", "--mean-over-all"]) == 0
    said = capsys.readouterr().out
    assert "±7.5 s, 0.1 s frames, as the paper's Eq. 8, mean over all queries" in said
    assert "–: L needs labels, and layer 1 of the estimate has none\n" in said
    assert [line.split()[2] for line in said.splitlines()[-3:]] == ["reduced", "full", "l"]


def test_convention_and_frame_size_are_taken(pair, capsys):
    rows = table(pair, capsys, "--convention", "paper-equation", "--frame-size", "0.5")
    sides = FIGURE_6.reference, FIGURE_6.estimate
    assert rows == score(*sides, convention=PAPER_EQUATION, frame_size=0.5).rows()


def test_output_goes_to_a_file(pair, tmp_path, capsys):
    target = tmp_path / "scores.json"
    assert main(["score", *pair, "--json", "-o", str(target)]) == 0
    assert capsys.readouterr().out == ""
    assert json.loads(target.read_text())[0]["window"] == 15.0


def test_two_annotations_of_one_file_are_compared(tmp_path, capsys):
    path = tmp_path / "both.jams"
    path.write_bytes(write_jams(FIGURE_6.reference, FIGURE_6.estimate))
    assert main(["score", str(path), str(path), "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)[0]["precision"] == pytest.approx(0.86, abs=5e-3)
    assert captured.err.count("annotation 2 is used") == 1
    swapped = ["--reference-annotation", "2", "--estimate-annotation", "1"]
    (reduced, *_) = table((str(path), str(path)), capsys, *swapped)
    assert reduced["recall"] == pytest.approx(0.86, abs=5e-3)


@pytest.mark.parametrize("command", case_rows("commands", "score"))
def test_bad_input_is_refused(pair, tmp_path, refused, command):
    bad = tmp_path / "bad.csv"
    bad.write_text("0, 20, 10, 60\n")
    places = {"ref": pair[0], "est": pair[1], "bad": bad, "tmp": tmp_path}
    assert "invalid _" not in refused(*(word.format(**places) for word in command.split()))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("score {ref}", "are required: estimate (see"),
        ("diagnose {ref} {est} {est}", "expected one reference and one estimate, not also /"),
        ("look {ref} --nonsense", "unrecognized arguments: --nonsense"),
        ("score --window 3 15s {ref} {est}", "'15s' is not a positive number of seconds"),
    ],
)
def test_wrong_arguments_are_named(pair, refused, words, problem):
    assert problem in refused(*words.format(ref=pair[0], est=pair[1]).split())


def test_a_note_on_a_unit_names_the_option(pair, tmp_path, capsys):
    path = tmp_path / "annotation.lab"
    path.write_text("0 6100 a\n6100 12200 b\n")
    assert main(["score", pair[0], str(path)]) == 0
    assert "or --estimate-as unit=centiseconds)" in capsys.readouterr().err


def test_output_that_a_terminal_can_not_write_is_written_all_the_same(pair, monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii"))
    assert main(["score", *pair]) == 0
    assert b"?15 s" in written.getvalue()  # ±


def test_look_numbers_layers_and_files_as_choices_do(tmp_path, capsys):
    (tmp_path / "a.lab").write_text("0 10 a\n10 20 b\n")
    (tmp_path / "b.lab").write_text("0 20 A\n")
    assert main(["look", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "   layer 1: number 2, 'b' of b.lab, 1 segment" in said
    assert "   or layers=1-2: with a as the coarsest" in said
    assert said[-3:] == ["files:", "   file 1: a.lab", "   file 2: b.lab"]
    assert main(["look", str(tmp_path), "--as", "files=2"]) == 0
    assert (
        "   layer 1: number 1 of the file, 'b', 1 segment" in capsys.readouterr().out.splitlines()
    )


def test_look_says_once_what_is_left_out_and_of_an_order_that_it_is_in_doubt(tmp_path, capsys):
    path = tmp_path / "two.zip"
    levels = b"start,end,level\n0,20,1\n20,60,1\n0,30,2\n30,60,2\n"
    path.write_bytes(write_zip({"a.csv": levels, "b.csv": levels, "README.txt": b"Two tables"}))
    assert main(["look", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.count("the order of levels is ambiguous") == 2
    assert said.count("order, may change the score: the order") == 2
    assert said.endswith("\nleft out: README.txt, format not recognized\n")
    assert said.count("left out") == 1


def test_convert_names_files_that_are_read_with_those_it_writes(tmp_path, capsys):
    (tmp_path / "coarse.csv").write_text("0,20,30\n")
    (tmp_path / "deep.csv").write_text("0,20,30\n0,10,20,30\n")
    out = tmp_path / "out"
    for name, said in {
        "deep": "",
        "coarse": "another file that will be read as a layer: layer2.lab",
    }.items():
        assert main(["convert", str(tmp_path / f"{name}.csv"), str(out)]) == 0
        assert said in capsys.readouterr().err


def test_convert_says_of_what_it_writes_alone(tmp_path, capsys):
    path = tmp_path / "measures.csv"
    path.write_text("start,start_fraction,end,end_fraction,level\n1,0,3,0.5,1\n5,0,6,0,1\n")
    assert main(["convert", str(path), str(tmp_path / "out.TextGrid")]) == 0
    said = capsys.readouterr().err
    assert said.count("measures, from 0") == said.count("in measures") + 1 == 1
    assert "may change the score" not in said
    assert "note: " in said  # of the gap
    assert main(["convert", str(path), str(tmp_path / "out.tilia.csv")]) == 0
    assert "unit" not in capsys.readouterr().err
    [kept] = read_path(tmp_path / "out.tilia.csv")
    assert (kept.hierarchy.unit, kept.hierarchy.end) == ("measures", 5)


def test_convert_says_last_that_it_wrote_one_of_several(tmp_path, capsys):
    both, out = tmp_path / "both.jams", tmp_path / "out.csv"
    both.write_bytes(write_jams(FIGURE_6.reference, FIGURE_6.estimate))
    assert main(["convert", str(both), str(out)]) == 0
    *_, last = capsys.readouterr().err.splitlines()
    assert "has 2 annotations, but CSV (start,end,level,label) can hold only one. The first" in last
    assert last.endswith("FILE.tla and FILE.jams can hold all")
    assert main(["convert", str(both), str(out), "--annotation", "1"]) == 0
    assert "annotations" not in capsys.readouterr().err


def test_convert_to_jams_keeps_every_annotation(tmp_path):
    both, again, second = (tmp_path / f"{name}.jams" for name in ("both", "again", "second"))
    both.write_bytes(write_jams(FIGURE_6.reference, FIGURE_6.estimate))
    assert main(["convert", str(both), str(again)]) == 0
    assert [len(found.hierarchy.layers) for found in read_path(again)] == [2, 1]
    assert main(["convert", str(both), str(second), "--annotation", "2"]) == 0
    assert [len(found.hierarchy.layers) for found in read_path(second)] == [1]


def test_command_runs_outside_the_project_and_survives_a_closed_pipe(pair, tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "hierscope", "look", pair[0]]
    done = subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_infinite_windows_have_several_names(pair, capsys):
    for word in ("inf", "Infinity", "none"):
        assert main(["score", *pair, "--window", word, "--csv"]) == 0
        for row in csv.DictReader(io.StringIO(capsys.readouterr().out)):
            assert math.isinf(float(row["window"]))


def test_what_is_not_nested_is_counted_on_standard_error(tmp_path, capsys):
    nested, broken = tmp_path / "nested.csv", tmp_path / "broken.csv"
    nested.write_text("0, 20, 40, 60\n0, 10, 20, 30, 40, 60\n")
    broken.write_text("0, 20, 40, 60\n0, 10, 30, 50, 60\n")
    assert main(["score", str(nested), str(broken), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)
    assert err.splitlines() == [
        "hierscope: may change the score: estimate: not nested, 2 boundaries are missing in deeper "
        "layers (layer 2 lacks 0:20.0)"
    ]
    broken.write_text("0, 20, 40, 60\n0, 10, 20, 60\n")
    assert main(["triplets", str(broken), str(nested), "--json"]) == 0
    assert "reference: not nested, 1 boundary is missing" in capsys.readouterr().err
    again = tmp_path / "again.csv"
    again.write_text(nested.read_text())
    main(["triplets", str(nested), str(again)])
    assert not capsys.readouterr().err


def test_both_sides_are_mended_as_is_asked(tmp_path, capsys):
    paths = [str(tmp_path / name) for name in ("reference.csv", "estimate.csv")]
    sides = [
        Hierarchy.from_boundaries([[0, 4, 10], [0, 2, 5, 7, 10]], [["A", "B"], list("abab")]),
        Hierarchy.from_boundaries([[0, 6, 10], [0, 3, 6, 8, 10]], [["x", "y"], list("pqpr")]),
    ]
    for path, side in zip(paths, sides, strict=True):
        Path(path).write_bytes(write_csv(side))
    for kind, repair in REPAIRS.items():
        assert main(["score", *paths, "--json", "--repair", kind]) == 0
        out, err = capsys.readouterr()
        result = score(*(repair(side).hierarchy for side in sides)).scores["l"]
        assert json.loads(out)[2]["f_measure"] == result.f_measure[0]
        assert ("not nested" in err) == (kind == "snap")


def test_what_has_no_score_is_no_number(tmp_path, capsys):
    nested, flat = tmp_path / "nested.csv", tmp_path / "flat.csv"
    nested.write_text("0, 20, 40, 60\n0, 10, 20, 30, 40, 60\n")
    flat.write_text("0, 60\n")
    pair = ["score", str(nested), str(flat), "--window", "15"]
    assert main(pair) == 0
    said = capsys.readouterr().out
    assert "\n–: no query has a triplet within ±15 s in the estimate\n" in said
    # The reference asks, and nothing agrees.
    assert said.splitlines()[-2].split()[2:6] == ["full", "0.000", "–", "–"]
    main([*pair, "--json"])
    full = json.loads(capsys.readouterr().out)[1]
    assert [full[part] for part in ("recall", "precision", "f_measure")] == [0, None, None]
    main([*pair, "--csv"])
    cells = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))[1]
    assert (cells["precision"], cells["recall"]) == ("", "0.0")
    main([*pair, "--latex"])
    assert " & -- " in capsys.readouterr().out


def test_layers_of_silence_are_kept_where_that_is_asked(tmp_path, capsys):
    folder = tmp_path / "track"
    folder.mkdir()
    for kind, text in (("upper", "0\tA\n30\tB\n60\tEnd"), ("lower", "0\tSilence\n60\tEnd")):
        (folder / f"textfile1_{kind}case.txt").write_text(f"{text}\n")
    other = tmp_path / "est.csv"
    other.write_text("0, 20, 62.5\n")
    score = ["score", str(folder), str(other), "--json"]
    assert main(score) == 0
    left_out = capsys.readouterr()
    assert left_out.err.splitlines() == [
        "hierscope: may change the score: reference: lowercase has only silence, left out",
        "hierscope: may change the score: the estimate ends 2.5 s late (1:02.5, reference 1:00.0) "
        "and was cropped",
    ]
    assert main([*score, "--keep-silent"]) == 0
    kept = capsys.readouterr()
    assert "silence" not in kept.err
    assert kept.out != left_out.out


def test_of_notes_alike_the_first_is_said(tmp_path, capsys):
    paths = [tmp_path / name for name in ("one.lab", "two.lab")]
    for path in paths:
        path.write_text("".join(f"{t} {t} -\n{t} {t + 10} x\n" for t in range(0, 50, 10)))
    assert main(["score", *map(str, paths)]) == 0
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("hierscope: both sides: layer 1 at 0:00.0: zero-length segment")
    assert said.endswith("(and 4 more like it)")


@pytest.mark.parametrize("words", case_rows("commands", "options-anywhere"))
def test_options_may_stand_anywhere(pair, capsys, words):
    assert main(["score", "--json", *(word.format(*pair) for word in words)]) == 0
    assert [row["window"] for row in json.loads(capsys.readouterr().out)[::3]] == [0.5, 3.0]


@pytest.mark.parametrize("files", [("3.csv", "4.csv"), ("--", "--window", "--beta")])
def test_a_file_may_be_called_as_a_window_or_behind_two_dashes_as_an_option(
    files, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for name in files[-2:]:
        (tmp_path / name).write_text("0, 4, 9\n")
    assert main(["score", "--window", "5", *files]) == 0
    assert "±5 s" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "told"), case_rows("commands", "unknown"))
def test_an_unknown_command_is_told(words, told, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert start(words) == 2
    assert told in capsys.readouterr().err


def test_files_are_opened_whatever_they_are_called(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scor").write_text("0, 4, 9\n")
    monkeypatch.setattr(launch, "start", lambda options: options.files)
    assert start(["scor", "scor"]) == ["scor", "scor"]


def test_convert_to_a_file_a_layer_says_what_was_written(tmp_path, capsys):
    both, flat = tmp_path / "both.csv", tmp_path / "flat.csv"
    both.write_text("0,20,30\n0,8,20,30\n")
    flat.write_text("0,20,30\n")
    for source, name, written in [
        (both, "song.svl", ["song_layer1.svl", "song_layer2.svl"]),
        (flat, "one.svl", ["one.svl"]),
        (both, "song.TXT", ["song_layer1.TXT", "song_layer2.TXT"]),
    ]:
        assert main(["convert", str(source), str(tmp_path / name)]) == 0
        paths = [tmp_path / each for each in written]
        err = capsys.readouterr().err
        assert f"wrote {', '.join(map(str, paths))}" in err
        assert ("match only audio of 44,100 Hz" in err) == name.endswith(".svl")
        assert [len(read_path(path)[0].hierarchy.layers[0].labels) for path in paths] == [
            len(layer.labels) for layer in read_path(source)[0].hierarchy.layers
        ]
    assert main(["convert", str(both), str(tmp_path / "folder"), "--to", "svl"]) == 0
    assert sorted(path.name for path in (tmp_path / "folder").iterdir()) == [
        "layer1.svl",
        "layer2.svl",
    ]


def test_flat_measures_are_written_layer_against_layer(pair, capsys, refused):
    assert main(["score", "--flat", *pair, "--json", "--beta", "2"]) == 0
    rows = json.loads(capsys.readouterr().out)
    sides = [each.hierarchy for path in pair for each in read_path(path)]
    assert rows == flat_grid(*sides, beta=2).rows()
    assert main(["score", *pair, "--flat", "--csv"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["measure"] for row in table] == [row["measure"] for row in rows]
    assert table[-1]["f_measure"] == ""  # the estimate has no labels
    assert main(["score", *pair, "--flat", "--beta", "2"]) == 0
    said = capsys.readouterr().out
    best = max(row["f_measure"] for row in rows if row["measure"] == "hit_rate_3_trimmed")
    assert f"\nhit rate at 3 s, trimmed: best F {best:.3f}, layer " in said
    assert "\nLayer 1 of the estimate: no labels for " in said
    for other in ("--latex", "--cite", pair[1]):
        said = refused("score", *pair, "--flat", other)
        assert "--flat: needs a single estimate, without --latex and --cite" in said
    said = refused("score", *pair, "--flat", "--window", "3")
    assert "--flat: can't be combined with --window" in said


DEADLY = "\x1b[31m\r\x07\x9b2J\u202e\x7f"


@pytest.fixture
def files(tmp_path):
    """A reference and an estimate whose names and labels would do things to a terminal."""
    if os.name == "nt":
        pytest.skip("Windows refuses such names")
    label = DEADLY.replace("\r", "")
    reference, estimate = (tmp_path / f"{side}{DEADLY}.lab" for side in ("ref", "est"))
    reference.write_text(f"0 20 A{label}\n20 40 B\n")
    estimate.write_text(f"0 12 {label}\n14 40 y\n")
    return str(reference), str(estimate)


def harmless(text):
    return all(char.isprintable() or char == "\n" for char in text)


@pytest.mark.parametrize("words", case_rows("commands", "terminal"), ids=" ".join)
def test_a_terminal_gets_text(files, tmp_path, capfd, words):
    places = {"ref": files[0], "est": files[1], "tmp": tmp_path, "deadly": DEADLY}
    for side in ("r", "e"):
        folder = tmp_path / side / f"who{DEADLY}"
        folder.mkdir(parents=True)
        (folder / f"one{DEADLY}.csv").write_text("0, 20, 40\n")
        (folder / f"two{DEADLY}.csv").write_text("none\n")
    with suppress(SystemExit):
        start([word.format(**places) for word in words])
    said = capfd.readouterr()
    assert said.out or said.err
    assert harmless(said.out + said.err)


def test_names_in_latex_have_no_control_characters(files, capsys, monkeypatch):
    words = ["score", *files, files[1], "--latex"]  # a row each, by the names of the files
    assert main(words) == 0
    piped = capsys.readouterr().out
    assert harmless(piped)
    assert "est" in piped
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    main(words)
    assert capsys.readouterr().out == piped
