"""The limit of the cache: the least recently used results are deleted first."""

import os

import pytest

from core.corpus.room import make_room, mark_used
from core.corpus.updating import alone_at, own_paths

SIZE = 1000
PART = f"{1:020}-{'0' * 32}.parquet"


@pytest.fixture
def results(tmp_path):
    """Files of results of one size, written a second after each other, long ago."""
    paths = [tmp_path / f"{name}.parquet" for name in "abcd"]
    for at, path in enumerate(paths):
        path.write_bytes(bytes(SIZE))
        os.utime(path, (at, at))
    return paths


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("quota", "left"), [(4 * SIZE, "abcd"), (4 * SIZE - 1, "bcd"), (2 * SIZE, "cd"), (0, "d")]
)
def test_the_oldest_go_until_the_rest_is_within_the_quota(results, tmp_path, quota, left):
    make_room(tmp_path, quota, newest=results[3])
    assert names(tmp_path) == [f"{name}.parquet" for name in left]


def test_what_is_used_again_is_young_and_not_taken_for_written_anew(results, tmp_path):
    mark_used(results[0])
    assert results[0].stat().st_mtime == 0
    make_room(tmp_path, 2 * SIZE, newest=results[3])
    assert names(tmp_path) == ["a.parquet", "d.parquet"]


def test_results_go_with_their_parts_and_with_what_they_replaced(results, tmp_path):
    _, parts, before = own_paths(results[0])
    before.write_bytes(bytes(SIZE))
    parts.mkdir()
    (parts / PART).write_bytes(bytes(SIZE))
    for path in (before, parts / PART):
        os.utime(path, (0, 0))
    make_room(tmp_path, 4 * SIZE, newest=results[3])
    assert names(tmp_path) == ["b.parquet", "c.parquet", "d.parquet"]


def test_parts_of_a_run_that_was_broken_off_count_and_go(tmp_path, results):
    _, parts, _ = own_paths(tmp_path / "never.parquet")
    parts.mkdir()
    (parts / PART).write_bytes(bytes(SIZE))
    make_room(tmp_path, 2 * SIZE, newest=results[3])
    assert names(tmp_path) == ["d.parquet", "never.parquet.part"]
    os.utime(parts / PART, (0, 0))
    make_room(tmp_path, SIZE, newest=results[3])
    assert names(tmp_path) == ["d.parquet"]


def test_those_stay_to_which_a_run_writes(results, tmp_path):
    with alone_at(results[0]):
        make_room(tmp_path, 2 * SIZE, newest=results[3])
        assert names(tmp_path) == ["a.parquet", "a.parquet.part", "d.parquet"]
    make_room(tmp_path, SIZE, newest=results[3])
    assert names(tmp_path) == ["d.parquet"]


def test_what_can_not_go_stays_and_others_go_in_its_place(results, tmp_path):
    results[0].unlink()
    results[0].mkdir()
    (results[0] / "1").write_bytes(b"")
    os.utime(results[0], (0, 0))
    make_room(tmp_path, SIZE, newest=results[3])
    assert names(tmp_path) == ["a.parquet", "d.parquet"]
