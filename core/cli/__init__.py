"""The command line over the core.

`hierscope score`, `triplets`, `corpus`, `caemsi`, `reproduce`, `convert`.

A module a command; what several commands share is in :mod:`core.cli._shared`.
"""

from __future__ import annotations

import argparse
import errno
import io
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from core.cli import _caemsi, _convert, _corpus, _reproduce, _score, _triplets
from core.cli._shared import CANCELLED, mute_output, windows_last
from core.errors import HierscopeError

BAD_INPUT = 2

_WINDOWS = {"score": "--window", "corpus": "--windows"}
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(arguments: Sequence[str]) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str
        ``["score", ...]``, ``["triplets", ...]``, ``["corpus", ...]``, ``["caemsi", ...]``,
        ``["reproduce", ...]`` or ``["convert", ...]``.

    Returns
    -------
    int
        The exit status: 0, or 2 with one line on standard error for bad input; `reproduce` gives 1
        where a printed number does not come out, and `corpus` where a pair was not scored; 130
        when it is cancelled, by Ctrl+C, SIGTERM or SIGHUP.
    """
    # Not every terminal can write ± and ∞.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    words = list(arguments)
    if words and words[0] in _WINDOWS:
        words = windows_last(words, _WINDOWS[words[0]])
    options = _parser().parse_args(words)
    status = 0
    try:
        with _interrupted_by_signals():
            status = options.run(options) or 0
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("hierscope: cancelled", file=sys.stderr)
        return CANCELLED
    except BrokenPipeError:
        mute_output()  # nothing is wrong
    except HierscopeError as error:
        print(f"hierscope: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        mend = "Make room there" if error.errno in _FULL else "Check the path"
        place = f"{error.filename}: " if error.filename else ""
        print(f"hierscope: {place}{error.strerror or error}. {mend}", file=sys.stderr)
        return BAD_INPUT
    return status


@contextmanager
def _interrupted_by_signals() -> Iterator[None]:
    """Have the signals that end a process raise KeyboardInterrupt, as Ctrl+C does."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # What nohup has ignored stays so.
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
    _caemsi.add_options(
        commands.add_parser("caemsi", help="test whether two corpora share a style")
    )
    _reproduce.add_options(
        commands.add_parser("reproduce", help="compute the papers' printed numbers again")
    )
    _convert.add_options(commands.add_parser("convert", help="write hierarchies in another format"))
    return parser
