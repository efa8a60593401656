"""Corpus: methods ranked over many tracks, their scores at every window, and each track."""

import sys

import streamlit as st

from core.corpus.job import Job
from core.errors import HierscopeError
from core.files.access import without_places
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus import scoring, sources
from explorer.corpus.annotators import corpus_annotators
from explorer.corpus.computed import Kept
from explorer.corpus.picture import advised, choices, filters, losses_part, picture, tables
from explorer.corpus.saving import corpus_downloads
from explorer.pair.live import address_only
from explorer.pair.opening import start_pair
from explorer.pair.scoring_settings import settings
from explorer.session.around_streamlit import plain
from explorer.state.corpus import CorpusState
from explorer.widgets.fields import say_once
from explorer.widgets.text import export_place, title


def _show(file: Kept, source: sources.CorpusSource, job: Job | None) -> None:
    if not len(corpus_computed.results(file)):
        st.info("No pair could be scored.")
        return
    with row:
        chosen = filters(file)
    if not len(corpus_computed.passing(file, chosen)):
        st.info("No track passes the filters.")
        return
    with row:
        choices(file)
    picture(file, chosen)
    if job is not None:
        st.subheader("Why scores are low", anchor=False)
        scoring.score_sample(source, job)
    losses_part(file, chosen)
    tables(file, chosen)
    advised(file, chosen)
    corpus_annotators(file, chosen)
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        corpus_downloads(file, chosen)


start_pair(sys.argv[1:])
session.lessons.term = ""  # only the glossary's address has one
with title("Scores of many tracks: which method is best, and why?"):
    with st.popover("Settings", icon=":material/tune:"):
        settings()
    export = export_place()
row = st.container(horizontal=True, gap="small", key="corpus_row")
try:
    sources.remember_salami()
    source = sources.chosen_source()
    is_sample = source is not None and source[0] == "sample"
    file, job = (
        scoring.sample_file(source) if source and is_sample else (scoring.file_of(source), None)
    )
    form = row.expander(
        plain(sources.source_words(source)),
        expanded=file is None and job is None,
        icon=":material/library_music:",
    )
    with form:
        sources.source_fields()
        if source is not None:
            scoring.matching(source, file)
    scoring.scored_note()
    say_once(session.corpus, CorpusState.refused)
    if source is not None and file is not None:
        results = corpus_computed.results(file)
        scoring.problems(results.problems)
        scoring.tell_notes(results)
        _show(file, source, job)
    elif source is not None and job is not None:
        scoring.score_sample(source, job)
except HierscopeError as error:
    # For example, the file has no results.
    st.error(plain(without_places(str(error))), icon=":material/error:")
address_only()
