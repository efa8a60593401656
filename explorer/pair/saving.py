"""The part of a page that exports scores, pictures and the pair as files."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from core.align import names_of
from core.citing.code import Origin, hierscope_code, mir_eval_code
from core.citing.scores import cite_scores
from core.diagnosis.diagnosing import diagnose_windows
from core.errors import HierscopeError
from core.files.names import stem as file_stem
from core.hierarchy import Hierarchy, Pair
from core.io import formats, write_jams
from core.io.archives import write_zip
from core.io.formats.jams import JAMS
from core.io.writing import lost, read_back
from core.measures import BY_KEY, caption
from core.tmeasures import TMeasures, score
from core.tmeasures.scoring import query_scores
from core.triplets import TripletBlocks
from core.vocabulary import SIDES, VARIANTS
from core.windows import columns, effective_window, extra_window, finite, tabulated
from explorer import session
from explorer.figures.printed.how import PAIR_PANELS, PANELS, Print
from explorer.figures.printed.naming import figure_caption, layer_names, side_titles
from explorer.frontend.standalone import standalone
from explorer.machine import for_this_machine
from explorer.messages.diagnosis import sentence_message
from explorer.messages.inspection import (
    Setup,
    blocks_of_query,
    blocks_of_track,
    too_long_to_explain,
)
from explorer.messages.pack import wrap
from explorer.messages.pair import STRIP_COLUMNS, alone_message, live_message
from explorer.messages.windows import pair_words
from explorer.pair import computed
from explorer.pair.live import on_screen
from explorer.pair.pairing import ShownPair
from explorer.pair.reading import choice_key, read_sides
from explorer.session.around_streamlit import plain
from explorer.session.remembered import remembered
from explorer.state.pages import OF_ALL, to_url
from explorer.state.pair import ORIGIN, PairState
from explorer.widgets import saving


def downloads(pair: ShownPair) -> None:
    """Draw the buttons; a click makes the file."""
    reference, estimate = pair.aligned
    setup = Setup.of(reference, estimate, session.pair)
    result = computed.sweep_scores(setup)
    # The screen changes without a new run of the page, so it is read when the file is made.
    now, title = on_screen(), session.pair.title
    st.caption("Scores at every window of the slider")
    for label, make, name in (
        ("Scores, CSV", result.to_csv, "scores.csv"),
        ("Scores, JSON", result.to_json, "scores.json"),
        ("Figure, HTML", lambda: _figure(setup, now, pair.as_read, title), "figure.html"),
    ):
        saving.download_button(label, make, f"{stem(reference, estimate)}-{name}")

    def table(**how: Any) -> str:
        windows = tabulated(reference.end, float(now["window"]))
        return score(*setup.pair, windows, settings=setup.settings).to_latex(**how)

    names, how = title or names_of(*setup.pair), setup.settings.describe_frames(reference.notation)
    saving.latex_button(
        "Table of scores, LaTeX",
        result.measures,
        lambda measures: caption(measures, names, f"{how}{setup.settings.describe_weight}"),
        table,
        f"{stem(reference, estimate)}-scores.tex",
    )
    _figure_for_print(reference, estimate, result, stem(reference, estimate))
    _pair_downloads(*pair.as_read)


def cite_pair(pair: ShownPair) -> None:
    """Draw the citation of the scores, and the code that computes the score on screen."""
    result = computed.sweep_scores(Setup.of(*pair.aligned, session.pair))
    window = effective_window(pair.aligned[0].end, session.pair.window)
    saving.cite(cite_scores(result.settings, result.measures, [window], result.notation))
    score = (result.settings, window, BY_KEY[session.pair.variant], session.pair.part)
    saving.show_code(
        {
            "This score in Python:": hierscope_code(_origins(pair), *score),
            "The same by mir_eval:": mir_eval_code(pair.aligned, *score),
        }
    )


def _origins(pair: ShownPair) -> list[Origin]:
    """Return how each side on screen can be read again."""
    saved = f"{stem(*pair.as_read)}-pair.jams"
    origins = []
    for number, side in enumerate(read_sides(), 1):
        kind, content = side.source
        if kind == "sample":
            origins.append(Origin.of_sample(content, 1 + SIDES.index(side.slot)))
        elif kind in ("text", "drawn"):
            comment = f"first save {saved} under Export"
            origins.append(Origin(repr(saved), {"annotation": number}, comment))
        else:
            chosen, several = session.pair.in_full(side.chosen), len(side.listed) > 1
            at = st.session_state.get(choice_key(side.slot, side.source), 0)
            # Visitors from other machines see no paths of this one.
            if kind == "path":
                names = [content if for_this_machine() else Path(content).name]
            else:
                names = [name for name, _ in content]
            options = {
                "annotation": at + 1 if several else None,
                "choices": chosen.text,
                "grid": chosen.grid.source if chosen.grid else "",
                "repair": session.pair.repairs.get(side.slot, ()),
            }
            origins.append(Origin(repr(names[0] if len(names) == 1 else names), options))
    return origins


def _figure(setup: Setup, now: Mapping[str, Any], as_read: Pair, title: str) -> str:
    """Return the live view on screen as a document."""
    end, window = setup.reference.end, now["window"]
    setup = replace(setup, extra=extra_window(end, window))
    start = {
        "window": finite(window),
        "mode": "compare",
        "cause": "",
        "marks": False,  # no server can answer which triplet to draw
    }

    scores = cache(Setup.scores)  # the view and the strips use the same
    view = live_message(setup, scores, {}, {**now, **start})
    result = scores(setup)
    drawn = columns(0.0, end, STRIP_COLUMNS)
    strips = query_scores(*setup.pair, result.windows, queries=drawn, settings=setup.settings)
    return standalone(
        "pair/scope",
        wrap({"address": "", "long": []}, view),
        title or "T-measures of a pair",
        pair_words(setup.pair, result),
        {"strips": alone_message(strips, end, _why(as_read, setup, now, result))},
    )


def _why(
    as_read: Pair, setup: Setup, now: Mapping[str, Any], result: TMeasures
) -> dict[str, list[dict[str, Any]]]:
    """Diagnose the score at every window, by variant."""
    problem = too_long_to_explain(*as_read)
    if problem:
        return {variant: [sentence_message(problem)] * len(result.windows) for variant in VARIANTS}
    diagnoses = diagnose_windows(
        *as_read, result.windows, settings=setup.settings, part=now["part"]
    )
    return {
        variant: [sentence_message(diagnosis.sentence) for diagnosis in of_variant]
        for variant, of_variant in zip(VARIANTS, diagnoses, strict=True)
    }


def _figure_for_print(
    reference: Hierarchy, estimate: Hierarchy, result: TMeasures, name: str
) -> None:
    now, title = on_screen(), session.pair.title
    with st.expander("Figure for print"):
        size, form, dpi = saving.choose_size("print")
        panels = st.pills(
            "Panels",
            list(PANELS),
            selection_mode="multi",
            default=list(PAIR_PANELS),
            format_func=PANELS.__getitem__,
            key="print_panels",
        )
        help = "One panel of scores per measure; g(q) is that of the first measure."
        measures = saving.choose_measures("print", result.measures, [session.pair.variant], help)
        marked = st.checkbox("Mark query and window", key="print_marked")
        pair = Pair(reference, estimate)
        edited = [
            _names_field(word, [heading, *layer_names(side)])
            for word, heading, side in zip(SIDES, side_titles(pair), pair, strict=True)
        ]
        if not (panels and measures):
            st.caption("Choose a panel and a measure.")
            return

        def chosen() -> Print:
            query = min(max(float(now["query"]), 0.0), reference.end) if marked else None
            return Print(size, panels, measures, float(now["window"]), query, name=title)

        titles, layers = [heading for heading, *_ in edited], [names for _, *names in edited]
        own = figure_caption(pair, result, chosen())
        caption = saving.caption_field("the figure", own)
        # The screen may change until the click, and the caption with it.
        kept = None if caption == own else caption

        def make() -> bytes:
            from explorer.figures.printed.pair import print_pair  # with matplotlib

            how = replace(chosen(), titles=titles, layer_names=layers, caption=kept)
            return print_pair(reference, estimate, result, how).data(form, dpi)

        saving.download_button("Save the figure", make, f"{name}-{size}.{form}")


def _names_field(side: str, names: list[str]) -> list[str]:
    """Draw a field with the title of a side and its layers; missing lines keep their names."""
    lines = st.text_area(f"Title and layers of the {side}", "\n".join(names)).splitlines()
    return [*lines, *names[len(lines) :]][: len(names)]


def _pair_downloads(reference: Hierarchy, estimate: Hierarchy) -> None:
    """Draw the choice of sides and format; the pair is saved as it was before alignment."""
    sides = {"Pair": (reference, estimate), "Reference": (reference,), "Estimate": (estimate,)}
    what, kind = st.columns(2)
    chosen = what.selectbox("Save", list(sides), key="save_what")
    fitting = [form for form in formats.writable() if all(map(form.fits, sides["Pair"]))]
    forms = {form.key: form for form in sorted(fitting, key=lambda form: form != JAMS)}
    form = forms[
        kind.selectbox(
            "as",
            list(forms),
            format_func=lambda key: forms[key].title,
            key="save_as",
            help="JAMS also stores what is on screen. Several files become a zip archive, which "
            "Open can read.",
        )
    ]
    saved = sides[chosen]
    for part in lost(saved, form):
        st.caption(f":material/warning: Not saved: {plain(part)}")
    if form.advice:
        st.caption(f":material/info: {form.name}: {form.advice}")
    if problem := _refused(saved, form.key):
        st.caption(f":material/error: {plain(problem)}")
        return
    in_one = form.several or (form.write is not None and len(saved) == 1)
    # The screen changes without a new run of the page, so it is read when the file is made.
    state, now = session.every.by_key(OF_ALL), on_screen()

    def make() -> bytes:
        if form is JAMS:
            shown = to_url(state | now | {value.key: value.default for value in ORIGIN})
            return write_jams(*saved, state=shown)
        return form.write(*saved) if form.write and in_one else _zipped(saved, form.files)

    if in_one:
        name = f"{chosen.lower()}{form.suffix}"
    else:
        layers = f"-{form.suffix[1:]}" if form.write_layers else ""
        name = f"{chosen.lower()}{layers}.zip"
    saving.download_button(f"{chosen}, {form.name}", make, f"{stem(*saved)}-{name}")


@remembered(4)
def _refused(saved: tuple[Hierarchy, ...], key: str) -> str:
    """Return why files of a format would not be read as what is saved; JAMS always is."""
    form = formats.written_as(key)
    if form is None or form is JAMS:
        return ""
    try:
        for group in [saved] if form.several else [(side,) for side in saved]:
            whole = {f"pair{form.suffix}": form.write(*group)} if form.write else None
            read_back(group, whole or form.files(group[0]), form)
    except HierscopeError as error:
        return str(error)
    return ""


def _zipped(saved: Sequence[Hierarchy], files: Callable[[Hierarchy], Mapping[str, bytes]]) -> bytes:
    """Write the files of a side into an archive; for a pair, with a folder per side."""
    if len(saved) == 1:
        return write_zip(files(saved[0]))
    return write_zip(
        {
            f"{side}/{name}": data
            for side, hierarchy in zip(SIDES, saved, strict=True)
            for name, data in files(hierarchy).items()
        }
    )


def block_downloads(reference: Hierarchy, estimate: Hierarchy) -> None:
    """Draw the buttons that save blocks of triplets, with the filters on screen."""
    st.caption("Triplets, with the filters on screen")
    setup = Setup.of(reference, estimate, session.pair)
    # The screen changes without a new run of the page, so it is read when the file is made.
    now = PairState(on_screen())

    def buttons(label: str, name: str, blocks: Callable[[], TripletBlocks]) -> None:
        file = f"{stem(reference, estimate)}-{name}-blocks"
        saving.download_button(f"{label}, CSV", lambda: blocks().to_csv(), f"{file}.csv")
        saving.download_button(f"{label}, JSON", lambda: blocks().to_json(), f"{file}.json")

    buttons("Blocks of the query", "query", lambda: blocks_of_query(setup, now, now.query))
    buttons("Costliest of the track", "track", lambda: blocks_of_track(setup, now))


def stem(*saved: Hierarchy) -> str:
    """Name files after their content, in characters that every file system allows."""
    names = dict.fromkeys(file_stem(side.name) or "pair" for side in saved)
    name = session.pair.title or "-".join(names)
    return re.sub(r"[^\w.]+", "_", name).strip("._")[:60] or "pair"
