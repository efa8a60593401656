"""Whose machine the server runs on: some of what it can do is for its owner alone."""

from __future__ import annotations

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names of this machine that lead nowhere else."""


def for_this_machine() -> bool:
    """Whether the server listens to this machine only.

    Others could look for folders here and have the server fetch files, so that only what whoever
    starts it has said is open to them. An address that is not known may be any.
    """
    import streamlit as st  # the command is started without it

    return st.get_option("server.address") in LOOPBACK


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
