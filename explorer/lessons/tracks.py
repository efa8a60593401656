"""Ten tracks of SALAMI worth opening, with what to see in them; SALAMI has their annotations."""

import streamlit as st

from core.errors import HierscopeError
from core.files.access import without_places
from core.papers.salami import SALAMI_VARIABLE, track_folder
from explorer.guide import real_tracks
from explorer.pair.opening import open_path
from explorer.session.around_streamlit import plain
from explorer.widgets.paths import salami_path

_COLUMNS = (6, 1.6, 1.2)


def show_tracks() -> None:
    """Draw the list, with a button for each track if SALAMI's folder may be read."""
    if not real_tracks():
        return  # without the guide
    folder = salami_path()
    with st.expander("Ten real tracks worth opening", icon=":material/album:", key="real_tracks"):
        st.markdown(
            "Two people annotated each of these tracks for [SALAMI]"
            "(https://github.com/DDMAL/salami-data-public), which is not part of hierscope. The "
            "scores are their reduced T_F at 3 s, at 15 s and over the whole track. "
            + (
                "Listen to a recording of your own, and press *Open*."
                if folder
                else "If you have a copy, start `hierscope --salami FOLDER 530`, or set "
                f"${SALAMI_VARIABLE}."
            )
        )
        for track in real_tracks():
            text, scores, button = st.columns(_COLUMNS, vertical_alignment="center")
            text.markdown(
                f"**{track.title}**, {track.performer} (SALAMI {track.number})  \n{track.see}"
            )
            scores.caption(f"T_F {track.scores}")
            if folder and button.button("Open", key=f"track-{track.number}", width="stretch"):
                try:
                    place = track_folder(folder, track.number)
                except HierscopeError as error:
                    st.error(plain(without_places(str(error))), icon=":material/error:")
                else:
                    open_path(str(place))
                    st.rerun()
