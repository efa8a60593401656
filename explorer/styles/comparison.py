"""The parts of the page Styles that show results."""

import re
from collections import Counter
from functools import partial

import streamlit as st

from core.caemsi import COMPRESSORS
from core.caemsi.items import Corpus
from core.caemsi.results import StyleTests
from core.caemsi.verdict import LEVEL_NOTE, items_words
from explorer import session
from explorer.figures.styles import matrix_figure
from explorer.frontend.components import styles
from explorer.glossary import glossary_line, link
from explorer.messages.pack import wrap
from explorer.session.around_streamlit import plain, tabulate, value_of
from explorer.state.styles import StylesState
from explorer.state.value import Number
from explorer.styles.comparing import Compared, Measured
from explorer.widgets.tables import long_table
from explorer.widgets.text import READING

_PLOT = {"displayModeBar": False}
_ORDERS = {"corpus": "by corpus", "likeness": "by similarity"}


def left_out(a: Corpus | None, b: Corpus | None) -> None:
    rows = [
        {"corpus": side, "item": left.name, "what": kind, "why": left.reason}
        for side, corpus in (("A", a), ("B", b))
        if corpus is not None
        for kind, several in (("unreadable", corpus.unreadable), ("removed", corpus.removed))
        for left in several
    ]
    if not rows:
        return
    counts = Counter(row["what"] for row in rows)
    kinds = [f"{counts[kind]:,} {kind}" for kind in ("unreadable", "removed") if counts[kind]]
    with st.expander(f"Left out: {', '.join(kinds)}", icon=":material/rule:"):
        long_table(rows, "The JSON export")


def warned(tests: StyleTests) -> None:
    """Warn of few items and of wrong distances, with a way to fix them."""
    distances = tests.distances
    for warning in tests.warnings:
        if warning != distances.warning:
            st.warning(_symbols(plain(warning)), icon=":material/warning:")
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
        "Choose the margin before you look: a wider margin calls more corpora equivalent.  \n"
        + glossary_line("ncd", "equivalence-margin", "permutation-test"),
        width=READING,
    )


def _take(key: str, value: Number[float]) -> None:
    session.styles.take(value, str(value_of(key, value.name)))


def explained(compared: Compared, tests: StyleTests) -> None:
    with st.expander("Statistics, and how to read the figures"):
        names = {
            "difference": link("p-diff", "difference"),
            "equivalence": link("p-eqv", "equivalence"),
        }
        tabulate(
            [
                {{"p_value": "p"}.get(name, name): cell for name, cell in row.items()}
                | {"test": names.get(row["test"], row["test"])}
                for row in tests.cells()
            ]
        )
        st.caption(
            "T is the mean distance between the corpora divided by the mean distance within them: "
            "about 1 if they do not differ. δ/L is the median rank of distances within a corpus "
            "minus that of distances between, divided by their number L.\n\n"
            "Distances: a curve farther to the right has larger distances. $b_{AB}$ to the right "
            "of $w_A$ and $w_B$ suggests a difference. Equal medians suggest equivalence. The "
            "tests decide.\n\n"
            "Margins: $p_\\mathrm{eqv}$ is the larger λ and falls as the margin grows. It is below "
            "α where the background is tinted. ▲ marks the paper's margin for corpora of this "
            "size.\n\n"
            "Labelings: bars show the statistics of random labelings, the line the observed one. "
            "Red bars count for $p$. $T_I$ is drawn upward, $T_S$ downward.\n\n"
            f"{_symbols(plain(items_words(session.styles.margin, session.styles.alpha)))} "
            f"{_symbols(plain(LEVEL_NOTE))}\n\n"
            "Distances are measured by compression and compared by two permutation tests (CAEMSI, "
            f"Ens and Pasquier, ICCC 2018). {plain(compared.about)}.",
            width=READING,
        )


def _symbols(markdown: str) -> str:
    return re.sub(r"p\\?_(diff|eqv)", r"$p_\\mathrm{\1}$", markdown)


def matrix(measured: Measured) -> None:
    st.subheader("Distances of all items", anchor=False)
    chosen = st.segmented_control(
        "Order",
        list(_ORDERS),
        default="corpus",
        format_func=_ORDERS.__getitem__,
        key="styles_matrix_order",
        label_visibility="collapsed",
    )
    order = measured.by_likeness if chosen == "likeness" else range(len(measured.distances))
    st.plotly_chart(
        matrix_figure(measured.distances.values, measured.n_a, measured.item_names, order),
        key="styles_matrix",
        config=_PLOT,
    )
    st.caption("By similarity: average linkage (scipy), which ignores the corpora.")
