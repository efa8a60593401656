"""The window that is advised for a corpus, on its own page and on Windows."""

from __future__ import annotations

import streamlit as st

from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Filters, Kept
from explorer.corpus.tracks import CORPUS
from explorer.session.around_streamlit import plain
from explorer.widgets.advice import show_advice


def advised(file: Kept, chosen: Filters) -> None:
    """Draw the advised window, with its reasons; Windows will speak of it, too."""
    session.corpus.shown = file, chosen
    st.subheader("Which window?", anchor=False)
    show_advice(
        corpus_computed.advice(file, chosen, session.pair.variant, session.windows.part),
        "use_corpus_advice",
    )


def advised_by_corpus() -> None:
    """Say what is advised for the corpus that was shown last, if there was one."""
    file, chosen = session.corpus.shown
    # It may have been scored anew since, or removed.
    if file is None or corpus_computed.kept(file[0]) != file:
        return
    count = len(corpus_computed.passing(file, chosen))
    found = corpus_computed.advice(file, chosen, session.pair.variant, session.windows.part)
    words, link = st.columns([4, 1], vertical_alignment="center")
    words.markdown(f"**For the {count:,} pairs on the page Corpus:** {plain(found.sentence)}")
    link.page_link(CORPUS, label="Corpus", icon=":material/arrow_forward:", width="stretch")
