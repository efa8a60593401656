"""Files like a user's."""

from pathlib import Path

import pytest

from core.io import write_csv, write_jams, write_labs
from core.samples import sample

SAMPLE_DATA = Path(__file__).parents[2] / "sample_data"


@pytest.fixture
def files(tmp_path):
    """A tune's reference as JAMS and as a folder of layers, its estimate as CSV."""
    pair = sample("jingle_bells")
    (tmp_path / "ref.jams").write_bytes(write_jams(pair.reference))
    (tmp_path / "layers").mkdir()
    for name, data in write_labs(pair.reference).items():
        (tmp_path / "layers" / name).write_bytes(data)
    (tmp_path / "est.csv").write_bytes(write_csv(pair.estimate))
    return tmp_path


@pytest.fixture
def both():
    """A file with a reference and an estimate."""
    return SAMPLE_DATA / "jingle_bells.jams"


@pytest.fixture
def styles(tmp_path):
    """Two folders of four texts each, of unlike styles."""
    for folder, unit in (("one", "abc"), ("other", "xyzw")):
        (tmp_path / folder).mkdir()
        for number in range(4):
            text = unit * (40 + 7 * number) + str(number) * 9
            (tmp_path / folder / f"{folder}{number}.txt").write_text(text)
    return tmp_path / "one", tmp_path / "other"


@pytest.fixture
def home(monkeypatch):
    """Set the folder that ~ stands for."""

    def move(folder):
        for name in ("HOME", "USERPROFILE"):  # the second on Windows
            monkeypatch.setenv(name, str(folder))

    return move
