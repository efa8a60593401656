"""Styles: do two corpora share a style? The verdict, the distances, and both tests."""

import streamlit as st

from core.errors import HierscopeError
from explorer import session
from explorer.pair.live import address_only
from explorer.pair.opening import start_pair
from explorer.session.around_streamlit import plain
from explorer.state.styles import StylesState
from explorer.styles import settings, sources
from explorer.styles.comparing import Compared, compare, limits, read_both, stopped
from explorer.styles.picture import explained, item, item_map, left_out, matrix, picture, warned
from explorer.styles.saving import styles_downloads
from explorer.widgets.fields import say_once
from explorer.widgets.text import export_place, title


def _compared(source: sources.StylesSource, read_as: str) -> Compared | None:
    key = (source, read_as, settings.duplicates())
    options = (settings.compressor(read_as), session.styles_form.order, settings.draws(), limits())
    session.styles.under_way = repr((key, *options))  # in case it is stopped
    if stopped((key, *options)):
        return None
    a, b = read_both(*key)
    left_out(a, b)
    if a is None or b is None:
        return None
    return compare((a, b), key, *options)


def _show(compared: Compared, source: sources.StylesSource) -> None:
    tests = compared.tests()
    picture(compared.drawing)
    # A narrow margin adds a warning: below the slider, in a place of its own, it moves nothing.
    with st.container():
        warned(tests)
    explained(compared, tests)
    left, right = st.columns(2, gap="large")
    with left:
        matrix(compared.measured)
    with right:
        item_map(compared.measured)
    item(compared.measured)
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        styles_downloads(compared, tests, source)


start_pair([])
with title("Do two corpora share a style?"):
    setting, export = st.container(width=130), export_place()
chosen = sources.chosen_source()
about = plain(sources.source_words(chosen))
with st.expander(about, expanded=chosen is None, icon=":material/library_music:"):
    sources.source_fields()
    likely = sources.guess(chosen) if chosen else "bytes"
    settings.reading_settings(likely)
read_as = settings.representation(likely)
with setting, st.popover("Settings", icon=":material/tune:", width="stretch"):
    settings.settings(likely)
say_once(session.styles, StylesState.refused)
# Before the computation, so that a link copied meanwhile is correct.
address_only()
if chosen is None:
    if not sources.unread():
        st.info(
            "Choose two corpora of at least 3 items each. With few items, the tests rarely find "
            "anything."
        )
else:
    try:
        compared = _compared(chosen, read_as)
        if compared is not None:
            _show(compared, chosen)
    except HierscopeError as error:
        st.error(plain(str(error)), icon=":material/error:")
