"""Widgets bound to a value of the state."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.vocabulary import PARTS, Part
from explorer.session.around_streamlit import bound, plain
from explorer.state.value import Choice, N, Number, S, Switch, Table, Value
from explorer.tables.grids import PART_WORDS


def choose(
    table: Table,
    value: Choice[S],
    label: str,
    text_of: Callable[[S], str],
    help: str | None = None,
    *,
    options: tuple[S, ...] = (),
    chosen: S | None = None,
) -> None:
    """Draw a choice of options; `chosen` overrides the value at each run."""
    how = bound(table, value)
    options = options or value.options
    if chosen is None:
        how["index"] = options.index(table[value])
    else:
        st.session_state[how["key"]] = chosen
    st.selectbox(label, options, format_func=text_of, help=help, **how)


def choose_kind(
    table: Table,
    value: Choice[str],
    label: str,
    kinds: dict[str, str],
    offered: Sequence[str],
    chosen: str,
) -> None:
    st.radio(
        label,
        offered,
        index=offered.index(chosen),
        format_func=kinds.__getitem__,
        horizontal=True,
        label_visibility="collapsed",
        **bound(table, value),
    )


def choose_part(key: str) -> Part:
    return st.segmented_control(
        "Score",
        PARTS[::-1],
        default=PARTS[-1],
        format_func=PART_WORDS.__getitem__,
        key=key,
        required=True,
    )


def look_again(place: DeltaGenerator, table: Table, turn: Value[str], help: str) -> None:
    place.button(
        "Look again",
        icon=":material/refresh:",
        key=f"{table.prefix}again",
        on_click=renew,
        args=(table, turn),
        width="stretch",
        help=help,
    )


def renew(table: Table, turn: Value[str]) -> None:
    table[turn] = secrets.token_hex(4)


def remove_button(table: Table, value: Value[Any], *uploaders: str) -> None:
    """Offer to remove an upload that its uploaders do not show, as after a reload."""
    if table[value] != value.default and not any(st.session_state.get(key) for key in uploaders):
        st.button(
            "Remove the upload",
            icon=":material/close:",
            key=f"{value.key}_remove",
            on_click=table.reset,
            args=([value],),
        )


def say_once(table: Table, refused: Value[str]) -> None:
    problem = table.pop(refused)
    if problem:
        st.error(plain(problem), icon=":material/error:")


def number(
    table: Table, value: Number[N], label: str, step: N, help: str | None = None, **how: Any
) -> None:
    st.number_input(
        label, value.least, value.most, table[value], step, help=help, **bound(table, value), **how
    )


def switch(table: Table, value: Switch, label: str, help: str) -> None:
    st.checkbox(label, table[value], help=help, **bound(table, value))


def write(table: Table, value: Value[str], label: str, **how: Any) -> None:
    draw = st.text_area if "height" in how else st.text_input
    draw(label, table[value], **bound(table, value) | how)
