"""Every snippet and command of README.md and docs/ runs unchanged, next to the sample data."""

import re
import shlex
import shutil
import zipfile

import pytest

from docs.links import ROOT, blocks, commands
from hierscope.__main__ import main
from hierscope.cli import COMMANDS


@pytest.fixture(autouse=True)
def beside_the_samples(tmp_path, monkeypatch):
    """Run beside the sample data, with the first track of each genre of its corpus, for time."""
    shutil.copytree(ROOT / "sample_data", tmp_path / "sample_data")
    with (
        zipfile.ZipFile(ROOT / "sample_data/corpus.zip") as whole,
        zipfile.ZipFile(tmp_path / "sample_data/corpus.zip", "w") as part,
    ):
        for name in whole.namelist():
            if name == "tracks.csv":
                first, *rows = whole.read(name).decode().splitlines()
                rows = [row for row in rows if " 01," in row]
                part.writestr(name, "\n".join([first, *rows]))
            elif name.endswith("01.csv"):
                part.writestr(name, whole.read(name))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("code", blocks("python"))
def test_a_snippet_runs(code, capsys):
    assert "import hierscope\n" in code
    exec(compile(code, "README.md", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


@pytest.mark.parametrize("code", blocks("sh"))
def test_commands_run(code):
    for line in code.splitlines():
        if line.startswith("python3 -m zipfile "):
            zipfile.main(shlex.split(line)[3:])
        else:
            assert main(shlex.split(line.removeprefix("hierscope "))) == 0, line


@pytest.mark.parametrize("line", commands())
def test_options_of_a_command_are_its_own(line, capsys):
    command = re.match(rf"hierscope ((?:{'|'.join(COMMANDS)})(?: test| experiment)?)?", line)[1]
    with pytest.raises(SystemExit):
        main([*(command or "").split(), "--help"])
    known = re.findall(r"--[a-z-]+", capsys.readouterr().out)
    assert not set(re.findall(r"(?<!\S)\[?(--[a-z-]+)", line)) - set(known)
