"""The window that is advised for a corpus, on its own page and on Windows."""

from __future__ import annotations

import streamlit as st

from core.choosing import Advice
from core.wording import counted
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Filters, Kept
from explorer.corpus.tracks import on_screen
from explorer.widgets.advice import show_advice


def advised(file: Kept, chosen: Filters) -> None:
    """Draw the advised window, with its reasons; Windows shows it for pairs of the corpus."""
    session.corpus.shown = file, chosen
    st.subheader("Which window?", anchor=False)
    show_advice(
        corpus_computed.advice(file, chosen, session.pair.variant, session.windows.part),
        "use_corpus_advice",
    )


def advised_by_corpus() -> Advice | None:
    """Give the advice for the corpus that the pair on screen was opened from, and say so."""
    file, chosen = session.corpus.shown
    # It may have been scored anew since, or removed.
    if file is None or corpus_computed.kept(file[0]) != file:
        return None
    if not on_screen(corpus_computed.source_key(file)):
        return None
    pairs = counted(len(corpus_computed.passing(file, chosen).without_baselines()), "pair")
    st.caption(f"This pair is of a corpus. The advice is for the {pairs} shown on Corpus.")
    return corpus_computed.advice(file, chosen, session.pair.variant, session.windows.part)
