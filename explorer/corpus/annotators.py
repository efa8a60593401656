"""The fold of annotators on Corpus: mean agreement of all annotators of each track."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.agreement.corpus import OverTracks, corpus_agreement
from core.corpus.results import Results
from core.wording import counted
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Filters, Kept
from explorer.corpus.scoring import problem_words, refuse_long
from explorer.corpus.tracks import loader
from explorer.session.around_streamlit import plain
from explorer.tables.grids import agreement_html, level_words, standing_words
from explorer.widgets.progress import Watch
from explorer.widgets.saving import cite, download_button


def corpus_annotators(file: Kept, chosen: Filters) -> None:
    fold = st.expander(
        "Annotators against each other", key="corpus_annotators_fold", on_change="rerun"
    )
    if not fold.open:
        return
    shown = corpus_computed.passing(file, chosen)
    with fold:
        st.caption(
            "A track's annotators are those in its reference files. If annotators have folders of "
            "their own, choose them here. Other methods are scored against all annotators."
        )
        methods = list(dict.fromkeys(item.method for item in shown.items if not item.baseline))
        picked = st.multiselect(
            "Methods that are annotators",
            methods,
            key=f"corpus_annotators_{corpus_computed.source_key(file)}",
            placeholder="none",
        )
        asked = file, chosen, tuple(picked), session.pair.window
        known, over = session.corpus.annotated
        if known == asked:
            _answer(over)
        elif st.button("Score annotators", icon=":material/play_arrow:", key="corpus_annotators"):
            _score(file, shown, picked, asked)


def _answer(over: OverTracks) -> None:
    agreement = over.mean
    if agreement is None:
        st.caption("No track has two annotators that can be scored.")
    else:
        key, part = session.pair.variant, session.windows.part
        if agreement.names:
            st.html(agreement_html(agreement, key, part, {}))
        level = level_words(agreement, key, part)
        st.caption(f"{counted(agreement.n_tracks, 'track')}, annotators matched by name. {level}")
        if standing := standing_words(agreement, key, part):
            st.caption(plain(standing))
        with st.container(width=230):
            download_button("Annotators, CSV", agreement.to_csv, "annotators.csv")
        cite(agreement.cite(), "these means")
    if over.problems:
        st.caption(plain(f"{problem_words(over.problems)}."))


def _score(file: Kept, shown: Results, picked: Sequence[str], asked: object) -> None:
    job = shown.job
    with Watch(
        "corpus_annotators",
        lambda done, total: f"{done:,} of {total:,} tracks",
        help="Stops without a result.",
    ) as watch:
        over = corpus_agreement(
            shown.items,
            [session.pair.window],
            methods=picked,
            load=loader(),
            choices=job.choices,
            check=partial(refuse_long, job),
            progress=watch.tell,
            cancelled=watch.stopped,
            settings=job.settings,
        )
    session.corpus.annotated = asked, over
    st.rerun()
