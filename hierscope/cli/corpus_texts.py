"""The output of `hierscope corpus`: problems, notes and a summary."""

import math
from collections.abc import Sequence

import numpy as np

from core.corpus.comparing import compare
from core.corpus.items import Problem
from core.corpus.job import LAYERS
from core.corpus.losses import GROUPS, Losses, losses
from core.corpus.results import Results, counts_text
from core.corpus.sources.salami import ONE_ANNOTATION
from core.corpus.summary import LEVEL, describe, nearest_window
from core.files.names import escaped
from core.measures import BY_KEY
from core.notes import MAY_CHANGE
from core.showing import aligned
from core.vocabulary import VARIANTS
from core.windows import DEFAULT_WINDOW
from core.wording import DASH, IN_SECONDS, counted, number, p_value

_LISTED = 10


def counts_line(results: Results, failed: int, unmatched: int, output: str) -> str:
    update = results.update
    assert update is not None
    alone = sum(problem.reason == ONE_ANNOTATION for problem in results.problems)
    parts = [f"{counted(update.computed, 'pair')} scored", f"{update.kept} unchanged"]
    parts += [f"{failed} could not be scored"] * bool(failed)
    parts += [f"{unmatched} unmatched"] * bool(unmatched)
    parts += [f"{counted(alone, 'track')} with one annotation only"] * bool(alone)
    parts += [update.alone_words] * bool(update.alone)
    return f"{', '.join(parts)}; all in {output}"


def problem_lines(problems: Sequence[Problem], output: str) -> list[str]:
    lines = [str(problem) for problem in problems[:_LISTED]]
    if len(problems) > _LISTED:
        lines.append(f"and {len(problems) - _LISTED} more; all are in {output}")
    return lines


def note_lines(results: Results) -> list[str]:
    """Return the notes on pairs, one line per kind; material notes come first and are marked."""
    return [f"{MAY_CHANGE}: {note.full}" if note.material else note.full for note in results.noted]


def summary(results: Results) -> str:
    if not len(results):
        return "No pair could be scored.\n"
    interval = f"{LEVEL:.0%} interval"
    rows = []
    for method, members in results.rows_by_method.items():
        for measure in results.measures:
            described = describe(results.score(measure.key, "f_measure")[members])
            for at, seconds in enumerate(results.windows.tolist()):
                low, high = number(described.low[at], 4), number(described.high[at], 4)
                rows.append(
                    {
                        "method": escaped(method),
                        "variant": measure.title,
                        "w": f"{seconds:g}",
                        "pairs": f"{described.count[at]:.0f}",
                        "mean": number(described.mean[at], 4),
                        interval: low if low == high == DASH else f"{low}–{high}",
                        "q1": number(described.q1[at], 4),
                        "median": number(described.median[at], 4),
                        "q3": number(described.q3[at], 4),
                    }
                )
    # Measures of labels can have fewer pairs.
    symbols: dict[str, list[str]] = {}
    for measure in results.measures:
        pairs = counted(int(results.having(measure).sum()), "pair")
        symbols.setdefault(pairs, []).append(measure.symbol("f_measure"))
    scored = (
        f"{' and '.join(dict.fromkeys(signs))} of {pairs}" for pairs, signs in symbols.items()
    )
    lines = [f"{', '.join(scored)}, {results.job.description}", *results.sentences()]
    lines += aligned(rows)
    if len(results.rows_by_method) > 1:
        lines += _comparison(results)
    lines += _lost(losses(results))
    lines += _flat(results)
    return "\n".join([*lines, ""])


def _flat(results: Results) -> list[str]:
    if not results.job.flat:
        return []
    rows = [
        {
            "method": escaped(method),
            "flat measure": measure.name,
            **dict(zip(LAYERS, map(number, means), strict=True)),
            "pairs": counts_text(counts),
        }
        for method, measure, means, counts in results.flat_means()
    ]
    title = "Flat measures, mean F: coarsest layers, finest layers, and the two with the best F"
    return ["", title, *aligned(rows)]


def _lost(lost: Losses) -> list[str]:
    if not len(lost.windows):
        return []
    at = nearest_window(lost.windows, DEFAULT_WINDOW)
    parts = lost.parts[:, :, at]
    shown = np.flatnonzero(np.nan_to_num(parts).max(axis=(0, 1)) >= _LEAST)
    rows = [
        {
            "method": escaped(method),
            "variant": BY_KEY[variant].title,
            "loss": number(lost.total[row, column, at]),
            **{GROUPS[group]: number(parts[row, column, group]) for group in shown},
        }
        for row, method in enumerate(lost.methods)
        for column, variant in enumerate(VARIANTS)
    ]
    where = IN_SECONDS.width(float(lost.windows[at]))
    return ["", f"Parts of the mean loss 1 − T_F at {where}", *aligned(rows)]


def _comparison(results: Results) -> list[str]:
    windows = [*map(IN_SECONDS.width, results.windows.tolist())]
    at = nearest_window(results.windows, DEFAULT_WINDOW)
    rows, tests, better = [], [], []
    for measure in results.measures:
        comparison = compare(results, measure.key, "f_measure")
        tested = zip(comparison.cells(at), comparison.pairs, comparison.better, strict=True)
        for cells, pair, signs in tested:
            which = {"methods": escaped(cells.pop("methods")), "variant": measure.title}
            rows.append({**which, **cells})
            names = {1: escaped(pair.first), -1: escaped(pair.second), 0: DASH}
            better.append(
                {**which, **dict(zip(windows, map(names.__getitem__, signs), strict=True))}
            )
        every = comparison.friedman
        if not math.isnan(every.p_value[at]):
            tests.append(
                f"Friedman, {len(every.methods)} methods, {measure.title}: "
                f"{counted(int(every.count[at]), 'track')}, chi-square {every.statistic[at]:.1f}, "
                f"p {p_value(float(every.p_value[at]))}, Kendall's W {every.agreement[at]:.2f}"
            )
    title = (
        f"Methods compared track by track at {windows[at]} (Wilcoxon; p by Holm for all pairs of a "
        "variant and family; interval of the mean by bootstrap)"
    )
    lines = ["", title, *aligned(rows), *tests]
    if len(windows) > 1:
        title = "The better method, if p (Holm) is below 0.05; not corrected for the windows"
        lines += ["", title, *aligned(better)]
    return lines


_LEAST = 0.0005  # of a loss, to have a column
