"""`hierscope corpus` if it is stopped, piped, run twice, or the disk is full."""

import errno
import os
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from cases import case_rows

from core.corpus.scoring import Job
from core.corpus.store import read_results
from core.tmeasures import FRAMELESS
from hierscope.cli import main


@pytest.fixture
def sides(corpus, tmp_path):
    """The folders of references and of estimates of 12 pairs."""
    corpus(12)
    return [str(tmp_path / "corpus" / side) for side in ("reference", "estimate")]


@pytest.fixture
def output(tmp_path):
    return str(tmp_path / "r.parquet")


@pytest.fixture
def as_started():
    """Signals as a program finds them in a terminal; nohup has it ignore SIGHUP."""
    numbers = signal.SIGTERM, signal.SIGHUP
    before = [signal.signal(number, signal.SIG_DFL) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.usefixtures("as_started")
def test_signals_are_as_before_after_the_command(sides, output):
    def handlers():
        return [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]

    command = ["corpus", *sides, "-o", output, "--windows", "3", "--no-why"]
    before = handlers()
    main(command)
    assert handlers() == before
    # Only the main thread may set them.
    thread = threading.Thread(target=main, args=(command,))
    thread.start()
    thread.join()
    assert Path(output).exists()


def test_the_status_is_kept_in_a_pipe_that_nobody_reads(sides, output):
    Path(sides[1], "3.csv").write_text("")
    command = ["-u", "-m", "hierscope", "corpus", *sides, "-o", output]
    command += ["--windows", "3", "--no-why"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, *command], stdout=writer, stderr=subprocess.PIPE, text=True
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "1 could not be scored" in done.stderr
    os.unlink(output)
    # Nor does it stop the scoring that nobody reads how far it is.
    done = subprocess.run([sys.executable, *command], stdout=writer, stderr=writer)
    os.close(writer)
    assert done.returncode == 1
    assert len(read_results(output)) == 11


def test_a_full_disk_is_one_line_with_the_path(sides, output, capsys):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, hard))
    try:
        assert main(["corpus", *sides, "-o", output, "--windows", "3"]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    *_, said = capsys.readouterr().err.splitlines()
    assert said.startswith(f"hierscope: {output}.part/")
    assert said.endswith(f": {os.strerror(errno.EFBIG)}. Free disk space")


def test_what_was_scored_otherwise_is_kept_and_said(sides, output, capsys):
    job = Job((3.0, 15.0), beta=2.0, diagnosed=(3.0, 15.0))
    main(["corpus", *sides, "-o", output, "--beta", "2", "--windows", "3", "15"])
    capsys.readouterr()
    main(["corpus", *sides, "-o", output, "--windows", "3", "--convention", FRAMELESS.name])
    said = capsys.readouterr().err
    assert (
        f"hierscope: {output} was scored with other settings: 2 windows, 0.1 s frames, "
        "as mir_eval, β = 2, by hierscope 0.1.0 and mir_eval 0.8.2; "
        f"it was renamed {output}.before\n" in said
    )
    assert read_results(f"{output}.before").job == job
    assert read_results(output).job == Job((3.0,), FRAMELESS, diagnosed=(3.0,))
    main(["corpus", *sides, "-o", output, "--windows", "3", "--convention", FRAMELESS.name])
    assert "scored with other settings" not in capsys.readouterr().err


@pytest.mark.parametrize("words", case_rows("commands", "corpus-windows"), ids=" ".join)
def test_windows_swallow_no_folder(sides, output, words):
    named = [word.format(ref=sides[0], est=sides[1]) for word in words]
    assert main(["corpus", "-o", output, *named]) == 0
    windows = (3.0, float("inf"))
    assert read_results(output).job == Job(windows, diagnosed=windows)
    assert main(["corpus", "-o", output, "--no-why", *named]) == 0
    assert read_results(output).job == Job(windows)


def test_the_output_among_the_estimates_is_no_estimate(sides, tmp_path, capsys):
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
