"""Decide whether the server runs for its owner or for visitors, who may do less."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress

from core.errors import ReadError
from core.files.access import confine, expanded, is_confined
from core.files.folders import own_folder, own_place

LOOPBACK = ("127.0.0.1", "localhost", "::1")  # addresses that only this machine reaches


def for_this_machine() -> bool:
    """Whether pages offer all files; :mod:`core.files.access` decides which may be read."""
    return not is_confined()


def admit_visitors(files: Iterable[str]) -> None:
    """Refuse visitors the files of this machine, except `files` and the SALAMI folder."""
    from core.papers.salami import SALAMI_VARIABLE

    offered = (expanded(os.environ.get(SALAMI_VARIABLE, "")), *files)
    with suppress(ReadError):  # a page that needs it says so
        own_folder()  # a temporary folder is closed, too
    confine(filter(None, offered), [own_place()])


def guard() -> None:
    """Admit visitors unless the server's address is known to be local."""
    import streamlit as st  # slow, and the command does not need it

    if not is_confined() and st.get_option("server.address") not in LOOPBACK:
        admit_visitors(sys.argv[1:])


def processors() -> int:
    """How many computations for visitors may run at once."""
    from loky import cpu_count  # slow

    return int(cpu_count())


def workers() -> int | None:
    """How many workers a computation may have: 1 for visitors, else None (one per processor)."""
    return None if for_this_machine() else 1
