"""Build the tables and sentences of the Corpus page; without Streamlit."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from core.corpus.advising import Segments, Spread
from core.corpus.comparing import Comparison, Friedman, Ranking
from core.corpus.job import LAYERS
from core.corpus.losses import GROUP_OF, GROUPS, Losses, diagnosed_at
from core.corpus.noting import Noted
from core.corpus.results import Results, counts_text
from core.corpus.summary import Description
from core.measures import BY_KEY, SCORES
from core.notes import MAY_CHANGE, by_weight
from core.papers.printed import printed_corpus
from core.vocabulary import VARIANTS, Part
from core.wording import DASH, IN_SECONDS, counted, number, p_value, percent
from explorer.glossary import link
from explorer.messages.words import seconds
from explorer.tables.pair import Row

DURATION_COLUMN = "duration (s)"  # a column of the track table

WHY = "why"  # the column with the kind of the main cause

NO_CAUSE = "no cause named"  # for a pair that no fix improves, or that was not diagnosed


def summary_rows(
    described: dict[str, Description], index: int, variant: str, part: Part
) -> list[Row]:
    """Return one row per method with its mean score at one window, best first."""
    at = index, SCORES.index((variant, part))
    rows = []
    means = {
        method: np.nan_to_num(summary.mean[at], nan=-1) for method, summary in described.items()
    }
    for method in sorted(described, key=means.__getitem__, reverse=True):
        summary = described[method]
        low, high = summary.low[at], summary.high[at]
        rows.append(
            {
                "method": method,
                "mean": number(summary.mean[at], 2),
                "95 % interval": f"{number(low, 2)}–{number(high, 2)}" if low == low else DASH,
                "tracks": f"{summary.count[at]:.0f}",
            }
        )
    return rows


def flat_mean_rows(results: Results, key: str) -> list[Row]:
    return [
        {
            "method": method,
            **{f"{name} layers": number(mean) for name, mean in zip(LAYERS, means, strict=True)},
            "tracks": counts_text(counts),
        }
        for method, measure, means, counts in results.flat_means()
        if measure.key == key
    ]


_LINKS = {"r": "effect size r", "p": link("wilcoxon", "p"), "p (Holm)": link("holm", "p (Holm)")}


def paired_rows(comparison: Comparison, index: int) -> list[Row]:
    rows = comparison.cells(index)
    return [{_LINKS.get(name, name): cell for name, cell in row.items()} for row in rows]


def friedman_words(test: Friedman, index: int) -> str:
    count, p = int(test.count[index]), p_value(test.p_value[index])
    tracks = counted(count, "track")
    if p == DASH:
        return ""
    return (
        f"{link('friedman', 'Friedman’s test')} of {len(test.methods)} methods over {tracks} "
        f"with scores by all: χ² = {test.statistic[index]:.1f}, "
        f"p {p if p[0] == '<' else f'= {p}'}; Kendall’s W = {test.agreement[index]:.2f}."
    )


def ranking_words(ranking: Ranking, index: int, *, narrowed: bool = False) -> str:
    """Describe the order of the methods at a window; `narrowed` if a filter by cause is set."""
    if not ranking.count[index]:
        filtered = ": the filter by cause removes single pairs"
        return f"No track has scores by all methods{filtered if narrowed else ''}."
    order = sorted(range(len(ranking.methods)), key=lambda at: int(ranking.ranks[at, index]))
    named = [
        f"{int(ranking.ranks[at, index])}. {ranking.methods[at]} "
        f"({number(ranking.means[at, index])})"
        for at in order
    ]
    count = int(ranking.count[index])
    return f"By mean over {counted(count, 'track')} with scores by all methods: {', '.join(named)}."


def segment_rows(segments: Sequence[Segments]) -> list[Row]:
    printed = printed_corpus()
    return [
        *(
            {
                link("segment", "small-scale segments"): row.name,
                "hierarchies": f"{row.hierarchies:,}",
                "segments": f"{row.durations.count:,}",
                "median": seconds(row.durations.median) if row.durations.count else DASH,
                "95th percentile": seconds(row.durations.p95) if row.durations.count else DASH,
            }
            for row in segments
        ),
        {
            link("segment", "small-scale segments"): f"SALAMI, {printed.source}",
            "hierarchies": "",
            "segments": "",
            "median": f"{printed.segment_median:g} s",
            "95th percentile": f"{printed.segment_p95:g} s",
        },
    ]


def shorter_words(spread: Spread, index: int, window: float) -> str:
    return (
        f"{percent(spread.shorter[index])} of the {spread.durations.count:,} segments of the "
        f"references' finest layers are no longer than {IN_SECONDS.window(window)}."
    )


def track_table(
    results: Results, index: int, variant: str, *, paths: bool = False
) -> dict[str, Sequence[Any]]:
    """Return all pairs at one window as columns, with causes of a low `variant` if diagnosed."""
    scores = results.all_scores[:, index]
    columns: dict[str, Sequence[Any]] = {"track": results.tracks, "method": results.methods}
    for at, (key, part) in enumerate(SCORES):
        measure = BY_KEY[key]
        if measure in results.measures:
            name = f"{measure.variant} {measure.symbol(part).replace('_', '')}".lstrip()
            columns[name] = scores[:, at].tolist()
    if why := _why_column(results, index, variant):
        column, slot = why
        columns[column] = [cause_words(why.first_kind(slot)) for why in results.why]
    columns[DURATION_COLUMN] = results.durations.tolist()
    counts = zip(results.reference_layers, results.estimate_layers, strict=True)
    columns["layers"] = [f"{reference} / {estimate}" for reference, estimate in counts]
    weighed = [by_weight(notes) for notes in results.particular_notes]
    noted = {
        MAY_CHANGE: ["; ".join(map(str, heavy)) for heavy, _ in weighed],
        "minor notes": ["; ".join(map(str, light)) for _, light in weighed],
    }
    remarks = {name: column for name, column in noted.items() if any(column)}
    named = {
        "reference files": ["; ".join(item.reference) for item in results.items],
        "estimate files": ["; ".join(item.estimate) for item in results.items],
    }
    return columns | dict(results.metadata) | remarks | (named if paths else {})


def _why_column(results: Results, index: int, variant: str) -> tuple[str, int] | None:
    """Return the title of the cause column and the slot of the nearest diagnosed window."""
    window = float(results.windows[index])
    if (diagnosed := diagnosed_at(results, variant, window)) is None:
        return None
    nearest, slot = diagnosed
    return WHY if nearest == window else f"{WHY} at {IN_SECONDS.width(nearest)}", slot


def outlying(results: Results, index: int, variant: str, part: Part) -> list[int]:
    """Return the numbers of pairs outside their method's whiskers, lowest score first."""
    now = results.at(index)
    beyond = np.flatnonzero(now.outliers(variant, part))
    scores = now.score(variant, part)[beyond, 0]
    return [int(number) for number in beyond[np.argsort(scores, kind="stable")]]


