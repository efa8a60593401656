"""What a page says of a pair that was changed on the way in, or is not nested, and the repairs."""

from __future__ import annotations

import streamlit as st

from core.errors import clock
from core.vocabulary import Side
from explorer import session
from explorer.pair.pairing import Opened, Pair
from explorer.session.around_streamlit import hear, plain

_SHOWN = 8  # messages of one kind; the rest is counted


def set_repairs(slot: Side, kinds: tuple[str, ...]) -> None:
    """Choose the repairs of what was given as a side; called by callbacks."""
    hear()
    session.pair.drawn = None  # it is another pair now
    session.pair.repairs = {**session.pair.repairs, slot: kinds}


def tell_changes(pair: Pair) -> None:
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
            on_click=set_repairs,
            args=(side.slot, (*repairs, "insert")),
        )
        snap.button(
            "Snap boundaries within 0.5 s",
            key=f"snap_{side.slot}",
            on_click=set_repairs,
            args=(side.slot, (*repairs, "snap")),
            disabled=side.idle,
        )
    if repairs and not side.idle:
        st.button(
            f"Undo the last repair of the {role}",
            key=f"undo_{side.slot}",
            on_click=set_repairs,
            args=(side.slot, repairs[:-1]),
        )


def _bullets(lines: list[str]) -> None:
    shown = lines[:_SHOWN]
    if len(lines) > _SHOWN:
        shown = [*shown, f"… and {len(lines) - _SHOWN} more"]
    st.markdown("\n".join(f"- {plain(line)}" for line in shown))
