"""The part of a page that says what was understood of files, and what of that is in doubt."""

from __future__ import annotations

import math
from collections.abc import Mapping

import streamlit as st

from core.errors import HierscopeError
from core.io import Choices, Doubt, doubts
from core.vocabulary import VARIANTS, Side, counted
from core.windows import effective_window
from explorer import session
from explorer.pair import computed
from explorer.pair.choosing import choices_of
from explorer.pair.pairing import Pair, open_side, pair_up
from explorer.pair.reading import Given, told_of
from explorer.session.around_streamlit import plain

_CHOSEN = "reading-chosen"


def doubts_of(given: Given) -> list[Doubt]:
    """List what is in doubt about a side as it is read."""
    return doubts(given.candidate, given.chosen) if given.candidate else []


def tell_readings(sides: Mapping[Side, Given], pair: Pair | None) -> None:
    """Say how both sides were read, what of it is in doubt, and take choices.

    Parameters
    ----------
    sides : mapping of Given
        By role; those that were read of no file are passed over.
    pair : Pair, optional
        What is on screen, if both can be read.
    """
    read = {role: given for role, given in sides.items() if _is_of_file(given)}
    if not read:
        _tell_linked(sides)
        return
    for role, given in read.items():
        for doubt in doubts_of(given):
            _tell(role, given, doubt, pair)
    words = ". ".join(f"{role.capitalize()}: {_line(given)}" for role, given in read.items())
    calm = f":small[:gray[{plain(words)}]]"
    with st.expander(calm, icon=":material/description:", key="readings"):
        for (role, given), column in zip(read.items(), st.columns(2), strict=False):
            with column:
                st.markdown(f"**{role.capitalize()}**")
                tell_reading(given, "read")


def _tell_linked(sides: Mapping[Side, Given]) -> None:
    """Say what was understood of the files that a pair in a link is of."""
    lines = {role: told_of(given).line for role, given in sides.items()}
    words = [f"{role.capitalize()}: {line}. " for role, line in lines.items() if line]
    if words:
        whole = f"{''.join(words)}To choose otherwise, open the files."
        st.markdown(f":material/link: :small[:gray[{plain(whole)}]]")


def tell_reading(given: Given, place: str) -> None:
    """Say all that was understood of a side, and draw its choices.

    Parameters
    ----------
    given : Given
    place : str
        As of :func:`explorer.pair.choosing.choices_of`.
    """
    st.markdown("\n".join(f"- :small[{plain(line)}]" for line in _details(given)))
    choices_of(given, place)


def doubt_buttons(given: Given, doubt: Doubt, place: str) -> None:
    """Draw the buttons that take a file otherwise."""
    for number, way in enumerate(doubt.others):
        st.button(
            way.label,
            key=f"{place}_{given.slot}_{doubt.kind}_{number}",
            on_click=given.choose,
            args=(way.choices,),
        )


def _is_of_file(given: Given) -> bool:
    return given.source[0] not in ("sample", "drawn")


def _line(given: Given) -> str:
    return given.candidate.understood.line if given.candidate else "can't be read as chosen"


def _details(given: Given) -> list[str]:
    candidate = given.candidate
    if candidate is None:
        return [given.problem] if given.problem else []
    understood = candidate.understood
    lines = [f"{understood.format}: {candidate.title}"]
    if len(given.listed) > 1:
        lines.append(f"{len(given.listed)} annotations")
    if understood.order:
        lines.append(f"Order of layers: {understood.order}")
    lines += [
        f"Left out: {each.name or f'layer {each.number}'} "
        f"({counted(each.n_segments, 'segment')}), {each.reason}"
        for each in understood.layers
        if not each.taken
    ]
    if understood.evidence:
        lines.append(f"Times in {understood.unit}: {understood.evidence}")
    if understood.encoding:
        lines.append(f"Text in {understood.encoding}")
    return lines


def _tell(role: Side, given: Given, doubt: Doubt, pair: Pair | None) -> None:
    """Say one thing that is in doubt, and what the scores would be otherwise."""
    icon = "tune" if doubt.kind == _CHOSEN else "warning"
    lines = [f"**{role.capitalize()}**: {plain(doubt.words)}."]
    lines += filter(None, [_effect(given, doubt, pair) if pair else ""])
    with st.container(
        horizontal=True, vertical_alignment="center", key=f"doubt_{given.slot}_{doubt.kind}"
    ):
        st.markdown(f":material/{icon}: " + "  \n".join(f":small[{line}]" for line in lines))
        doubt_buttons(given, doubt, "doubt")


def _effect(given: Given, doubt: Doubt, pair: Pair) -> str:
    """Say how the pair scores as it is, and with each other reading of a side."""
    if not doubt.others:
        return ""
    scores = {"as chosen" if doubt.kind == _CHOSEN else "as taken": _scored(pair)}
    scores |= {way.words: _scored_so(given, way.choices, pair) for way in doubt.others}
    said = "; ".join(
        f"{variant} {', '.join(f'{values[at]} {words}' for words, values in scores.items())}"
        for at, variant in enumerate(VARIANTS)
    )
    reference = pair.aligned[0]
    window = effective_window(reference.end, session.pair.window)
    width = "∞" if math.isinf(window) else reference.words.amount(f"{window:g}")
    return f"$T_F$ at w = {width}: {said}."


def _scored_so(given: Given, choices: Choices, pair: Pair) -> tuple[str, ...]:
    candidate = given.read(choices)
    both = {side.slot: side for side in (pair.reference, pair.estimate)}
    try:
        if candidate:
            both[given.slot] = open_side(given.slot, candidate)
            return _scored(pair_up(both["reference"], both["estimate"], session.pair.swapped))
    except HierscopeError:
        pass
    return ("none",) * len(VARIANTS)


def _scored(pair: Pair) -> tuple[str, ...]:
    """Give T_F of each variant, at the window on screen."""
    found = computed.scores_at(
        *pair.aligned,
        effective_window(pair.aligned[0].end, session.pair.window),
        session.pair.chosen_convention(),
        session.pair.frame_size,
        session.pair.beta,
    )
    return tuple(f"{found.scores[variant].f_measure[0]:.3f}" for variant in VARIANTS)
