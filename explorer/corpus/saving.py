"""The part of the page Corpus that hands out its numbers as files."""

import streamlit as st

from core.corpus.losses import losses
from core.corpus.results import CAUSE_COLUMNS, Results
from core.corpus.summary import nearest_window
from core.showing import rows_csv
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Filters, Kept
from explorer.corpus.tracks import may_have
from explorer.corpus.view import looked
from explorer.figures.page import figures_page
from explorer.tables.corpus import described_rows, loss_rows, track_rows
from explorer.widgets.saving import (
    choose_measures,
    choose_size,
    cite,
    download_button,
    latex_button,
)

_STEM = "hierscope-corpus"


def corpus_downloads(file: Kept, chosen: Filters) -> None:
    """Draw the buttons; a file is made when it is asked for."""
    shown = corpus_computed.passing(file, chosen)
    described = corpus_computed.described(file, chosen)
    index = nearest_window(shown.windows, session.pair.window)
    st.caption("With the filters on screen; the results hold all. PNG and SVG: over the picture.")
    if may_have(file):
        download_button(
            "Results, Parquet", lambda: corpus_computed.content(file), f"{_STEM}-results.parquet"
        )
    download_button(
        "Table of all windows, Parquet", lambda: shown.to_parquet(), f"{_STEM}-scores.parquet"
    )
    how, window = looked(file, chosen), session.pair.window
    about = f"{len(shown):,} pairs; {shown.job.words}"
    download_button(
        "Picture, HTML",
        lambda: figures_page(
            "Scores of a corpus",
            about,
            corpus_computed.figures(file, chosen, how, window, marked=True),
        ),
        f"{_STEM}-picture.html",
    )
    download_button(
        "Summary of all windows, CSV",
        lambda: rows_csv(described_rows(described, shown.windows.tolist())),
        f"{_STEM}-summary.csv",
    )
    download_button(
        "Tracks at w, CSV",
        lambda: rows_csv(track_rows(shown, index, session.pair.variant)),
        f"{_STEM}-tracks.csv",
    )
    latex_button(
        "Methods at w, LaTeX",
        lambda digits: shown.to_latex([float(shown.windows[index])], digits=digits),
        f"{_STEM}-methods.tex",
    )
    _figure_for_print(shown, float(shown.windows[index]))
    if shown.job.flat:
        download_button(
            "Flat measures, CSV", lambda: rows_csv(shown.flat_rows()), f"{_STEM}-flat.csv"
        )
    if shown.job.diagnosed:
        download_button(
            "What losses are made of, CSV",
            lambda: rows_csv(loss_rows(losses(shown))),
            f"{_STEM}-losses.csv",
        )
        download_button(
            "Causes of all tracks, CSV",
            lambda: rows_csv(shown.cause_rows(), CAUSE_COLUMNS),
            f"{_STEM}-causes.csv",
        )
    cite(shown.cite([float(shown.windows[index])]))


def _figure_for_print(shown: Results, window: float) -> None:
    with st.expander("Figure for print"):
        size, form, dpi = choose_size("corpus_print")
        measures = choose_measures(
            "corpus_print", shown.measures, session.pair.variant, "A panel of box plots each."
        )
        if not measures:
            st.caption("Choose a measure.")
            return
        part = session.windows.part

        def make() -> bytes:
            from explorer.figures.printed.corpus import print_corpus  # with matplotlib

            return print_corpus(shown, window, size=size, measures=measures, part=part).data(
                form, dpi
            )

        download_button("Save the figure", make, f"{_STEM}-{size}.{form}")
