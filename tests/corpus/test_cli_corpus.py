"""`hierscope corpus` on the command line, also if it is stopped, piped, or the disk is full."""

import errno
import math
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from cases import case_rows
from results_files import read_pair

from core.choosing import advise
from core.citing.scores import cite_scores
from core.corpus.job import Job
from core.corpus.sources.folders import from_folders
from core.corpus.store import read_results
from core.corpus.summary import describe
from core.tmeasures import PAPER_EQUATION
from core.windows import CORPUS_WINDOWS
from hierscope.cli import main
from hierscope.cli.telling import Progress

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")


@pytest.fixture
def output(tmp_path):
    return str(tmp_path / "r.parquet")


@pytest.fixture
def folders(corpus, sides, output):
    """References, estimates and where the results go, with two pairs that are broken."""
    corpus(14)
    Path(sides[1], "3.csv").write_text("")
    Path(sides[0], "5.csv").unlink()
    return [*sides, output]


def test_a_corpus_is_scored_listed_and_summed_up(folders, capsys):
    references, estimates, output = folders
    assert main(["corpus", references, estimates, "-o", output]) == 1
    captured = capsys.readouterr()
    results = read_results(output)
    assert results.job.windows == CORPUS_WINDOWS
    assert len(results) == 12
    assert len(results.problems) == 2
    counts = "12 pairs scored, 0 unchanged, 1 could not be scored, 1 unmatched; all in"
    assert f"hierscope: {counts} {output}\n" in captured.err
    assert f"{estimates}/3.csv: the file is empty" in captured.err
    assert f"{estimates}/5.csv): no reference" in captured.err
    table, lost = (part.splitlines() for part in captured.out.split("\n\n"))
    assert lost[0] == "Parts of the mean loss 1 − T_F at 15 s"
    assert lost[1].split()[:3] == ["method", "variant", "loss"]
    loss, *parts = map(float, lost[2].split()[2:])
    assert loss == pytest.approx(1 - results.values("f_measure_reduced")[:, 33].mean(), abs=1e-3)
    assert sum(parts) == pytest.approx(loss, abs=0.005)
    first, header, *rows = table
    assert first.startswith("T_F of 12 pairs")
    assert header.split()[:4] == ["method", "variant", "w", "pairs"]
    assert [row.split()[1:3] for row in rows] == [
        [variant, window]
        for variant in ("reduced", "full")
        for window in ("0.5", "3", "15", "30", "inf")
    ]
    found = describe(results.score("full", "f_measure"))
    at = CORPUS_WINDOWS.index(15.0)
    wanted = (found.mean, found.low, found.high, found.q1, found.median, found.q3)
    cells = rows[7].replace("–", " ").split()[4:]
    np.testing.assert_allclose([float(cell) for cell in cells], [w[at] for w in wanted], atol=6e-5)
    assert main(["corpus", references, estimates, "-o", output, "--against", output]) == 1
    told = capsys.readouterr().out
    assert "Change of T_F (reduced) since the earlier run, 15 s\n" in told
    assert "estimate: mean 0.000" in told
    assert "0 tracks worse, 0 better, 12 equal" in told


def test_a_window_is_advised_before_anything_is_scored(folders, capsys):
    references, estimates, output = folders
    assert main(["corpus", references, estimates, "--advise"]) == 1
    captured = capsys.readouterr()
    assert "3.csv: the file is empty" in captured.err
    assert not Path(output).exists()
    Path(estimates, "3.csv").unlink()
    pairs = [read_pair(item) for item in from_folders(references, estimates).items]
    advice = advise([hierarchy for pair in pairs for hierarchy in pair])
    first, *reasons = captured.out.splitlines()
    assert first == advice.sentence
    assert reasons[:-1] == [f"- {one.text}" for one in advice.reasons]
    assert "scores can be compared" in reasons[-1]
    assert captured.out.endswith(".\n")


def test_a_second_run_computes_nothing(folders, capsys):
    references, estimates, output = folders
    command = ["corpus", references, estimates, "-o", output, "--windows", "3", "inf"]
    main(command)
    printed = capsys.readouterr().out
    assert main(command) == 1
    captured = capsys.readouterr()
    # Without a terminal, there is nothing to tell of the way there.
    assert captured.err.startswith("hierscope: 0 pairs scored, 12 unchanged, 1 could not be")
    assert captured.out == printed
    main([*command, "--cite"])
    results = read_results(output)
    cited = results.cite()
    assert cite_scores(results.job.settings, results.measures, [3.0, math.inf]).text in cited.text
    assert capsys.readouterr().out == f"{printed}\n{cited}"
    main([*command, "--fresh"])
    assert "12 pairs scored, 0 unchanged" in capsys.readouterr().err


