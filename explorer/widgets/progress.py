"""A bar for what takes long, and the way to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable

import streamlit as st

from explorer.session.around_streamlit import CLICKED

_OFTEN = 0.1  # seconds between two signs of life


class Watch:
    """Shows how far something is while the page waits, and notes that the reader wants else.

    Any click stops it, and Stop is there to be clicked.

    Parameters
    ----------
    key : str
        Begins that of the button.
    words : callable
        Puts what is done, and all, into words.
    help : str
        What becomes of what is done when it is stopped.
    patience : float
        Seconds in which nothing is shown.
    on_stop : callable
        Called when Stop is clicked.
    """

    def __init__(
        self,
        key: str,
        words: Callable[[int, int], str],
        *,
        help: str,
        patience: float = 0.0,
        on_stop: Callable[[], None] = lambda: None,
    ) -> None:
        self.words = words
        self._asked: BaseException | None = None
        self._key = key
        self._help = help
        self._on_stop = on_stop
        self._place = st.empty()
        self._shown = False
        self._said = time.monotonic() + patience - _OFTEN
        if not patience:
            self._show()

    def _show(self) -> None:
        with self._place.container():
            self._bar = st.progress(0.0, "Starting …")
            st.button("Stop", key=f"{self._key}_stop", on_click=self._on_stop, help=self._help)
        self._shown = True

    def tell(self, done: int, total: int) -> None:
        """Show how far it is; a click meanwhile is noted, for the end of what is under way."""
        now = time.monotonic()
        if self._asked or (now - self._said < _OFTEN and (done < total or not self._shown)):
            return
        self._said = now
        try:
            if not self._shown:
                self._show()
            self._bar.progress(done / max(total, 1), self.words(done, total))
        except CLICKED as asked:
            self._asked = asked

    def stopped(self) -> bool:
        """Whether a click was noted."""
        return self._asked is not None

    def clear(self) -> None:
        """Take the bar away."""
        if self._shown:
            self._place.empty()

    def end(self) -> None:
        """Take the bar away, or take up what was clicked."""
        if self._asked is not None:
            raise self._asked  # Streamlit takes it up from here
        self.clear()
