"""`hierscope caemsi experiment`: the paper's Table 2, on any labelled collection."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import asdict

from core.caemsi import distance_matrix
from core.caemsi.experiment import SIZES, Experiment, read_sizes, run_experiment
from core.caemsi.experiment_trials import Sizes
from core.caemsi.items import Item, Left
from core.caemsi.labelled import Labelled, read_labelled
from core.caemsi.metrics import NAMES, POSITIVE, Metrics
from core.caemsi.printed import printed_note, printed_table
from core.caemsi.writing import experiment_document
from hierscope.cli.caemsi_shared import (
    add_shared_options,
    compressor_of,
    distance_words,
    reading,
    say_left,
    showing,
)
from hierscope.cli.shared import CANCELLED, positive, whole
from hierscope.cli.telling import say, silence_dask, write

_FIRST = 33  # width of a column


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    command.description = (
        "Draw pairs of corpora from a labelled collection, half of one class and half of two, and "
        "see how often each test tells. Distances are computed once."
    )
    command.epilog = (
        f"Exit status: 0, 2 for bad input, {CANCELLED} when cancelled. Corpora of a trial are "
        "disjoint; classes with fewer items than both corpora need take no part in it. A row has "
        "95 % Wilson intervals, over trials: other collections may lie outside."
    )
    command.add_argument(
        "manifest",
        metavar="MANIFEST",
        help="a CSV table with the columns path, class, and maybe title; or a folder of folders, "
        "one a class",
    )
    command.add_argument(
        "--sizes",
        type=_sizes,
        nargs="+",
        default=SIZES,
        metavar="N",
        help="items of each corpus, or of A and of B as N:N (default: 25 50 100)",
    )
    command.add_argument("--trials", type=whole, default=1000, metavar="N", help="default: 1000")
    command.add_argument(
        "--margin",
        type=positive,
        metavar="E",
        help="default: 0.05 + 2.5 / N, which is the paper's at 25, 50 and 100; at most 0.15",
    )
    add_shared_options(command)
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=whole, metavar="N", help="threads (default: one a processor)"
    )
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="run trials on the Dask cluster of this scheduler"
    )
    command.add_argument("--json", action="store_true", help="the table as a JSON object")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the experiment, and print its table beside the paper's."""
    sizes = read_sizes(options.sizes, options.margin)
    if options.scheduler is not None:
        silence_dask()
    try:
        collection = _collection(options)
        found = _run(collection.items, sizes, options)
    except KeyboardInterrupt:
        say("cancelled")
        return CANCELLED
    if options.json:
        document = {
            **experiment_document(found),
            "unreadable": _left(collection.unreadable),
            "removed": _left(collection.removed),
        }
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    else:
        text = _table(found)
    write(text, exact=options.json)
    return 0


def _run(items: Sequence[Item], sizes: Sequence[Sizes], options: argparse.Namespace) -> Experiment:
    with showing(distance_words) as progress:
        distances = distance_matrix(
            [item.data for item in items], compressor_of(options), progress=progress
        )
    with showing(lambda done, total: f"{done:,} of {total:,} trials") as progress:
        return run_experiment(
            distances,
            [item.label for item in items],
            sizes,
            trials=options.trials,
            alpha=options.alpha,
            n_permutations=options.permutations,
            seed=options.seed,
            workers=options.workers,
            scheduler=options.scheduler,
            progress=progress,
        )


def _collection(options: argparse.Namespace) -> Labelled:
    with showing(reading(options.manifest)) as progress:
        found = read_labelled(
            options.manifest,
            options.representation,
            titles=not options.keep_duplicates,
            similar=not options.keep_duplicates,
            progress=progress,
        )
    say_left(found.unreadable, "left out", options.manifest)
    say_left(found.removed, "took out", options.manifest)
    return found


def _left(left: Sequence[Left]) -> list[dict[str, str]]:
    return [asdict(one) for one in left]


def _table(found: Experiment) -> str:
    lines = [
        f"{found.items} items of {found.classes} classes; {found.wanted} trials of each size, "
        f"alpha {found.alpha:g}, {found.n_permutations} permutations, seed {found.seed}",
        f"distances: {found.compressor}",
        "",
        f"{'':<{_FIRST}}{'A':>4}{'B':>5}{'classes':>9}{'margin':>8}"
        + "".join(f"{name:>16}" for name in NAMES),
    ]
    for row in found.rows:
        sizes = row.sizes
        if not row.trials:
            lines.append(
                f"{'p_diff, p_eqv':<{_FIRST}}{sizes.a:>4}{sizes.b:>5}{len(row.classes):>9}  "
                "left out: fewer than two classes are large enough"
            )
            continue
        for test, metrics in (("p_diff", row.difference), ("p_eqv", row.equivalence)):
            margin = f"{sizes.margin:.4g}" if test == "p_eqv" else "-"
            lines.append(
                f"{test:<{_FIRST}}{sizes.a:>4}{sizes.b:>5}{len(row.classes):>9}{margin:>8}"
                + _rates(metrics)
            )
        for printed in printed_table():
            if printed.sizes == (sizes.a, sizes.b):
                margin = "-" if printed.margin is None else f"{printed.margin:g}"
                lines.append(
                    f"{f'  {printed.dataset} {printed.test}':<{_FIRST}}{sizes.a:>4}{sizes.b:>5}"
                    f"{max(printed.classes):>9}{margin:>8}"
                    + "".join(f"{rate:>7.2f}{'':9}" for rate in printed.rates).rstrip()
                    + f"{'  *' if printed.note else ''}"
                )
        if row.small:
            lines.append(f"  too small for two corpora: {', '.join(row.small)}")
    return "\n".join(lines) + "\n" + _notes(found)


def _rates(metrics: Metrics) -> str:
    return "".join(
        f"{'-':>16}"
        if math.isnan(rate.value)
        else f"{rate.value:>7.3f} {f'{_short(rate.low)}-{_short(rate.high)}':<8}"
        for _, rate in metrics.items()
    ).rstrip()


def _short(value: float) -> str:
    return f"{value:.2f}".removeprefix("0")


def _notes(found: Experiment) -> str:
    sizes = {(row.sizes.a, row.sizes.b) for row in found.rows}
    notes = [found.warning] if found.warning else []
    notes.append(POSITIVE)
    shown = [row for row in printed_table() if row.sizes in sizes]
    if shown:
        notes.append(f"Indented: the paper's Table 2. {printed_note()}")
    notes += [f"* {row.note}." for row in shown if row.note]
    return "".join(f"{note}\n" for note in ["", *notes])


def _sizes(text: str) -> tuple[int, int]:
    parts = text.split(":")
    if len(parts) > 2 or not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(
            f"'{text}' is no size such as 25 or 50:100; a collection stands first"
        )
    return int(parts[0]), int(parts[-1])
