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
        place = tmp_path / "cache" / "hierscope" / "compiled-1"
        place.mkdir(parents=True)
        place.chmod(0o777)
    place = ensured()
    assert os.path.dirname(place) == str(tmp_path)
    (line,) = caplog.messages
    assert "Set one with NUMBA_CACHE_DIR" in line
    (((do, *what), how),) = left
    do(*what, **how)
    assert not os.path.exists(place)
