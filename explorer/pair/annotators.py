"""Fold on Compare: all annotators of a file against each other, if it has several."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from urllib.parse import urlencode

import streamlit as st

from core.agreement.annotators import Annotators, annotators_of
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.io import Choices
from core.io.link import ReadAs
from core.measures import BY_KEY
from core.windows import effective_window
from explorer import session
from explorer.pair import computed
from explorer.pair.pairing import Opened, ShownPair
from explorer.pair.reading import ReadSide, choice_key, read_sides, stored_reading
from explorer.pair.saving import stem
from explorer.session.around_streamlit import plain
from explorer.state.pages import LINK_LIMIT, OF_ALL, LessonsState, to_url
from explorer.state.pair import FILTERS, READINGS, PairState
from explorer.tables.grids import agreement_html, level_words, standing_words
from explorer.widgets.fields import choose_part
from explorer.widgets.saving import cite, download_button

_FEWEST = 3  # with two, the pair on screen shows everything


_Linked = tuple[Hierarchy, ReadAs]  # a hierarchy and what a link stores of it


def annotators(pair: ShownPair) -> None:
    """Draw the fold if a file has more than two annotators; its content only when it is open."""
    reference, estimate = read_sides()
    for side, other, opened in (
        (reference, estimate, pair.estimate),
        (estimate, reference, pair.reference),
    ):
        listed = annotators_of(side.listed)
        if len(listed.names) >= _FEWEST:
            fold = st.expander(
                f"All {len(listed.names)} annotators against each other",
                key="annotators_fold",
                on_change="rerun",
            )
            if fold.open:
                with fold:
                    _matrix(side, other, listed, _beside(side, other, opened))
            return


def _beside(side: ReadSide, other: ReadSide, opened: Opened) -> list[_Linked]:
    if other.source == side.source:
        return []
    at = st.session_state.get(choice_key(other.slot, other.source), 0)
    return [(opened.hierarchy, stored_reading(replace(other, at=at), opened.notes))]


def _matrix(
    side: ReadSide, other: ReadSide, annotators: Annotators, beside: Sequence[_Linked]
) -> None:
    now = session.pair
    window = effective_window(annotators.annotations[0].hierarchy.end, now.window)
    hierarchies = tuple(item.hierarchy for item in annotators.annotations)
    try:
        scored = computed.annotators(
            annotators.names,
            hierarchies,
            tuple(hierarchy for hierarchy, _ in beside),
            window,
            now.settings,
        )
    except ScoreError as error:
        st.caption(plain(str(error)))
        return
    keys = [measure.key for measure in scored.measures]
    if not keys:
        st.caption("No pair of annotators has a score at this window.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = st.segmented_control(
            "Measure",
            keys,
            default=now.variant if now.variant in keys else keys[0],
            format_func=lambda key: BY_KEY[key].heading,
            key=f"annotators_measure_{'_'.join(keys)}",
            required=True,
        )
        part = choose_part("annotators_part")
    carried = [
        (item.hierarchy, stored_reading(replace(side, at=place - 1), item.notes))
        for place, item in zip(annotators.places, annotators.annotations, strict=True)
    ]
    links = _links(carried, beside, (side.chosen, other.chosen))
    st.html(agreement_html(scored, key, part, links))
    st.caption(level_words(scored, key, part))
    if standing := standing_words(scored, key, part):
        st.caption(plain(standing))
    st.caption(
        "Rows: the annotator as reference. Columns: another as estimate. Press a cell to open the "
        "pair in a new tab."
    )
    for text in filter(None, [annotators.omission, *scored.why_none([key])]):
        st.caption(plain(f"{text[0].upper()}{text[1:]}."))
    with st.container(width=230):
        download_button("Annotators, CSV", scored.to_csv, f"{stem(hierarchies[0])}-annotators.csv")
    cite(scored.cite(), "this matrix")


def _links(
    annotators: Sequence[_Linked], beside: Sequence[_Linked], chosen: tuple[Choices, Choices]
) -> Mapping[tuple[int, int], str]:
    """Give the address of each pair, with the settings of the page."""
    shown = session.every.by_key(OF_ALL) | {
        value.key: value.default
        for value in (
            PairState.sample, PairState.own, PairState.swapped, PairState.query,
            PairState.direction, PairState.cause, *FILTERS, PairState.present, LessonsState.lesson,
        )
    }  # fmt: skip
    links = {}
    every = enumerate((*annotators, *beside))
    for (i, reference), (j, estimate) in product(enumerate(annotators), every):
        if i == j:
            continue
        pair = reference[0], estimate[0]
        text = computed.packed(*pair, (reference[1], estimate[1]))[0]
        if not 0 < len(text) <= LINK_LIMIT:
            text = computed.packed(*pair)[0]
        if 0 < len(text) <= LINK_LIMIT:
            read = chosen[0], chosen[j >= len(annotators)]
            readings = {value.key: reading for value, reading in zip(READINGS, read, strict=True)}
            query = to_url(shown | readings | {PairState.pair.key: text})
            links[i, j] = f"?{urlencode(query)}"
    return links
