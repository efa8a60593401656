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


def test_output_that_a_terminal_can_not_write_is_written_all_the_same(pair, monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii"))
    assert main(["score", *pair]) == 0
    assert b"?15 s" in written.getvalue()  # ±


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
