"""Whose machine the server runs on: some of what it can do is for its owner alone."""

from __future__ import annotations

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names of this machine that lead nowhere else."""


def for_this_machine() -> bool:
    """Whether the server is for this machine only, and not reached through another (`--serve`).

    Others could look for folders here and have the server fetch files, so that only what whoever
    starts it has said is open to them. An address that is not known may be any.
    """
    import streamlit as st  # the command is started without it

    elsewhere = st.get_option("server.corsAllowedOrigins")
    return st.get_option("server.address") in LOOPBACK and not elsewhere
