"""The part of the page Corpus that shows results: choices, live picture, tables at w."""

import math
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import streamlit as st

from core.choosing import Advice
from core.corpus.advising import advise_corpus, segment_spread, segments
from core.corpus.comparing import ranking
from core.corpus.filtering import DURATION, facts
from core.corpus.job import flat_measures
from core.corpus.losses import diagnosed_at, losses
from core.corpus.results import Results
from core.corpus.summary import nearest_window
from core.corpus.versions import changes
from core.corpus.why import INSTEAD
from core.diagnosis import KINDS
from core.errors import HierscopeError
from core.measures import BY_KEY, MEASURES, SCORES, own_windows
from core.wording import IN_SECONDS, counted
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Filters, Kept, Looked
from explorer.corpus.sources import source_kind, upload_results
from explorer.corpus.tracks import on_screen, open_track, opened_row
from explorer.figures.corpus import MOST_DRAWN
from explorer.frontend.components import figures
from explorer.glossary import glossary_line
from explorer.machine import for_this_machine
from explorer.messages.pack import window_message
from explorer.session.around_streamlit import plain, tabulate, value_of
from explorer.state.corpus import CorpusState
from explorer.state.pages import WindowsState
from explorer.state.pair import PairState
from explorer.tables import corpus as corpus_tables
from explorer.tables.grids import PART_WORDS
from explorer.widgets.fields import choose
from explorer.widgets.text import READING, advise, plain_rows, reasons

_PAIRS = 28  # pairs of methods in the table
_FIRST = ("", *KINDS, *INSTEAD)
_CAUSE = "first cause"  # among the names of columns to filter by


def filters(file: Kept) -> Filters:
    known = facts(corpus_computed.results(file))
    filtered = session.corpus.filters
    kinds = {
        name: picked
        for name, values in known.kinds.items()
        if (picked := tuple(value for value in filtered.get(name, ()) if value in values))
    }
    ranges = {
        name: (max(low, filtered[name][0]), min(high, filtered[name][1]))
        for name, (low, high) in known.ranges.items()
        if _narrows(filtered.get(name), low, high)
    }
    causes, wanted = _cause_filter(file)
    chosen = tuple(kinds.items()), tuple((name, *span) for name, span in ranges.items()), wanted
    label = "Filters"
    if kinds or ranges or wanted:
        count = len(corpus_computed.rows(file, chosen))
        every = len(corpus_computed.results(file))
        names = [*kinds, *ranges, *([corpus_tables.WHY] if wanted else [])]
        label = f"Filters: {', '.join(names)}: {count:,} of {every:,} pairs"
    with st.popover(plain(label), icon=":material/filter_alt:"):
        columns = cycle(st.columns(2))
        for name, values in known.kinds.items():
            title, picked = plain(name.replace("_", " ")), kinds.get(name, ())
            next(columns).multiselect(title, values, picked, placeholder="all", **_filter(name))
        for name, (low, high) in known.ranges.items():
            title = "duration (s)" if name == DURATION else plain(name.replace("_", " "))
            ends = float(math.floor(low)), float(math.ceil(high))
            span = ranges.get(name, ends)
            next(columns).slider(title, *ends, span, step=1.0, format="%.0f", **_filter(name))
        if causes:
            next(columns).multiselect(
                causes,
                _FIRST,
                wanted[1] if wanted else (),
                format_func=corpus_tables.cause_words,
                placeholder="all",
                **_filter(_CAUSE),
            )
    return chosen


def _cause_filter(file: Kept) -> tuple[str, tuple[int, tuple[str, ...]] | None]:
    """Return the label of the filter by cause (empty without a diagnosis), its slot and causes."""
    at = diagnosed_at(corpus_computed.results(file), session.pair.variant, session.pair.window)
    if at is None:
        return "", None
    window, slot = at
    wanted = tuple(kind for kind in session.corpus.filters.get(_CAUSE, ()) if kind in _FIRST)
    name = f"why ({session.pair.explained_variant}, at {IN_SECONDS.width(window)})"
    return name, (slot, wanted) if wanted else None


def _narrows(values: Any, low: float, high: float) -> bool:
    """Whether a range leaves out values; ranges from a link may be arbitrary."""
    if values is None or isinstance(values[0], str) or values[0] > high or values[1] < low:
        return False
    return bool(values[0] > low or values[1] < high)