def outlier_table(
    results: Results, numbers: Sequence[int], index: int, variant: str, part: Part
) -> dict[str, list[Any]]:
    scores = results.all_scores[:, index, SCORES.index((variant, part))]
    measure = BY_KEY[variant]
    table: dict[str, list[Any]] = {
        "track": [results.tracks[number] for number in numbers],
        "method": [results.methods[number] for number in numbers],
        measure.label(part).replace("_", ""): [float(scores[number]) for number in numbers],
    }
    if why := _why_column(results, index, variant):
        column, slot = why
        table[column] = [results.why[number].first_text(slot) for number in numbers]
    return table


def cause_words(kind: str) -> str:
    """Name a kind by its group, as the chart of losses does, with the kind if it has several."""
    name = kind.replace("_", " ")
    group = GROUP_OF.get(kind, name)
    several = [*GROUP_OF.values()].count(group) > 1
    return f"{group}: {name}" if several else group or NO_CAUSE


def loss_table(losses: Losses, variant: str, at: int) -> list[Row]:
    """Return a row per cause, then loss and tracks, with a column per method, least loss first."""
    place = list(VARIANTS).index(variant) if variant in VARIANTS else 0
    columns = zip(
        losses.methods, losses.parts[:, place, at], losses.total[:, place, at],
        losses.count[:, place, at], strict=True,
    )  # fmt: skip
    table = {
        method: [*map(number, parts), number(total), str(count)]
        for method, parts, total, count in sorted(columns, key=lambda column: column[2])
    }
    names = [*GROUPS, "loss", "tracks"]
    return [
        {"cause": name, **{method: column[at] for method, column in table.items()}}
        for at, name in enumerate(names)
    ]


def loss_rows(losses: Losses) -> list[dict[str, Any]]:
    return [
        {
            "method": method,
            "variant": variant,
            "window": float(window),
            "tracks": int(losses.count[number, place, at]),
            "loss": float(losses.total[number, place, at]),
            **dict(zip(GROUPS, losses.parts[number, place, at].tolist(), strict=True)),
        }
        for number, method in enumerate(losses.methods)
        for place, variant in enumerate(VARIANTS)
        for at, window in enumerate(losses.windows)
    ]


def note_rows(notes: Sequence[Noted]) -> list[Row]:
    return [
        {
            "weight": MAY_CHANGE if note.material else "minor",
            "what": note.text,
            "for example": f"{note.track}: {note.example}",
        }
        for note in notes
    ]


def track_rows(results: Results, index: int, variant: str) -> list[dict[str, Any]]:
    """Return a row per pair with the window and the columns of :func:`track_table`."""
    table = track_table(results, index, variant)
    window, rows = float(results.windows[index]), zip(*table.values(), strict=True)
    return [{"window": window, **dict(zip(table, row, strict=True))} for row in rows]


def described_rows(
    described: dict[str, Description], windows: Sequence[float]
) -> list[dict[str, Any]]:
    return [
        {
            "method": method,
            "variant": variant,
            "measure": part,
            "window": float(window),
            **{field.name: float(getattr(box, field.name)[at, column]) for field in fields(box)},
            "count": int(box.count[at, column]),
        }
        for method, box in described.items()
        for column, (variant, part) in enumerate(SCORES)
        for at, window in enumerate(windows)
    ]
