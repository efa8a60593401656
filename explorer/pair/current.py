"""The part of a page that gives the pair on screen: choices, repairs, and what was changed."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.errors import HierscopeError, clock
from core.io import Candidate
from core.vocabulary import SIDES, Side
from explorer import session
from explorer.pair import computed
from explorer.pair.pairing import Opened, Pair, find, first_choice, open_side, pair_up
from explorer.pair.view import end_live
from explorer.session.around_streamlit import hear, plain

_SHOWN = 8  # messages of one kind; the rest is counted


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
    _messages(pair)
    return pair


def _choices() -> dict[Side, Candidate]:
    sources = session.pair.sources
    listed = {}
    for side in SIDES:
        candidates, problem = find(sources[side], side)
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
                on_change=_set_repairs,
                args=(side, ()),
                disabled=len(found) == 1,
            )
        chosen[side] = found[at]
    return chosen


def _set_repairs(slot: Side, kinds: tuple[str, ...]) -> None:
    hear()
    session.pair.drawn = None  # it is another pair now
    session.pair.repairs = {**session.pair.repairs, slot: kinds}


def _messages(pair: Pair) -> None:
    """Say in one line that something was changed or is not nested; details on request."""
    roles = {"reference": pair.reference, "estimate": pair.estimate}
    notes = [str(note) for note in pair.notes]
    notes += [f"{role}: {note}" for role, side in roles.items() for note in side.notes]
    heads = []
    if notes:
        heads.append(
            "1 change on the way in" if len(notes) == 1 else f"{len(notes)} changes on the way in"
        )
    heads += [
        f"the {role} is not nested ({len(side.faults)} missing "
        f"{'boundary' if len(side.faults) == 1 else 'boundaries'})"
        for role, side in roles.items()
        if side.faults
    ]
    if not heads:
        return
    icon = ":material/account_tree:" if len(heads) > bool(notes) else ":material/build:"
    with st.expander("; ".join(heads).capitalize(), icon=icon, key="notes"):
        _bullets(notes)
        for role, side in roles.items():
            _nesting(role, side)


def _nesting(role: str, side: Opened) -> None:
    repairs = session.pair.repairs.get(side.slot, ())
    if side.faults:
        st.markdown(f"**The {role} is not nested.** It is scored all the same, as mir_eval does.")
        _bullets(
            [
                f"layer {fault.layer} lacks the boundary at {clock(fault.time)} "
                f"of layer {fault.above}"
                for fault in side.faults
            ]
        )
        if side.idle:
            st.info("That repair found nothing to do: no boundary lies within 0.5 s.")
        insert, snap = st.columns(2)
        insert.button(
            "Insert the missing boundaries below",
            key=f"insert_{side.slot}",
            on_click=_set_repairs,
            args=(side.slot, (*repairs, "insert")),
        )
        snap.button(
            "Snap boundaries within 0.5 s",
            key=f"snap_{side.slot}",
            on_click=_set_repairs,
            args=(side.slot, (*repairs, "snap")),
            disabled=side.idle,
        )
    if repairs and not side.idle:
        st.button(
            f"Undo the last repair of the {role}",
            key=f"undo_{side.slot}",
            on_click=_set_repairs,
            args=(side.slot, repairs[:-1]),
        )


def _bullets(lines: list[str]) -> None:
    shown = lines[:_SHOWN]
    if len(lines) > _SHOWN:
        shown = [*shown, f"… and {len(lines) - _SHOWN} more"]
    st.markdown("\n".join(f"- {plain(line)}" for line in shown))
