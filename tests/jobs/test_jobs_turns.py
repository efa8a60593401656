"""A queue for a number of places: first come, first served."""

import threading
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue

import pytest

from core.jobs.turns import Turns

PATIENCE = 30


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


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_work_that_fails_gives_its_place_away(error):
    turns = Turns(1)
    for _ in range(2):
        with pytest.raises(error), turns.turn(pytest.fail):
            raise error
    assert len(turns) == 0


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
