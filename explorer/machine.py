"""Whose machine the server runs on: some of what it can do is for its owner alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from core.files.access import confine, expanded, is_confined
from core.files.own import own_place

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names of this machine that lead nowhere else."""


def for_this_machine() -> bool:
    """Whether pages are for whoever started the server: nothing is closed to them.

    This says what pages offer. What is read is decided where it is opened, see
    :mod:`core.files.access`.
    """
    return not is_confined()


def admit_visitors(files: Iterable[str]) -> None:
    """Close the files of this machine to whoever looks at the pages, but for what is offered.

    That is the folder of SALAMI that the environment names, and `files`.
    """
    from core.papers import SALAMI_VARIABLE  # slow, and the command starts without it

    offered = (expanded(os.environ.get(SALAMI_VARIABLE, "")), *files)
    confine(filter(None, offered), [own_place()])


def guard() -> None:
    """Admit visitors where the server listens to others, however it was started.

    An address that is not known may be any.
    """
    import streamlit as st  # the command is started without it

    if not is_confined() and st.get_option("server.address") not in LOOPBACK:
        admit_visitors(sys.argv[1:])


def processors() -> int:
    """How many works for visitors may be under way at once: of as many workers as these."""
    from loky import cpu_count  # slow

    count: int = cpu_count()
    return count


def workers() -> int | None:
    """How many workers one work may have; None for as many as there are processors.

    Where others are served, too, as many works go on at once: each has one.
    """
    return None if for_this_machine() else 1
