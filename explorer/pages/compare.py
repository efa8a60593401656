"""Compare: a pair stacked on one time axis, and every score following the window."""

from dataclasses import replace
from functools import partial

import streamlit as st

from core.settings import Settings
from core.tmeasures import CONVENTIONS, TMeasures
from core.windows import effective_window
from explorer import session
from explorer.corpus.tracks import way_back
from explorer.glossary import link
from explorer.lessons.making import make_question
from explorer.messages.inspection import Setup
from explorer.pair import computed
from explorer.pair.annotators import annotators
from explorer.pair.current import show_pair
from explorer.pair.flat import flat_measures
from explorer.pair.heading import export_menu, heading
from explorer.pair.live import live
from explorer.pair.notes import tell_labels
from explorer.pair.pairing import ShownPair
from explorer.pair.saving import downloads
from explorer.pair.scoring_settings import CONVENTION_WORDS
from explorer.session.around_streamlit import tabulate
from explorer.tables.pair import convention_rows


def _scores(pair: ShownPair) -> None:
    window = effective_window(pair.aligned[0].end, session.pair.window)
    setup = Setup.of(*pair.aligned, session.pair)
    chosen = setup.settings.convention
    w = pair.aligned[0].notation.width(window, "∞")
    conventions = CONVENTIONS | {chosen.name: chosen}

    def scores(settings: Settings) -> TMeasures:
        return computed.scores_at(replace(setup, settings=settings), window)

    results = {
        title: scores(replace(setup.settings, convention=conventions[name]))
        for name, title in CONVENTION_WORDS.items()
    }
    alike = scores(replace(setup.settings, equal="triplets"))
    results[f"{chosen.name}, all triplets weighted equally"] = alike
    st.caption(
        f"This pair at w = {w}. The last row weights all {link('alike', 'triplets equally')}, "
        "instead of all queries."
    )
    tabulate(convention_rows(results, CONVENTION_WORDS[chosen.name]))


def _show(pair: ShownPair) -> None:
    export_menu(export, pair, partial(downloads, pair))
    live(*pair.aligned, as_read=pair.as_read)
    more = st.expander("More measures", key="more_measures", on_change="rerun")
    if more.open:  # computing them takes time
        with more:
            st.markdown("**Conventions side by side**")
            _scores(pair)
            tell_labels(pair)
            flat_measures(pair)
    annotators(pair)
    make_question(*pair.aligned)


export = heading(of_pair=True)
way_back()
show_pair(_show)
