"""Styles: do two corpora share a style? Both tests, and what they rest on."""

import streamlit as st

from core.errors import HierscopeError
from explorer import session
from explorer.pair.opening import start_pair
from explorer.pair.view import address_only
from explorer.session.address import on_phone
from explorer.session.around_streamlit import plain
from explorer.state.styles import StylesState
from explorer.styles.comparing import Compared, compare, limits, read_both, stopped
from explorer.styles.items import item, item_map
from explorer.styles.saving import styles_downloads
from explorer.styles.settings import (
    compressor,
    draws,
    duplicates,
    reading_settings,
    representation,
    settings,
)
from explorer.styles.sources import (
    StylesSource,
    chosen_source,
    guess,
    source_fields,
    source_words,
    unread,
)
from explorer.styles.view import distributions, left_out, matrix, picture, warned
from explorer.widgets.fields import say_once
from explorer.widgets.text import export_place, title


def _compared(source: StylesSource, read_as: str) -> Compared | None:
    key = (source, read_as, duplicates())
    options = (compressor(read_as), session.styles_form.order, draws(), limits())
    session.styles.under_way = repr((key, *options))  # should it be stopped
    if stopped((key, *options)):
        return None
    a, b = read_both(*key)
    left_out(a, b)
    if a is None or b is None:
        return None
    return compare((a, b), key, *options)


def _show(compared: Compared, source: StylesSource) -> None:
    tests = compared.tests()
    warned(tests)
    picture(compared.drawing)
    st.caption(plain(f"{compared.about}."))
    distributions(compared, tests)
    left, right = st.columns(2, gap="large")
    with left:
        matrix(compared)
    with right:
        item_map(compared)
    item(compared)
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        styles_downloads(compared, tests, source)


start_pair([])
with title():
    setting, export = st.container(width=130), export_place()
st.markdown(
    "Do two corpora share a style? Compression says how far their items are from each other, and "
    "two permutation tests whether the corpora differ, and whether they are equivalent: CAEMSI, "
    "of Ens and Pasquier (ICCC 2018)."
)
chosen = chosen_source()
# All of a phone's first screen would be questions; its answers are what one comes for.
asked = chosen is None or not on_phone()
with st.expander(plain(source_words(chosen)), expanded=asked, icon=":material/library_music:"):
    source_fields()
    likely = guess(chosen) if chosen else "bytes"
    reading_settings(likely)
read_as = representation(likely)
with setting, st.popover("Settings", icon=":material/tune:", width="stretch"):
    settings(likely)
say_once(session.styles, StylesState.refused)
# Before what takes long: a link that is copied meanwhile leads back here.
address_only()
if chosen is None:
    if not unread():
        st.info("Give both corpora, of at least 3 items each; of few, little is found.")
else:
    try:
        compared = _compared(chosen, read_as)
        if compared is not None:
            _show(compared, chosen)
    except HierscopeError as error:
        st.error(plain(str(error)), icon=":material/error:")
