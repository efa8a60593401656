"""Terminal output is lines of text, whatever files contain and whatever their names."""

import sys
from contextlib import suppress

import pytest
from cases import case_rows

from hierscope.__main__ import main as start
from hierscope.cli import main

DEADLY = "\x1b[31m\r\x07\x9b2J\u202e\x7f"


@pytest.fixture
def files(tmp_path):
    """A reference and an estimate whose names and labels would do things to a terminal."""
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
