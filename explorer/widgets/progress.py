"""A progress bar with a Stop button, and a queue that visitors share."""

import time
from collections.abc import Callable, Hashable
from contextlib import ExitStack
from functools import cache
from typing import Self

import streamlit as st

from core.errors import HierscopeError
from core.jobs.turns import Turns
from core.wording import counted
from explorer.machine import for_this_machine, processors
from explorer.session.around_streamlit import CLICKED

_OFTEN = 0.1  # seconds between updates


@cache
def turns() -> Turns:
    return Turns(processors())


class Watch:
    """Shows progress in its block (``with``); any click stops it, and visitors wait their turn."""

    def __init__(
        self,
        key: str,
        text_of: Callable[[int, int], str],
        *,
        help: str,
        patience: float = 0.0,
        on_stop: Callable[[], None] = lambda: None,
        about: Hashable = None,
    ) -> None:
        self._text_of = text_of
        self._asked: BaseException | None = None
        self._key = key
        self._help = help
        self._on_stop = on_stop
        self._about = about
        self._place = st.empty()
        self._shown = False
        self._patience = patience
        self._turn = ExitStack()

    def __enter__(self) -> Self:
        if not for_this_machine():
            self._turn.enter_context(turns().turn(self._wait, self._about))
        self._updated = time.monotonic() + self._patience - _OFTEN
        if not self._patience:
            self.show("Starting …")
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Remove the bar, or raise the recorded click."""
        self._turn.close()
        if self._asked is not None and (error is None or isinstance(error, HierscopeError)):
            raise self._asked  # Streamlit handles the click
        if self._shown and not isinstance(error, CLICKED):
            self._place.empty()

    def show(self, text: str, part: float = 0.0) -> None:
        if not self._shown:
            with self._place.container():
                self._bar = st.empty()
                st.button("Stop", key=f"{self._key}_stop", on_click=self._on_stop, help=self._help)
            self._shown = True
        self._bar.progress(part, text)

    def _wait(self, before: int) -> None:
        others = f"{counted(before, 'visitor')} ahead of you"
        self.show(f"The server is busy: {others if before else 'you are next'}.")

    def tell(self, done: int, total: int) -> None:
        """Show the progress, and record a click until the work ends."""
        now = time.monotonic()
        if self._asked or (now - self._updated < _OFTEN and (done < total or not self._shown)):
            return
        self._updated = now
        try:
            self.show(self._text_of(done, total), done / max(total, 1))
        except CLICKED as asked:
            self._asked = asked

    def stopped(self) -> bool:
        return self._asked is not None
