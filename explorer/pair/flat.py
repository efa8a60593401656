"""Flat measures on Compare: all layers against all, then two layers in detail."""

import streamlit as st

from core.errors import ScoreError
from core.flat import FlatGrid
from explorer import session
from explorer.pair import computed
from explorer.pair.pairing import ShownPair
from explorer.pair.saving import stem
from explorer.session.around_streamlit import plain, tabulate
from explorer.tables.grids import FAMILIES, grid_html, measure_of, measure_words
from explorer.tables.pair import flat_rows
from explorer.widgets.fields import choose_part
from explorer.widgets.saving import download_button


def flat_measures(pair: ShownPair) -> None:
    st.markdown("**Flat measures, layer against layer**")
    try:
        grid = computed.flat_layers(*pair.aligned, beta=session.pair.beta)
    except ScoreError as error:
        st.caption(plain(str(error)))
    else:
        _layers(pair, grid)
    _two_layers(pair)


def _layers(pair: ShownPair, grid: FlatGrid) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        family = st.selectbox("Measure", FAMILIES, key="flat_family", width=230)
        part = choose_part("flat_part")
        trim = measure_of(family, True).trim and st.checkbox(
            "Trim", key="flat_trim", help="Ignore the first and the last boundary."
        )
    measure = measure_of(family, trim)
    st.html(grid_html(grid, measure, part))
    st.caption(measure_words(measure, grid.notation))
    for lack in grid.lacks:
        if measure.of in lack.of:
            st.caption(plain(lack.sentence))
    with st.container(width=230):
        download_button("Flat measures, CSV", grid.to_csv, f"{stem(*pair.aligned)}-flat.csv")


def _two_layers(pair: ShownPair) -> None:
    levels = []
    for side, hierarchy, column in zip(
        ("Reference", "Estimate"), pair.aligned, st.columns(2), strict=True
    ):
        count = len(hierarchy.layers)
        with column:
            levels.append(
                st.selectbox(
                    f"{side} layer",
                    range(1, count + 1),
                    index=count - 1,
                    key=f"flat_{side}_{count}",
                    help="1 is the coarsest.",
                )
            )
    tabulate(flat_rows(computed.flat(*pair.aligned, *levels), pair.aligned[0].notation))
