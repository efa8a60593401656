"""Ten tracks of SALAMI worth opening, with what to see in them; SALAMI has their annotations."""

from typing import NamedTuple

import streamlit as st

from core.errors import HierscopeError
from core.files.access import without_places
from core.papers.salami import SALAMI_VARIABLE, track_folder
from explorer.pair.opening import open_path
from explorer.session.around_streamlit import plain
from explorer.widgets.paths import salami_path

_COLUMNS = (6, 1.6, 1.2)


class Track(NamedTuple):
    """A track of SALAMI, and what its two annotators show."""

    number: int
    title: str
    performer: str
    scores: tuple[float, float, float]  # reduced T_F at 3 s, at 15 s and over the whole track
    segments: tuple[tuple[int, ...], tuple[int, ...]]  # of each layer, by annotator
    cause: str  # the kind of the main cause at 15 s
    see: str


TRACKS = (
    Track(
        *(530, "West End Blues", "Louis Armstrong", (0.94, 0.96, 0.89), ((11, 19), (7, 17))),
        "missing",
        "Two people nearly agree, at every window. Compare other scores with this one.",
    ),
    Track(
        *(450, "Boplicity", "Miles Davis", (0.91, 0.65, 0.39), ((12, 25), (5, 26))),
        "wrong_layer",
        "The small scale is alike, the large scale is not: 12 sections against 5. T_F falls as the "
        "window grows.",
    ),
    Track(
        1206,
        *("I Don't Want to Spoil the Party", "Kasey Rausch", (0.5, 0.81, 0.94)),
        *(((12, 17), (10, 28)), "spurious"),
        "Here the large scale is alike: T_F rises with the window. Annotator 2 has 12 boundaries "
        "more.",
    ),
    Track(
        *(1010, "Yellow Submarine", "Blake Tedder", (0.0, 0.66, 0.22), ((13, 20), (10, 10))),
        "missing",
        "No window suits: T_F is 0 at 3 s and low over the whole track. Annotator 2's two layers "
        "are nearly the same.",
    ),
    Track(
        *(558, "The Needle and the Damage Done", "Neil Young", (0.09, 0.86, 0.95)),
        *(((20,), (21, 38)), "layer_superfluous"),
        "Annotator 1 wrote one layer. At 3 s that costs nearly all of T_F, over the whole track "
        "next to nothing.",
    ),
    Track(
        *(524, "God Bless the Child", "Billie Holiday", (0.39, 0.58, 0.66), ((12, 13), (9, 24))),
        "spurious",
        "Annotator 1's two layers are nearly alike, so that at 15 s recall rests on 16 % of the "
        "track. Look at that share first.",
    ),
    Track(
        *(976, "Morning Dew", "Art Matthies", (0.57, 0.64, 0.87), ((7, 18), (7, 35))),
        "spurious",
        "As many sections on both sides, but annotator 2 has twice as many parts within them.",
    ),
    Track(
        *(424, "A Love Supreme (Part One)", "John Coltrane", (0.53, 0.53, 0.6)),
        *(((9, 30), (6, 58)), "spurious"),
        "Low at every window: annotator 2 has twice as many short segments. Is that wrong, or a "
        "finer scale?",
    ),
    Track(
        *(1142, "Playin' in the Band", "Grateful Dead", (0.5, 0.67, 0.63), ((6, 16), (7, 19))),
        "wrong_layer",
        "Nearly as many segments in each layer, yet T_F is below 0.7: the boundaries are at other "
        "times, and in other layers.",
    ),
    Track(
        *(694, "Factory Girl", "The Rolling Stones", (0.92, 0.93, 0.98), ((10, 35), (8, 32))),
        "not_nested",
        "High at every window. What is left is a boundary of a section that is missing in the "
        "finer layer: Compare offers to repair it.",
    ),
)


def real_tracks() -> None:
    """Draw the list, with a button for each track if SALAMI's folder may be read."""
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
        for track in TRACKS:
            text, scores, button = st.columns(_COLUMNS, vertical_alignment="center")
            text.markdown(
                f"**{track.title}**, {track.performer} (SALAMI {track.number})  \n{track.see}"
            )
            scores.caption("T_F " + ", ".join(f"{score:.2f}" for score in track.scores))
            if folder and button.button("Open", key=f"track-{track.number}", width="stretch"):
                try:
                    place = track_folder(folder, track.number)
                except HierscopeError as error:
                    st.error(plain(without_places(str(error))), icon=":material/error:")
                else:
                    open_path(str(place))
                    st.rerun()