def test_a_sound_corpus_gives_status_0_and_tells_how_far_it_is(
    corpus, sides, output, capsys, monkeypatch
):
    corpus(20)
    command = ["corpus", *sides, "-o", output, "--windows", "3", "--no-why"]
    assert main(command) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == ["hierscope: 2 of 20 pairs", "hierscope: 4 of 20 pairs"]
    assert len(lines) == 11
    assert lines[-2] == "hierscope: 20 of 20 pairs"
    # On a terminal, that is one line.
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main([*command, "--fresh"]) == 0
    lines = capsys.readouterr().err.split("\n")
    assert lines[0].endswith("\rhierscope: 20 of 20 pairs")
    assert lines[0].count("\r") == 20
    assert len(lines) == 3


def test_options_reach_the_job_and_files_are_read_as_said(corpus, sides, output):
    corpus(2)
    words = ["--convention", "paper-equation", "--mean-over-all", "--frame-size", "0.5"]
    words += ["--beta", "2", "--windows", "7", "2", "--no-why"]
    words += ["--as", "starts", "--estimate-as", "offset=0.5"]
    main(["corpus", *sides, "-o", output, *words])
    results = read_results(output)
    job = results.job
    assert (job.windows, job.frame_size, job.beta) == ((2.0, 7.0), 0.5, 2.0)
    assert job.convention.name == PAPER_EQUATION.name
    assert job.convention.mean_over_all
    assert (job.reference_read.text, job.estimate_read.text) == ("starts", "offset=0.5")
    assert len(results) == 2
    assert any("shifted by +0.5" in note.text for note in results.pair_notes[0])


@pytest.mark.parametrize("at", [0, 1, 2])
def test_patterns_say_how_files_are_called_wherever_they_stand(corpus, tmp_path, output, at):
    corpus(2)
    words = ["--pattern-reference", "reference/{track}.csv"]
    words += ["--pattern-estimate", "{method}/{track}.csv"]
    here = str(tmp_path / "corpus")
    # The references stand where estimates are looked for, too.
    paths = [here, here]
    paths[at:at] = words
    main(["corpus", *paths, "-o", output, "--windows", "3"])
    results = read_results(output)
    assert [item.estimate for item in results.items if item.method == "estimate"] == [
        (f"{here}/estimate/{track}.csv",) for track in "01"
    ]


