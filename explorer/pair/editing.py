"""What the editor of Draw and of lessons is told, and what becomes of what it says."""

from __future__ import annotations

from core.errors import HierscopeError
from core.io import read_document
from explorer import session
from explorer.messages.edited import read_stamp, rules
from explorer.messages.inspection import Setup
from explorer.messages.pair import pair_key
from explorer.pair import computed
from explorer.pair.opening import adopt_drawn
from explorer.session.around_streamlit import told
from explorer.state.pair import PairState


def editor_start(setup: Setup) -> dict[str, object]:
    """What the editor must know of the pair on screen: which of its states that is, if any."""
    key = pair_key(setup.reference, setup.estimate)
    stamp, drawn = session.pair.drawn or ("", "")
    return {
        # A pair from elsewhere is known by how often one was put on screen, and by what it is.
        "origin": stamp if drawn == key else f"{session.visit.fresh}.{key}",
        "session": session.visit.session,
        "rules": rules(setup),
    }


def editor_news() -> dict[str, object]:
    """What the editor is told once."""
    return {
        "restore": session.pair.pop(PairState.restore),
        "refused": session.pair.refused,
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
