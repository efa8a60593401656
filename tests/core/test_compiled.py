"""Compiled code that is kept, damaged and made again."""

import importlib.util
import os

import pytest
from numba.core.dispatcher import Dispatcher

from core.compiled import checking, folder

SOURCE = """
from numba import njit


@njit(cache=True, nogil=True)
def double(number):
    return 2 * number
"""


@pytest.fixture
def double(tmp_path):
    """Give what loads a kernel as a new process would, from the same file."""
    path = tmp_path / "doubling.py"
    path.write_text(SOURCE)

    def load():
        checking._say_damaged.cache_clear()
        spec = importlib.util.spec_from_file_location("doubling", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        checking.check_kept(module)
        return module.double

    return load


def kept(folder):
    return {path.suffix: path for path in folder.rglob("*.nb?")}


def flipped(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize(
    "damage",
    [flipped, lambda content: content[:-1], lambda content: content[:40]],
    ids=["flipped", "cut", "beginning"],
)
def test_what_is_damaged_is_made_again_and_said_once(double, tmp_path, caplog, suffix, damage):
    assert double()(4) == 8
    path = kept(tmp_path)[suffix]
    path.write_bytes(damage(path.read_bytes()))
    assert caplog.messages == []
    assert double()(4) == 8
    assert len(caplog.messages) == 1
    assert str(path.parent) in caplog.text
    again = double()
    assert again(4) == 8
    assert sum(again.stats.cache_hits.values()) == 1
    assert len(caplog.messages) == 1


def test_what_is_whole_is_not_compiled_again(double):
    assert double()(4) == 8
    again = double()
    assert again(4) == 8
    assert sum(again.stats.cache_hits.values()) == 1


def test_all_kernels_are_checked():
    for package in ("tmeasures.cells", "triplets", "caemsi.equivalence"):
        importlib.import_module(f"core.{package}")
    found = [
        each
        for package in ("tmeasures", "triplets", "caemsi")
        for each in vars(importlib.import_module(f"core.{package}._kernels")).values()
        if isinstance(each, Dispatcher)
    ]
    assert len(found) > 20
    assert {type(each._cache._cache_file) for each in found} == {checking._Files}


@pytest.mark.parametrize("writable", [True, False])
def test_where_nothing_can_be_kept_a_folder_is_made_for_this_start(
    monkeypatch, tmp_path, caplog, writable
):
    monkeypatch.setenv(folder.VARIABLE, "")  # so that what is set below ends with this test
    monkeypatch.delenv(folder.VARIABLE)
    monkeypatch.setattr(folder, "_writable", lambda place: writable)
    monkeypatch.setattr(folder.tempfile, "tempdir", str(tmp_path))
    left = []
    monkeypatch.setattr(folder.atexit, "register", lambda *do, **how: left.append((do, how)))
    folder.ensure_folder()
    assert (folder.VARIABLE in os.environ) != writable
    assert len(caplog.messages) == len(left) == len(os.listdir(tmp_path)) == (not writable)
    for (do, *what), how in left:
        do(*what, **how)
    assert os.listdir(tmp_path) == []


def test_a_folder_is_writable_where_something_can_be_written(tmp_path):
    (tmp_path / "file").touch()
    assert folder._writable(tmp_path / "a" / "b")
    assert os.listdir(tmp_path / "a" / "b") == []
    assert not folder._writable(tmp_path / "file" / "b")


def test_a_full_disk_hinders_no_kernel(double, monkeypatch, tmp_path):
    def full(self, path):
        raise OSError(28, os.strerror(28), path)

    monkeypatch.setattr(checking._Files, "_open_for_write", full)
    assert double()(4) == 8
    assert kept(tmp_path) == {}
