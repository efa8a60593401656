"""What was on screen when a JAMS file was saved, kept in the sandbox of the file."""

from __future__ import annotations

from core.errors import ReadError
from core.io._files import File
from core.io.formats.jams import SANDBOX

MAX_ENTRIES = 50
MAX_KEY = 40
MAX_VALUE = 2000
"""Numbers of entries and characters; a state beyond is not one that we wrote."""


def read_state(file: File) -> dict[str, str]:
    """Read the state that :func:`core.io.write_jams` put into a file.

    A file whose state can't be read is still a file with hierarchies, so nothing is raised.

    Parameters
    ----------
    file : File
        Of any format.

    Returns
    -------
    dict of str to str
        At most `MAX_ENTRIES`; empty where there is none, or another than we write.
    """
    try:
        state = file.structure
    except ReadError:
        return {}
    for key in ("sandbox", SANDBOX, "state"):
        state = state.get(key) if isinstance(state, dict) else None
    if not isinstance(state, dict) or len(state) > MAX_ENTRIES:
        return {}
    fits = all(_short(key, MAX_KEY) and _short(value, MAX_VALUE) for key, value in state.items())
    return state if fits else {}


def _short(text: object, longest: int) -> bool:
    # Half of a surrogate pair could be put in no address.
    return (
        isinstance(text, str)
        and len(text) <= longest
        and not any("\ud800" <= char <= "\udfff" for char in text)
    )
