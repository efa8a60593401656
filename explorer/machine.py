"""Whose machine the server runs on: some of what it can do is for its owner alone."""

import os
import sys
from collections.abc import Iterable

from core.files.access import confine, expanded, is_confined
from core.files.own import own_place

LOOPBACK = ("127.0.0.1", "localhost", "::1")  # reached from this machine alone


def for_this_machine() -> bool:
    """Whether pages offer all files; what may be read is decided in :mod:`core.files.access`."""
    return not is_confined()


def admit_visitors(files: Iterable[str]) -> None:
    """Close the files of this machine to visitors, but for `files` and the folder of SALAMI."""
    from core.papers.salami import SALAMI_VARIABLE

    offered = (expanded(os.environ.get(SALAMI_VARIABLE, "")), *files)
    confine(filter(None, offered), [own_place()])


def guard() -> None:
    """Admit visitors where the server listens to others; an address not known may be any."""
    import streamlit as st  # the command is started without it

    if not is_confined() and st.get_option("server.address") not in LOOPBACK:
        admit_visitors(sys.argv[1:])


def processors() -> int:
    """How many computations for visitors may run at once."""
    from loky import cpu_count  # slow

    return int(cpu_count())


def workers() -> int | None:
    """How many workers a computation may have: one for visitors, else (None) a processor each."""
    return None if for_this_machine() else 1
