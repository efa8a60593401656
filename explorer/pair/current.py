"""The part of a page that gives the pair on screen: which annotations, repaired and aligned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from core.errors import HierscopeError
from core.io import Candidate
from core.notes import Note
from core.vocabulary import SIDES, Side
from explorer import session
from explorer.pair import computed
from explorer.pair.notes import set_repairs, tell_notes
from explorer.pair.pairing import Pair, find, first_choice, open_side, pair_up
from explorer.pair.view import end_live
from explorer.session.around_streamlit import plain


def show_pair(draw: Callable[[Pair], None]) -> None:
    """Draw the choices that the sources leave, and what follows from the pair on screen.

    Where it can't be drawn, such as of a file that has gone, or in frames longer than the track, a
    message says why.
    """
    try:
        draw(_current_pair())
    except HierscopeError as error:
        st.error(plain(str(error)), icon=":material/error:")
        end_live()


def _current_pair() -> Pair:
    """Apply repairs to what is chosen, and align."""
    chosen = _choices()
    first, second = (
        open_side(side, chosen[side], session.pair.repairs.get(side, ())) for side in SIDES
    )
    pair = pair_up(first, second, session.pair.swapped)
    told = session.pair.own or any(session.pair.repairs.values())
    session.pair.pair = computed.packed(*pair.aligned)[0] if told else ""
    tell_notes(replace(pair, notes=(*_brought(), *pair.notes)))
    return pair


def _brought() -> list[Note]:
    """Give the notes of the pair on screen that came with it from Corpus.

    What is not nested is seen again, also after a repair.
    """
    opened = session.corpus.opened
    if opened is None or session.pair.sources["reference"] != ("drawn", opened["pair"]):
        return []
    roles = dict(zip(SIDES, SIDES[::-1] if session.pair.swapped else SIDES, strict=True))
    return [
        replace(note, side=roles[note.side] if note.side else "")
        for note in opened["notes"]
        if note.kind != "not-nested"
    ]


def _choices() -> dict[Side, Candidate]:
    sources = session.pair.sources
    listed = {}
    for side in SIDES:
        candidates, problem = find(sources[side], side, session.pair.choices)
        if problem:
            raise HierscopeError(problem)
        listed[side] = candidates
    if all(len(found) == 1 for found in listed.values()):
        return {side: found[0] for side, found in listed.items()}
    same = sources["reference"] == sources["estimate"]
    chosen: dict[Side, Candidate] = {}
    order = SIDES[::-1] if session.pair.swapped else SIDES
    for role, side, column in zip(SIDES, order, st.columns(2), strict=True):
        found = listed[side]
        with column:
            at = st.selectbox(
                f"{role.capitalize()} annotation",
                list(range(len(found))),
                index=first_choice(side, same, found),
                format_func=[candidate.title for candidate in found].__getitem__,
                key=f"choice_{side}_{hash(sources[side])}",
                on_change=set_repairs,
                args=(side, ()),
                disabled=len(found) == 1,
            )
        chosen[side] = found[at]
    return chosen
