"""The parts of the page Styles that show the items on a map, and one of them."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.align import align
from core.caemsi.arranging import nearest
from core.caemsi.items import Item
from core.caemsi.representations.hierarchies import read_hierarchies
from core.caemsi.representations.images import CHANNELS, SIDE
from core.caemsi.representations.midi import read_notes
from core.caemsi.tables import item_names
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import pack_pair
from explorer import session
from explorer.figures.styles import hierarchy_figure, map_figure, notes_figure
from explorer.pair.opening import open_in_compare
from explorer.session.around_streamlit import plain, tabulate
from explorer.styles.comparing import Compared
from explorer.styles.sources import SIDES
from explorer.tables.pair import Row

_TEXT = 1200  # characters of an item that are shown
_NEAREST = 3
_PLOT = {"displayModeBar": False, "scrollZoom": True}


def item_map(found: Compared) -> None:
    """Draw the map on which items can be chosen."""
    st.subheader("Map of the items", anchor=False)
    with st.spinner("Placing the items …"):
        placed = found.places
    if placed is None:
        st.caption("There are too many items for a map; choose one by its name, below.")
        return
    names = item_names(found.a, found.b)
    st.plotly_chart(
        map_figure(placed, len(found.a.items), names, found.names, _chosen(found)),
        key=_map_key(found),
        config=_PLOT,
        on_select=lambda: _take_point(found),
        selection_mode="points",
    )
    st.caption(
        "Click a point to open its item. Metric multidimensional scaling (scikit-learn), Stress-1 "
        f"{placed.stress:.2f}: the nearer to 0, the better distances on the plane are those of "
        "the items."
    )


def item(found: Compared, read_as: str) -> None:
    """Draw the item that was chosen on the map, or here by its name."""
    names = item_names(found.a, found.b)
    number = _chosen(found)
    st.subheader("An item", anchor=False)
    st.selectbox(
        "Item",
        range(len(names)),
        index=number,
        format_func=names.__getitem__,
        key=_box_key(found),
        on_change=_take_name,
        args=(found,),
        placeholder="choose an item to open",
        label_visibility="collapsed",
    )
    if number is not None:
        _opened(found, read_as, number)


def _map_key(found: Compared) -> str:
    return f"styles_map_{abs(hash(found.measured))}"


def _box_key(found: Compared) -> str:
    """Another one for each choice that was made elsewhere, and for other corpora."""
    return f"widget_styles_item_{abs(hash(found.measured))}_{session.styles.turned}"


def _chosen(found: Compared) -> int | None:
    said = session.styles.item
    return said[1] if said and said[0] == repr(found.measured) else None


def _take_point(found: Compared) -> None:
    points = st.session_state[_map_key(found)]["selection"]["points"]
    if points and "customdata" in points[0]:
        _choose(found, int(points[0]["customdata"][0]))


def _take_name(found: Compared) -> None:
    said = st.session_state[_box_key(found)]
    if said is not None:
        _choose(found, said)


def _choose(found: Compared, number: int) -> None:
    session.styles.turned += 1
    session.styles.item = (repr(found.measured), number)


def _opened(found: Compared, read_as: str, number: int) -> None:
    n_a = len(found.a.items)
    every = (*found.a.items, *found.b.items)
    item, side = every[number], SIDES[number >= n_a]
    sizes = f"{len(item.data):,} bytes, {int(found.distances.sizes[number]):,} compressed"
    st.markdown(f"**{plain(item.name)}** of {side.upper()}: {sizes}")
    seen, near = st.columns(2, gap="large")
    hierarchy = None
    with seen:
        try:
            hierarchy = _shown(item, read_as)
        except HierscopeError as error:
            # Such as a folder that is gone.
            st.error(plain(str(error)), icon=":material/error:")
    with near:
        tabulate(_neighbours(found, number))
        if hierarchy is not None:
            _way_to_compare(found, number, hierarchy)


def _hierarchy(item: Item) -> Hierarchy:
    return read_hierarchies(item.files())[0].hierarchy


def _shown(item: Item, read_as: str) -> Hierarchy | None:
    """Draw an item as what it was read as; give a hierarchy."""
    if read_as.startswith("hierarchy"):
        hierarchy = _hierarchy(item)
        st.plotly_chart(hierarchy_figure(hierarchy), key="styles_item_layers", config=_PLOT)
        return hierarchy
    if read_as == "image":
        pixels = np.frombuffer(item.data, np.uint8).reshape(SIDE, SIDE, CHANNELS)
        st.image(pixels, width=4 * SIDE, caption="as it is compared")
    elif read_as == "midi":
        st.plotly_chart(
            notes_figure(read_notes(item.files()[0][1], item.name)),
            key="styles_item_notes",
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


def _neighbours(found: Compared, number: int) -> list[Row]:
    n_a, count = len(found.a.items), len(found.distances)
    names = item_names(found.a, found.b)
    rows = []
    for side, members in (("A", np.arange(n_a)), ("B", np.arange(n_a, count))):
        near = nearest(found.distances, number, members, _NEAREST)
        words = [f"{plain(names[at])} ({found.distances.values[number, at]:.4f})" for at in near]
        rows.append({"": f"nearest in {side}", "item (distance)": ", ".join(words)})
    return rows


def _way_to_compare(found: Compared, number: int, hierarchy: Hierarchy) -> None:
    st.button(
        "Open in Compare",
        key="styles_open",
        icon=":material/open_in_new:",
        on_click=_open,
        args=(found, number, hierarchy),
        help="As the reference; the estimate is the item of the other corpus that is nearest, "
        "cropped or padded to its length.",
    )


def _open(found: Compared, number: int, hierarchy: Hierarchy) -> None:
    n_a, count = len(found.a.items), len(found.distances)
    others = np.arange(n_a, count) if number < n_a else np.arange(n_a)
    near = nearest(found.distances, number, others, 1)[0]
    every = (*found.a.items, *found.b.items)
    try:
        other = _hierarchy(every[near])
        pair = align(hierarchy, other)
        packed = pack_pair(pair.reference, pair.estimate)
    except HierscopeError as error:
        session.styles.refused = str(error)
        return
    open_in_compare(packed, {})
