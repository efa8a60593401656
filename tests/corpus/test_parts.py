"""The parts that a run saves, and how the results file is replaced."""

import os
import shutil
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from results_files import SERIAL, assert_same, collect, stopping, write_results

from core.corpus import updating
from core.corpus.job import Job
from core.corpus.store import read_results
from core.corpus.updating import update_results
from core.errors import ReadError
from core.settings import Settings
from core.tmeasures import FRAMELESS

JOB = Job((0.5, 3.0))
OTHER = Job((3.0,), Settings(FRAMELESS))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "r.parquet"


@pytest.fixture
def folder(path):
    return path.with_name("r.parquet.part")


def assert_whole(path, items, job=JOB):
    assert_same(read_results(path), collect(SERIAL(items, job), job))


def listed(path):
    return set(os.listdir(path.parent)) - {"corpus"}


def test_a_second_run_into_one_file_is_refused_at_once(corpus, path, folder):
    items = corpus(4)

    def meanwhile(items, job, **options):
        yield from SERIAL(items[:2], job, **options)
        for fresh in (False, True):
            with pytest.raises(ReadError, match="another run is writing to it") as caught:
                update_results(path, items, job, scoring=None, fresh=fresh)
            assert caught.value.source == str(path)
        # Another file is no other run's business.
        update_results(path.with_name("other"), items, job, scoring=SERIAL)
        yield from SERIAL(items[2:], job, **options)

    assert update_results(path, items, JOB, scoring=meanwhile).computed == 4
    assert_whole(path, items)
    assert listed(path) == {"r.parquet", "other"}
    update_results(path, items, JOB, scoring=stopping(0))
    assert not folder.exists()


def test_a_killed_run_loses_what_is_not_written_yet_and_no_more(
    corpus, path, folder, tmp_path, monkeypatch
):
    monkeypatch.setattr(updating, "OFTEN", 0)
    items, left = corpus(5), tmp_path / "corpus" / "left"

    def killed(items, job, **options):
        for number, outcome in enumerate(SERIAL(items, job, **options)):
            yield outcome
            if number == 2:
                shutil.copytree(folder, left)  # what a kill at this moment leaves

    update_results(path, items, JOB, scoring=killed)
    path.unlink()
    left.rename(folder)
    done = update_results(path, items, JOB, scoring=SERIAL)
    assert (done.computed, done.kept) == (2, 3)
    assert_whole(path, items)
    assert listed(path) == {"r.parquet"}


def test_a_part_that_cannot_be_read_is_computed_again(corpus, path, folder, monkeypatch):
    monkeypatch.setattr(updating, "BATCH", 2)
    items = corpus(8)
    update_results(path, items, JOB, scoring=stopping(6))
    first, second, _ = sorted(folder.glob("*.parquet"))
    first.write_bytes(first.read_bytes()[:100])
    scores = pq.ParquetFile(second).metadata.row_group(0).column(20)
    start = scores.dictionary_page_offset or scores.data_page_offset
    data = bytearray(second.read_bytes())
    data[start + scores.total_compressed_size - 1] ^= 1
    second.write_bytes(data)
    done = update_results(path, items, JOB, scoring=SERIAL)
    assert (done.computed, done.kept) == (6, 2)
    assert_whole(path, items)


def test_a_name_as_long_as_can_be_is_written_and_a_longer_one_is_not_scored(corpus, path):
    long, items = path.with_name("é" * 123), corpus(1)  # 246 bytes
    update_results(long, items, JOB, scoring=SERIAL)
    update_results(long, items, OTHER, scoring=SERIAL)
    # The file itself could be called so, but nothing beside it.
    with pytest.raises(OSError, match="too long"):
        update_results(path.with_name("r" * 249), items, JOB, scoring=None)
    assert listed(path) == {long.name, f"{long.name}.before"}


needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")


