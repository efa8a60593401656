"""Let the room of a class draw a song, and show the lecturer how far its drawings agree."""

from collections.abc import Sequence

import streamlit as st

from core.agreement.consensus import consensus
from core.errors import HierscopeError
from core.files.tables import csv_text
from core.hierarchy import Hierarchy, Pair
from core.io import write_jams
from explorer import session
from explorer.frontend.components import drawings as view
from explorer.lessons.position import step_back
from explorer.messages.drawings import CONSENSUS, room_drawings
from explorer.messages.pack import window_message
from explorer.pair import computed
from explorer.pair.opening import open_in_compare
from explorer.room.hall import hall
from explorer.room.model import Question, Round
from explorer.session.around_streamlit import plain, value_of
from explorer.session.remembered import remembered
from explorer.widgets.saving import download_button

LONGEST = 1200  # seconds of a song, so that scores of all pairs take no longer than a second or two
_VIEW = "room_drawings"
_TOLERANCES = (0.5, 1.0, 1.5, 3.0, 5.0)
_TOLERANCE = 1.5  # seconds, as T-measures of a window of 3 s
_KEY = "drawings_tolerance"
_COUNT = "room_layers"
_LAYERS = {1: "One layer: sections", 2: "Two layers: large and small sections"}

_message = remembered(8, spinner="Comparing all drawings …", keys=computed.KEYS)(room_drawings)


def let_draw(pair: Pair) -> None:
    """Draw the lecturer's choice and button."""
    if pair.reference.end > LONGEST:
        st.caption(f"The room can draw songs of at most {LONGEST // 60} minutes.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Layers", list(_LAYERS), format_func=_LAYERS.__getitem__, key=_COUNT)
        # A callback runs once, also if another event stops the run and the page runs again.
        st.button("Let the room draw", on_click=_ask_to_draw, args=(pair,))


def _ask_to_draw(pair: Pair) -> None:
    published = tuple(side for side in pair if any(map(len, _inner(side))))
    text, layers = "Set a boundary wherever a new section begins.", st.session_state[_COUNT]
    hall.ask(Question(text, most=pair.reference.end, layers=layers, published=published))


def drawings_of(now: Round) -> tuple[Hierarchy, ...]:
    """Return the drawings that have boundaries, in an order that tells nobody's turn."""
    drawn = sorted(drawing.layers for drawing in now.answers(hall.room.by_phone))
    return tuple(
        Hierarchy.from_boundaries(
            [[0.0, *layer, now.question.most] for layer in layers], name=f"Drawing {number}"
        )
        for number, layers in enumerate(filter(any, drawn), 1)
    )


def show_drawings() -> None:
    """Show the lecturer the drawings of the room, once they are opened."""
    now = hall.room.now
    if not now or not now.question.layers or not now.shown:
        return
    drawn = drawings_of(now)
    if len(drawn) < 2:
        st.info("The room needs two drawings with boundaries. Close them, and let it draw on.")
        return
    tolerance = _tolerance()
    variant = "full" if session.pair.variant == "full" else "reduced"
    try:
        message = _message(drawn, now.question.published, variant, tolerance, session.pair.settings)
    except HierscopeError as error:
        st.error(plain(str(error)))
        return
    with st.container(border=True, key="drawings"):
        window = session.pair.window
        view(
            data=window_message(message, window=window, restored=session.visit.restored),
            key=_VIEW,
            on_compare_change=_compare,
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.selectbox(
                "Tolerance",
                _TOLERANCES,
                _TOLERANCES.index(_TOLERANCE),
                format_func="± {:g} s".format,
                key=_KEY,
                help="Boundaries this near are taken for one.",
            )
            download_button("Drawings, JAMS", lambda: _jams(drawn, tolerance), "room.jams")
            download_button("Drawings, CSV", lambda: _csv(drawn, tolerance), "room.csv")


def _tolerance() -> float:
    return float(st.session_state.get(_KEY, _TOLERANCE))


def _inner(side: Hierarchy) -> list[Sequence[float]]:
    return [layer[1:-1].tolist() for layer in side.boundaries]


def _with_consensus(drawn: Sequence[Hierarchy], tolerance: float) -> tuple[Hierarchy, ...]:
    return (*drawn, consensus(drawn, tolerance, CONSENSUS))


def _jams(drawn: Sequence[Hierarchy], tolerance: float) -> bytes:
    return write_jams(*_with_consensus(drawn, tolerance))


def _csv(drawn: Sequence[Hierarchy], tolerance: float) -> str:
    rows: list[tuple[object, ...]] = [("drawing", "layer", "time")]
    for side in _with_consensus(drawn, tolerance):
        for level, times in enumerate(_inner(side), 1):
            rows += [(side.name, level, time) for time in times]
    return csv_text(rows)


def _compare() -> None:
    """Open two rows of the picture as a pair."""
    now, value = hall.room.now, value_of(_VIEW, "compare")
    if not now or not now.shown or not isinstance(value, list):
        return
    rows = (*_with_consensus(drawings_of(now), _tolerance()), *now.question.published)
    if len(value) == 2 and all(type(at) is int and 0 <= at < len(rows) for at in value):
        step_back()  # from a lesson to the pair of other pages, which this replaces
        packed, _ = computed.packed(rows[value[0]], rows[value[1]])
        if packed:
            open_in_compare(packed, {})
