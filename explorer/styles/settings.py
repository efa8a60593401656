"""The settings of the page Styles."""

from __future__ import annotations

import streamlit as st

from core.caemsi import COMPRESSORS
from core.caemsi.items import REPRESENTATIONS
from explorer.styles.form import (
    MOST_PERMUTATIONS,
    ORDERS,
    SUPERIOR,
    compressor,
    draws,
    flag,
    form,
    order,
    representation,
    say,
    superior,
    take,
)
from explorer.widgets.text import plain

READ_AS = {
    "bytes": "bytes, as they are",
    "image": "images, 64 × 64 pixels",
    "midi": "MIDI, onsets and offsets",
    "hierarchy": "hierarchies, labels as a tree",
    "hierarchy-durations": "hierarchies, labels and durations",
}
ORDER_WORDS = {"canonical": "one, the smaller string first", "mean": "the mean of both"}
_SUPERIOR = 0.15


def reading_settings(guess: str) -> None:
    """Draw what files are read as, and what is taken out."""
    left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
    # Said anew, since the words of the first change with the guess.
    st.session_state["widget_styles_as"] = form()["as"] if form()["as"] in REPRESENTATIONS else ""
    left.selectbox(
        "Read as",
        ["", *REPRESENTATIONS],
        format_func=lambda each: READ_AS.get(each, f"by their kind: {READ_AS[guess]}"),
        key="widget_styles_as",
        on_change=take,
        args=("as",),
    )
    for column, name, label, help in (
        (middle, "titles", "One of each title", "As the paper: of items of one title, the first."),
        (
            right,
            "similar",
            "One of similar ones",
            "As the paper: images with SSIM above 0.75, MIDI with Eq. 11 above 0.75, and whatever "
            "stands there twice.",
        ),
    ):
        column.checkbox(
            label,
            form()[name] == "1",
            key=f"widget_styles_{name}",
            on_change=take,
            args=(name, flag),
            help=help,
        )


def settings(guess: str) -> None:
    """Draw how distances are measured and tested."""
    read_as = representation(guess)
    # It changes elsewhere, too: with what files are read as, and by "Use zstd".
    st.session_state["widget_styles_compressor"] = compressor(read_as)
    st.selectbox(
        "Compressor",
        list(COMPRESSORS),
        format_func=lambda each: f"{each} ({COMPRESSORS[each].version})",
        key="widget_styles_compressor",
        on_change=take,
        args=("compressor",),
        help="zlib is the paper's; it sees 32 kB back. deflate has no header: for short strings. "
        "lzma and zstd see 8 MB back.",
    )
    st.selectbox(
        "Order in which a pair is compressed",
        list(ORDERS),
        index=list(ORDERS).index(order()),
        format_func=ORDER_WORDS.__getitem__,
        key="widget_styles_order",
        on_change=take,
        args=("order",),
        help="Never that of the corpora: it would show the tests which is which.",
    )
    how = draws()
    left, right = st.columns(2)
    left.number_input(
        "Permutations",
        1,
        MOST_PERMUTATIONS,
        how.n_permutations,
        100,
        key="widget_styles_permutations",
        on_change=take,
        args=("permutations",),
    )
    right.number_input(
        "Seed", 0, 2**31, how.seed, 1, key="widget_styles_seed", on_change=take, args=("seed",)
    )
    for name, label, value, help in (
        (
            "exact",
            "All labellings where they are few",
            how.exact,
            "p_diff up to 11 + 11 items; p_eqv, which labels distances, up to 4 + 4.",
        ),
        (
            "equal",
            "Both corpora weigh the same within",
            how.equal_weight,
            "The paper pools w_A and w_B, and loses power where corpora are of unequal size.",
        ),
        (
            "plus",
            "Count the observed labelling in",
            how.plus_one,
            "(c + 1) / (N + 1), which is never 0, instead of the paper's c / N.",
        ),
    ):
        st.checkbox(
            label,
            value,
            key=f"widget_styles_{name}",
            on_change=take,
            args=(name, flag),
            help=plain(help),
        )
    apart = superior()
    st.checkbox(
        "Superior margin apart",
        apart is not None,
        key="widget_styles_apart",
        on_change=_take_apart,
        help="The slider then moves the inferior margin only. As the paper writes it, the inferior "
        "margin bounds δ from above, the superior one from below; corpora that differ have δ < 0.",
    )
    if apart is not None:
        st.number_input(
            "Superior margin",
            *SUPERIOR,
            apart,
            0.0025,
            format="%.4f",
            key="widget_styles_superior",
            on_change=take,
            args=("superior",),
        )


def _take_apart() -> None:
    say(superior=str(_SUPERIOR) if st.session_state["widget_styles_apart"] else "")
