"""Parts of the page Windows: advice, charts and downloads."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from core.choosing import Advice
from core.choosing.estimates import Comparison, compare
from core.errors import HierscopeError
from core.measures import BY_KEY
from core.windows import effective_window, tabulated
from core.wording import counted
from explorer import session
from explorer.frontend.components import chart
from explorer.frontend.standalone import standalone
from explorer.glossary import glossary_line
from explorer.messages.inspection import Setup
from explorer.messages.pack import window_message
from explorer.messages.windows import pair_words
from explorer.messages.words import change_rows, convention_words, part_words
from explorer.pair import computed
from explorer.session.address import address
from explorer.session.around_streamlit import plain, said
from explorer.state.pair import PairState
from explorer.state.value import Table, Value
from explorer.state.windows import WindowsState
from explorer.widgets.advice import show_advice
from explorer.widgets.fields import choose, number
from explorer.widgets.saving import download_button, latex_button
from explorer.widgets.tables import short_table
from explorer.windows import computed as window_computed
from explorer.windows.computed import Estimates


def advised_window(setup: Setup, of_corpus: Advice | None) -> float:
    advice = of_corpus or window_computed.advice(setup, session.pair.variant)
    show_advice(advice, "use_advice")
    variant, bound = st.columns(2)
    with variant:
        choose(
            session.pair,
            PairState.variant,
            "Measure",
            lambda key: BY_KEY[key].heading,
            "T reduced compares only successive layers (section 3.5 of the paper). T full compares "
            "all pairs of layers. L compares labels.",
        )
    with bound:
        number(
            session.windows,
            WindowsState.bound,
            "Draw pale below this share of the track scored (0 to 1)",
            0.05,
            "If few moments have a triplet within the window, the score describes only a small "
            "part of the track.",
            format="%.2f",
        )
    return advice.window


def pair_chart(setup: Setup, advised: float) -> None:
    chart(
        data=chart_now(pair_drawing(setup, advised), lead=True, address=address())(),
        key="chart_windows",
        on_window_change=partial(_take, session.pair, PairState.window, "window"),
        on_axis_change=partial(_take, session.windows, WindowsState.axis, "axis"),
        on_side_change=partial(_take, session.windows, WindowsState.layers_side, "side"),
    )
    score = BY_KEY[session.pair.variant].symbol("f_measure")
    st.caption(
        "Drag on any chart to move w. Point at one to read its values. Curves are pale where less "
        f"of the track is scored than set above, for {score} on either side. Steady and steepest "
        "windows exclude pale ones, if possible.  \n"
        + glossary_line(
            *("window", "recall", "precision", "f-measure", "reduced", "full", "queries-counted"),
            *("layer-weight", "stable-stretch", "segment"),
        )
    )


def measure_choice() -> None:
    choose(
        session.windows,
        WindowsState.part,
        "Score in the charts below",
        partial(part_words, session.pair.variant),
        "Of the measure chosen above.",
    )


def estimates_chart(setup: Setup, estimates: Estimates, advised: float) -> Comparison:
    which = session.pair.variant, session.windows.part
    chart(
        data=chart_now(window_computed.estimates_chart(setup, estimates, *which, advised))(),
        key="chart_estimates",
    )
    st.caption(glossary_line("estimate", "crossing"))
    compared = window_computed.comparison(setup, estimates)
    changes = change_rows(compared.crossings(*which), setup.reference.words)
    if len(compared.names) > 1 and not changes:
        st.caption("The ranking is the same at every window.")
    elif changes:
        short_table(changes)
    return compared


def conventions_chart(setup: Setup, advised: float) -> None:
    frames = _frame_times(setup)
    which = session.pair.variant, session.windows.part
    results = window_computed.conventions(setup, frames)
    window = effective_window(setup.reference.end, session.pair.window)
    st.markdown(plain(convention_words(results, window, *which)))
    chart(
        data=chart_now(window_computed.conventions_chart(setup, frames, *which, advised))(),
        key="chart_conventions",
    )


def _frame_times(setup: Setup) -> tuple[float, ...]:
    if setup.reference.words.musical:
        st.caption(
            f"Frames at beats or onsets need times in seconds. This pair is in "
            f"{setup.reference.unit}."
        )
        return ()
    upload = st.file_uploader(
        "Beats or onsets",
        key=f"beats_{session.windows.beats_turn}",
        on_change=_take_beats,
        help="Frames may be unevenly spaced (footnote 1 of the paper). Use JAMS with beats or "
        "onsets, or text with one time in seconds per line.",
    )
    file = session.windows.beats
    if file is None:
        return ()
    name, data = file
    times, source, problem = window_computed.times(name, data)
    # Beats may be tracked beyond the annotations.
    inside = tuple(time for time in times if 0 <= time <= setup.reference.end)
    if not problem and len(inside) < 2:
        problem = f"{name}: fewer than two times are within the track. Is it of this track?"
    if problem:
        st.error(plain(problem), icon=":material/error:")
    else:
        st.caption(plain(f"Frames at {len(inside)} times from {source}."))
        if beyond := len(times) - len(inside):
            st.caption(f"{counted(beyond, 'time')} after the end of the track left out.")
    if upload is None:
        # It was uploaded before another page was visited.
        st.button(
            f"Remove {plain(name)}", icon=":material/close:", on_click=_drop_beats, key="drop_beats"
        )
    return () if problem else inside


def _take_beats() -> None:
    upload = st.session_state[f"beats_{session.windows.beats_turn}"]
    session.windows.beats = (upload.name, upload.getvalue()) if upload else None


def _drop_beats() -> None:
    session.windows.beats = None
    session.windows.beats_turn += 1


def rates_chart(setup: Setup, advised: float) -> None:
    units = setup.reference.words
    rate = f"10 per {units.singular}" if units.musical else "10 Hz"
    st.caption(
        f"Frames of {units.lasting(0.1)} are {rate}. Without frames, durations in {units.unit} "
        "replace counts."
    )
    try:
        drawing = window_computed.rates_chart(
            setup, session.pair.variant, session.windows.part, advised
        )
    except HierscopeError as error:
        # Such as a track shorter than a frame of the lowest rate.
        st.info(plain(str(error)))
        return
    chart(data=chart_now(drawing)(), key="chart_rates")
    st.caption(glossary_line("convention", "mir-eval", "frame", "frame-size", "frameless"))


def pair_drawing(setup: Setup, advised: float) -> bytes:
    return window_computed.windows_chart(
        setup,
        session.windows.layers_side,
        session.pair.variant,
        session.windows.bound,
        advised,
    )


def chart_now(drawing: bytes, *, lead: bool = False, address: str = "") -> Callable[[], bytes]:
    """Return a function that packs a chart with the window and axis on screen."""
    return partial(
        window_message,
        drawing,
        window=session.pair.window,
        axis=session.windows.axis,
        restored=session.visit.restored,
        lead=lead,
        address=address,
    )


def window_downloads(
    setup: Setup, compared: Comparison, estimates: Estimates, advised: float
) -> None:
    about = pair_words(setup.pair, computed.sweep_scores(setup))
    message = chart_now(pair_drawing(setup, advised), lead=True)

    def figure() -> str:
        return standalone("windows/chart", message(), "Which window?", about)

    def latex(digits: int) -> str:
        named = list(zip(compared.names, (hierarchy for _, hierarchy in estimates), strict=True))
        windows = tabulated(setup.reference.end, session.pair.window)
        return compare(setup.reference, named, windows, **setup.how).to_latex(digits=digits)

    download_button("Figure of the windows, HTML", figure, "hierscope-windows.html")
    download_button("Comparison of estimates, CSV", compared.to_csv, "hierscope-comparison.csv")
    if len(compared.names) > 1:
        latex_button("Table of estimates, LaTeX", latex, "hierscope-estimates.tex")


def _take(table: Table, value: Value[Any], name: str) -> None:
    table.take(value, str(said("chart_windows", name)))
