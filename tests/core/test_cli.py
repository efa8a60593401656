"""`hierscope score` and `hierscope convert` on the command line."""

import io
import json
import os
import subprocess
import sys
from contextlib import suppress

import pytest
from cases import case_rows
from salami_corpus import FIRST, write_salami

from core.io import read_path, write_jams
from core.samples import sample
from hierscope import __main__ as program
from hierscope.__main__ import main as start
from hierscope.cli import main

FIGURE_6 = sample("figure6")


def test_two_annotations_of_one_file_are_compared(tmp_path, capsys):
    path = tmp_path / "both.jams"
    path.write_bytes(write_jams(FIGURE_6.reference, FIGURE_6.estimate))
    assert main(["score", str(path), str(path), "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)[0]["precision"] == pytest.approx(0.86, abs=5e-3)
    assert captured.err.count("annotation 2 is used") == 1
    swapped = ["--reference-annotation", "2", "--estimate-annotation", "1"]
    assert main(["score", str(path), str(path), "--json", *swapped]) == 0
    assert json.loads(capsys.readouterr().out)[0]["recall"] == pytest.approx(0.86, abs=5e-3)


@pytest.mark.parametrize(("command", "problem"), case_rows("commands", "score"))
def test_bad_input_is_refused(pair, tmp_path, refused, command, problem):
    bad = tmp_path / "bad.csv"
    bad.write_text("0, 20, 10, 60\n")
    places = {"ref": pair[0], "est": pair[1], "bad": bad, "tmp": tmp_path}
    said = refused(*(word.format(**places) for word in command.split()))
    assert problem in said
    assert "invalid _" not in said


def test_convert_keeps_all_annotations_or_says_last_that_it_wrote_one(tmp_path, capsys):
    both, out, again = (tmp_path / name for name in ("both.jams", "out.csv", "again.jams"))
    both.write_bytes(write_jams(FIGURE_6.reference, FIGURE_6.estimate))
    assert main(["convert", str(both), str(out)]) == 0
    *_, last = capsys.readouterr().err.splitlines()
    assert "has 2 annotations, but CSV (start,end,level,label) can hold only one. The first" in last
    assert last.endswith("FILE.tla and FILE.jams can hold all")
    for chosen, counts in (([], [2, 1]), (["--annotation", "2"], [1])):
        assert main(["convert", str(both), str(again), *chosen]) == 0
        assert [len(found.hierarchy.layers) for found in read_path(again)] == counts
        assert "annotations" not in capsys.readouterr().err


def test_output_that_a_terminal_can_not_write_is_written_all_the_same(pair, monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii"))
    assert main(["score", *pair]) == 0
    assert b"?15 s" in written.getvalue()  # ±


def test_command_runs_outside_the_project_and_survives_a_closed_pipe(pair, tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "hierscope", "look", pair[0]]
    done = subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


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


@pytest.mark.parametrize(
    ("words", "opened"),
    [
        (["scor", "scor"], ["scor", "scor"]),
        (["--salami", ".", "530"], ["{tmp}/annotations/530"]),
        (["530", "--salami=."], ["{tmp}/annotations/530"]),
        (["--salami", "."], "add its number, such as 530"),
        (["--salami", ".", "530", "7"], "opens one track"),
        (
            ["--salami", ".", "450"],
            "SALAMI's track 450: it is not there. Choose one of its 1 tracks",
        ),
        (["--salami", ".", "7"], "SALAMI's track 7: one annotation only"),
        (["--salami", "annotations/7", "530"], "contains a folder 'annotations'"),
    ],
)
def test_files_and_tracks_are_opened_or_the_fix_is_named(
    words, opened, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HIERSCOPE_SALAMI", "")
    (tmp_path / "scor").write_text("0, 4, 9\n")  # which resembles a command
    write_salami(tmp_path, track=530)
    write_salami(tmp_path, track=7, textfile1=FIRST)
    monkeypatch.setattr(program, "start", lambda options: options.files)
    if isinstance(opened, str):
        assert start(words) == 2
        assert opened in capsys.readouterr().err
    else:
        assert start(words) == [path.format(tmp=tmp_path) for path in opened]


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
    assert all(char.isprintable() or char == "\n" for char in said.out + said.err)
