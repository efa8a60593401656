"""The part of the page Corpus that shows results: filters, the live picture, and tables at w."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from core.corpus.filtering import DURATION
from core.corpus.summary import nearest_window
from core.measures import SCORES, SYMBOLS
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Filters, Kept
from explorer.corpus.tracks import may_open, open_track, opened_row
from explorer.frontend.components import corpus
from explorer.glossary import glossary_line
from explorer.messages.corpus import MOST_DRAWN, corpus_message
from explorer.messages.words import PART_WORDS, change_rows
from explorer.session.around_streamlit import plain, said, tabulate
from explorer.state.pair import PairState
from explorer.state.windows import WindowsState
from explorer.tables.corpus import (
    DURATION_COLUMN,
    change_words,
    every_pair,
    paired_row,
    ranking_words,
    segment_rows,
    summary_rows,
    track_table,
)
from explorer.widgets.tables import plain_rows, short_table

_PAIRS = 28  # of methods, in the table


def filters(file: Kept) -> Filters:
    """Draw the filters that the metadata allows; give what they say."""
    known = corpus_computed.filters_of(file)
    kept = session.corpus.filters
    kinds = {
        name: chosen
        for name, values in known.kinds.items()
        if (chosen := tuple(value for value in kept.get(name, ()) if value in values))
    }
    ranges = {
        name: (max(low, kept[name][0]), min(high, kept[name][1]))
        for name, (low, high) in known.ranges.items()
        if _narrows(kept.get(name), low, high)
    }
    kept_kinds = tuple(kinds.items())
    kept_ranges = tuple((name, *span) for name, span in ranges.items())
    heading = "Filters"
    if kinds or ranges:
        count = len(corpus_computed.rows(file, (kept_kinds, kept_ranges)))
        every = len(corpus_computed.results(file))
        heading = f"Filters: {', '.join([*kinds, *ranges])}: {count:,} of {every:,} pairs"
    with st.expander(plain(heading), icon=":material/filter_alt:", key="corpus_filter_box"):
        columns = st.columns(3)
        for at, (name, values) in enumerate(known.kinds.items()):
            columns[at % 3].multiselect(
                plain(name.replace("_", " ")),
                values,
                list(kinds.get(name, ())),
                key=f"widget_corpus_filter_{name}",
                on_change=_take_filter,
                args=(name,),
                placeholder="all",
            )
        for at, (name, (low, high)) in enumerate(known.ranges.items(), len(known.kinds)):
            columns[at % 3].slider(
                "duration (s)" if name == DURATION else plain(name.replace("_", " ")),
                float(math.floor(low)),
                float(math.ceil(high)),
                ranges.get(name, (float(math.floor(low)), float(math.ceil(high)))),
                step=1.0,
                format="%.0f",
                key=f"widget_corpus_filter_{name}",
                on_change=_take_filter,
                args=(name,),
            )
    return kept_kinds, kept_ranges


def _narrows(values: Any, low: float, high: float) -> bool:
    """Whether a range leaves out some of all values; a link may say anything."""
    if values is None or isinstance(values[0], str) or values[0] > high or values[1] < low:
        return False
    return bool(values[0] > low or values[1] < high)


def _take_filter(name: str) -> None:
    value = st.session_state[f"widget_corpus_filter_{name}"]
    others = {key: each for key, each in session.corpus.filters.items() if key != name}
    session.corpus.filters = others | ({name: tuple(value)} if value else {})


def picture(file: Kept, chosen: Filters) -> None:
    """Draw the distributions, the scatter and the outliers, following the window."""
    corpus(
        data=picture_now(file, chosen, opened_row(corpus_computed.source_key(file)))(),
        key="corpus",
        on_window_change=_take_window,
        on_score_change=_take_score,
        on_scores_change=_take_scores,
        on_track_change=lambda: _take_track(file),
    )
    shown = corpus_computed.passing(file, chosen)
    left = ""
    if len(shown) > MOST_DRAWN:
        left = f"{MOST_DRAWN:,} of {len(shown):,} points are drawn; all numbers are of all.  \n"
    st.caption(
        f"{left}Boxes: quartiles and median; whiskers reach the last score within 1.5 "
        "interquartile ranges, red points lie beyond (in the scatter, on either axis). Line: the "
        "mean, with the 95 % interval of a bootstrap over tracks. A track without a triplet at w "
        "has no score there. Scored with "
        f"{plain(shown.job.words)}; a track opens under these settings.  \n"
        + glossary_line(
            *("window", "recall", "precision", "f-measure", "reduced", "full", "queries-counted")
        )
    )


def picture_now(file: Kept, chosen: Filters, opened: int = -1) -> Callable[[], bytes]:
    """Give what packs the picture as it is on screen; a row that was opened is ringed."""
    return partial(
        corpus_message,
        corpus_computed.drawing(file, chosen),
        window=session.pair.window,
        variant=session.pair.variant,
        part=session.windows.part,
        scores=session.corpus.scores,
        restored=session.visit.restored,
        opened=opened,
    )


def tables(file: Kept, chosen: Filters) -> None:
    """Draw the tables of the settled window."""
    shown = corpus_computed.passing(file, chosen)
    index = nearest_window(shown.windows, session.pair.window)
    window = float(shown.windows[index])
    which = session.pair.variant, session.windows.part
    symbol = SYMBOLS[which[1]]
    score = f"{PART_WORDS[which[1]].replace(symbol, f'${symbol}$')}, {which[0]}"
    at = "for the whole track" if math.isinf(window) else f"at w = {window:g} s"
    described = corpus_computed.described(file, chosen)
    st.subheader(f"{score}, {at}", anchor=False)
    tabulate(plain_rows(summary_rows(described, index, *which)))
    methods = list(described)
    if len(methods) > 1:
        _compared(file, chosen, methods, index)
    st.subheader("Small-scale segments", anchor=False)
    tabulate(plain_rows(segment_rows(corpus_computed.small_segments(file, chosen))))
    st.caption(
        "Of finest layers, each file once: an argument of the paper for w = 15 s. The paper pools "
        "the annotations of all annotators."
    )
    st.subheader(f"Tracks, {at}", anchor=False)
    table = track_table(shown, index)
    st.dataframe(
        table,
        hide_index=True,
        column_config=_formats(table),
        width="stretch",
        key=f"corpus_tracks_{corpus_computed.source_key(file)}_{hash(chosen)}",
        on_select=lambda: _take_row(file, chosen),
        selection_mode="single-row",
    )
    opens = "; choose a row to open the track in Compare" if may_open(file) else ""
    st.caption(f"Click a heading to sort{opens}.")


def _compared(file: Kept, chosen: Filters, methods: list[str], index: int) -> None:
    """Draw the paired comparison of methods, and where they change places."""
    which = session.pair.variant, session.windows.part
    st.subheader("Methods compared track by track", anchor=False)
    order = corpus_computed.order(file, chosen, *which)
    st.markdown(plain(ranking_words(order, index)))
    pairs = every_pair(methods)
    rows = [
        paired_row(corpus_computed.pairs(file, chosen, *pair, *which), index)
        for pair in pairs[:_PAIRS]
    ]
    tabulate(plain_rows(rows))
    left = f" The first {_PAIRS} of {len(pairs)} pairs." if len(pairs) > _PAIRS else ""
    st.caption(
        "Wilcoxon's signed-rank test over the tracks that both have scored, not corrected for the "
        "number of comparisons; r is the matched-pairs rank-biserial correlation: 1 where the "
        f"first is never behind, −1 where it is never ahead.{left}"
    )
    changes = change_rows(order.changes)
    st.markdown(plain(change_words(order)))
    if changes:
        short_table(changes)


def _formats(table: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Scores with three digits, durations in whole tenths."""
    numbers = (name for name, column in table.items() if column and isinstance(column[0], float))
    return {
        name: st.column_config.NumberColumn(format="%.1f" if name == DURATION_COLUMN else "%.3f")
        for name in numbers
    }


def _take_window() -> None:
    session.pair.take(PairState.window, str(said("corpus", "window")))


def _take_score() -> None:
    variant, measure = said("corpus", "score")
    session.pair.take(PairState.variant, variant)
    session.windows.take(WindowsState.part, measure)


def _take_scores() -> None:
    across, up = (int(number) % len(SCORES) for number in said("corpus", "scores"))
    session.corpus.scores = (across, up)


def _take_track(file: Kept) -> None:
    source, row = said("corpus", "track")
    # What was on screen a moment ago may be another corpus.
    if source == corpus_computed.source_key(file):
        open_track(file, int(row))


def _take_row(file: Kept, chosen: Filters) -> None:
    key = f"corpus_tracks_{corpus_computed.source_key(file)}_{hash(chosen)}"
    selected = st.session_state[key]["selection"]["rows"]
    if selected:
        open_track(file, corpus_computed.rows(file, chosen)[selected[0]])
