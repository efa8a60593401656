"""The part of a page that shows a pair live: a view that asks by itself, and tells the outcome."""

import math
from collections.abc import Mapping
from typing import Any, Literal

import streamlit as st

from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io.pair import read_document
from explorer import session
from explorer.frontend.components import link, scope
from explorer.messages.edited import read_stamp, rules
from explorer.messages.inspection import (
    FIRST_QUERY,
    Setup,
    costliest_query,
    first_look,
    legible_query,
)
from explorer.messages.pack import pack, wrap
from explorer.messages.pair import pair_key
from explorer.pair import computed
from explorer.pair.opening import adopt_drawn
from explorer.session.address import address, shared_origin, too_long
from explorer.session.around_streamlit import heard, told
from explorer.state.lessons import LessonsState
from explorer.state.pages import DRAW, TRIPLETS
from explorer.state.pair import ASKED, FILTERS, HOW, PairState

Mode = Literal["compare", "triplets", "draw", "windows", "lesson"]
DRAWN: tuple[Mode, ...] = ("draw", "lesson")  # the modes in which the layers are edited


def live(
    reference: Hierarchy,
    estimate: Hierarchy,
    mode: Mode = "compare",
    more: Mapping[str, Any] | None = None,
    given: tuple[Hierarchy, Hierarchy] | None = None,
) -> None:
    """Show an aligned pair live: its scores, or the triplets behind them."""
    setup = Setup.of(reference, estimate, session.pair)
    start = _start(mode, setup) | (_editor_start(setup) if mode in DRAWN else {}) | dict(more or {})
    view = computed.live_view(setup, session.pair.texts(HOW), start, given)
    head: dict[str, Any] = {"address": address(), "origin": shared_origin(), "long": too_long()}
    if mode in DRAWN:  # the editor is told once
        head |= {"restore": session.pair.pop(PairState.restore), "refused": session.pair.refused}
    scope(
        data=wrap(head, view),
        key="scope",
        on_settled_change=heard,
        on_show_change=heard,
        on_mend_change=heard,
        on_drawn_change=heard,
    )
    if session.pair.pop(PairState.show_triplets):
        session.pair.query = costliest_query(setup, session.pair, session.pair.query)
        st.switch_page(TRIPLETS.script)
    if session.pair.pop(PairState.show_draw):
        st.switch_page(DRAW.script)


def on_screen() -> dict[str, Any]:
    """Give what is on screen, in a dict that is kept true: files are made after a page's run."""
    now = session.pair.on_screen
    now.update(session.pair.held((*ASKED, PairState.query)))
    return now


def address_only() -> None:
    """See to it that the address says what is on screen, where no live view does."""
    link(data=pack({"address": address()}), key="link", height=1)


def end_live() -> None:
    """Note that no live view is on screen: the next one starts from the session's values."""
    session.pair.live_start = {}


def _start(mode: Mode, setup: Setup) -> dict[str, object]:
    """Where a new view starts; the same value as long as the view stays on screen."""
    start = session.pair.live_start
    now = {"mode": mode, "restored": session.visit.restored, "opened": session.pair.opened}
    if {name: start.get(name) for name in now} != now:
        chosen = session.pair.query < 0 and mode != "lesson"
        if chosen:
            # Where something is lost, of the direction that a link names.
            if session.pair.opened or session.pair.direction == PairState.direction.default:
                session.pair.put(first_look(setup, session.pair))
            else:
                session.pair.query = legible_query(setup, session.pair, FIRST_QUERY)
            on_screen()  # files may be asked for already
        window, query = session.pair.window, session.pair.query
        start = {
            **session.pair.held(ASKED),
            "window": None if math.isinf(window) else window,
            "query": query if query >= 0 else FIRST_QUERY,
            # A scape begins with the whole track.
            "enlarged": mode != "windows"
            and (chosen or (start.get("enlarged", False) and query == start["query"])),
            **now,
        }
        session.pair.live_start = start
    return start


def take_settled(value: object) -> None:
    """Take window, query and the rest of what is looked at, where the hand let go."""
    if not isinstance(value, dict):
        return
    for asked in (*ASKED, PairState.query, LessonsState.triplet):
        session.every.take(asked, value.get(asked.key))


told("scope", "settled")(take_settled)


@told("scope", "show")
def _take_show(value: object) -> None:
    """Go to the triplets behind a score, whatever was filtered before."""
    session.pair.reset(FILTERS)
    take_settled(value)
    session.pair.show_triplets = True


@told("scope", "mend")
def _take_mend(value: object) -> None:
    """Go to Draw, where the view itself puts the mended pair in the place of the one on screen."""
    take_settled(value)
    session.pair.show_draw = True


def _editor_start(setup: Setup) -> dict[str, object]:
    """What the editor must know of the pair on screen: which of its states that is, if any."""
    key = pair_key(setup.reference, setup.estimate)
    stamp, drawn = session.pair.drawn or ("", "")
    return {
        # A pair from elsewhere is known by how often one was put on screen, and by what it is.
        "origin": stamp if drawn == key else f"{session.visit.fresh}.{key}",
        "session": session.visit.session,
        "rules": rules(setup),
    }


@told("scope", "drawn")
def _take_drawing(value: object) -> None:
    """Put what was drawn on screen: in a lesson into its scene, else as the pair of all pages."""
    stamp = read_stamp(value.get("stamp") if isinstance(value, dict) else None)
    try:
        pair = read_document(value)
    except HierscopeError as error:
        session.pair.refused = str(error)
        return
    packed, session.pair.refused = computed.packed(*pair)
    if session.pair.refused:
        return
    if session.lessons.stage:
        session.lessons.staged = packed
    else:
        adopt_drawn(packed)
    session.pair.drawn = (stamp, pair_key(*pair))
