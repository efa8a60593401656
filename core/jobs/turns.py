"""A queue that limits how many long jobs run at once: first come, first served."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Condition

OFTEN = 0.3  # seconds between progress reports of a waiting job


class Turns:
    def __init__(self, places: int) -> None:
        self._places = places
        self._queue: dict[object, Hashable] = {}  # the subject of each job, in order of arrival
        self._moved = Condition()

    def __len__(self) -> int:
        """Number of jobs that run or wait."""
        return len(self._queue)

    @contextmanager
    def turn(self, waiting: Callable[[int], object], about: Hashable = None) -> Iterator[None]:
        """Wait for a place, and hold it until the block ends."""
        ticket = object()
        with self._moved:
            self._queue[ticket] = about
        try:
            while (before := self._before(ticket)) is not None:
                waiting(before)
                with self._moved:
                    # Returns at once if the queue has moved since.
                    self._moved.wait_for(lambda: ticket in self._under_way(), OFTEN)
            yield
        finally:
            with self._moved:
                del self._queue[ticket]
                self._moved.notify_all()

    def _before(self, ticket: object) -> int | None:
        """Number of jobs that wait before this one; None if it has a place."""
        with self._moved:
            chosen = self._under_way()
            if ticket in chosen:
                return None
            return [other for other in self._queue if other not in chosen].index(ticket)

    def _under_way(self) -> set[object]:
        """The jobs that have a place; new jobs never displace them."""
        chosen: dict[object, Hashable] = {}
        for ticket, about in self._queue.items():
            if len(chosen) < self._places and (about is None or about not in chosen.values()):
                chosen[ticket] = about
        return set(chosen)
