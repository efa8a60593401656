"""The part of the page Corpus that exports results as files."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.citing.code import corpus_code
from core.corpus.job import Job
from core.corpus.losses import losses
from core.corpus.results import CAUSE_COLUMNS, Results
from core.corpus.summary import nearest_window
from core.latex import text_table
from core.measures import BY_KEY
from core.showing import Row, rows_csv
from core.wording import IN_SECONDS
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Filters, Kept
from explorer.corpus.picture import looked
from explorer.corpus.sources import IN_MEMORY, chosen_source, read_folders, source_kind
from explorer.figures.parts import figures_page
from explorer.machine import for_this_machine
from explorer.tables.corpus import described_rows, loss_rows, track_rows
from explorer.widgets import saving

_STEM = "hierscope-corpus"


def corpus_downloads(file: Kept, chosen: Filters) -> None:
    shown = corpus_computed.passing(file, chosen)
    described = corpus_computed.described(file, chosen)
    index = nearest_window(shown.windows, session.pair.window)
    st.caption(
        "Files use the filters on screen, except the results. PNG and SVG: over the picture."
    )

    def save(label: str, make: Callable[[], str | bytes], name: str) -> None:
        saving.download_button(label, make, f"{_STEM}-{name}")

    def table(label: str, rows: Callable[[], list[Row]], name: str) -> None:
        save(f"{label}, CSV", lambda: rows_csv(rows()), f"{name}.csv")

    # They name files of this machine, unless these are in memory.
    if for_this_machine() or source_kind() in IN_MEMORY:
        save("Results, Parquet", lambda: corpus_computed.content(file), "results.parquet")
    save("Table of all windows, Parquet", shown.to_parquet, "scores.parquet")
    how, window, variant = looked(file, chosen), session.pair.window, session.pair.variant
    about = f"{len(shown):,} pairs; {shown.job.description}"

    def drawn() -> str:
        drawings = corpus_computed.figures(file, chosen, how, window, marked=True)
        return figures_page("Scores of a corpus", about, (("", figure) for figure in drawings))

    save("Picture, HTML", drawn, "picture.html")
    windows = shown.windows.tolist()
    table("Summary of all windows", lambda: described_rows(described, windows), "summary")
    table("Tracks at this window", lambda: track_rows(shown, index, variant), "tracks")
    saving.latex_button(
        "Methods at this window, LaTeX",
        shown.measures,
        lambda measures: f"Mean {shown.caption(measures, windows[index])}",
        lambda **how: shown.to_latex([windows[index]], **how),
        f"{_STEM}-methods.tex",
    )
    if len(shown.rows_by_method) > 1:
        part = session.windows.part
        name = f"{BY_KEY[variant].score(part)}, methods on the same tracks"
        caption = (
            f"Differences in {name}: {IN_SECONDS.window(windows[index])}, {shown.job.description}"
        )

        def differences() -> str:
            comparison = corpus_computed.compared(file, chosen, variant, part)
            return text_table(comparison.cells(index), caption)

        save("Differences between methods, LaTeX", differences, "differences.tex")
    _figure_for_print(shown, windows[index])
    if shown.job.flat:
        table("Flat measures", shown.flat_rows, "flat")
    if shown.job.diagnosed:
        table("Loss by cause", lambda: loss_rows(losses(shown)), "losses")
        save(
            "Causes of all tracks, CSV",
            lambda: rows_csv(shown.cause_rows(), CAUSE_COLUMNS),
            "causes.csv",
        )
    saving.cite(shown.cite([windows[index]]))
    score = shown.job.settings, windows[index], BY_KEY[variant], session.windows.part
    saving.show_code({"Means of all tracks, in Python:": corpus_code(_source(shown.job), *score)})


def _source(job: Job) -> dict[str, Any]:
    """Return the corpus on screen as arguments of ``hierscope.corpus``."""
    kind, place, *_ = chosen_source() or ("", "")
    form, named = session.corpus_form, read_folders(session.corpus_form.estimates)
    folders = {
        "references": place,
        "estimates": dict(named) if len(named) > 1 else "".join(folder for _, folder in named),
        "reference_pattern": form.reference_pattern,
        "estimate_pattern": form.estimate_pattern,
    }
    read = {"choices": job.reference_read.text, "keep_silent": job.keep_silent}
    # Visitors from other machines see no paths of this one.
    if kind in ("salami", "manifest", "folders") and for_this_machine():
        which = folders if kind == "folders" else {kind: place}
        return which | read | {"baselines": form.baselines}
    on_disk = kind == "results" and place != session.corpus.upload and for_this_machine()
    return {"results": place if on_disk else f"{_STEM}-results.parquet"}


def _figure_for_print(shown: Results, window: float) -> None:
    with st.expander("Figure for print"):
        size, form, dpi = saving.choose_size("corpus_print")
        measures = saving.choose_measures(
            "corpus_print",
            shown.measures,
            [session.pair.variant],
            "One panel of box plots per measure.",
        )
        if not measures:
            st.caption("Choose a measure.")
            return
        part = session.windows.part
        caption = saving.caption_field("the figure", shown.caption(measures, window))

        def make() -> bytes:
            from explorer.figures.printed.corpus import print_corpus  # with matplotlib

            figure = print_corpus(
                shown, window, size=size, measures=measures, part=part, caption=caption
            )
            return figure.data(form, dpi)

        saving.download_button("Save the figure", make, f"{_STEM}-{size}.{form}")
