"""The command line over the core: `hierscope score`, `triplets`, `corpus`, `reproduce`, `convert`.

A module a command; what several commands share is in :mod:`core.cli._shared`.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from core.cli import _convert, _corpus, _reproduce, _score, _triplets
from core.errors import HierscopeError

BAD_INPUT = 2


def main(arguments: Sequence[str]) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str
        ``["score", ...]``, ``["triplets", ...]``, ``["corpus", ...]``, ``["reproduce", ...]`` or
        ``["convert", ...]``.

    Returns
    -------
    int
        The exit status: 0, or 2 with one line on standard error for bad input; `reproduce` gives 1
        where a printed number does not come out, `corpus` where a pair was not scored, and 130
        when it is cancelled.
    """
    # Not every terminal can write ± and ∞.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    words = list(arguments)
    if words[:1] == ["score"]:
        words = _score.windows_last(words)
    options = _parser().parse_args(words)
    status = 0
    try:
        status = options.run(options) or 0
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has had enough; nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except HierscopeError as error:
        print(f"hierscope: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(f"hierscope: {error.filename}: {error.strerror}. Check the path", file=sys.stderr)
        return BAD_INPUT
    return status


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"hierscope: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="hierscope")
    commands = parser.add_subparsers(required=True)
    _score.add_options(commands.add_parser("score", help="print the T-measures of a pair"))
    _triplets.add_options(
        commands.add_parser("triplets", help="list the triplets behind a T-measure, as blocks")
    )
    _corpus.add_options(commands.add_parser("corpus", help="score every pair of a corpus"))
    _reproduce.add_options(
        commands.add_parser("reproduce", help="compute the papers' printed numbers again")
    )
    _convert.add_options(commands.add_parser("convert", help="write hierarchies in another format"))
    return parser
