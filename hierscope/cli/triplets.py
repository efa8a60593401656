"""`hierscope triplets`: list the triplets behind a T- or L-measure, as blocks."""

import argparse
from functools import partial

from core.errors import ReadError
from core.measures import BY_KEY
from core.vocabulary import DIRECTIONS
from hierscope._pair import TOP, triplets
from hierscope.cli.shared import (
    PAIR,
    QUERY_TIME,
    deliver,
    position,
    read_how,
    read_sides,
    say_result,
    switch,
    take,
    take_output,
    whole,
)

_MOST = 10**9  # more blocks than any track has


def add_options(command: argparse.ArgumentParser) -> None:
    take(command, *PAIR)
    take(
        command,
        "--query",
        help=f"list the blocks of this query, {QUERY_TIME} (default: those of the whole track)",
    )
    command.add_argument(
        "--top",
        type=partial(whole, most=_MOST),
        metavar="N",
        help=f"only the N costliest (default: all of a query, {TOP} of a track)",
    )
    command.add_argument(
        "--direction",
        choices=DIRECTIONS,
        default="recall",
        help="the reference's triplets, or the estimate's (default: recall)",
    )
    command.add_argument(
        "--measure",
        choices=[*BY_KEY],
        default="reduced",
        help="triplets of successive layers, of all pairs of layers, or of labels (default: "
        "reduced)",
    )
    take(command, "--window")
    command.add_argument(
        "--outcome",
        choices=("agree", "tie", "inverted", "lost"),
        action="append",
        help="blocks to list, may be repeated; lost is tie and inverted (default: all of a query, "
        "lost of a track)",
    )
    switch(command, merge="combine identical losses of adjacent queries into one row")
    take_output(command, "block")


def run(options: argparse.Namespace) -> None:
    if options.merge and options.query is not None:
        raise ReadError("can't be combined with --query", source="--merge")
    reference, estimate = read_sides(options)
    result = triplets(
        reference,
        estimate,
        position(options.query, reference.notation),
        **read_how(options, "window", "measure", "direction", "outcome", "top", "merge"),
    )
    deliver(say_result(result), options)
