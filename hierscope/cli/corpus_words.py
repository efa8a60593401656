"""What `hierscope corpus` says: what came of it, and a summary."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.corpus.flat import LAYERS, counts_text, flat_means
from core.corpus.items import Problem
from core.corpus.losses import GROUPS, Losses, losses
from core.corpus.noting import noted
from core.corpus.results import Results
from core.corpus.significance import compare
from core.corpus.sources.salami import ONE_ANNOTATION
from core.corpus.summary import LEVEL, describe, nearest_window, one_score
from core.corpus.updating import Update
from core.files.names import escaped
from core.measures import BY_KEY
from core.notes import MAY_CHANGE
from core.timewords import IN_SECONDS
from core.vocabulary import VARIANTS
from core.windows import DEFAULT_WINDOW
from core.wording import DASH, counted, number, p_value, signed

_LISTED = 10


def found_words(update: Update, failed: int, unmatched: int, output: str) -> str:
    """Say how many pairs were scored, and how many not."""
    one = sum(problem.reason == ONE_ANNOTATION for problem in update.problems)
    parts = [f"{counted(update.computed, 'pair')} scored", f"{update.kept} unchanged"]
    parts += [f"{failed} could not be scored"] * bool(failed)
    parts += [f"{unmatched} unmatched"] * bool(unmatched)
    if one:
        parts.append(f"{counted(one, 'track')} with one annotation only")
    parts += [update.alone_words] * bool(update.alone)
    return f"{', '.join(parts)}; all in {output}"


def problem_words(problems: Sequence[Problem], output: str = "") -> list[str]:
    """Give the first reasons, and the number of the others, which may all be in a file."""
    lines = [str(problem) for problem in problems[:_LISTED]]
    if len(problems) > _LISTED:
        where = f"; all are in {output}" if output else ""
        lines.append(f"and {len(problems) - _LISTED} more{where}")
    return lines


def note_words(results: Results) -> list[str]:
    """Say what is to be known of the pairs, a line a kind, what is material first and marked."""
    return [f"{MAY_CHANGE}: {each.full}" if each.material else each.full for each in noted(results)]


def summary(results: Results) -> str:
    """Tabulate F-measures by method, variant and window."""
    if not len(results):
        return "No pair could be scored.\n"
    interval = f"{LEVEL:.0%} interval"
    rows = [["method", "variant", "w", "pairs", "mean", interval, "q1", "median", "q3"]]
    for method in dict.fromkeys(results.methods):
        chosen = results.take([name == method for name in results.methods])
        for measure in results.measures:
            table = describe(one_score(chosen, measure.key, "f_measure"))
            for at, seconds in enumerate(results.windows.tolist()):
                low, high = number(table.low[at], 4), number(table.high[at], 4)
                rows.append(
                    [
                        escaped(method),
                        measure.title,
                        f"{seconds:g}",
                        f"{table.count[at]:.0f}",
                        number(table.mean[at], 4),
                        low if low == high == DASH else f"{low}–{high}",
                        *(number(each[at], 4) for each in (table.q1, table.median, table.q3)),
                    ]
                )
    # Of measures of labels there may be fewer.
    symbols: dict[str, list[str]] = {}
    for measure in results.measures:
        pairs = counted(int(results.having(measure).sum()), "pair")
        symbols.setdefault(pairs, []).append(measure.symbol("f_measure"))
    told = (f"{' and '.join(dict.fromkeys(each))} of {pairs}" for pairs, each in symbols.items())
    title = ", ".join(told)
    lines = [f"{title}, {results.job.words}", *_aligned(rows, 2)]
    if len(set(results.methods)) > 1:
        lines += _comparison(results.at(nearest_window(results.windows, DEFAULT_WINDOW)))
    lines += _lost(losses(results))
    lines += _flat(results)
    return "\n".join([*lines, ""])


def _flat(results: Results) -> list[str]:
    """Tabulate mean F of flat measures, where they were scored."""
    if not results.job.flat:
        return []
    rows = [["method", "flat measure", *LAYERS, "pairs"]]
    for method, measure, means, counts in flat_means(results):
        cells = [*map(number, means), counts_text(counts)]
        rows.append([escaped(method), measure.name, *cells])
    title = "Flat measures, mean F: coarsest layers, finest layers, and the two with the best F"
    return ["", title, *_aligned(rows, 2)]


def _lost(found: Losses) -> list[str]:
    """Tabulate what the loss of each method is made of, at the one window nearest to 15 s."""
    if not len(found.windows):
        return []
    at = nearest_window(found.windows, DEFAULT_WINDOW)
    parts = found.parts[:, :, at]
    most = np.nan_to_num(parts).max(axis=(0, 1))
    shown = np.flatnonzero(most >= _LEAST)
    rows = [["method", "variant", "loss", *(GROUPS[group] for group in shown)]]
    for method, by_variant, totals in zip(found.methods, parts, found.total[:, :, at], strict=True):
        for variant, values, total in zip(VARIANTS, by_variant, totals.tolist(), strict=True):
            rows.append(
                [
                    escaped(method),
                    BY_KEY[variant].title,
                    *map(number, (total, *values[shown].tolist())),
                ]
            )
    where = IN_SECONDS.width(float(found.windows[at]))
    return ["", f"What the mean loss 1 − T_F is made of at {where}", *_aligned(rows, 2)]


def _comparison(results: Results) -> list[str]:
    """Tabulate how each two methods compare by F-measures, at the one window of results."""
    (window,) = results.windows.tolist()
    rows = [["methods", "variant", "tracks", "median difference", "r", "p", "p by Holm"]]
    said = []
    for measure in results.measures:
        found = compare(results, measure.key, "f_measure")
        for pair, (corrected,) in zip(found.pairs, found.corrected.tolist(), strict=True):
            rows.append(
                [
                    f"{escaped(pair.first)} − {escaped(pair.second)}",
                    measure.title,
                    f"{pair.count[0]}",
                    *map(signed, (pair.difference[0], pair.effect[0])),
                    *map(p_value, (float(pair.p_value[0]), corrected)),
                ]
            )
        every = found.friedman
        if not math.isnan(every.p_value[0]):
            said.append(
                f"Friedman, {len(every.methods)} methods, {measure.title}: "
                f"{counted(int(every.count[0]), 'track')}, chi-square {every.statistic[0]:.1f}, "
                f"p {p_value(float(every.p_value[0]))}, Kendall's W {every.agreement[0]:.2f}"
            )
    where = IN_SECONDS.width(window)
    title = f"Methods compared track by track at {where} (Wilcoxon; p by Holm for all in a variant)"
    return ["", title, *_aligned(rows, 2), *said]


def _aligned(rows: list[list[str]], words: int) -> list[str]:
    """Align columns: so many to the left, the others, which are numbers, to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:<{width}}" if at < words else f"{cell:>{width}}"
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


_LEAST = 0.0005  # of a loss, to have a column
