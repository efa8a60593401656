"""What can't be opened, and why."""

from __future__ import annotations

from core.errors import ReadError


def open_problem(error: OSError) -> str:
    """Say why something can't be opened."""
    return f"can't be opened ({error.strerror})"


def open_error(error: OSError, source: str) -> ReadError:
    """Give the error for what can't be opened; `source` is its path, for the message."""
    return ReadError(open_problem(error), source=source, mend="Check the path")
