"""The part of the page Windows that takes frame times, such as beats."""

from __future__ import annotations

import streamlit as st

from explorer import session
from explorer.messages.inspection import Setup
from explorer.session.around_streamlit import plain
from explorer.windows import computed as window_computed


def frame_times(setup: Setup) -> tuple[float, ...]:
    """Draw the uploader of frame times; give those within the track."""
    if setup.reference.words.musical:
        st.caption(
            "Beats or onsets as frames are times in seconds; this pair is in "
            f"{setup.reference.unit}."
        )
        return ()
    upload = st.file_uploader(
        "Beats or onsets",
        key=f"beats_{session.windows.beats_turn}",
        on_change=_take_beats,
        help="Frames need not be evenly spaced (footnote 1 of the paper): JAMS with beats or "
        "onsets, or text with a time in seconds on each line.",
    )
    kept = session.windows.beats
    if kept is None:
        return ()
    name, data = kept
    times, source, problem = window_computed.times(name, data)
    inside = window_computed.times_within(times, setup.reference.end)
    if not problem and len(inside) < 2:
        problem = f"{name}: fewer than two of its times lie within the track."
    if problem:
        st.error(plain(problem), icon=":material/error:")
    else:
        st.caption(plain(f"Frames at {len(inside)} times of {source}."))
        if beyond := len(times) - len(inside):
            st.caption(f"{beyond} times beyond the end of the track are left out.")
    if upload is None:
        # It was given before another page was visited.
        st.button(
            f"Remove {plain(name)}", icon=":material/close:", on_click=_drop_beats, key="drop_beats"
        )
    return () if problem else inside


def _take_beats() -> None:
    upload = st.session_state[f"beats_{session.windows.beats_turn}"]
    session.windows.beats = (upload.name, upload.getvalue()) if upload else None


def _drop_beats() -> None:
    session.windows.beats = None
    session.windows.beats_turn += 1