def _filter(name: str) -> dict[str, Any]:
    key = f"widget_corpus_filter_{name}"

    def take() -> None:
        value = st.session_state[key]
        filtered = session.corpus.filters
        others = {other: filtered[other] for other in filtered if other != name}
        session.corpus.filters = others | ({name: tuple(value)} if value else {})

    return {"key": key, "on_change": take}


def choices(file: Kept) -> None:
    measures = corpus_computed.results(file).measures
    offered = (measure.key for measure in MEASURES if measure in measures)
    with st.popover("Scores", icon=":material/bar_chart:"):
        choose(
            session.pair,
            PairState.variant,
            "Measure",
            lambda key: BY_KEY[key].heading,
            options=tuple(dict.fromkeys((*offered, session.pair.variant))),
        )
        choose(session.windows, WindowsState.part, "Score", PART_WORDS.__getitem__)
        names = [BY_KEY[key].label(part).replace("_", "") for key, part in SCORES]
        for at, way in enumerate(("across", "up")):
            st.selectbox(
                f"Score {way}",
                range(len(SCORES)),
                session.corpus.scores[at],
                format_func=names.__getitem__,
                key=f"widget_corpus_scores_{at}",
                on_change=_take_scores,
                help="Axis of the scatter plot.",
            )


def looked(file: Kept, chosen: Filters) -> Looked:
    opened = opened_row(corpus_computed.source_key(file))
    passing = corpus_computed.rows(file, chosen)
    which = session.pair.variant, session.windows.part
    at = nearest_window(corpus_computed.results(file).windows, session.pair.window)
    means = corpus_tables.summary_rows(corpus_computed.described(file, chosen), at, *which)
    return Looked(
        *which,
        session.corpus.scores,
        passing.index(opened) if opened in passing else -1,
        tuple(row["method"] for row in means),
    )


def picture(file: Kept, chosen: Filters) -> None:
    how = looked(file, chosen)
    figures(
        data=window_message(
            corpus_computed.drawing(file, chosen, how),
            window=session.pair.window,
            restored=session.visit.restored,
            opened=how.opened,
        ),
        key="corpus",
        on_window_change=lambda: session.pair.take(PairState.window, value_of("corpus", "window")),
        on_track_change=lambda: _take_track(file, chosen),
    )
    shown = corpus_computed.passing(file, chosen)
    at = nearest_window(shown.windows, session.pair.window)
    own = own_windows([BY_KEY[how.variant]], [float(shown.windows[at])])
    scored = [f"Scored with {plain(shown.job.description)}", *own]
    left = shown.different_tracks(how.variant, how.part, at)
    left = left and f"**{plain(left)}**  \n"
    if len(shown) > MOST_DRAWN:
        left += (
            f"{MOST_DRAWN:,} of {len(shown):,} points are drawn; numbers include all tracks.  \n"
        )
    st.caption(
        f"{left}Click a point to open its track. Line: median. Band and box: quartiles. Gray: "
        "outliers, in the scatter plot on either axis.  \n"
        f"{' '.join(f'{text}.' for text in scored)}  \n"
        + glossary_line(
            *("window", "recall", "precision", "f-measure", "reduced", "full", "queries-counted")
        ),
        width=READING,
    )


def _draw(drawing: bytes, window: float, key: str) -> None:
    restored = session.visit.restored
    figures(data=window_message(drawing, window=window, restored=restored), key=key)


def losses_part(file: Kept, chosen: Filters) -> None:
    shown = corpus_computed.passing(file, chosen)
    if not shown.job.diagnosed:
        st.info(
            "These results have no diagnosis. Score the corpus again to see why scores are low.",
            icon=":material/info:",
        )
        return
    lost = losses(shown)
    if not len(lost.windows):
        return
    variant = session.pair.explained_variant
    at = nearest_window(lost.windows, session.pair.window)
    window = float(lost.windows[at])
    st.subheader("Why scores are low", anchor=False)
    scored = float(shown.windows[nearest_window(shown.windows, session.pair.window)])
    if window != scored:
        nearest, width = map(IN_SECONDS.width, (window, scored))
        st.caption(f"Causes were diagnosed at a few windows. The nearest to {width} is {nearest}.")
    _draw(corpus_computed.losses_drawing(file, chosen, variant, window), window, "corpus_losses")
    with st.expander("Loss by cause as a table"):
        tabulate(plain_rows(corpus_tables.loss_table(lost, variant, at)))


