"""`hierscope diagnose`: why the score of a pair is low."""

from __future__ import annotations

import argparse
import json

from core.align import names_of
from core.cli._shared import (
    add_beta_option,
    add_pair_options,
    deliver,
    read_convention,
    read_pair,
    window,
)
from core.diagnosis import Diagnosis, diagnose
from core.measures import SYMBOLS
from core.vocabulary import PARTS
from core.windows import DEFAULT_WINDOW
from core.wording import number, signed


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    add_pair_options(command)
    command.add_argument(
        "--window",
        type=window,
        default=DEFAULT_WINDOW,
        metavar="W",
        help=f"seconds, or the pair's own unit, or inf for the whole track (default: "
        f"{DEFAULT_WINDOW:g})",
    )
    command.add_argument(
        "--full", action="store_true", help="all pairs of layers, not successive ones only"
    )
    command.add_argument(
        "--part",
        choices=PARTS,
        default="f_measure",
        help="whose loss is explained (default: f_measure)",
    )
    add_beta_option(command)
    command.add_argument("--json", action="store_true", help="a JSON object")
    command.add_argument("-o", "--output", metavar="FILE", help="write there instead")
    command.set_defaults(run=run, csv=False)


def run(options: argparse.Namespace) -> None:
    """Diagnose the pair and write the sentence and the causes."""
    pair = read_pair(options)
    found = diagnose(
        *(pair.given or (pair.reference, pair.estimate)),
        options.window,
        variant="full" if options.full else "reduced",
        convention=read_convention(options),
        frame_size=options.frame_size,
        beta=options.beta,
        part=options.part,
    )
    if options.json:
        deliver(json.dumps(found.document(), indent=2) + "\n", options)
        return
    words = found.convention.describe(found.window, options.frame_size, pair.reference.words)
    head = names_of(pair.reference, pair.estimate)
    lines = [head, f"{found.variant}, {words}", "", found.sentence]
    if found.causes:
        lines += ["", *_table(found), "", *_foot(found)]
    deliver("\n".join(lines) + "\n", options)


def _table(found: Diagnosis) -> list[str]:
    """Align what each cause is worth under the names."""
    rows = [
        ["", *(f"{symbol} alone" for symbol in SYMBOLS.values()), "then", "boundaries", "cause"]
    ]
    for place, cause in enumerate(found.causes, 1):
        gains = [signed(cause.gain.part(part)) for part in PARTS]
        mark = "*" if cause.overlaps else ""
        rows.append(
            [
                f"{place}",
                *gains,
                number(cause.together.part(found.part)),
                f"{cause.touched}",
                f"{cause.kind}{mark}: {cause.text}",
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    return [
        "  ".join(
            [*(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=False)), row[-1]]
        )
        for row in rows
    ]


def _foot(found: Diagnosis) -> list[str]:
    symbol = SYMBOLS[found.part]
    lines = [
        f"alone: what mending it alone adds; then: {symbol} with it and all above mended; "
        "boundaries: how many that changes",
        f"left when all are mended: {found.unexplained:.3f}",
    ]
    if any(cause.overlaps for cause in found.causes):
        lines.append("*: the causes above take most of its gain away")
    return lines
