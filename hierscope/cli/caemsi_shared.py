"""What the commands of `hierscope caemsi` share: options, distances, what was left out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from core.caemsi import COMPRESSORS
from core.caemsi.items import REPRESENTATIONS, Left
from core.caemsi.margins import DEFAULT_ALPHA
from core.caemsi.representations import recommended_compressor
from hierscope.cli.shared import whole
from hierscope.cli.telling import Progress, say

_LISTED = 10
_PATIENCE = 2.0  # seconds


def add_shared_options(command: argparse.ArgumentParser) -> None:
    """Take how files are read and compared, and the settings of the tests."""
    command.add_argument(
        "--as",
        dest="representation",
        choices=REPRESENTATIONS,
        default="bytes",
        metavar="KIND",
        help=f"what files are read as: {', '.join(REPRESENTATIONS)} (default: bytes; `test` goes "
        "by their names)",
    )
    command.add_argument(
        "--compressor",
        choices=COMPRESSORS,
        metavar="NAME",
        help=f"{', '.join(COMPRESSORS)} (default: zlib as in the paper, deflate for hierarchies)",
    )
    command.add_argument(
        "--keep-duplicates",
        action="store_true",
        help="keep what the paper takes out: items with the title of another, or much like another",
    )
    command.add_argument(
        "--alpha",
        type=_share,
        default=DEFAULT_ALPHA,
        metavar="P",
        help=f"level of each test (default: {DEFAULT_ALPHA})",
    )
    command.add_argument(
        "--permutations", type=whole, default=1000, metavar="N", help="default: 1000"
    )
    command.add_argument("--seed", type=_natural, default=0, metavar="N", help="default: 0")


def compressor_of(options: argparse.Namespace) -> str:
    """Give the compressor that was asked for, or the one that suits the representation."""
    if options.compressor:
        return str(options.compressor)
    return recommended_compressor(options.representation)


def distance_words(done: int, total: int) -> str:
    """Put into words how many distances are measured."""
    return f"{done:,} of {total:,} distances"


def showing(words: Callable[[int, int], str]) -> Progress:
    """Show how far it is, unless it is done soon."""
    return Progress(words, _PATIENCE)


def reading(source: str) -> Callable[[int, int], str]:
    """Put into words how much of a folder or table is read."""
    return lambda done, total: f"{done / max(total, 1):.0%} of {source} is read"


def say_left(left: Sequence[Left], what: str, source: str) -> None:
    """Give the first of what was left out on standard error, and the number of the others."""
    for one in left[:_LISTED]:
        say(f"{source}: {what} {one.name}: {one.reason}")
    if len(left) > _LISTED:
        say(f"{source}: {what} {len(left) - _LISTED} more (--json lists all)")


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0")
    return int(text)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number between 0 and 1")
    return value
