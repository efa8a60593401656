"""What several tests of the core work on."""

import pytest

from hierscope.__main__ import main as start


@pytest.fixture
def pair(tmp_path):
    """Figure 6 as a folder of layers and a CSV."""
    reference = tmp_path / "ref"
    reference.mkdir()
    (reference / "layer1.lab").write_text("0 20 A\n20 40 B\n40 60 C\n")
    (reference / "layer2.lab").write_text("".join(f"{t} {t + 10} x\n" for t in range(0, 60, 10)))
    estimate = tmp_path / "est.csv"
    estimate.write_text("0,10,15,20,25,30,35,40,45,50,60\n")
    return str(reference), str(estimate)


@pytest.fixture
def one_line(capsys):
    """Give what a command that failed has said: one line on standard error, and nothing else."""

    def read():
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("hierscope: ")
        assert captured.err.count("\n") == 1
        return captured.err

    return read


@pytest.fixture
def refused(one_line):
    """Give what the command says that does not start."""

    def read(*words):
        try:
            status = start(words)
        except SystemExit as stop:
            status = stop.code
        assert status == 2
        return one_line()

    return read
