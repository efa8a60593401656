"""Report failures: the page shows a sentence and a number, the log has the details."""

import logging
import secrets
import sys
from typing import Any, TextIO

from core.files.names import escaped

_log = logging.getLogger(__name__)


def logged(what: str, error: Exception) -> str:
    """Write a failure to the server's log; return its number in the log."""
    number = secrets.token_hex(3)
    _log.error("failure %s: %s", number, what, exc_info=error)
    return number


def reason_of(error: BaseException | None) -> str:
    """Return the reason of a failure in words; imports also fail where memory is short."""
    while error:
        text = str(error).lower()
        if isinstance(error, MemoryError) or "allocate memory" in text or "map segment" in text:
            return "the server has too little free memory"
        error = error.__cause__ or error.__context__
    return "of a fault in hierscope, not in your files"


def say(error: Exception) -> bool:
    """Show that a page failed, instead of Streamlit's traceback."""
    import streamlit as st  # needed only here

    number = logged("a run of a page", error)
    st.error(
        f"This part of the page failed because {reason_of(error)}. Your work is still here. Try "
        f"something else, or send the number **{number}** to the "
        "administrator of this server: its log has details.",
        icon=":material/error:",
    )
    return True


class Printable:
    """A stream that writes escape codes as text, since the log has file names."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Escape all unprintable characters except line breaks and tabs."""
        self._stream.write("".join(char if char in "\n\t" else escaped(char) for char in text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def keep_log_printable() -> None:
    """Keep escape codes out of the log, including handlers that Streamlit opened before."""
    plain = sys.stderr
    if isinstance(plain, Printable):
        return
    printable: Any = Printable(plain)
    sys.stderr = printable
    for logger in logging.Logger.manager.loggerDict.values():
        for handler in getattr(logger, "handlers", ()):
            if isinstance(handler, logging.StreamHandler) and handler.stream is plain:
                handler.setStream(printable)
