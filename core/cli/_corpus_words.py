"""What `hierscope corpus` says: what came of it, and a summary."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.corpus.items import Problem
from core.corpus.nesting import nesting_words, without_nesting
from core.corpus.results import Results
from core.corpus.sources.annotators import ONE_ANNOTATION
from core.corpus.summary import LEVEL, describe, one_score
from core.corpus.updating import Update
from core.files.names import escaped
from core.measures import MEASURES
from core.vocabulary import counted

_LISTED = 10


def found_words(update: Update, failed: int, unmatched: int, output: str) -> str:
    """Say how many pairs were scored, and how many not."""
    one = sum(problem.reason == ONE_ANNOTATION for problem in update.problems)
    parts = [f"{counted(update.computed, 'pair')} scored", f"{update.kept} unchanged"]
    parts += [f"{failed} could not be scored"] * bool(failed)
    parts += [f"{unmatched} unmatched"] * bool(unmatched)
    if one:
        parts.append(f"{counted(one, 'track')} with one annotation only")
    return f"{', '.join(parts)}; all in {output}"


def problem_words(problems: Sequence[Problem], output: str = "") -> list[str]:
    """Give the first reasons, and the number of the others, which may all be in a file."""
    lines = [str(problem) for problem in problems[:_LISTED]]
    if len(problems) > _LISTED:
        where = f"; all are in {output}" if output else ""
        lines.append(f"and {len(problems) - _LISTED} more{where}")
    return lines


def note_words(results: Results) -> list[str]:
    """Say how many pairs were changed on the way in, and how many are not nested, if any."""
    changed = [
        (track, found[0])
        for track, notes in zip(results.tracks, results.notes, strict=True)
        if (found := without_nesting(notes))
    ]
    lines = []
    if changed:
        first = f"{changed[0][0]}: {changed[0][1]}"
        were = "was" if len(changed) == 1 else "were"
        lines.append(
            f"{counted(len(changed), 'pair')} {were} changed on the way in, such as: {first}"
        )
    nesting = nesting_words(results.notes)
    if nesting:
        lines.append(f"{nesting}; scored all the same, as mir_eval does")
    return lines


def summary(results: Results) -> str:
    """Tabulate T_F by method, variant and window."""
    if not len(results):
        return "No pair could be scored.\n"
    interval = f"{LEVEL:.0%} interval"
    rows = [["method", "variant", "w", "pairs", "mean", interval, "q1", "median", "q3"]]
    for method in dict.fromkeys(results.methods):
        chosen = results.take([name == method for name in results.methods])
        for measure in MEASURES:
            table = describe(one_score(chosen, measure.key, "f_measure"))
            for at, seconds in enumerate(results.windows.tolist()):
                low, high = _written(table.low[at]), _written(table.high[at])
                rows.append(
                    [
                        escaped(method),
                        measure.title,
                        f"{seconds:g}",
                        f"{table.count[at]:.0f}",
                        _written(table.mean[at]),
                        low if low == high == _NOTHING else f"{low}–{high}",
                        *(_written(each[at]) for each in (table.q1, table.median, table.q3)),
                    ]
                )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            f"{cell:<{width}}" if at < 2 else f"{cell:>{width}}"
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    title = f"T_F of {counted(len(results), 'pair')}"
    return "\n".join([f"{title}, {results.job.words}", *lines, ""])


_NOTHING = "–"


def _written(value: float) -> str:
    """Write a score; a dash where there is none."""
    return _NOTHING if math.isnan(value) else f"{value:z.4f}"
