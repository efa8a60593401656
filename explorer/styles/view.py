"""The parts of the page Styles that show what was found."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.caemsi import COMPRESSORS
from core.caemsi.items import Corpus, Left
from core.caemsi.tables import item_names
from core.caemsi.verdict import LEVEL_NOTE, items_words, too_few, too_few_alike, write_p
from core.wording import signed
from explorer import session
from explorer.figures.styles import matrix_figure, spread_figure
from explorer.frontend.components import styles
from explorer.glossary import glossary_line, link
from explorer.messages.styles import styles_message
from explorer.session.around_streamlit import plain, said, tabulate
from explorer.state.styles import StylesState
from explorer.state.value import Number
from explorer.styles.comparing import Compared
from explorer.tables.pair import Row

_SHOWN = 500  # rows in a table
_PLOT = {"displayModeBar": False}
_ORDERS = {"corpus": "by corpus", "likeness": "by likeness"}


def left_out(a: Corpus | None, b: Corpus | None) -> None:
    """List what could not be read, and duplicates that were taken out."""
    rows: list[Row] = []
    counts = {"unreadable": 0, "taken out": 0}
    for side, corpus in (("A", a), ("B", b)):
        if corpus is None:
            continue
        parts: tuple[tuple[str, tuple[Left, ...]], ...] = (
            ("unreadable", corpus.unreadable),
            ("taken out", corpus.removed),
        )
        for what, listed in parts:
            counts[what] += len(listed)
            rows += [
                {"corpus": side, "item": one.name, "what": what, "why": one.reason}
                for one in listed
            ]
    if not rows:
        return
    counted = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
    with st.expander(f"Left out: {counted}", icon=":material/rule:"):
        st.dataframe(rows[:_SHOWN], hide_index=True, width="stretch")
        if len(rows) > _SHOWN:
            st.caption(f"The first {_SHOWN} are shown; the JSON export holds all.")


def warned(found: Compared) -> None:
    """Say what is wrong with the distances, and offer what mends it; say where items are few."""
    sizes = len(found.a.items), len(found.b.items)
    alpha = session.styles.alpha
    for few in (
        too_few(found.difference, sizes, alpha),
        too_few_alike(found.at(session.styles.margin), sizes, alpha),
    ):
        if few:
            st.warning(plain(few), icon=":material/warning:")
    if not found.distances.warning:
        return
    words, button = st.columns([4, 1], vertical_alignment="center")
    words.warning(plain(found.distances.warning), icon=":material/warning:")
    if found.distances.reach < COMPRESSORS["zstd"].reach:
        button.button(
            "Use zstd", key="styles_zstd", on_click=_use_zstd, width="stretch", type="primary"
        )


def _use_zstd() -> None:
    session.styles_form.compressor = "zstd"


def picture(drawing: bytes, key: str = "styles") -> None:
    """Draw the verdict, the sliders, and the curves and labellings that follow them."""
    styles(
        data=styles_message(
            drawing,
            margin=session.styles.margin,
            alpha=session.styles.alpha,
            restored=session.visit.restored,
        ),
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


def numbers(found: Compared) -> None:
    """Draw the numbers of both tests, at the settled margin."""
    test = found.at(session.styles.margin)
    difference = found.difference
    tabulate(
        [
            {
                "number": link("p-diff", "p_diff"),
                "p": write_p(difference).removeprefix("= "),
                "statistic": f"T = {difference.statistic:.4f}",
                "counted": f"{difference.count:,} of {difference.n_permutations:,}",
            },
            {
                "number": link("p-eqv", "p_eqv"),
                "p": write_p(test).removeprefix("= "),
                "statistic": f"δ/L = {signed(test.statistic, 4)}",
                "counted": "the larger λ, the larger |δ|",
            },
            *(
                {
                    "number": f"λ of {name}",
                    "p": write_p(test, each.value).removeprefix("= "),
                    "statistic": f"δ/L = {signed(each.effect, 4)}",
                    "counted": f"L = {each.length:,}",
                }
                for name, each in (("A", test.a), ("B", test.b))
            ),
        ]
    )
    st.caption(
        "T is the mean distance between the corpora over that within them: about 1 where nothing "
        "differs. δ is the median rank of the distances within a corpus less that of those "
        "between, L how many they are; where |δ/L| is far below the margin, and items are many, λ "
        "is small."
    )


def distributions(found: Compared) -> None:
    """Draw the distances: how they are distributed, and each by itself."""
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader("Distances within and between", anchor=False)
        st.plotly_chart(spread_figure(found.spread, found.names), key="styles_spread", config=_PLOT)
        st.caption(
            "Cumulated, as Figures 1 and 2 of the paper. b_AB to the right of w_A and w_B speaks "
            "for a difference, medians that lie together for equivalence; the tests decide."
        )
    with right:
        st.subheader("Numbers", anchor=False)
        numbers(found)


def matrix(found: Compared) -> None:
    """Draw the matrix of distances."""
    st.subheader("Distances of all items", anchor=False)
    chosen = st.segmented_control(
        "Order",
        list(_ORDERS),
        default="corpus",
        format_func=_ORDERS.__getitem__,
        key="styles_matrix_order",
        label_visibility="collapsed",
    )
    n_a = len(found.a.items)
    order = found.by_likeness if chosen == "likeness" else range(len(found.distances))
    st.plotly_chart(
        matrix_figure(found.distances.values, n_a, item_names(found.a, found.b), order),
        key="styles_matrix",
        config=_PLOT,
    )
    st.caption("By likeness: average linkage (scipy), which knows nothing of corpora.")
