"""The part of a page that shows a pair live; its view asks the server, then reports its state."""

from collections.abc import Mapping
from typing import Any, Literal

import streamlit as st

from core.errors import HierscopeError
from core.hierarchy import Hierarchy, Pair
from core.io.pair import read_document
from core.vocabulary import SIDES
from core.windows import finite
from explorer import session
from explorer.frontend.components import link, scope
from explorer.machine import for_this_machine
from explorer.messages.edited import read_stamp, rules
from explorer.messages.inspection import (
    FIRST_QUERY,
    Setup,
    costliest_query,
    first_look,
    legible_query,
    too_long_for_chance,
)
from explorer.messages.pack import pack, wrap
from explorer.messages.pair import pair_key
from explorer.pair import computed
from explorer.pair.opening import adopt_drawn
from explorer.session.address import address, shared_origin, too_long
from explorer.session.around_streamlit import handles, heard
from explorer.state.pages import DRAW, TRIPLETS, LessonsState
from explorer.state.pair import FILTERS, HOW, NAMES, SETTLED, PairState

Mode = Literal["compare", "triplets", "draw", "windows", "lesson"]
DRAWN: tuple[Mode, ...] = ("draw", "lesson")  # the modes in which the layers are edited


def live(
    reference: Hierarchy,
    estimate: Hierarchy,
    mode: Mode = "compare",
    more: Mapping[str, Any] | None = None,
    as_read: Pair | None = None,
) -> None:
    """Show an aligned pair live: its scores, or the triplets behind them."""
    setup = Setup.of(reference, estimate, session.pair)
    start = _start(mode, setup) | (_editor_start(setup) if mode in DRAWN else {}) | dict(more or {})
    if session.pair.chance and mode not in DRAWN:
        if too_long_for_chance(setup):
            st.caption("The range of chance is not shown, because this pair is too long.")
        else:
            start |= {"shades_chance": True}
    view = computed.live_view(setup, session.pair.texts(HOW), start, as_read)
    head: dict[str, Any] = {"address": address(), "origin": shared_origin(), "long": too_long()}
    head["own"] = for_this_machine()
    if mode in DRAWN:  # the editor is created once
        head |= {"restore": session.pair.pop(PairState.restore), "refused": session.pair.refused}
    scope(
        data=wrap(head, view),
        key="scope",
        on_settled_change=heard,
        on_show_change=heard,
        on_fix_change=heard,
        on_drawn_change=heard,
        on_named_change=heard,
    )
    if session.pair.pop(PairState.show_triplets):
        session.pair.query = costliest_query(setup, session.pair, session.pair.query)
        st.switch_page(TRIPLETS.script)
    if session.pair.pop(PairState.show_draw):
        st.switch_page(DRAW.script)


def on_screen() -> dict[str, Any]:
    """Return the state on screen in a dict that stays current, since files are made after a run."""
    now = session.pair.on_screen
    now.update(session.pair.by_key(SETTLED))
    return now


def address_only() -> None:
    """Write the address on pages without a live view."""
    link(data=pack({"address": address()}), key="link", height=1)


def end_live() -> None:
    """Note that no live view is on screen: the next one starts from the session's values."""
    session.pair.live_start = {}


def _start(mode: Mode, setup: Setup) -> dict[str, object]:
    """The state in which a new view starts; it is constant while the view is on screen."""
    start = session.pair.live_start
    now = {"mode": mode, "restored": session.visit.restored, "opened": session.pair.opened}
    if {name: start.get(name) for name in now} != now:
        chosen = session.pair.query < 0 and mode != "lesson"
        if chosen:
            # Start at a loss, in the direction that a link names.
            if session.pair.opened or session.pair.direction == PairState.direction.default:
                session.pair.put(first_look(setup, session.pair))
            else:
                session.pair.query = legible_query(setup, session.pair, FIRST_QUERY)
            on_screen()  # a file may be requested already
        window, query = session.pair.window, session.pair.query
        start = {
            **session.pair.by_key(SETTLED),
            "window": finite(window),
            "query": query if query >= 0 else FIRST_QUERY,
            # A scape begins with the whole track.
            "enlarged": mode != "windows"
            and (chosen or (start.get("enlarged", False) and query == start["query"])),
            **now,
        }
        session.pair.live_start = start
    return start


def take_settled(settled: object) -> None:
    """Store window, query and other choices once the pointer is released."""
    if not isinstance(settled, dict):
        return
    for value in (*SETTLED, LessonsState.triplet):
        session.every.take(value, settled.get(value.key))


handles("scope", "settled")(take_settled)


@handles("scope", "show")
def _take_show(value: object) -> None:
    """Go to the triplets behind a score, without earlier filters."""
    session.pair.reset(FILTERS)
    take_settled(value)
    session.pair.show_triplets = True


@handles("scope", "fix")
def _take_fix(value: object) -> None:
    """Go to Draw, whose view replaces the pair on screen by the fixed one."""
    take_settled(value)
    session.pair.show_draw = True


def _editor_start(setup: Setup) -> dict[str, object]:
    """For the editor: which of its states is on screen, if any."""
    key = pair_key(setup.reference, setup.estimate)
    stamp, drawn = session.pair.drawn or ("", "")
    return {
        # A pair from elsewhere is identified by its content and a count of opened pairs.
        "origin": stamp if drawn == key else f"{session.visit.fresh}.{key}",
        "session": session.visit.session,
        "rules": rules(setup),
    }


@handles("scope", "named")
def _take_name(value: object) -> None:
    match value:
        case {"side": ("reference" | "estimate") as side, "name": name}:
            at = SIDES.index(side)
            session.pair.take(NAMES[1 - at if session.pair.swapped else at], name)


@handles("scope", "drawn")
def _take_drawing(value: object) -> None:
    """Store a drawn pair: in a lesson in its scene, else as the pair of all pages."""
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
        session.pair.reset(NAMES)  # the drawn pair has them
    session.pair.drawn = (stamp, pair_key(*pair))
