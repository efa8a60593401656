"""The parts of the page Styles that show what was found."""

from collections import Counter
from functools import partial

import streamlit as st

from core.caemsi import COMPRESSORS
from core.caemsi.comparing import StyleTests
from core.caemsi.items import Corpus
from core.caemsi.verdict import LEVEL_NOTE, items_words
from explorer import session
from explorer.figures.styles import matrix_figure, spread_figure
from explorer.frontend.components import styles
from explorer.glossary import glossary_line, link
from explorer.messages.pack import wrap
from explorer.session.around_streamlit import plain, said, tabulate
from explorer.state.styles import StylesState
from explorer.state.value import Number
from explorer.styles.comparing import Compared

_SHOWN = 500  # rows in a table
_PLOT = {"displayModeBar": False}
_ORDERS = {"corpus": "by corpus", "likeness": "by likeness"}


def left_out(a: Corpus | None, b: Corpus | None) -> None:
    """List what could not be read, and duplicates that were taken out."""
    rows = [
        {"corpus": side, "item": left.name, "what": kind, "why": left.reason}
        for side, corpus in (("A", a), ("B", b))
        if corpus is not None
        for kind, several in (("unreadable", corpus.unreadable), ("taken out", corpus.removed))
        for left in several
    ]
    if not rows:
        return
    counts = Counter(row["what"] for row in rows)
    kinds = [f"{counts[kind]:,} {kind}" for kind in ("unreadable", "taken out") if counts[kind]]
    with st.expander(f"Left out: {', '.join(kinds)}", icon=":material/rule:"):
        st.dataframe(rows[:_SHOWN], hide_index=True, width="stretch")
        if len(rows) > _SHOWN:
            st.caption(f"The first {_SHOWN} are shown; the JSON export holds all.")


def warned(tests: StyleTests) -> None:
    """Say where items are few, and what is wrong with the distances, with a way to fix it."""
    distances = tests.distances
    for warning in tests.warnings:
        if warning != distances.warning:
            st.warning(plain(warning), icon=":material/warning:")
    if not distances.warning:
        return
    text, button = st.columns([4, 1], vertical_alignment="center")
    text.warning(plain(distances.warning), icon=":material/warning:")
    if distances.reach < COMPRESSORS["zstd"].reach:
        button.button(
            "Use zstd", key="styles_zstd", on_click=_use_zstd, width="stretch", type="primary"
        )


def _use_zstd() -> None:
    session.styles_form.compressor = "zstd"


def picture(drawing: bytes, key: str = "styles") -> None:
    """Draw the verdict, the sliders, and the curves and labellings that follow them."""
    start = {
        "margin": session.styles.margin,
        "alpha": session.styles.alpha,
        "restored": session.visit.restored,
    }
    styles(
        data=wrap(start, drawing),
        key=key,
        on_margin_change=partial(_take, key, StylesState.margin),
        on_alpha_change=partial(_take, key, StylesState.alpha),
    )
    st.caption(
        "First: p_eqv is the larger of both λ, and falls as the margin grows; the ground is tinted "
        "where it lies below α; ▲ marks the margin that fits the paper's for corpora of this size. "
        "Then: what random labellings give, the observed value as a line, and in red what each p "
        "counts: of T as much as was observed, of T_I (drawn upwards) and T_S (downwards) less.  \n"
        "Choose the margin before looking: a wider one calls more corpora equivalent. "
        f"{plain(items_words(session.styles.margin, session.styles.alpha))} {plain(LEVEL_NOTE)}  \n"
        + glossary_line("ncd", "p-diff", "p-eqv", "equivalence-margin", "permutation-test")
    )


def _take(key: str, value: Number[float]) -> None:
    session.styles.take(value, str(said(key, value.name)))


def distributions(compared: Compared, tests: StyleTests) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader("Distances within and between", anchor=False)
        figure = spread_figure(compared.spread, compared.names)
        st.plotly_chart(figure, key="styles_spread", config=_PLOT)
        st.caption(
            "Cumulated, as Figures 1 and 2 of the paper. b_AB to the right of w_A and w_B speaks "
            "for a difference, medians that lie together for equivalence; the tests decide."
        )
    with right:
        st.subheader("Numbers", anchor=False)
        names = {
            "difference": link("p-diff", "difference"),
            "equivalence": link("p-eqv", "equivalence"),
        }
        tabulate([row | {"test": names.get(row["test"], row["test"])} for row in tests.cells()])
        st.caption(
            "The statistic of the difference is T, the mean distance between the corpora over that "
            "within them: about 1 where nothing differs. That of equivalence is δ/L: δ is the "
            "median rank of the distances within a corpus less that of those between, L how many "
            "they are. Where |δ/L| is far below the margin, and items are many, p is small."
        )


def matrix(compared: Compared) -> None:
    st.subheader("Distances of all items", anchor=False)
    chosen = st.segmented_control(
        "Order",
        list(_ORDERS),
        default="corpus",
        format_func=_ORDERS.__getitem__,
        key="styles_matrix_order",
        label_visibility="collapsed",
    )
    order = compared.by_likeness if chosen == "likeness" else range(len(compared.distances))
    st.plotly_chart(
        matrix_figure(compared.distances.values, compared.n_a, compared.item_names, order),
        key="styles_matrix",
        config=_PLOT,
    )
    st.caption("By likeness: average linkage (scipy), which knows nothing of corpora.")