def tables(file: Kept, chosen: Filters) -> None:
    shown = corpus_computed.passing(file, chosen)
    index = nearest_window(shown.windows, session.pair.window)
    window = float(shown.windows[index])
    which = session.pair.variant, session.windows.part
    measure = BY_KEY[which[0]]
    at = IN_SECONDS.at_window(window)
    score = [f"${measure.symbol(which[1])}$", *[measure.variant] * bool(measure.variant), at]
    st.subheader(f"Tracks: {', '.join(score)}", anchor=False)
    _outliers(file, chosen, index)
    # Results may name any file, so nothing is read before a track is opened.
    table = corpus_tables.track_table(shown, index, which[0], paths=source_kind() == "results")
    _opening(file, chosen, table, range(len(shown)), "tracks")
    none = corpus_tables.NO_CAUSE
    why = f" Why: the kind of error whose correction raises $T_F$ most, or *{none}*."
    st.caption(
        "All tracks. Click a heading to sort. Choose a row to open its track in Compare."
        + why * bool(shown.job.diagnosed),
        width=READING,
    )
    if len(set(shown.methods)) > 1:
        tests = "Tests: methods compared track by track"
        with st.expander(tests, key="corpus_tests_fold", on_change="rerun") as fold:
            if fold.open:
                _compared(file, chosen, index)
    if for_this_machine():  # visitors upload no results
        with st.expander("Changes since an earlier run"):
            _changed(file, chosen, window)
    # Results may name unknown measures.
    if known := flat_measures(shown.job.flat):
        with st.expander("Flat measures"):
            _flat(shown, {measure.key: measure.name for measure in known})
    with st.expander("Small-scale segments"):
        _segments(file, chosen, index)


def _changed(file: Kept, chosen: Filters, window: float) -> None:
    upload_results("Results of the earlier run (Parquet)", CorpusState.earlier)
    if not (stored := corpus_computed.kept(session.corpus.earlier)):
        return
    earlier = corpus_computed.results(stored)
    shown = corpus_computed.passing(file, chosen)
    which = session.pair.variant, session.windows.part
    try:
        since = changes(earlier, shown, window, *which)
    except HierscopeError as error:
        st.info(plain(str(error)), icon=":material/info:")
        return
    st.markdown(plain("  \n".join(f"{line}." for line in (since.headline(), *since.sentences()))))
    places = {both: row for row, both in enumerate(zip(shown.methods, shown.tracks, strict=True))}
    rows = since.rows()
    table = {column.name: [row[column.name] for row in rows] for column in since.columns}
    _opening(file, chosen, table, [places[both] for both in since.tracks], "changes")


def _segments(file: Kept, chosen: Filters, index: int) -> None:
    shown = corpus_computed.passing(file, chosen)
    window = float(shown.windows[index])
    spread = segment_spread(shown)
    if spread.durations.count:
        _draw(corpus_computed.segments_drawing(file, chosen, window), window, "corpus_segments")
        st.caption(corpus_tables.shorter_words(spread, index, window))
    tabulate(plain_rows(corpus_tables.segment_rows(segments(shown))))
    st.caption(
        "Segments of the finest layers, each file once. The paper supports w = 15 s with such "
        "lengths: half of them are below 6.66 s, 95 % below 15.69 s."
    )


def _outliers(file: Kept, chosen: Filters, index: int) -> None:
    shown = corpus_computed.passing(file, chosen)
    outliers = corpus_tables.outlying(shown, index, session.pair.variant, session.windows.part)
    count = counted(len(outliers), "outlier")
    st.caption(f"{count}: beyond 1.5 interquartile ranges of the method's quartiles.")
    if outliers:
        table = corpus_tables.outlier_table(
            shown, outliers, index, session.pair.variant, session.windows.part
        )
        _opening(file, chosen, table, outliers, "outliers")


