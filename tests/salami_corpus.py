"""SALAMI: its folder on this machine, a small generated one, and a stand-in for mirdata."""

import os
from pathlib import Path

import pytest

CORPUS = Path(os.environ.get("HIERSCOPE_SALAMI") or Path(__file__).parents[2] / "shared/salami")
needs_salami = pytest.mark.skipif(
    not (CORPUS / "annotations/636").is_dir(), reason="no SALAMI corpus; set HIERSCOPE_SALAMI"
)
FIRST = "0\tSilence\n1\tA, a, Intro\n20\tb\n40\tB, a\n60\tEnd\n"
SECOND = "0\tA, a\n30\tB, b\n59\tEnd\n"


def write_salami(folder, inside="annotations", track=636, **texts):
    """Write a corpus of one track, by default with two annotators."""
    place = folder / inside / str(track)
    place.mkdir(parents=True)
    for name, text in (texts or {"textfile1": FIRST, "textfile2": SECOND}).items():
        (place / f"{name}.txt").write_text(text)
    return folder


def stand_in_for_mirdata(tmp_path, monkeypatch, *lines):
    """Install a stand-in for mirdata; its `download` runs these lines."""
    folder = tmp_path / "stand-in"
    folder.mkdir()
    body = "\n".join(f"        {line}" for line in lines)
    (folder / "mirdata.py").write_text(
        "import os, pathlib, threading\n"
        "class Dataset:\n"
        "    def __init__(self, name, data_home):\n"
        "        assert name == 'salami'\n"
        "        self.home = pathlib.Path(data_home)\n"
        "    def download(self, partial_download, force_overwrite):\n"
        "        assert (partial_download, force_overwrite) == (['annotations'], True)\n"
        f"{body}\n"
        "def initialize(name, data_home): return Dataset(name, data_home)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
