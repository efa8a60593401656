"""Long works, as many at once as there are places: first come, first served."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Condition

OFTEN = 0.3  # seconds between two signs of life of a work that waits


class Turns:
    """A queue before a number of places."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._queue: dict[object, Hashable] = {}  # the subject of each, in order of arrival
        self._moved = Condition()

    def __len__(self) -> int:
        """How many are under way or wait."""
        return len(self._queue)

    @contextmanager
    def turn(self, waiting: Callable[[int], object], about: Hashable = None) -> Iterator[None]:
        """Wait for a place, and have it as long as the block lasts, however it ends."""
        ticket = object()
        with self._moved:
            self._queue[ticket] = about
        try:
            while (before := self._before(ticket)) is not None:
                waiting(before)
                with self._moved:
                    # It may have moved meanwhile.
                    self._moved.wait_for(lambda: ticket in self._under_way(), OFTEN)
            yield
        finally:
            with self._moved:
                del self._queue[ticket]
                self._moved.notify_all()

    def _before(self, ticket: object) -> int | None:
        """How many wait before this one; None if it has a place."""
        with self._moved:
            chosen = self._under_way()
            if ticket in chosen:
                return None
            return [other for other in self._queue if other not in chosen].index(ticket)

    def _under_way(self) -> set[object]:
        """Who has a place. Those who leave or come take nobody else's."""
        chosen: dict[object, Hashable] = {}
        for ticket, about in self._queue.items():
            if len(chosen) < self._places and (about is None or about not in chosen.values()):
                chosen[ticket] = about
        return set(chosen)
