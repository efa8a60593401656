"""Chunks of tasks in parallel, files that one run writes at a time, and the queue for places."""

import threading
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue

import pytest
from serving import PATIENCE

from core.errors import ReadError
from core.jobs.files import locked, replacing
from core.jobs.running import ALONE, in_parallel
from core.jobs.turns import Turns


@pytest.mark.parametrize(("deaths", "result"), [(ALONE, "scored"), (ALONE + 1, None)])
def test_a_task_is_tried_again_before_a_death_is_put_down_to_it(deaths, result):
    def submit(part):
        future = Future()
        # The first time, they are not alone.
        if ("suspect" in part and tried.count("suspect") < deaths) or (
            part == ["other"] and tried.count("other") < 2
        ):
            future.set_exception(BrokenExecutor())
        else:
            future.set_result("scored")
        tried.extend(part)
        return future

    tried = []
    parts = iter([["before"], ["suspect", "other"], ["after"]])
    done = list(in_parallel(parts, submit, lambda: 2, BrokenExecutor))
    assert sorted(done) == sorted(
        [
            (["before"], "scored"),
            (["suspect"], result),
            (["other"], "scored"),
            (["after"], "scored"),
        ]
    )
    assert tried.count("suspect") == ALONE + 1
    assert tried.count("other") == 3


def test_as_many_chunks_are_under_way_as_there_is_room_for_just_now():
    submitted = []
    most = []

    def submit(part):
        submitted.append(Future())
        submitted[-1].set_result(part)
        return submitted[-1]

    for number, _ in enumerate(in_parallel(iter([["pair"]] * 10), submit, lambda: len(most) + 1)):
        most.append(len(submitted) - number)
    assert most == [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]


def test_whoever_waits_for_a_chunk_is_asked_meanwhile():
    asked = iter([1, 1, KeyboardInterrupt])

    def room():
        if (answer := next(asked)) is KeyboardInterrupt:
            raise answer
        return answer

    never = Future()
    with pytest.raises(KeyboardInterrupt):
        next(in_parallel(iter([["pair"]]), lambda part: never, room, often=0.001))
    assert never.cancelled()


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


class Left(Exception):
    """Somebody does not wait any longer."""


class Visitor:
    """A thread that wants a turn, and keeps it until it is told to go."""

    def __init__(self, turns, came, name, about=None):
        self.name = name
        self.before = SimpleQueue()
        self.leave = threading.Event()
        self.go = threading.Event()
        self._thread = threading.Thread(target=self._visit, args=(turns, came, about))
        self._thread.start()

    def _visit(self, turns, came, about):
        try:
            with turns.turn(self._waiting, about):
                came.put(self.name)
                assert self.go.wait(PATIENCE)
        except Left:
            came.put(f"{self.name} left")

    def _waiting(self, before):
        self.before.put(before)
        if self.leave.is_set():
            raise Left

    def waits_behind(self, count):
        """Wait until it is told that so many wait before it."""
        while self.before.get(timeout=PATIENCE) != count:
            pass
        return self

    def end(self):
        self.go.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@contextmanager
def visits(places):
    """Give what lets visitors come to a queue, and what tells who has a place by now."""
    turns, came = Turns(places), SimpleQueue()
    with ExitStack() as everyone:

        def visit(name, about=None):
            visitor = Visitor(turns, came, name, about)
            everyone.callback(visitor.end)
            return visitor

        yield visit, lambda: came.get(timeout=PATIENCE)
    assert (len(turns), came.empty()) == (0, True)


def test_who_comes_first_is_first_and_the_others_know_how_many_are_before_them():
    with visits(2) as (visit, next_one):
        first = visit("1")
        assert next_one() == "1"
        second = visit("2")
        assert next_one() == "2"
        third = visit("3").waits_behind(0)
        fourth = visit("4").waits_behind(1)
        fifth = visit("5").waits_behind(2)
        second.end()
        assert next_one() == "3"
        fourth.waits_behind(0)
        fifth.waits_behind(1)
        first.end()
        assert next_one() == "4"
        third.end()
        assert next_one() == "5"


def test_who_does_not_wait_any_longer_leaves_the_queue():
    with visits(1) as (visit, next_one):
        first = visit("1")
        assert next_one() == "1"
        second = visit("2").waits_behind(0)
        third = visit("3").waits_behind(1)
        second.leave.set()
        assert next_one() == "2 left"
        third.waits_behind(0)
        first.end()
        assert next_one() == "3"


def test_two_works_about_the_same_are_done_one_after_the_other_and_others_pass_by():
    with visits(2) as (visit, next_one):
        first = visit("1", "file")
        assert next_one() == "1"
        second = visit("2", "file").waits_behind(0)
        third = visit("3", "other")
        assert next_one() == "3"
        visit("4", "other").waits_behind(1)
        first.end()
        assert next_one() == "2"
        second.end()
        # A place is free, but "3" is still at it.
        visit("5")
        assert next_one() == "5"
        third.end()
        assert next_one() == "4"
