"""The part of a page that makes the pair on screen: choose annotations, repair, align."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import streamlit as st

from core.errors import HierscopeError
from core.io import first_choice
from core.vocabulary import SIDES, Side
from explorer import session
from explorer.pair import computed
from explorer.pair.live import end_live
from explorer.pair.notes import set_repairs, tell_notes
from explorer.pair.pairing import ShownPair, open_side, pair_up
from explorer.pair.reading import ReadSide, choice_key, read_sides, stored_reading
from explorer.pair.understood import doubts_of, tell_doubts, tell_readings
from explorer.session.around_streamlit import plain
from explorer.state.pages import LINK_LIMIT


def show_pair(draw: Callable[[ShownPair], None]) -> None:
    """Draw the pair on screen, or why it can't be drawn; notes and reading options fold below."""
    sides = dict(zip(SIDES, _annotations(), strict=True))
    try:
        pair = _current_pair(sides)
    except HierscopeError as error:
        tell_doubts(sides, None)  # another reading of a file may fix it
        tell_readings(sides)
        _refuse(error)
        return
    tell_doubts(sides, pair)
    known = {(role, doubt.kind) for role, side in sides.items() for doubt in doubts_of(side)}
    rest = tuple(note for note in pair.notes if (note.side, note.kind) not in known)
    noted = replace(pair, notes=rest)
    material = any(note.material for note in rest)
    if material:
        tell_notes(noted)
    try:
        draw(pair)
    except HierscopeError as error:
        _refuse(error)
    if not material:
        tell_notes(noted)
    tell_readings(sides)


def _refuse(error: HierscopeError) -> None:
    st.error(plain(str(error)), icon=":material/error:")
    end_live()


def _current_pair(sides: Mapping[Side, ReadSide]) -> ShownPair:
    """Repair and align the chosen annotations."""
    opened = []
    for side in sides.values():
        if side.candidate is None:
            raise HierscopeError(side.problem)
        repairs = session.pair.repairs.get(side.slot, ())
        name = session.pair.name_of(side.slot)
        opened.append(open_side(side.slot, side.candidate, repairs, name))
    reference, estimate = opened
    pair = pair_up(reference, estimate)
    own = session.pair.own or any(session.pair.repairs.values())
    session.pair.pair = _link_of(sides, pair) if own else ""
    return pair


def _link_of(sides: Mapping[Side, ReadSide], pair: ShownPair) -> str:
    """Pack the pair for a link as it was read, with the notes on its files if they fit."""
    reference, estimate = (stored_reading(sides[side], getattr(pair, side).notes) for side in SIDES)
    text = computed.packed(*pair.as_read, (reference, estimate))[0]
    if 0 < len(text) <= LINK_LIMIT:
        return text
    # Times far beyond the other side's end may be too large for a link.
    return computed.packed(*pair.as_read)[0] or computed.packed(*pair.aligned)[0]


def _annotations() -> list[ReadSide]:
    """Read both sources and draw the choices of their annotations, the reference's slot first."""
    both = read_sides()
    if all(len(side.listed) < 2 for side in both):
        return [*both]
    same = both[0].source == both[1].source
    chosen = []
    for role, side, column in zip(SIDES, both, st.columns(2), strict=True):
        listed, slot = side.listed, side.slot
        if not listed:
            chosen.append(side)
            continue
        with column:
            at = st.selectbox(
                f"{role.capitalize()} annotation",
                range(len(listed)),
                index=first_choice(slot, same, listed),
                format_func=[candidate.title for candidate in listed].__getitem__,
                key=choice_key(slot, side.source),
                on_change=set_repairs,
                args=(slot, ()),
                disabled=len(listed) == 1,
            )
        chosen.append(replace(side, at=at))
    return chosen
