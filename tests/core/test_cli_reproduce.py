"""`hierscope reproduce` and `hierscope score --latex` on the command line."""

import csv
import io
import json
from functools import cache

import pytest
from cases import case_rows
from old_jams import annotation, layer, old

from core.papers.reproducing import (
    counts,
    number_rows,
    reproduce,
    reproduce_all,
    tables_latex,
)
from core.settings import Settings
from core.tmeasures import PAPER_EQUATION
from hierscope.cli import main

# Most commands compute the same tables.
ONCE = cache(reproduce)


@pytest.fixture(autouse=True)
def no_corpus(monkeypatch):
    """Whoever runs the tests may have one."""
    monkeypatch.delenv("HIERSCOPE_SALAMI", raising=False)
    monkeypatch.setattr("core.papers.reproducing.reproduce", ONCE)


@pytest.fixture
def corpus(tmp_path):
    """A corpus whose track 636 is not that of the paper."""
    track = tmp_path / "corpus" / "annotations" / "636"
    track.mkdir(parents=True)
    (track / "textfile1.txt").write_text("0\tA, a\n20\tb\n40\tB, a\n60\tEnd\n")
    (track / "textfile2.txt").write_text("0\tA, a\n30\tB, b\n61\tEnd\n")
    return str(tmp_path / "corpus")


def test_plain_output_has_a_line_a_number_and_a_summary(capsys):
    assert main(["reproduce"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert "ISMIR 2015, Figure 4: Under-segmentation" in lines
    row = next(line.split() for line in lines if "rounded twice" in line)
    assert row[:7] == ["30", "full", "T_R", "0.44", "0.4349887", "-0.0050113", "explained:"]
    count = counts(reproduce_all())
    assert last.startswith(f"paper-tables: {count['matches']} numbers match, 3 explained, 0 differ")
    assert "Figure 8: not computed (set --annotations to a file with both annotators such" in last
    assert "SALAMI_636.jams of urinieto/hier_eval on GitHub (GPL, not shipped), or set" in last
    assert "Figure 10: not computed (set --olda to a file such as SALAMI_636_OLDA.jams of" in last
    assert len([line for line in lines if " T_" in line]) == count["matches"] + 3 - 9 + 40


def test_another_convention_and_frame_size_give_status_1_and_mark_what_differs(tmp_path, capsys):
    target = tmp_path / "numbers.txt"
    how = ["--convention", "paper-equation", "--frame-size", "0.5"]
    assert main(["reproduce", *how, "-o", str(target)]) == 1
    assert capsys.readouterr().out == ""
    said = target.read_text("utf-8")
    count = counts(reproduce_all(settings=Settings(PAPER_EQUATION, frame_size=0.5)))
    assert said.count("differs\n") == count["differs"]
    assert f"paper-equation: {count['matches']} numbers match" in said


def test_json_csv_and_latex_hold_what_the_core_gives(capsys):
    found = reproduce_all()
    assert main(["reproduce", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [*number_rows(found)]
    assert main(["reproduce", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["status"] for row in rows] == [row["status"] for row in number_rows(found)]
    assert main(["reproduce", "--latex"]) == 0
    text = capsys.readouterr().out
    assert text == tables_latex(found)
    assert text.count(r"\begin{table}") == 11
    assert "% ISMIR 2015, Figure 10: not computed" in text
    assert r"\caption{Under-segmentation (ISMIR 2015, Figure 4), computed}" in text


@pytest.fixture
def folder(tmp_path):
    """Files of two annotators (as JAMS was before 2015), of one, and of OLDA."""
    (place := tmp_path / "files").mkdir()
    both = [annotation(*layer("", row, "abc")) for row in ([0, 20, 40, 60], [0, 30, 60])]
    (place / "two.jams").write_text(json.dumps(old(*both)))
    (place / "one.csv").write_text("0, 30, 60\n")
    (place / "olda.csv").write_text("0, 30, 60\n0, 30, 40, 60\n")
    return place


def test_figures_8_and_10_are_computed_where_their_files_are_given(folder, capsys):
    command = ["reproduce", "--annotations", str(folder / "two.jams")]
    assert main(command) == 1
    out = capsys.readouterr().out
    assert "Figure 8: not computed" not in out
    assert "Figure 10: not computed" in out
    assert main([*command, "--olda", str(folder / "olda.csv")]) == 1
    assert "not computed" not in capsys.readouterr().out


def test_an_option_goes_before_the_folder_of_the_environment(corpus, monkeypatch, capsys):
    monkeypatch.setenv("HIERSCOPE_SALAMI", corpus)
    assert main(["reproduce"]) == 1
    captured = capsys.readouterr()
    assert "the estimate ends 1 s late" in captured.err
    assert "Figure 8: not computed" not in captured.out
    assert main(["reproduce", "--salami", f"{corpus}/gone"]) == 2
    assert capsys.readouterr().out == ""


def test_a_dead_path_in_the_environment_leaves_the_rest(corpus, folder, monkeypatch, capsys):
    gone = str(folder / "gone")
    monkeypatch.setenv("HIERSCOPE_SALAMI", gone)
    assert main(["reproduce"]) == 0
    captured = capsys.readouterr()
    assert "Figure 8: not computed" in captured.out
    assert captured.err.count("\n") == 1
    assert f"Figure 8 is not computed: {gone}: there is no such folder" in captured.err
    assert "$HIERSCOPE_SALAMI" in captured.err
    assert main(["reproduce", "--olda", str(folder / "olda.csv")]) == 2
    variable, olda = capsys.readouterr().err.splitlines()
    assert "$HIERSCOPE_SALAMI" in variable
    assert "needs --annotations or --salami" in olda
    assert main(["reproduce", "--salami", corpus]) == 1
    assert gone not in capsys.readouterr().err


@pytest.mark.parametrize(("words", "problem"), case_rows("commands", "reproduce"))
def test_bad_input_is_refused(corpus, folder, words, problem, refused):
    words = (word.format(corpus=corpus, tmp=folder) for word in words.split())
    assert problem in refused("reproduce", *words)


def test_a_bad_file_of_olda_is_named(corpus, capsys):
    assert main(["reproduce", "--salami", corpus, "--olda", "no/such/file"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "no/such/file: no such file" in captured.err
