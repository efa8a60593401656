"""Files that only one run writes at a time, and that appear only when complete."""

import pytest

from core.errors import ReadError
from core.jobs.files import locked, replacing


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def write(path, *parts, **how):
    with replacing(path, **how) as stream:
        for part in parts:
            stream.write(part)


def test_what_is_broken_off_leaves_what_was_there(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    for alone in (False, True):
        with pytest.raises(TypeError):
            write(path, b"half", None, alone=alone)
        assert (names(tmp_path), path.read_bytes()) == (["a"], b"old")
    write(path, b"new")
    assert (names(tmp_path), path.read_bytes()) == (["a"], b"new")


def test_an_error_names_the_file_and_not_the_one_aside(tmp_path):
    path = tmp_path / "nowhere" / "a"
    with pytest.raises(FileNotFoundError) as caught:
        write(path)
    assert caught.value.filename == str(path)


def test_only_who_is_alone_clears_what_a_killed_run_left(tmp_path):
    for name in (".a[1].0123", ".a1.0123", ".0123"):
        (tmp_path / name).write_bytes(b"half")
    write(tmp_path / "a[1]")
    assert names(tmp_path) == [".0123", ".a1.0123", ".a[1].0123", "a[1]"]
    write(tmp_path / "a[1]", alone=True)
    assert names(tmp_path) == [".0123", ".a1.0123", "a[1]"]


def test_a_lock_is_let_go_of_whatever_happens(tmp_path):
    lock, target = tmp_path / "lock", tmp_path / "a"

    def hold(*further):
        with locked(lock, target, "Wait"):
            assert names(tmp_path) == ["lock"]
            for each in further:
                each()

    with pytest.raises(ReadError, match=r"a: another run is writing to it\. Wait$"):
        hold(hold)
    assert names(tmp_path) == []
    hold()
    assert names(tmp_path) == []
