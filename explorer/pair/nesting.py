"""What a page says of a pair that was changed on the way in, or is not nested, and the repairs."""

from __future__ import annotations

import streamlit as st

from core.errors import clock
from core.io.limits import MAX_SEGMENTS
from core.vocabulary import Side
from explorer import session
from explorer.pair.pairing import Opened, Pair, insertable
from explorer.session.around_streamlit import hear, plain

_SHOWN = 8  # messages of one kind; the rest is counted
_TOO_MANY = f"With all of them it would have more than {MAX_SEGMENTS:,} segments."


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
        f"the {role} is not nested ({count} missing {'boundary' if count == 1 else 'boundaries'})"
        for role, side in roles.items()
        if (count := side.hierarchy.missing)
    ]
    if not heads:
        return
    icon = ":material/account_tree:" if len(heads) > bool(notes) else ":material/build:"
    with st.expander("; ".join(heads).capitalize(), icon=icon, key="notes"):
        _bullets(notes[:_SHOWN], len(notes))
        for role, side in roles.items():
            _nesting(role, side)


def _nesting(role: str, side: Opened) -> None:
    repairs = session.pair.repairs.get(side.slot, ())
    if side.hierarchy.missing:
        st.markdown(f"**The {role} is not nested.** It is scored all the same, as mir_eval does.")
        _bullets(
            [
                f"layer {fault.layer} lacks the boundary at {clock(fault.time)} "
                f"of layer {fault.above}"
                for fault in side.hierarchy.nesting_faults(_SHOWN)
            ],
            side.hierarchy.missing,
        )
        if side.idle:
            st.info("That repair found nothing to do: no boundary lies within 0.5 s.")
        insert, snap = st.columns(2)
        insert.button(
            "Insert the missing boundaries below",
            key=f"insert_{side.slot}",
            on_click=set_repairs,
            args=(side.slot, (*repairs, "insert")),
            disabled=not insertable(side.hierarchy),
            help=None if insertable(side.hierarchy) else _TOO_MANY,
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


def _bullets(shown: list[str], count: int) -> None:
    """List the first of so many lines."""
    more = [f"… and {count - len(shown)} more"] * (count > len(shown))
    st.markdown("\n".join(f"- {plain(line)}" for line in (*shown, *more)))
