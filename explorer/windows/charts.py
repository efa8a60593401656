"""Parts of the page Windows: the advice, charts and downloads, with the results behind them."""

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from core.choosing import Advice, advise
from core.choosing.advice import default_reason, with_range
from core.choosing.conventions import FrameRates, frame_rates, under_conventions
from core.choosing.estimates import Comparison, compare
from core.errors import HierscopeError
from core.files.names import stem
from core.io import File, grid_from
from core.measures import BY_KEY, caption
from core.scape import scape
from core.tmeasures import PAPER_TABLES, TMeasures
from core.vocabulary import Part
from core.windows import effective_window, tabulated
from core.wording import counted
from explorer import session
from explorer.frontend.components import chart
from explorer.glossary import glossary_line
from explorer.messages.inspection import Setup
from explorer.messages.pack import window_message
from explorer.messages.scape import layers_over_windows
from explorer.messages.windows import conventions_drawing, estimates_drawing, rates_drawing
from explorer.messages.words import change_rows, convention_words, part_words
from explorer.pair import computed
from explorer.session.around_streamlit import plain
from explorer.session.remembered import remembered
from explorer.state.pages import WindowsState
from explorer.widgets.fields import choose
from explorer.widgets.saving import download_button, latex_button
from explorer.widgets.text import short_table
from explorer.windows.estimates import Estimates


@remembered(32, keys=computed.KEYS)
def advice_of(setup: Setup, variant: str) -> Advice:
    result, measure = computed.sweep_scores(setup), BY_KEY[variant]
    advice = advise(setup.pair, measure=variant, settings=setup.settings)
    end, times = setup.reference.end, setup.reference.notation
    scores = {measure.score("f_measure"): result.scores[variant].part("f_measure")}
    default = default_reason(advice.window, result.settings, measure, times)
    advice = replace(advice, reasons=(*advice.reasons, default))
    return with_range(advice, result.windows, scores, end, times)


beside_scape = remembered(32, keys=computed.KEYS)(layers_over_windows)


@remembered(16, keys=computed.KEYS)
def _comparison(setup: Setup, estimates: Estimates) -> Comparison:
    return compare(setup.reference, estimates, setup.windows, settings=setup.settings)


@remembered(16, keys=computed.KEYS)
def _estimates_drawing(
    setup: Setup, estimates: Estimates, variant: str, part: Part, advised: float
) -> bytes:
    compared = _comparison(setup, estimates)
    return estimates_drawing(setup.reference, compared, variant, part, advised)


@remembered(16, keys=computed.KEYS)
def _conventions(setup: Setup, frames: tuple[float, ...]) -> dict[str, TMeasures]:
    """Score a pair under every convention, and on uploaded frames if there are any."""
    settings = replace(setup.settings, frames=frames or None)
    return under_conventions(*setup.pair, setup.windows, settings=settings)


@remembered(16, keys=computed.KEYS)
def _rates(setup: Setup) -> FrameRates:
    settings = setup.settings
    if settings.convention.frameless:
        settings = replace(settings, convention=PAPER_TABLES)
    return frame_rates(*setup.pair, setup.windows, settings=settings)


@remembered(16)
def _times_of(name: str, data: bytes) -> tuple[tuple[float, ...], str, str]:
    """Return the frame times of a file and their source, or the problem."""
    try:
        grid = grid_from(File(name, data))
    except HierscopeError as error:
        return (), "", str(error)
    return grid.times, grid.source, ""


def part_choice() -> None:
    label, help = "Score in the charts below", "Of the measure in bold under *all scores*."
    titles = partial(part_words, session.pair.variant)
    choose(session.windows, WindowsState.part, label, titles, help)


def estimates_chart(setup: Setup, estimates: Estimates, advised: float) -> None:
    which = session.pair.variant, session.windows.part
    _chart("estimates", _estimates_drawing(setup, estimates, *which, advised))
    st.caption(glossary_line("estimate", "crossing"))
    compared = _comparison(setup, estimates)
    changes = change_rows(compared.crossings(*which), setup.reference.notation)
    if len(compared.names) > 1 and not changes:
        st.caption("The ranking is the same at every window.")
    elif changes:
        short_table(changes)


def conventions_chart(setup: Setup, advised: float) -> None:
    frames = _frame_times(setup)
    which = session.pair.variant, session.windows.part
    results = _conventions(setup, frames)
    window = effective_window(setup.reference.end, session.pair.window)
    st.markdown(plain(convention_words(results, window, *which)))
    _chart("conventions", conventions_drawing(setup.reference, results, *which, advised))


def _frame_times(setup: Setup) -> tuple[float, ...]:
    if setup.reference.notation.musical:
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
    times, source, problem = _times_of(name, data)
    # Beats may be tracked beyond the annotations.
    inside = tuple(time for time in times if 0 <= time <= setup.reference.end)
    if not problem and len(inside) < 2:
        problem = f"{name}: fewer than two times are within the track. Is it a file of this track?"
    if problem:
        st.error(plain(problem), icon=":material/error:")
    else:
        st.caption(plain(f"Frames at {len(inside)} times from {source}."))
        if beyond := len(times) - len(inside):
            st.caption(f"{counted(beyond, 'time')} after the end of the track left out.")
    if upload is None:
        # The file was uploaded before a visit to another page.
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
    units = setup.reference.notation
    rate = f"10 per {units.singular}" if units.musical else "10 Hz"
    st.caption(
        f"Frames of {units.lasting(0.1)} are {rate}. Without frames, durations in {units.unit} "
        "replace counts."
    )
    which = session.pair.variant, session.windows.part
    try:
        drawing = rates_drawing(setup.reference, _rates(setup), *which, advised)
    except HierscopeError as error:
        # For example, the track is shorter than a frame of the lowest rate.
        st.info(plain(str(error)))
        return
    _chart("rates", drawing)
    st.caption(glossary_line("convention", "mir-eval", "frame", "frame-size", "frameless"))


def _chart(name: str, drawing: bytes) -> None:
    window, restored = session.pair.window, session.visit.restored
    chart(data=window_message(drawing, window=window, restored=restored), key=f"chart_{name}")


def window_downloads(setup: Setup, estimates: Estimates) -> None:
    """Draw buttons that save the scape and the comparison of estimates."""

    def compared() -> str:
        return _comparison(setup, estimates).to_csv()

    def latex(**how: Any) -> str:
        windows = tabulated(setup.reference.end, session.pair.window)
        compared = compare(setup.reference, estimates, windows, settings=setup.settings)
        return compared.to_latex(**how)

    def table() -> str:
        return scape(*setup.pair, measure=session.pair.variant, settings=setup.settings).to_csv()

    download_button("Scape, CSV", table, "hierscope-scape.csv")
    download_button("Comparison of estimates, CSV", compared, "hierscope-comparison.csv")
    if len(estimates) > 1:
        reference = stem(setup.reference.name) or "reference"
        against = f"{counted(len(estimates), 'estimate')} against {reference}"
        how = setup.settings.describe_frames(setup.reference.notation)
        latex_button(
            "Table of estimates, LaTeX",
            computed.sweep_scores(setup).measures,
            lambda measures: caption(measures, against, f"{how}{setup.settings.describe_weight}"),
            latex,
            "hierscope-estimates.tex",
        )
