"""Files that only one run writes at a time, and that appear only when complete."""

import pytest

from core.errors import ReadError
from core.jobs.files import locked, replacing


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def write(path, *parts):
    with replacing(path) as stream:
        for part in parts:
            stream.write(part)


def test_what_is_broken_off_leaves_what_was_there(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with pytest.raises(TypeError):
        write(path, b"half", None)
    assert (names(tmp_path), path.read_bytes()) == (["a"], b"old")
    write(path, b"new")
    assert (names(tmp_path), path.read_bytes()) == (["a"], b"new")


def test_an_error_names_the_file_and_not_the_one_aside(tmp_path):
    path = tmp_path / "nowhere" / "a"
    with pytest.raises(FileNotFoundError) as caught:
        write(path)
    assert caught.value.filename == str(path)


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
