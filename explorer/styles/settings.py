"""The settings of the page Styles."""

import streamlit as st

from core.caemsi import COMPRESSORS
from core.caemsi.comparing import Draws
from core.caemsi.representations import recommended_compressor
from explorer import session
from explorer.session.around_streamlit import plain
from explorer.state.styles import StylesForm
from explorer.widgets.fields import choose, number, switch

READ_AS = {
    "bytes": "bytes, as they are",
    "image": "images, 64 × 64 pixels",
    "midi": "MIDI, onsets and offsets",
    "hierarchy": "hierarchies, labels as a tree",
    "hierarchy-durations": "hierarchies, labels and durations",
}
ORDER_WORDS = {"canonical": "one, the smaller string first", "mean": "the mean of both"}


def representation(guess: str) -> str:
    return session.styles_form.read_as or guess


def compressor(read_as: str) -> str:
    return session.styles_form.compressor or recommended_compressor(read_as)


def duplicates() -> tuple[bool, bool]:
    return session.styles_form.titles, session.styles_form.similar


def draws() -> Draws:
    form = session.styles_form
    return Draws(form.permutations, form.seed, form.exact, form.equal, form.plus)


def reading_settings(guess: str) -> None:
    form = session.styles_form
    left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
    with left:
        choose(
            form,
            StylesForm.read_as,
            "Read as",
            lambda kind: READ_AS.get(kind, f"automatic: {READ_AS[guess]}"),
            chosen=form.read_as,
        )
    with middle:
        switch(
            form,
            StylesForm.titles,
            "Remove equal titles",
            "Keeps the first item of each title, as in the paper.",
        )
    with right:
        switch(
            form,
            StylesForm.similar,
            "Remove near-duplicates",
            "Images with SSIM above 0.75, MIDI with Eq. 11 above 0.75, as in the paper, and "
            "identical items.",
        )


def settings(guess: str) -> None:
    form = session.styles_form
    choose(
        form,
        StylesForm.compressor,
        "Compressor",
        lambda name: f"{name} ({COMPRESSORS[name].version})",
        "zlib, one of those that the paper tested, looks 32 kB back. deflate has no header, for "
        "short strings. lzma and zstd look 8 MB back.",
        options=tuple(COMPRESSORS),
        chosen=compressor(representation(guess)),
    )
    choose(
        form,
        StylesForm.order,
        "Order in which a pair is compressed",
        ORDER_WORDS.__getitem__,
        "No order depends on the corpora; that would bias the tests.",
    )
    left, right = st.columns(2)
    with left:
        number(form, StylesForm.permutations, "Permutations", 100)
    with right:
        number(form, StylesForm.seed, "Seed", 1)
    for value, label, help in (
        (
            StylesForm.exact,
            "Use all labelings if there are few",
            "For p_diff up to 11 + 11 items; for p_eqv, which relabels distances, up to 4 + 4.",
        ),
        (
            StylesForm.equal,
            "Weight both corpora equally",
            "The paper pools w_A and w_B, which loses power if the corpora differ in size.",
        ),
        (
            StylesForm.plus,
            "Count the observed labeling",
            "(c + 1) / (N + 1), which is never 0, instead of the paper's c / N.",
        ),
    ):
        switch(form, value, label, plain(help))
