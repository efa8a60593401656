"""The parts of the page Styles that show results: tests, distances, a map, and one item."""

import re
from collections import Counter
from functools import partial

import numpy as np
import streamlit as st

from core.align import align
from core.caemsi import COMPRESSORS
from core.caemsi.distances import nearest
from core.caemsi.items import Corpus, Item
from core.caemsi.representations.hierarchies import read_hierarchies
from core.caemsi.representations.images import CHANNELS, SIDE
from core.caemsi.representations.midi import read_notes
from core.caemsi.results import StyleTests
from core.caemsi.verdict import LEVEL_NOTE, items_words
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io.link import pack_pair
from core.vocabulary import IntArray
from explorer import session
from explorer.figures.styles import hierarchy_figure, map_figure, matrix_figure, notes_figure
from explorer.frontend.components import styles
from explorer.glossary import glossary_line, link
from explorer.messages.pack import wrap
from explorer.pair.opening import open_in_compare
from explorer.session.around_streamlit import plain, tabulate, value_of
from explorer.state.styles import StylesState
from explorer.state.value import Number
from explorer.styles.comparing import Compared, Measured
from explorer.tables.pair import Row
from explorer.widgets.text import READING, long_table

_PLOT = {"displayModeBar": False}
_ZOOMED = _PLOT | {"scrollZoom": True}
_TEXT = 1200  # characters of an item that are shown
_NEAREST = 3
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


def item_map(measured: Measured) -> None:
    st.subheader("Map of the items", anchor=False)
    with st.spinner("Placing the items …"):
        placed = measured.map
    if placed is None:
        st.caption("There are too many items for a map. Choose one by its name below.")
        return
    names = measured.item_names
    st.plotly_chart(
        map_figure(placed, measured.n_a, names, measured.names, _chosen(measured)),
        key=_map_key(measured),
        config=_ZOOMED,
        on_select=lambda: _take_point(measured),
        selection_mode="points",
    )
    st.caption(
        "Click a point to open its item. Metric multidimensional scaling (scikit-learn), Stress-1 "
        f"{placed.stress:.2f}: near 0, distances on the map equal those of the items."
    )


def item(measured: Measured) -> None:
    names = measured.item_names
    number = _chosen(measured)
    st.subheader("An item", anchor=False)
    st.selectbox(
        "Item",
        range(len(names)),
        index=number,
        format_func=names.__getitem__,
        key=_box_key(measured),
        on_change=_take_name,
        args=(measured,),
        placeholder="choose an item to open",
        label_visibility="collapsed",
    )
    if number is not None:
        _opened(measured, number)


def _map_key(measured: Measured) -> str:
    return f"styles_map_{abs(hash(measured.key))}"


def _box_key(measured: Measured) -> str:
    """Return a new key for other corpora, and after each choice on the map."""
    return f"widget_styles_item_{abs(hash(measured.key))}_{session.styles.turned}"


def _chosen(measured: Measured) -> int | None:
    chosen = session.styles.item
    return chosen[1] if chosen and chosen[0] == repr(measured.key) else None


def _take_point(measured: Measured) -> None:
    points = st.session_state[_map_key(measured)]["selection"]["points"]
    if points and "customdata" in points[0]:
        _choose(measured, int(points[0]["customdata"][0]))


def _take_name(measured: Measured) -> None:
    number = st.session_state[_box_key(measured)]
    if number is not None:
        _choose(measured, number)


def _choose(measured: Measured, number: int) -> None:
    session.styles.turned += 1
    session.styles.item = (repr(measured.key), number)


def _opened(measured: Measured, number: int) -> None:
    item, side = measured.items[number], "AB"[number >= measured.n_a]
    sizes = f"{len(item.data):,} bytes, {int(measured.distances.sizes[number]):,} compressed"
    st.markdown(f"**{plain(item.name)}** of {side}: {sizes}")
    left, right = st.columns(2, gap="large")
    hierarchy = None
    with left:
        try:
            hierarchy = _shown(item, measured.representation)
        except HierscopeError as error:
            # For example, a folder is gone.
            st.error(plain(str(error)), icon=":material/error:")
    with right:
        tabulate(_neighbors(measured, number))
        if hierarchy is not None:
            st.button(
                "Open in Compare",
                key="styles_open",
                icon=":material/open_in_new:",
                on_click=_open,
                args=(measured, number, hierarchy),
                help="Opens it as the reference. The estimate is the nearest item of the other "
                "corpus, cropped or padded to its length.",
            )


def _hierarchy(item: Item) -> Hierarchy:
    return read_hierarchies(item.files())[0].hierarchy


def _shown(item: Item, read_as: str) -> Hierarchy | None:
    if read_as.startswith("hierarchy"):
        hierarchy = _hierarchy(item)
        st.plotly_chart(hierarchy_figure(hierarchy), key="styles_item_layers", config=_ZOOMED)
        return hierarchy
    if read_as == "image":
        pixels = np.frombuffer(item.data, np.uint8).reshape(SIDE, SIDE, CHANNELS)
        st.image(pixels, width=4 * SIDE, caption="as compared")
    elif read_as == "midi":
        st.plotly_chart(
            notes_figure(read_notes(item.files()[0][1])), key="styles_item_notes", config=_PLOT
        )
    else:
        st.code(_text(item.data), language=None, wrap_lines=True)
    return None


def _text(data: bytes) -> str:
    try:
        # A character may be cut off at the end.
        text = data[: 4 * _TEXT].decode(errors="strict" if len(data) <= 4 * _TEXT else "ignore")
    except UnicodeDecodeError:
        text = data[:_TEXT].hex(" ")
    return text if len(text) <= _TEXT else f"{text[:_TEXT]} …"


def _members(measured: Measured) -> tuple[IntArray, IntArray]:
    every = np.arange(len(measured.distances))
    return every[: measured.n_a], every[measured.n_a :]


def _neighbors(measured: Measured, number: int) -> list[Row]:
    names, values = measured.item_names, measured.distances.values
    rows = []
    for side, members in zip("AB", _members(measured), strict=True):
        near = nearest(values, number, members, _NEAREST)
        items = [f"{plain(names[at])} ({values[number, at]:.4f})" for at in near]
        rows.append({"": f"nearest in {side}", "item (distance)": ", ".join(items)})
    return rows


def _open(measured: Measured, number: int, hierarchy: Hierarchy) -> None:
    others = _members(measured)[number < measured.n_a]
    near = nearest(measured.distances.values, number, others, 1)[0]
    try:
        pair = align(hierarchy, _hierarchy(measured.items[near]))
        packed = pack_pair(pair.reference, pair.estimate)
    except HierscopeError as error:
        session.styles.refused = str(error)
        return
    open_in_compare(packed, {})
