"""Notes of a pair: those that may change its score, minor ones, and repairs."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.io.limits import MAX_SEGMENTS
from core.notes import MAY_CHANGE, Note, by_weight, headline
from core.refining import insertable
from core.vocabulary import SIDES, Side
from core.wording import counted
from explorer import session
from explorer.glossary import link
from explorer.pair import computed
from explorer.pair.pairing import Opened, ShownPair
from explorer.session.around_streamlit import hear, plain

_SHOWN = 8  # messages of one kind; the rest are counted
_TOO_MANY = f"The hierarchy would have more than {MAX_SEGMENTS:,} segments."


def set_repairs(slot: Side, kinds: tuple[str, ...]) -> None:
    hear()
    session.pair.drawn = None  # it is another pair now
    session.pair.repairs = {**session.pair.repairs, slot: kinds}


def notes_fold(notes: Sequence[Note], key: str = "notes") -> DeltaGenerator:
    """Draw a fold whose headline counts the notes; gray if none is material."""
    text = plain(headline(notes))
    if any(note.material for note in notes):
        return st.expander(text, icon=":material/warning:", key=key)
    return st.expander(f":small[:gray[{text}]]", icon=":material/build:", key=key)


def list_notes(notes: Sequence[Note]) -> None:
    heads = MAY_CHANGE.capitalize(), "Minor"
    for head, group in zip(heads, by_weight(notes), strict=True):
        if group:
            st.markdown(f"**{head}**")
            _bullets([str(note) for note in group[:_SHOWN]], len(group))


def tell_notes(pair: ShownPair) -> None:
    """Draw the notes of a pair in one line, with details and repairs folded."""
    if not pair.notes:
        return
    opened = session.corpus.opened
    of_corpus = opened and session.pair.sources["reference"] == ("drawn", opened["pair"])
    with notes_fold(pair.notes):
        list_notes(pair.notes)
        if of_corpus and any(note.kind == "layer-left-out" for note in pair.notes):
            st.caption("To include it, change the corpus settings and score the corpus again.")
        for role, side in zip(SIDES, (pair.reference, pair.estimate), strict=True):
            _nesting(role, side)


def _nesting(role: str, side: Opened) -> None:
    if side.hierarchy.missing:
        _not_nested(role, side)
    repairs = session.pair.repairs.get(side.slot, ())
    if repairs and not side.idle:
        st.button(
            f"Undo the last repair of the {role}",
            key=f"undo_{side.slot}",
            on_click=set_repairs,
            args=(side.slot, repairs[:-1]),
        )


def tell_labels(pair: ShownPair) -> None:
    """Name a label of a nested side that occurs under several labels above, with the repair."""
    for role, side in zip(SIDES, (pair.reference, pair.estimate), strict=True):
        if split := computed.split_labels(side.hierarchy):
            more = f", and so do {counted(len(split) - 1, 'other label')}" * (len(split) > 1)
            st.caption(
                f"The {role}'s labels are not {link('monotonic')}: {plain(str(split[0]))}{more}."
            )
            _monocast(side, "Make labels unique")


def _not_nested(role: str, side: Opened) -> None:
    st.markdown(f"**The {role} is not nested.** It is still scored, as in mir_eval.")
    _bullets(
        [
            f"layer {fault.layer} lacks the boundary at {side.hierarchy.notation.at(fault.time)} "
            f"of layer {fault.above}"
            for fault in side.hierarchy.nesting_faults(_SHOWN)
        ],
        side.hierarchy.missing,
    )
    reach = side.hierarchy.notation.lasting(0.5)
    if side.idle:
        st.info(f"Nothing to repair: no boundary is within {reach}.")
    possible = insertable(side.hierarchy)
    insert, snap, monocast = st.columns(3)
    with insert:
        _repair(
            side, "insert", "Insert missing boundaries", possible, "" if possible else _TOO_MANY
        )
    with snap:
        _repair(side, "snap", f"Snap boundaries within {reach}", not side.idle)
    with monocast:
        _monocast(side, "Insert boundaries and make labels unique")


def _monocast(side: Opened, label: str) -> None:
    possible = insertable(side.hierarchy)
    help = (
        "A label that occurs under several labels above, such as a under A and B, becomes A.a and "
        "B.a. The new names may change L, but not T."
    )
    _repair(side, "monocast", label, possible, help if possible else _TOO_MANY)


def _repair(side: Opened, kind: str, label: str, possible: bool, help: str = "") -> None:
    kinds = (*session.pair.repairs.get(side.slot, ()), kind)
    st.button(
        label,
        key=f"{kind}_{side.slot}",
        on_click=set_repairs,
        args=(side.slot, kinds),
        disabled=not possible,
        help=help or None,
    )


def _bullets(shown: list[str], count: int) -> None:
    more = [f"… and {count - len(shown)} more"] * (count > len(shown))
    st.markdown("\n".join(f"- {plain(line)}" for line in (*shown, *more)))
