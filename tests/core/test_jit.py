"""Compiled code that is kept, damaged and made again."""

import importlib.util
import os

import pytest
from numba.core import caching

from core import jit

SOURCE = """
from core.jit import kernel


@kernel
def double(number):
    return 2 * number
"""


@pytest.fixture
def double(tmp_path):
    """Give what loads a kernel as a new process would, from the same file."""
    path = tmp_path / "doubling.py"
    path.write_text(SOURCE)

    def load():
        jit._say_damaged.cache_clear()
        jit._say_unkept.cache_clear()
        spec = importlib.util.spec_from_file_location("doubling", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
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


def test_without_a_folder_to_keep_it_in_it_is_compiled_all_the_same(double, monkeypatch, caplog):
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    assert double()(4) == 8
    assert len(caplog.messages) == 1
    assert "NUMBA_CACHE_DIR" in caplog.text


def test_a_full_disk_hinders_no_kernel(double, monkeypatch, tmp_path):
    def full(self, path):
        raise OSError(28, os.strerror(28), path)

    monkeypatch.setattr(jit._Files, "_open_for_write", full)
    assert double()(4) == 8
    assert kept(tmp_path) == {}
