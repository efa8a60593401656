"""The part of the page Corpus that shows results: filters, the live picture, and tables at w."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.choosing import Advice
from core.corpus.advising import advise_corpus, segments
from core.corpus.comparing import compare, ranking
from core.corpus.filtering import DURATION, facts
from core.corpus.losses import diagnosed_at, losses
from core.corpus.results import Results
from core.corpus.scoring import flat_measures
from core.corpus.summary import nearest_window
from core.corpus.why import INSTEAD
from core.diagnosis import KINDS
from core.measures import BY_KEY, MEASURES, SCORES
from core.wording import IN_SECONDS, counted
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Filters, Kept, Looked
from explorer.corpus.sources import source_kind
from explorer.corpus.tracks import may_open, on_screen, open_track, opened_row
from explorer.figures.corpus import MOST_DRAWN
from explorer.frontend.components import figures
from explorer.glossary import glossary_line
from explorer.messages.pack import window_message
from explorer.messages.words import change_rows, part_words
from explorer.session.around_streamlit import plain, said, tabulate
from explorer.state.pair import PairState
from explorer.state.windows import WindowsState
from explorer.tables.corpus import (
    DURATION_COLUMN,
    NO_CAUSE,
    WHY,
    cause_words,
    change_words,
    flat_mean_rows,
    friedman_words,
    loss_table,
    outlier_table,
    outlying,
    paired_rows,
    ranking_words,
    segment_rows,
    track_table,
)
from explorer.tables.flat import PART_WORDS
from explorer.widgets.advice import show_advice
from explorer.widgets.fields import choose
from explorer.widgets.tables import plain_rows, short_table

_PAIRS = 28  # of methods, in the table
_FIRST = ("", *KINDS, *INSTEAD)
_CAUSE = "first cause"  # among the names of columns that are filtered by


def filters(file: Kept) -> Filters:
    """Draw the filters that the metadata allows; give what they say."""
    known = facts(corpus_computed.results(file))
    kept = session.corpus.filters
    kinds = {
        name: picked
        for name, values in known.kinds.items()
        if (picked := tuple(value for value in kept.get(name, ()) if value in values))
    }
    ranges = {
        name: (max(low, kept[name][0]), min(high, kept[name][1]))
        for name, (low, high) in known.ranges.items()
        if _narrows(kept.get(name), low, high)
    }
    causes, wanted = _cause_filter(file)
    chosen = tuple(kinds.items()), tuple((name, *span) for name, span in ranges.items()), wanted
    heading = "Filters"
    if kinds or ranges or wanted:
        count = len(corpus_computed.rows(file, chosen))
        every = len(corpus_computed.results(file))
        names = [*kinds, *ranges, *([WHY] if wanted else [])]
        heading = f"Filters: {', '.join(names)}: {count:,} of {every:,} pairs"
    with st.expander(plain(heading), icon=":material/filter_alt:", key="corpus_filter_box"):
        columns = st.columns(3)
        for at, (name, values) in enumerate(known.kinds.items()):
            columns[at % 3].multiselect(
                plain(name.replace("_", " ")),
                values,
                list(kinds.get(name, ())),
                placeholder="all",
                **_filter(name),
            )
        for at, (name, (low, high)) in enumerate(known.ranges.items(), len(known.kinds)):
            columns[at % 3].slider(
                "duration (s)" if name == DURATION else plain(name.replace("_", " ")),
                float(math.floor(low)),
                float(math.ceil(high)),
                ranges.get(name, (float(math.floor(low)), float(math.ceil(high)))),
                step=1.0,
                format="%.0f",
                **_filter(name),
            )
        if causes:
            columns[(len(known.kinds) + len(known.ranges)) % 3].multiselect(
                causes,
                _FIRST,
                list(wanted[1] if wanted else ()),
                format_func=cause_words,
                placeholder="all",
                **_filter(_CAUSE),
            )
    return chosen


def _cause_filter(file: Kept) -> tuple[str, tuple[int, tuple[str, ...]] | None]:
    """Give what the filter by cause is called, empty where there is none, and what it keeps."""
    at = diagnosed_at(corpus_computed.results(file), session.pair.variant, session.pair.window)
    if at is None:
        return "", None
    window, slot = at
    wanted = tuple(kind for kind in session.corpus.filters.get(_CAUSE, ()) if kind in _FIRST)
    name = f"why ({session.pair.explained_variant}, at {IN_SECONDS.width(window)})"
    return name, (slot, wanted) if wanted else None


def _narrows(values: Any, low: float, high: float) -> bool:
    """Whether a range leaves out some of all values; a link may say anything."""
    if values is None or isinstance(values[0], str) or values[0] > high or values[1] < low:
        return False
    return bool(values[0] > low or values[1] < high)


def _filter(name: str) -> dict[str, Any]:
    key = f"widget_corpus_filter_{name}"

    def take() -> None:
        value = st.session_state[key]
        others = {other: kept for other, kept in session.corpus.filters.items() if other != name}
        session.corpus.filters = others | ({name: tuple(value)} if value else {})

    return {"key": key, "on_change": take}


def choices(file: Kept) -> None:
    """Draw the choices of scores: of the box plots, and of the scatter."""
    measures = corpus_computed.results(file).measures
    offered = (measure.key for measure in MEASURES if measure in measures)
    places = st.columns(4)
    with places[0]:
        choose(
            session.pair,
            PairState.variant,
            "Measure",
            lambda key: BY_KEY[key].heading,
            options=tuple(dict.fromkeys((*offered, session.pair.variant))),
        )
    with places[1]:
        choose(session.windows, WindowsState.part, "Score", PART_WORDS.__getitem__)
    names = [BY_KEY[key].words(part).replace("_", "") for key, part in SCORES]
    for at, (place, way) in enumerate(zip(places[2:], ("across", "up"), strict=True)):
        place.selectbox(
            f"Score {way}",
            range(len(SCORES)),
            session.corpus.scores[at],
            format_func=names.__getitem__,
            key=f"widget_corpus_scores_{at}",
            on_change=_take_scores,
        )


def looked(file: Kept, chosen: Filters) -> Looked:
    """Give how the figures are looked at now; the pair that was opened last is ringed."""
    opened = opened_row(corpus_computed.source_key(file))
    passing = corpus_computed.rows(file, chosen)
    return Looked(
        session.pair.variant,
        session.windows.part,
        session.corpus.scores,
        passing.index(opened) if opened in passing else -1,
    )


def picture(file: Kept, chosen: Filters) -> None:
    """Draw the distributions and every track, following the window."""
    how = looked(file, chosen)
    figures(
        data=window_message(
            corpus_computed.drawing(file, chosen, how),
            window=session.pair.window,
            restored=session.visit.restored,
            opened=how.opened,
        ),
        key="corpus",
        on_window_change=_take_window,
        on_track_change=lambda: _take_track(file, chosen),
    )
    shown = corpus_computed.passing(file, chosen)
    left = ""
    if len(shown) > MOST_DRAWN:
        left = f"{MOST_DRAWN:,} of {len(shown):,} points are drawn; all numbers are of all.  \n"
    st.caption(
        f"{left}Boxes: quartiles and median; whiskers reach the last score within 1.5 "
        "interquartile ranges, red points lie beyond (in the scatter, on either axis). Line: the "
        "mean, with the 95 % interval of a bootstrap over tracks. A track without a triplet at w "
        "has no score there. Click a point to open its track. Scored with "
        f"{plain(shown.job.words)}; a track opens under these settings.  \n"
        + glossary_line(
            *("window", "recall", "precision", "f-measure", "reduced", "full", "queries-counted")
        )
    )
    _losses(file, chosen)


def _losses(file: Kept, chosen: Filters) -> None:
    """Draw what losses are made of, at the diagnosed window nearest to w."""
    shown = corpus_computed.passing(file, chosen)
    if not shown.job.diagnosed:
        st.info(
            "These results do not say why scores are low: they were scored without a diagnosis. "
            "Score the corpus again to have it.",
            icon=":material/info:",
        )
        return
    lost = losses(shown)
    if not len(lost.windows):
        return
    variant = session.pair.explained_variant
    at = nearest_window(lost.windows, session.pair.window)
    window = float(lost.windows[at])
    st.subheader("Why: what the loss is made of", anchor=False)
    if window != session.pair.window:
        width = IN_SECONDS.width(window)
        st.caption(f"The window nearest to w at which causes were diagnosed: {width}.")
    figures(
        data=window_message(
            corpus_computed.losses_drawing(file, chosen, variant, window),
            window=window,
            restored=session.visit.restored,
        ),
        key="corpus_losses",
    )
    with st.expander("The same as a table"):
        tabulate(plain_rows(loss_table(lost, variant, at)))


def tables(file: Kept, chosen: Filters) -> None:
    """Draw the tables of the settled window."""
    shown = corpus_computed.passing(file, chosen)
    index = nearest_window(shown.windows, session.pair.window)
    window = float(shown.windows[index])
    which = session.pair.variant, session.windows.part
    measure = BY_KEY[which[0]]
    symbol = measure.symbol(which[1])
    words = part_words(*which).replace(symbol, f"${symbol}$")
    score = f"{words}, {measure.variant}" if measure.variant else words
    at = IN_SECONDS.at_window(window)
    st.subheader(f"{score}, {at}", anchor=False)
    _outliers(file, chosen, index)
    if len(set(shown.methods)) > 1:
        _compared(file, chosen, index)
    # A file that was given may name any.
    if known := flat_measures(shown.job.flat):
        _flat(shown, {measure.key: measure.name for measure in known})
    st.subheader("Small-scale segments", anchor=False)
    tabulate(plain_rows(segment_rows(segments(shown))))
    st.caption(
        "Of finest layers, each file once: an argument of the paper for w = 15 s. The paper pools "
        "the annotations of all annotators."
    )
    st.subheader(f"Tracks, {at}", anchor=False)
    # A file that was given may name any: they are read once a track is opened.
    table = track_table(shown, index, which[0], paths=source_kind() == "results" and may_open(file))
    _opening(file, chosen, table, range(len(shown)), "tracks")
    opens = "; choose a row to open the track in Compare" if may_open(file) else ""
    why = (
        f" Why: the kind of error whose repair raises $T_F$ most; *{NO_CAUSE}* where none does."
        if shown.job.diagnosed
        else ""
    )
    st.caption(f"Click a heading to sort{opens}.{why}")


def _outliers(file: Kept, chosen: Filters, index: int) -> None:
    """Draw the tracks beyond the whiskers at a window, lowest first."""
    shown = corpus_computed.passing(file, chosen)
    described = corpus_computed.described(file, chosen)
    outliers = outlying(shown, described, index, session.pair.variant, session.windows.part)
    count = counted(len(outliers), "outlier")
    st.caption(f"{count}: beyond 1.5 interquartile ranges of the quartiles of the method.")
    if outliers:
        table = outlier_table(shown, outliers, index, session.pair.variant, session.windows.part)
        _opening(file, chosen, table, outliers, "outliers")


def _opening(
    file: Kept, chosen: Filters, table: Mapping[str, Sequence[Any]], rows: Sequence[int], name: str
) -> None:
    """Draw a table of pairs that pass; the row that is chosen is opened."""
    key = f"corpus_{name}_{corpus_computed.source_key(file)}_{hash((chosen, tuple(rows)))}"

    def take() -> None:
        selected = st.session_state[key]["selection"]["rows"]
        if selected:
            open_track(file, corpus_computed.rows(file, chosen)[rows[selected[0]]])

    # Scores with three digits, durations in whole tenths.
    numbers = (name for name, column in table.items() if column and isinstance(column[0], float))
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            name: st.column_config.NumberColumn(
                format="%.1f" if name == DURATION_COLUMN else "%.3f"
            )
            for name in numbers
        },
        width="stretch",
        key=key,
        on_select=take,
        selection_mode="single-row",
    )


def _flat(shown: Results, names: Mapping[str, str]) -> None:
    st.subheader("Flat measures", anchor=False)
    key = st.selectbox(
        "Mean F of",
        list(names),
        format_func=names.__getitem__,
        key=f"corpus_flat_{'_'.join(names)}",
        width=280,
    )
    tabulate(plain_rows(flat_mean_rows(shown, key)))
    st.caption(
        "Of the coarsest layers of both sides, of their finest, and of the two layers with the "
        "best F. Tracks without a score, such as for want of labels, are left out."
    )


def _compared(file: Kept, chosen: Filters, index: int) -> None:
    which = session.pair.variant, session.windows.part
    st.subheader("Methods compared track by track", anchor=False)
    shown = corpus_computed.passing(file, chosen)
    order = ranking(shown, *which)
    # Whether there were tracks to compare without the filter by cause.
    every = ranking(corpus_computed.passing(file, (*chosen[:2], None)), *which)
    narrowed = bool(every.count[index])
    st.markdown(plain(ranking_words(order, index, narrowed=narrowed)))
    comparison = compare(shown.at(index), *which)
    rows = paired_rows(comparison)
    tabulate(plain_rows(rows[:_PAIRS]))
    st.markdown(friedman_words(comparison.friedman))
    left = f" The first {_PAIRS} of {len(rows)} pairs." if len(rows) > _PAIRS else ""
    st.caption(
        "p is that of Wilcoxon's signed-rank test over the tracks that both have scored, p (Holm) "
        f"is corrected for the number of comparisons, {len(rows)}; r is the matched-pairs "
        "rank-biserial correlation: 1 where the first is never behind, −1 where it is never ahead."
        f"{left}"
    )
    changes = change_rows(order.changes)
    st.markdown(plain(change_words(order)))
    if changes:
        short_table(changes)


def _take_window() -> None:
    session.pair.take(PairState.window, str(said("corpus", "window")))


def _take_scores() -> None:
    across, up = (st.session_state[f"widget_corpus_scores_{at}"] for at in range(2))
    session.corpus.scores = (across, up)


def _take_track(file: Kept, chosen: Filters) -> None:
    source, number = said("corpus", "track")
    passing = corpus_computed.rows(file, chosen)
    # What was on screen a moment ago may be another corpus.
    if source == corpus_computed.source_key(file) and 0 <= int(number) < len(passing):
        open_track(file, passing[int(number)])


def advised(file: Kept, chosen: Filters) -> None:
    """Draw the advised window, with its reasons; Windows shows it for pairs of the corpus."""
    session.corpus.shown = file, chosen
    st.subheader("Which window?", anchor=False)
    shown = corpus_computed.passing(file, chosen)
    advice = advise_corpus(shown, session.pair.variant, session.windows.part)
    show_advice(advice, "use_corpus_advice")


def advised_by_corpus() -> Advice | None:
    """Give the advice for the corpus that the pair on screen was opened from, and say so."""
    file, chosen = session.corpus.shown
    # It may have been scored anew since, or removed.
    if file is None or corpus_computed.kept(file[0]) != file:
        return None
    if not on_screen(corpus_computed.source_key(file)):
        return None
    shown = corpus_computed.passing(file, chosen)
    pairs = counted(len(shown.without_baselines()), "pair")
    st.caption(f"This pair is of a corpus. The advice is for the {pairs} shown on Corpus.")
    return advise_corpus(shown, session.pair.variant, session.windows.part)
