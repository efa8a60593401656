"""Reading options of a source.

Widgets show the session's values at each run, because other widgets can change them.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from core.errors import HierscopeError
from core.io import File, grid_from
from core.io.choices import AS_UNDERSTOOD, MOST_BEATS, MOST_BPM
from core.io.limits import MAX_TIME
from core.io.understood import NOT_READ, Understood
from core.io.units import UNITS
from core.wording import counted
from explorer import session
from explorer.pair import computed
from explorer.pair.reading import ReadSide
from explorer.session.around_streamlit import plain
from explorer.state.pair import PairState
from explorer.widgets.fields import say_once

_METER = 4.0  # beats in a measure, by default


def choices_of(side: ReadSide, place: str) -> None:
    key = f"{place}_{side.slot}"
    shown = side.candidate or side.untouched
    understood = shown.understood if shown else NOT_READ
    _files(side, key, understood)
    _layers(side, key, understood)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        unit = _unit(side, key)
        _offset(side, key)
    if UNITS[unit].musical:
        seconds_of(side, key, unit)
    elif not UNITS[unit].seconds:
        _rate(side, key, unit)
    chosen = side.chosen
    st.checkbox(
        "Use starts only: each segment lasts to the next",
        help="For files with wrong ends or overlapping segments.",
        **_shows(
            f"{key}_starts", chosen.starts, lambda on: side.choose(replace(chosen, starts=on))
        ),
    )
    if chosen != AS_UNDERSTOOD:
        st.button(
            "Use the detected reading",
            icon=":material/undo:",
            key=f"{key}_undo",
            on_click=side.choose,
            args=(AS_UNDERSTOOD,),
            help="Resets all options of this side.",
        )


def _shows(key: str, value: object, take: Callable[[Any], None]) -> dict[str, Any]:
    st.session_state[key] = value
    return {"key": key, "on_change": lambda: take(st.session_state.get(key))}


def _files(side: ReadSide, key: str, understood: Understood) -> None:
    names = computed.names_of_files(*side.source)
    if len(names) < 2:
        return
    title = side.candidate.title if side.candidate else ""
    # A file in an archive is named with its folder, and its annotation's title begins with it.
    used = [
        number
        for source in dict.fromkeys(layer.source for layer in understood.layers)
        for number, name in enumerate(names, 1)
        if name.rpartition("/")[2] == source and title.startswith(name.rpartition("/")[0])
    ]
    chosen = side.chosen

    def take(numbers: list[int]) -> None:
        side.choose(replace(chosen, files=tuple(numbers), layers=()))

    st.multiselect(
        "Files of this hierarchy",
        range(1, len(names) + 1),
        format_func=_apart(dict(enumerate(names, 1))).__getitem__,
        placeholder="grouped by their names",
        wrap=True,
        help="Files with one layer each, coarsest first. By default, their names group them.",
        **_shows(f"{key}_files", list(chosen.files) or used, take),
    )


def _apart(labels: dict[int, str]) -> dict[int, str]:
    """Number equal labels, because a widget identifies its options by their labels."""
    if len(set(labels.values())) == len(labels):
        return labels
    return {number: f"{number}: {label}" for number, label in labels.items()}


def _layers(side: ReadSide, key: str, understood: Understood) -> None:
    if len(understood.layers) < 2:
        return
    layers = {layer.number: f"{layer.title} ({layer.n_segments})" for layer in understood.layers}
    used = [layer.number for layer in understood.taken]
    chosen = side.chosen

    def take(numbers: list[int]) -> None:
        default = side.read(replace(chosen, layers=()))
        same = default and [layer.number for layer in default.understood.taken] == numbers
        side.choose(replace(chosen, layers=() if same else tuple(numbers)))

    row = st.container(horizontal=True, vertical_alignment="bottom")
    row.multiselect(
        "Layers, coarsest first",
        sorted(layers),
        format_func=_apart(layers).__getitem__,
        placeholder="as detected",
        wrap=True,
        help="In brackets: number of segments. To move a layer to the end, remove and re-add it.",
        **_shows(f"{key}_layers", used, take),
    )
    if len(used) > 1:
        row.button(
            "Reverse",
            icon=":material/swap_vert:",
            key=f"{key}_turn",
            on_click=take,
            args=(used[::-1],),
            help="The last layer becomes the coarsest.",
        )


def _unit(side: ReadSide, key: str) -> str:
    untouched = side.untouched
    understood = untouched.understood if untouched else NOT_READ
    own, offers = understood.unit, {offer.unit: offer for offer in understood.offers}
    chosen = side.chosen
    unit = chosen.unit or own
    labels = {name: name for name in (own, *offers, *UNITS)}
    labels |= {name: f"{name}: {offer.reason}" for name, offer in offers.items()}
    labels[own] = f"{own}, as detected"

    def take(name: str) -> None:
        rate = offers[name].rate if name in offers else 0.0
        side.choose(
            replace(chosen, unit="" if name == own else name, rate=rate, bpm=0.0, grid=None)
        )

    st.selectbox(
        "Times are in",
        list(labels),
        format_func=labels.__getitem__,
        width=320,  # stays readable in narrow columns
        **_shows(f"{key}_unit", unit, take),
    )
    return unit


def _rate(side: ReadSide, key: str, unit: str) -> None:
    chosen = side.chosen
    candidate = side.candidate
    understood = candidate.understood.rate if candidate else 0.0

    def take(rate: float | None) -> None:
        side.choose(replace(chosen, unit=unit, rate=rate or 0.0))

    st.number_input(
        f"{unit.capitalize()} per second",
        0.0,
        MAX_TIME,
        placeholder="such as 44100" if unit == "samples" else "such as 10",
        **_shows(f"{key}_rate", chosen.rate or understood or None, take),
    )


def seconds_of(side: ReadSide, key: str, unit: str) -> None:
    """Draw fields for tempo and meter, or a file, that convert a musical unit to seconds."""
    chosen = side.chosen

    def take(bpm: float | None, beats: float | None) -> None:
        meter = beats or (_METER if bpm and unit == "measures" else 0.0)
        grid = None if bpm else chosen.grid
        bpm = bpm or 0.0
        side.choose(replace(chosen, unit=unit, rate=0.0, bpm=bpm, meter=meter, grid=grid))

    per_unit = (chosen.meter or _METER) if unit == "measures" else 1
    tempo = chosen.bpm or round(chosen.rate * 60 * per_unit, 6)
    left, right = st.columns(2)
    left.number_input(
        "Quarter notes per minute" if unit == "quarter notes" else "Beats per minute",
        0.0,
        MOST_BPM,
        placeholder="one tempo",
        help="A tempo, or a file of times, converts positions to seconds.",
        **_shows(f"{key}_bpm", tempo or None, lambda bpm: take(bpm, chosen.meter)),
    )
    right.number_input(
        "Beats per measure",
        0.0,
        float(MOST_BEATS),
        step=1.0,
        format="%g",
        placeholder=f"{_METER:g}",
        **_shows(f"{key}_meter", chosen.meter or None, lambda beats: take(tempo, beats)),
    )
    _grid(side, key, unit)


def _grid(side: ReadSide, key: str, unit: str) -> None:
    chosen = side.chosen
    turn = f"{key}_grid_{session.pair.opened}"

    def take() -> None:
        upload = st.session_state.get(turn)
        if upload is None:
            return
        try:
            grid = grid_from(File(upload.name, upload.getvalue()))
        except HierscopeError as error:
            session.pair.grid_refused = str(error)
            return
        side.choose(replace(chosen, unit=unit, rate=0.0, bpm=0.0, grid=grid))

    st.file_uploader(
        "… or a file with times of beats or bar lines",
        key=turn,
        on_change=take,
        help="Text with one time in seconds per line, optionally with its position in the bar, or "
        "JAMS with beats.",
    )
    say_once(session.pair, PairState.grid_refused)
    if chosen.grid:
        st.caption(plain(f"{counted(len(chosen.grid.times), 'time')} from {chosen.grid.source}."))


def _offset(side: ReadSide, key: str) -> None:
    chosen, candidate = side.chosen, side.candidate
    unit = candidate.hierarchy.notation.short if candidate else "s"
    st.number_input(
        f"Shift by ({unit})",
        -MAX_TIME,
        MAX_TIME,
        step=0.1,
        format="%.3f",
        width=150,
        **_shows(
            f"{key}_offset",
            chosen.offset,
            lambda offset: side.choose(replace(chosen, offset=offset or 0.0)),
        ),
    )