def _opening(
    file: Kept, chosen: Filters, table: Mapping[str, Sequence[Any]], rows: Sequence[int], name: str
) -> None:
    key = f"corpus_{name}_{corpus_computed.source_key(file)}_{hash((chosen, tuple(rows)))}"

    def take() -> None:
        selected = st.session_state[key]["selection"]["rows"]
        if selected:
            open_track(file, corpus_computed.rows(file, chosen)[rows[selected[0]]])

    # Scores have three decimals, durations one.
    numbers = (name for name, column in table.items() if column and isinstance(column[0], float))
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            name: st.column_config.NumberColumn(
                format="%.1f" if name == corpus_tables.DURATION_COLUMN else "%.3f"
            )
            for name in numbers
        },
        width="stretch",
        key=key,
        on_select=take,
        selection_mode="single-row",
    )


def _flat(shown: Results, names: Mapping[str, str]) -> None:
    key = st.selectbox(
        "Mean F of",
        list(names),
        format_func=names.__getitem__,
        key=f"corpus_flat_{'_'.join(names)}",
        width=280,
    )
    tabulate(plain_rows(corpus_tables.flat_mean_rows(shown, key)))
    st.caption(
        "Scores of the coarsest layers, of the finest, and of the two layers with the best F. "
        "Tracks without a score, such as unlabeled ones, are left out."
    )


def _compared(file: Kept, chosen: Filters, index: int) -> None:
    which = session.pair.variant, session.windows.part
    shown = corpus_computed.passing(file, chosen)
    order = ranking(shown, *which)
    # Without the filter by cause, which may leave no tracks to compare.
    every = ranking(corpus_computed.passing(file, (*chosen[:2], None)), *which)
    narrowed = bool(every.count[index])
    st.markdown(plain(corpus_tables.ranking_words(order, index, narrowed=narrowed)))
    comparison = corpus_computed.compared(file, chosen, *which)
    rows = corpus_tables.paired_rows(comparison, index)
    tabulate(plain_rows(rows[:_PAIRS]))
    st.markdown(corpus_tables.friedman_words(comparison.friedman, index))
    left = f" The first {_PAIRS} of {len(rows)} pairs." if len(rows) > _PAIRS else ""
    st.caption(
        "p: Wilcoxon's signed-rank test over the tracks with scores by both methods. p (Holm): "
        "corrected for the number of comparisons; those with baselines are a family of their own. "
        "95 % interval: of the mean difference, by bootstrap over tracks. r: matched-pairs "
        "rank-biserial correlation, 1 if the first method is never worse, −1 if it is never better."
        f"{left}",
        width=READING,
    )
    window = float(shown.windows[index])
    _draw(corpus_computed.better_drawing(file, chosen, *which, window), window, "corpus_tests")
    st.caption(
        "Bar: this method is better, with p (Holm) below 0.05. Thin line: its mean is higher, but "
        "the difference is not significant. The correction counts the pairs of methods, not the "
        "windows. So choose the window before you look: one of many windows can be significant by "
        "chance.",
        width=READING,
    )


def _take_scores() -> None:
    across, up = (st.session_state[f"widget_corpus_scores_{at}"] for at in range(2))
    session.corpus.scores = (across, up)


def _take_track(file: Kept, chosen: Filters) -> None:
    source, number = value_of("corpus", "track")
    passing = corpus_computed.rows(file, chosen)
    # The click may be on a corpus that is no longer on screen.
    if source == corpus_computed.source_key(file) and 0 <= int(number) < len(passing):
        open_track(file, passing[int(number)])


def advised(file: Kept, chosen: Filters) -> None:
    session.corpus.shown = file, chosen
    shown = corpus_computed.passing(file, chosen)
    advice = advise_corpus(shown, session.pair.variant, session.windows.part)
    with st.expander("Which window?"):
        advise(advice, "use_corpus_advice")
        reasons(advice)


def advised_by_corpus() -> Advice | None:
    """Return the advice for the corpus of the pair on screen, and draw a caption."""
    file, chosen = session.corpus.shown
    # The results may have been computed again, or removed.
    if file is None or corpus_computed.kept(file[0]) != file:
        return None
    if not on_screen(corpus_computed.source_key(file)):
        return None
    shown = corpus_computed.passing(file, chosen)
    pairs = counted(len(shown.without_baselines()), "pair")
    st.caption(f"This pair is from a corpus. The advice is for the {pairs} shown on Corpus.")
    return advise_corpus(shown, session.pair.variant, session.windows.part)