@pytest.mark.parametrize("wrong", case_rows("commands", "corpus"), ids=" ".join)
def test_bad_input_gives_status_2(corpus, sides, output, tmp_path, wrong, capsys):
    corpus(1)
    (tmp_path / "empty").mkdir()
    words = [word.format(tmp=tmp_path / "empty", ref=sides[0], est=sides[1]) for word in wrong]
    assert main(["corpus", *words, *([] if "-o" in words else ["-o", output])]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("hierscope: ")
    assert not Path(output).exists()


@pytest.mark.parametrize("wrong", case_rows("commands", "corpus-options"), ids=" ".join)
def test_a_wrong_option_is_refused(wrong, refused):
    refused("corpus", *wrong)


# Sends Ctrl+C to each worker at its start, before the worker itself can ignore it. The command ends
# with the tests, also if these are killed: then nothing holds the other end of its input.
INTERRUPTED = """
import os, signal, sys, threading
if any("loky" in word for word in sys.orig_argv):
    os.kill(os.getpid(), signal.SIGINT)
else:
    end = lambda: (os.read(0, 1), os.killpg(0, signal.SIGKILL))
    threading.Thread(target=end, daemon=True).start()
"""


@needs_signals
def test_ctrl_c_ends_the_command_alone_and_keeps_what_is_done(corpus, tmp_path, capsys):
    (item,) = corpus(1)
    # The first pairs are short. The others take minutes, so that the signal is never too late.
    long = tmp_path / "long.csv"
    long.write_text(",".join(map(str, range(1_000_000))))
    table = tmp_path / "pairs.csv"
    rows = [f"{at},{item.reference[0]},{item.estimate[0]}" for at in range(140)]
    more = [f"{at},{long},{item.estimate[0]}" for at in range(140, 1000)]
    table.write_text("\n".join(["track,reference,estimate", *rows, *more]))
    command = ["corpus", "--manifest", str(table), "-o", str(tmp_path / "r")]
    command += ["--windows", "3", "--no-why"]
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # also under nohup
    held, end = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "hierscope", *command, "--workers", "2"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdin=held,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    signal.signal(signal.SIGINT, before)
    with process:
        try:
            assert process.stderr.readline() == "hierscope: 100 of 1000 pairs\n"
            # As a terminal does: Ctrl+C goes to all processes of the command.
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate()
        finally:
            os.close(held)
            os.close(end)
    assert process.returncode == 130
    assert out == ""
    assert err.startswith("hierscope: cancelled; finished pairs are saved")
    assert err.count("\n") == 1
    assert not (tmp_path / "r").exists()
    # Few enough to be scored in one process.
    table.write_text("\n".join(["track,reference,estimate", *rows]))
    assert main(command) == 0
    kept = int(capsys.readouterr().err.split(" unchanged")[0].split()[-1])
    assert kept >= 80
    assert len(read_results(tmp_path / "r")) == 140


@needs_signals
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_command_and_is_as_before(corpus, sides, output, monkeypatch, name):
    corpus(12)
    number = getattr(signal, name)
    before = signal.signal(number, signal.SIG_DFL)  # nohup has a program ignore SIGHUP
    command = ["corpus", *sides, "-o", output, "--windows", "3", "--no-why"]

    def end(progress, done, total):
        if done == 6:
            os.kill(os.getpid(), number)

    try:
        with monkeypatch.context() as patch:
            patch.setattr(Progress, "__call__", end)
            assert main(command) == 130
        assert signal.getsignal(number) == signal.SIG_DFL
    finally:
        signal.signal(number, before)
    assert not Path(output).exists()
    # Only the main thread may set handlers.
    thread = threading.Thread(target=main, args=(command,))
    thread.start()
    thread.join()
    assert len(read_results(output)) == 12


def test_the_status_is_kept_in_a_pipe_that_nobody_reads(corpus, sides, output):
    corpus(12)
    Path(sides[1], "3.csv").write_text("")
    command = ["-u", "-m", "hierscope", "corpus", *sides, "-o", output]
    command += ["--windows", "3", "--no-why"]
    reader, writer = os.pipe()
    os.close(reader)
    # Nor does it stop the scoring that nobody reads how far it is.
    done = subprocess.run([sys.executable, *command], stdout=writer, stderr=writer)
    os.close(writer)
    assert done.returncode == 1
    assert len(read_results(output)) == 11


def test_a_full_disk_is_one_line_with_the_path(corpus, sides, output, capsys):
    corpus(12)
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, hard))
    try:
        assert main(["corpus", *sides, "-o", output, "--windows", "3"]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    *_, said = capsys.readouterr().err.splitlines()
    assert said.startswith(f"hierscope: {output}.part/")
    assert said.endswith(f": {os.strerror(errno.EFBIG)}. Free disk space")


def test_what_was_scored_otherwise_is_kept_and_said(corpus, sides, output, capsys):
    corpus(2)
    command = ["corpus", *sides, "-o", output, "--windows", "3"]
    main([*command, "15", "--beta", "2"])
    capsys.readouterr()
    main(command)
    assert (
        f"hierscope: {output} was scored with other settings: 2 windows, 0.1 s frames, "
        "as mir_eval, β = 2, by hierscope 0.1.0 and mir_eval 0.8.2; "
        f"it was renamed {output}.before\n" in capsys.readouterr().err
    )
    assert read_results(f"{output}.before").job.beta == 2
    main(command)
    assert "scored with other settings" not in capsys.readouterr().err


@pytest.mark.parametrize("words", case_rows("commands", "corpus-windows"), ids=" ".join)
def test_windows_swallow_no_folder(corpus, sides, output, words):
    corpus(2)
    named = [word.format(ref=sides[0], est=sides[1]) for word in words]
    assert main(["corpus", "-o", output, *named]) == 0
    windows = (3.0, float("inf"))
    assert read_results(output).job == Job(windows, diagnosed=windows)
    assert main(["corpus", "-o", output, "--no-why", *named]) == 0
    assert read_results(output).job == Job(windows)


def test_the_output_among_the_estimates_is_no_estimate(corpus, sides, capsys):
    corpus(2)
    output = os.path.join(sides[1], "r.parquet")
    command = ["corpus", *sides, "-o", output]
    assert main([*command, "--windows", "3"]) == 0
    assert main([*command, "--windows", "3", "inf"]) == 0  # leaves a file `before`
    assert main([*command, "--windows", "3", "inf"]) == 0
    assert read_results(output).problems == ()
    # Under another pattern, what is in the parts would be of another method.
    part = Path(f"{output}.part")
    part.mkdir()
    (part / "1.csv").write_text("0,1,20\n0,1,2,20\n")
    words = ["--pattern-estimate", "{method}/{track}.csv", "--windows", "3"]
    main(["corpus", sides[0], sides[1], "-o", output, *words])
    assert capsys.readouterr().err.count("there is no pair to score") == 1
