"""Corpus: the scores of many tracks at every window, and the way from a point to its pair."""

import streamlit as st

from core.errors import HierscopeError
from core.files.access import without_places
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.annotators import corpus_annotators
from explorer.corpus.computed import Kept
from explorer.corpus.saving import corpus_downloads
from explorer.corpus.scoring import file_of, matching, problems, scored_note, tell_notes
from explorer.corpus.sources import chosen_source, remember_salami, source_fields, source_words
from explorer.corpus.view import advised, choices, filters, picture, tables
from explorer.pair.heading import heading
from explorer.pair.view import address_only
from explorer.session.around_streamlit import plain
from explorer.state.corpus import CorpusState
from explorer.widgets.fields import say_once


def _source() -> Kept | None:
    remember_salami()
    chosen = chosen_source()
    file = file_of(chosen)
    words = plain(source_words(chosen))
    with st.expander(words, expanded=file is None, icon=":material/library_music:"):
        source_fields()
        if chosen is not None:
            matching(chosen, file)
    scored_note()
    say_once(session.corpus, CorpusState.refused)
    return file


def _show(file: Kept) -> None:
    results = corpus_computed.results(file)
    problems(results.problems)
    tell_notes(results)
    if not len(results):
        st.info("No pair could be scored.")
        return
    kept = filters(file)
    if not len(corpus_computed.passing(file, kept)):
        st.info("No track passes the filters.")
        return
    choices(file)
    picture(file, kept)
    advised(file, kept)
    tables(file, kept)
    corpus_annotators(file, kept)
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        corpus_downloads(file, kept)


export = heading()
st.markdown(
    "Scores of many tracks: their distribution at every window, as in Figures 9 and 11 of the "
    "paper, and at w every track, to find outliers and open them."
)
try:
    file = _source()
    if file is not None:
        _show(file)
except HierscopeError as error:
    # Such as a file that holds no results.
    st.error(plain(without_places(str(error))), icon=":material/error:")
address_only()
