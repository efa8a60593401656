"""What the tables of the page Corpus say; nothing here knows Streamlit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields
from itertools import combinations
from typing import Any

from core.corpus.comparing import Paired, Ranking
from core.corpus.nesting import not_nested, without_nesting
from core.corpus.noting import noted
from core.corpus.results import Results
from core.corpus.segments import Segments
from core.corpus.summary import Description, all_scores
from core.measures import SCORES, SYMBOLS
from core.papers import printed_corpus
from core.vocabulary import Part
from explorer.glossary import link
from explorer.messages.words import seconds
from explorer.tables.pair import Row

DURATION_COLUMN = "duration (s)"
"""A column of the table of tracks."""

_LEAST_P = 0.001


def summary_rows(
    described: dict[str, Description], index: int, variant: str, part: Part
) -> list[Row]:
    """One row a method: what describes a score at one window.

    Parameters
    ----------
    described : dict of Description
        Of all scores at all windows.
    index : int
        Which window.
    variant : str, the key of a measure
    part : {"recall", "precision", "f_measure"}
    """
    at = index, SCORES.index((variant, part))
    rows = []
    for method, found in described.items():
        low, high, q1, q3 = (getattr(found, name)[at] for name in ("low", "high", "q1", "q3"))
        rows.append(
            {
                "method": method,
                "tracks": f"{found.count[at]:.0f}",
                "mean": written(found.mean[at]),
                "95 % interval": f"{written(low)}–{written(high)}" if low == low else "–",
                "median": written(found.median[at]),
                "quartiles": f"{written(q1)}–{written(q3)}" if q1 == q1 else "–",
            }
        )
    return rows


def written(value: float) -> str:
    """Write a score; a dash where there is none."""
    return "–" if math.isnan(value) else f"{value:z.3f}"


def paired_row(found: Paired, index: int) -> Row:
    """Say how two methods compare at one window."""
    count, effect, p = int(found.count[index]), found.effect[index], found.p_value[index]
    return {
        "methods": f"{found.first} − {found.second}",
        "tracks": f"{count}",
        "median difference": signed(found.difference[index]),
        "effect size r": signed(effect) if count else "–",
        "p (Wilcoxon)": p_text(p),
    }


def signed(value: float) -> str:
    """Write a difference with its sign."""
    return "–" if math.isnan(value) else f"{value:+z.3f}".replace("-", "−")


def p_text(p: float) -> str:
    """Write a p-value; what is small as a bound."""
    if math.isnan(p):
        return "–"
    return f"< {_LEAST_P:g}" if p < _LEAST_P else f"{p:.3f}"


def ranking_words(found: Ranking, index: int) -> str:
    """Say the order of the methods at one window, best first."""
    if not found.count[index]:
        return "No track has a score by all methods."
    order = sorted(range(len(found.methods)), key=lambda at: int(found.ranks[at, index]))
    named = [
        f"{int(found.ranks[at, index])}. {found.methods[at]} ({written(found.means[at, index])})"
        for at in order
    ]
    count = int(found.count[index])
    return f"By mean over the {count} track{'s' * (count != 1)} that all share: {', '.join(named)}."


def change_words(found: Ranking) -> str:
    """Say whether methods change places."""
    count = len(found.changes)
    if not count:
        return "No two methods change places at any window."
    return f"Methods change places {count} time{'s' * (count != 1)} over the windows:"


def every_pair(methods: Sequence[str]) -> list[tuple[str, str]]:
    """Give all pairs of methods."""
    return list(combinations(methods, 2))


def segment_rows(found: Sequence[Segments]) -> list[Row]:
    """Durations of small-scale segments, beside those that the paper prints for SALAMI."""
    printed = printed_corpus()
    return [
        *(
            {
                link("segment", "small-scale segments"): each.name,
                "hierarchies": f"{each.hierarchies:,}",
                "segments": f"{each.durations.count:,}",
                "median": seconds(each.durations.median) if each.durations.count else "–",
                "95th percentile": seconds(each.durations.p95) if each.durations.count else "–",
            }
            for each in found
        ),
        {
            link("segment", "small-scale segments"): f"SALAMI, {printed.source}",
            "hierarchies": "",
            "segments": "",
            "median": f"{printed.segment_median:g} s",
            "95th percentile": f"{printed.segment_p95:g} s",
        },
    ]


def track_table(results: Results, index: int, *, paths: bool = False) -> dict[str, Sequence[Any]]:
    """Give all pairs at one window, as columns; with the `paths` that are read, too."""
    scores = all_scores(results)[:, index]
    columns: dict[str, Sequence[Any]] = {"track": results.tracks, "method": results.methods}
    for at, (variant, part) in enumerate(SCORES):
        columns[f"{variant} {SYMBOLS[part].replace('_', '')}"] = scores[:, at].tolist()
    columns[DURATION_COLUMN] = results.durations.tolist()
    columns["layers"] = [
        f"{reference} / {estimate}"
        for reference, estimate in zip(
            results.reference_layers, results.estimate_layers, strict=True
        )
    ]
    noted = {
        "changed on the way in": ["; ".join(without_nesting(notes)) for notes in results.notes],
        "not nested": [", ".join(not_nested(notes)) for notes in results.notes],
    }
    said = {name: column for name, column in noted.items() if any(column)}
    named = {
        "reference files": ["; ".join(item.reference) for item in results.items],
        "estimate files": ["; ".join(item.estimate) for item in results.items],
    }
    return columns | dict(results.metadata) | said | (named if paths else {})


def note_rows(results: Results) -> list[Row]:
    """One row a kind of change, or a side that is not nested: of how many pairs, for example."""
    return [
        {
            "what": each.text,
            "pairs": f"{len(each.rows):,}",
            "for example": f"{results.tracks[each.rows[0]]}: {each.example}",
        }
        for each in noted(results)
    ]


def track_rows(results: Results, index: int) -> list[dict[str, Any]]:
    """Give a row a pair, of the columns of :func:`track_table`, and the window."""
    table = track_table(results, index)
    window = float(results.windows[index])
    return [
        {"window": window, **dict(zip(table, row, strict=True))}
        for row in zip(*table.values(), strict=True)
    ]


def described_rows(
    described: dict[str, Description], windows: Sequence[float]
) -> list[dict[str, Any]]:
    """Give a row a method, score and window, with all that describes its distribution."""
    return [
        {
            "method": method,
            "variant": variant,
            "measure": part,
            "window": float(window),
            **{each.name: float(getattr(found, each.name)[at, column]) for each in fields(found)},
            "count": int(found.count[at, column]),
        }
        for method, found in described.items()
        for column, (variant, part) in enumerate(SCORES)
        for at, window in enumerate(windows)
    ]