@needs_links
@pytest.mark.parametrize("what", ["file", "link", "foreign", "part that is a link", "folder"])
def test_what_is_none_of_ours_in_the_place_of_the_parts_is_left_alone(
    corpus, path, folder, tmp_path, what
):
    """Whoever shares a folder could have parts written, or files removed, elsewhere."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "lock").write_text("mine")
    if what == "file":
        folder.write_text("mine")
    elif what == "link":
        folder.symlink_to(elsewhere)
    else:
        folder.mkdir()
        (folder / "whole").write_text("of a run that was killed")
        if what == "foreign":
            (folder / "notes\n.txt").write_text("mine")
        elif what == "folder":
            (folder / "whole").unlink()
            (folder / "whole").mkdir()
        else:
            (folder / "fresh").symlink_to(elsewhere / "lock")
    before = sorted(map(str, tmp_path.rglob("*")))
    with pytest.raises(
        ReadError, match=r"r\.parquet\.part: .* Move it, or choose another file"
    ) as told:
        update_results(path, [], JOB, scoring=None)
    assert "\n" not in str(told.value)
    assert sorted(map(str, tmp_path.rglob("*"))) == before
    assert (elsewhere / "lock").read_text() == "mine"


def test_what_a_killed_run_left_is_taken_over_and_cleared(corpus, path, folder):
    folder.mkdir()
    for name in ("whole", "lock", f".{'0a' * 16}", f"{'1' * 20}-{'0a' * 16}.parquet"):
        (folder / name).write_text("not whole")
    update_results(path, corpus(1), JOB, scoring=SERIAL)
    assert listed(path) == {path.name}


def test_a_fresh_run_takes_no_row_of_before(corpus, path, folder):
    items = corpus(6)
    update_results(path, items, JOB, scoring=SERIAL)
    update_results(path, items, JOB, scoring=stopping(0), fresh=True)
    assert not folder.exists()
    done = update_results(path, items, JOB, scoring=stopping(2), fresh=True)
    assert (done.computed, done.kept) == (2, 0)
    # Again it begins anew; one that is not fresh goes on, also with the rows of before.
    done = update_results(path, items, JOB, scoring=stopping(4), fresh=True)
    assert (done.computed, done.kept) == (4, 0)
    done = update_results(path, items, JOB, scoring=SERIAL)
    assert (done.computed, done.kept) == (0, 6)
    assert_whole(path, items)
    assert not folder.exists()
    assert update_results(path, items, JOB, scoring=SERIAL, fresh=True).computed == 6


def test_a_file_that_was_scored_otherwise_is_kept(corpus, path):
    items = corpus(3)
    before = path.with_name("r.parquet.before")
    assert update_results(path, items, JOB, scoring=SERIAL).replaced is None
    assert update_results(path, items[:2], JOB, scoring=SERIAL).replaced is None
    assert not before.exists()
    for some, job, old in ((items[:1], OTHER, JOB), (items, JOB, OTHER)):
        held = path.read_bytes()
        stopped = update_results(path, some, job, scoring=stopping(0))
        assert (stopped.replaced, path.read_bytes()) == (None, held)
        done = update_results(path, some, job, scoring=SERIAL)
        assert (done.replaced.path, done.replaced.job) == (before, old)
        assert done.replaced.versions["hierscope"] == "0.1.0"
        assert before.read_bytes() == held
        assert_whole(path, some, job)
    assert listed(path) == {"r.parquet", "r.parquet.before"}


class Killed(BaseException):
    """What no code catches, as a kill."""


def test_whoever_is_killed_while_files_change_their_places_loses_none(corpus, path, monkeypatch):
    items = corpus(2)
    before = path.with_name("r.parquet.before")

    def killed(at):
        """Score in another way, up to the step of that number; tell whether there was one."""
        steps = iter(range(at))

        def dying(step):
            def take(*arguments, **options):
                if next(steps, None) is None:
                    raise Killed
                return step(*arguments, **options)

            return take

        with monkeypatch.context() as patch:
            for name in ("replace", "unlink", "rmdir"):
                patch.setattr(Path, name, dying(getattr(Path, name)))
            try:
                update_results(path, items, OTHER, scoring=SERIAL, fresh=True)
            except Killed:
                return True
        return False

    at = 0
    while True:
        for left in path.parent.glob("r.parquet*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        update_results(path, items, JOB, scoring=SERIAL)
        held = path.read_bytes()
        if not killed(at):
            break
        assert held in [each.read_bytes() for each in (path, before) if each.exists()]
        done = update_results(path, items, OTHER, scoring=SERIAL)
        assert before.read_bytes() == held
        assert_whole(path, items, OTHER)
        assert listed(path) == {path.name, before.name}
        assert done.computed in (0, 2)
        at += 1
    assert at > 8


@needs_links
def test_a_link_is_followed(corpus, path, tmp_path):
    items = corpus(2)
    (tmp_path / "far").mkdir()
    path.symlink_to("far/results")
    for job in (JOB, OTHER):
        update_results(path, items, job, scoring=SERIAL)
        assert path.is_symlink()
        assert_whole(tmp_path / "far/results", items, job)
    assert listed(path) == {"far", "r.parquet"}
    assert set(os.listdir(tmp_path / "far")) == {"results", "results.before"}


def test_what_is_written_is_on_the_disk_before_it_has_its_name(corpus, path, monkeypatch):
    said = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, at=real, name=name: said.append(name) or at(*a))
    write_results(path, SERIAL(corpus(1), JOB), JOB)
    assert said == ["fsync", "replace"]
