"""`hierscope triplets`: the blocks of triplets behind a T- or L-measure."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.align import names_of
from core.cli._query import add_query_option, position
from core.cli._shared import (
    add_output_options,
    add_pair_options,
    deliver,
    read_convention,
    read_pair,
    window,
)
from core.errors import ReadError
from core.export import block_keys, block_rows, rows_csv, rows_json
from core.timewords import TimeWords
from core.triplets import (
    LOST,
    OUTCOMES,
    Blocks,
    Filter,
    QueryBlocks,
    Survey,
    Task,
    costliest,
    explain,
    query_blocks,
    sentence,
    survey,
)
from core.vocabulary import DIRECTIONS, SIDES
from core.windows import DEFAULT_WINDOW

_TOP = 100  # of a whole track
_MOST = 10**9  # more than any track has


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    add_pair_options(command)
    add_query_option(
        command,
        "list the blocks of this query, {time} (default: the whole track's)",
    )
    command.add_argument(
        "--top",
        type=_top,
        metavar="N",
        help=f"only the N costliest (default: all of a query, {_TOP} of a track)",
    )
    command.add_argument(
        "--direction",
        choices=DIRECTIONS,
        default="recall",
        help="the reference's triplets, or the estimate's (default: recall)",
    )
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--full", action="store_true", help="all pairs of layers, not successive ones only"
    )
    which.add_argument(
        "--labels",
        action="store_true",
        help="triplets of labels, as L-measures count them, not of segments",
    )
    command.add_argument(
        "--window",
        type=window,
        default=DEFAULT_WINDOW,
        metavar="W",
        help=f"seconds, or the pair's own unit, or inf for the whole track (default: "
        f"{DEFAULT_WINDOW:g})",
    )
    command.add_argument(
        "--outcome",
        choices=(*OUTCOMES, "lost"),
        action="append",
        default=[],
        help="which blocks, may be repeated; lost is tie and inverted (default: all of a query, "
        "lost of a track)",
    )
    command.add_argument(
        "--merge",
        action="store_true",
        help="list a block that neighbouring queries lose alike once, with the loss of them all",
    )
    add_output_options(command, "block")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """List blocks of the pair's triplets."""
    if options.merge and options.query is not None:
        raise ReadError("goes with the whole track, not with --query", source="--merge")
    pair = read_pair(options)
    task = Task(
        pair.reference,
        pair.estimate,
        options.window,
        options.direction,
        options.full,
        read_convention(options),
        options.frame_size,
        of_labels=options.labels,
    )
    asked = [name for name in OUTCOMES if name in options.outcome]
    if "lost" in options.outcome:
        asked += LOST
    only = Filter(asked) if asked else None
    if options.query is None:
        found = None
        blocks = costliest(task, options.top or _TOP, only, merge=options.merge)
    else:
        found = query_blocks(task, position(options.query, task.words), only)
        blocks = found.blocks.lost_first()[: options.top]
    if options.json:
        text = rows_json(block_rows(blocks, merge=options.merge, words=task.words))
    elif options.csv:
        how = {"merge": options.merge, "words": task.words}
        text = rows_csv(block_rows(blocks, **how), block_keys(**how))
    else:
        header = names_of(task.reference, task.estimate)
        text = f"{header}\n{_plain(task, blocks, found, merge=options.merge)}"
    deliver(text, options)


def _top(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if not 1 <= value <= _MOST:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 to {_MOST}")
    return value


def _plain(task: Task, blocks: Blocks, found: QueryBlocks | None, *, merge: bool) -> str:
    """Say what is computed, list the blocks, and explain the costliest."""
    whole = survey(task)
    words = task.words
    lines = [
        f"w = {words.lasting(task.window)} "
        f"({task.convention.describe(task.window, task.frame_size, words)})",
        _score_line(task, whole),
    ]
    lost = whole.tie + whole.inverted
    won = whole.score if task.counted else 0.0
    if found is not None:
        lines.append(_query_line(task, found))
        won, lost = found.agree, found.tie + found.inverted
    if len(blocks):
        rows = block_rows(blocks, merge=merge)
        lines += ["", *_table(rows, task, one_query=found is not None)]
        if found is None and not merge:
            lines += [
                "",
                "Neighbouring queries lose alike; --merge lists a block once for them all.",
            ]
    first = np.flatnonzero(blocks.outcome != OUTCOMES["agree"])[:1]
    if len(first):
        at = first[0]
        triplet = (float(blocks.query[at]), *blocks.example[at].tolist())
        lines += ["", f"Costliest: {sentence(explain(task, *triplet))}"]
    elif won and not lost:
        lines += ["", "No triplet is lost."]
    elif lost and not len(blocks):
        lines += ["", "There is no such block."]
    return "\n".join(lines) + "\n"


def _score_line(task: Task, whole: Survey) -> str:
    name = task.measure.name(task.direction, task.window)
    if not task.counted:
        which = task.measure.triplet if task.of_labels else "triplet"
        lack = task.convention.describe_lack(task.window, SIDES[task.side], which, task.words)
        return f"{name} –: {lack}"
    parts = [f"{whole.tie:.6f} ties", f"{whole.inverted:.6f} inverted"]
    if task.convention.no_triplet == 0:
        parts.append(f"{whole.uncounted:.6f} queries without a triplet")
    return f"{name} {whole.score:.6f}, lost {abs(1 - whole.score):.6f}: {', '.join(parts)}"


def _query_line(task: Task, found: QueryBlocks) -> str:
    words = task.words
    place = f"q = {words.at(found.query)} (window {words.span(*found.reach)})"
    if not found.total:
        return f"{place}: no triplets"
    unit = f"{words.short}²" if task.problem.frameless else "triplets"
    total, agree, tie, inverted = (
        _count(count, task.problem.frameless)
        for count in (found.total, found.agree, found.tie, found.inverted)
    )
    split = f"{agree} agree, {tie} tie, {inverted} inverted"
    return f"{place}: g(q) {found.g:.6f}, of {total} {unit} {split}"


def _table(rows: list[dict[str, Any]], task: Task, *, one_query: bool) -> list[str]:
    """Align the rows under their names."""
    frameless, words = task.problem.frameless, task.words
    table = []
    for row in rows:
        cells = {} if one_query else {"query": words.bare(row["query"])}
        if "queries" in row:
            cells["queries"] = _stretch(row["queries"], words)
        table.append(
            cells
            | {
                "i": _stretch(row["i"], words),
                "j": _stretch(row["j"], words),
                "ref depths": _depths(*row["depth_reference"]),
                "est depths": _depths(*row["depth_estimate"]),
                "outcome": row["outcome"],
                f"{words.short}²" if frameless else "triplets": _count(row["count"], frameless),
                "of query": f"{row['share']:.1%}",
                "loss": f"{row['loss']:.7f}",
            }
        )
    columns = [[name, *(cells[name] for cells in table)] for name in table[0]]
    widths = [max(map(len, column)) for column in columns]
    return [
        "  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))
        for line in zip(*columns, strict=True)
    ]


def _stretch(ends: Sequence[float], words: TimeWords) -> str:
    return f"{words.bare(ends[0])}–{words.bare(ends[1])}"


def _depths(of_i: int, of_j: int) -> str:
    return f"{of_i} {'>' if of_i > of_j else '<' if of_i < of_j else '='} {of_j}"


def _count(count: float, frameless: bool) -> str:
    return f"{count:.3f}" if frameless else f"{count:.0f}"
