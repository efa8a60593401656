"""The folder for compiled code."""

import os
import stat

import pytest

from core import compiled


@pytest.fixture
def ensured(monkeypatch, tmp_path):
    """Give the folder that is named where the cache is in one that the test has made."""
    monkeypatch.setenv(compiled.VARIABLE, "")  # so that what is set below ends with this test
    monkeypatch.delenv(compiled.VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def ensure():
        compiled.ensure_folder()
        return os.environ[compiled.VARIABLE]

    return ensure


def test_a_folder_of_the_users_own_is_named(ensured, tmp_path, caplog):
    place = ensured()
    assert place.startswith(str(tmp_path / "cache" / "hierscope"))
    if os.name != "nt":
        assert stat.S_IMODE(os.stat(place).st_mode) == 0o700
    assert os.listdir(place) == caplog.messages == []


def test_other_structures_have_another_folder_and_other_functions_the_same(tmp_path):
    """numba can't load compiled code for a structure that was renamed, not even to replace it."""
    kernels = tmp_path / "some" / "_kernels.py"
    kernels.parent.mkdir()
    structure = "class Pair(NamedTuple):\n    edges: np.ndarray\n\n    side: int\n\n\n"
    keys = []
    for text in (
        f"{structure}def score(pair):\n    return 1\n",
        f"{structure}def score(pair):\n    return 2\n",
        structure.replace("Pair", "Counting"),
        structure.replace("side", "own"),
    ):
        kernels.write_text(text)
        keys.append(compiled.structures(tmp_path))
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
    assert compiled.structures() != compiled.structures(tmp_path)


def test_a_folder_that_the_environment_names_is_left_alone(monkeypatch):
    monkeypatch.setenv(compiled.VARIABLE, "/elsewhere")
    compiled.ensure_folder()
    assert os.environ[compiled.VARIABLE] == "/elsewhere"


@pytest.mark.parametrize("others", ["a file", "writable by others"])
def test_without_a_folder_of_ones_own_there_is_one_for_this_start(
    ensured, tmp_path, caplog, monkeypatch, others
):
    left = []
    monkeypatch.setattr("atexit.register", lambda *do, **how: left.append((do, how)))
    if others == "a file":
        (tmp_path / "cache").touch()
    elif os.name == "nt":
        pytest.skip("Windows has no such modes")
    else:
        place = tmp_path / "cache" / "hierscope" / f"compiled-{compiled.structures()}"
        place.mkdir(parents=True)
        place.chmod(0o777)
    place = ensured()
    assert os.path.dirname(place) == str(tmp_path)
    (line,) = caplog.messages
    assert "Set one with NUMBA_CACHE_DIR" in line
    (((do, *what), how),) = left
    do(*what, **how)
    assert not os.path.exists(place)
