"""`hierscope caemsi`: test whether two corpora share a style."""

import argparse
import math
from dataclasses import replace
from functools import partial
from inspect import signature

from core.caemsi import COMPRESSORS, distance_matrix
from core.caemsi.equivalence import DEFAULT_MARGIN
from core.caemsi.experiment import SIZES, Experiment, run_experiment
from core.caemsi.items import left_words
from core.caemsi.reading import read_labeled
from core.caemsi.representations import REPRESENTATIONS, recommended_compressor
from core.caemsi.results import StyleTests
from core.caemsi.verdict import DEFAULT_ALPHA
from hierscope._caemsi import caemsi
from hierscope.cli.shared import CANCELLED, Command, Options, positive, whole
from hierscope.cli.telling import Progress, say, write

_LISTED = 10  # items that were left out


def add_options(command: Command) -> None:
    command.description = (
        "Compare corpora by compression distances and permutation tests, as Ens and Pasquier do "
        "(CAEMSI, ICCC 2018)."
    )
    commands = command.add_subparsers(required=True, dest="command", metavar="{test,experiment}")
    _add_test(commands.add_parser("test", help="test two corpora for difference and equivalence"))
    experiment = commands.add_parser(
        "experiment", help="measure how often the tests are right, as in the paper's Table 2"
    )
    _add_experiment(experiment)


def _add_test(command: Command) -> None:
    add = command.add_argument
    command.description = (
        "Test whether two corpora differ in style (p_diff), and whether they are equivalent "
        "within a margin (p_eqv). The two results are independent."
    )
    command.epilog = f"Exit status: 0 for any result, 2 for bad input, {CANCELLED} when cancelled."
    add("a", metavar="FOLDER_A", help="files of the first corpus")
    add("b", metavar="FOLDER_B", help="files of the second corpus; no file may be in both")
    _add_shared(command, "by their names")
    add(
        "--margin",
        type=_margins,
        default=DEFAULT_MARGIN,
        metavar="E",
        help="the equivalence margin, as a share of the distances compared, or the inferior and "
        f"the superior margin, as E:E (default: {DEFAULT_MARGIN}; the paper has 0.1 for 50 items "
        "and 0.075 for 100)",
    )
    command.switch(
        exact="use all labelings if there are at most 2,000,000: for p_diff up to 11 + 11 items,"
        " for p_eqv, which relabels distances, up to 4 + 4",
    )
    add(
        "--order",
        choices=("canonical", "mean"),
        default="canonical",
        help="compress the smaller string of a pair first, or take the mean of both orders "
        "(default: canonical)",
    )
    command.switch(
        equal_weight="weight both corpora equally in the mean within; the paper pools their "
        "distances",
        plus_one="p = (c + 1) / (N + 1), which is never 0",
    )


def _add_experiment(command: Command) -> None:
    add = command.add_argument
    command.description = (
        "Draw pairs of corpora from a labeled collection, half from one class and half from "
        "two, and count how often each test is right. Distances are computed once."
    )
    command.epilog = (
        f"Exit status: 0, 2 for bad input, {CANCELLED} when cancelled. The corpora of a trial "
        "are disjoint; classes with too few items for both are left out. low and high are 95 % "
        "Wilson intervals over trials; rates of other collections may lie outside."
    )
    add("collection", metavar="FOLDER", help="a folder with one folder per class")
    add(
        "--sizes",
        type=_sizes,
        nargs="+",
        default=SIZES,
        metavar="N",
        help="items of each corpus, or of A and of B as N:N (default: 25 50 100)",
    )
    add("--trials", type=whole, default=1000, metavar="N", help="default: 1000")
    add(
        "--margin",
        type=positive,
        metavar="E",
        help="default: 0.05 + 2.5 / N, which is the paper's at 25, 50 and 100; at most 0.15",
    )
    _add_shared(command, "bytes")
    add("--workers", type=whole, metavar="N", help="threads (default: one per processor)")


def _add_shared(command: Command, default: str) -> None:
    add = command.add_argument
    add(
        "--as",
        dest="representation",
        choices=REPRESENTATIONS,
        metavar="KIND",
        help=f"how files are represented: {', '.join(REPRESENTATIONS)} (default: {default})",
    )
    add(
        "--compressor",
        choices=COMPRESSORS,
        metavar="NAME",
        help=f"{', '.join(COMPRESSORS)} (default: zlib, deflate for hierarchies)",
    )
    command.switch(
        keep_duplicates="include items that the paper removes because they have the title of "
        "another or are very similar to it",
    )
    add(
        "--alpha",
        type=lambda text: positive(text, "a number between 0 and 1", below=1),
        default=DEFAULT_ALPHA,
        metavar="P",
        help=f"level of each test (default: {DEFAULT_ALPHA})",
    )
    add("--permutations", type=whole, default=1000, metavar="N", help="default: 1000")
    add("--seed", type=partial(whole, least=0), default=0, metavar="N", help="default: 0")
    command.switch(json="a JSON object")


def run(options: Options) -> None:
    (_run_test if options.command == "test" else _run_trials)(options)


def _run_test(options: Options) -> None:
    names = signature(caemsi).parameters
    how = {name: value for name, value in vars(options).items() if name in names}
    with Progress(lambda done, total: f"{done / max(total, 1):.0%} read or measured") as progress:
        tests = caemsi(**how, progress=progress)
    if options.representation is None and tests.representation != "bytes":
        say(f"files are read as {tests.representation}, by their names; --as changes this")
    _deliver(tests, options)


def _run_trials(options: Options) -> None:
    source, kind = options.collection, options.representation or "bytes"
    once = not options.keep_duplicates
    with Progress(lambda done, total: f"{done / total:.0%} of {source} is read") as progress:
        collection = read_labeled(source, kind, titles=once, similar=once, progress=progress)
    with Progress(lambda done, total: f"{done:,} of {total:,} distances") as progress:
        distances = distance_matrix(
            [item.data for item in collection.items],
            options.compressor or recommended_compressor(kind),
            progress=progress,
        )
    with Progress(lambda done, total: f"{done:,} of {total:,} trials") as progress:
        experiment = run_experiment(
            distances,
            [item.label for item in collection.items],
            options.sizes,
            margin=options.margin,
            trials=options.trials,
            alpha=options.alpha,
            n_permutations=options.permutations,
            seed=options.seed,
            workers=options.workers,
            progress=progress,
        )
    left_out = left_words(source, collection.unreadable, collection.removed)
    _deliver(replace(experiment, left_out=tuple(left_out)), options)


def _deliver(result: StyleTests | Experiment, options: Options) -> None:
    if not options.json:
        say(*(f"Note: {remark}" for remark in result.remarks))
    say(*result.left_out[:_LISTED])
    if len(result.left_out) > _LISTED:
        say(f"{len(result.left_out) - _LISTED} more left out (--json lists all)")
    write(result.to_json() if options.json else result.text(), exact=options.json)


def _margins(text: str) -> float | tuple[float, float]:
    try:
        values = [float(part) for part in text.split(":")]
    except ValueError:
        values = []
    if len(values) not in (1, 2) or not all(0 < value < math.inf for value in values):
        raise argparse.ArgumentTypeError(f"'{text}' is not a margin such as 0.15 or 0.1:0.2")
    return values[0] if len(values) == 1 else (values[0], values[1])


def _sizes(text: str) -> tuple[int, int]:
    parts = text.split(":")
    if len(parts) > 2 or not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a size such as 25 or 50:100; the collection comes first"
        )
    return int(parts[0]), int(parts[-1])
