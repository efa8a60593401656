"""A query as it is typed: seconds, minutes and seconds, or a position in the pair's own unit."""

from __future__ import annotations

import argparse
import re

from core.errors import ReadError
from core.timewords import TimeWords

_TIME = re.compile(
    r"(\d+):([0-5]?\d(?:\.\d*)?)|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)",
    re.ASCII | re.IGNORECASE,
)


class _Clock(float):
    """A time that was given in minutes and seconds."""


def add_query_option(command: argparse.ArgumentParser, does: str) -> None:
    """Take a query; what it does may say how it is typed, as ``{time}``."""
    how = "seconds or m:ss, or as it is printed where the pair is in measures or beats"
    command.add_argument("--query", type=query_time, metavar="T", help=does.format(time=how))


def position(time: float, words: TimeWords) -> float:
    """Give the position of a query that was typed, in the pair's unit."""
    if words.musical and isinstance(time, _Clock):
        raise ReadError(
            "is in minutes, the pair is not", source="--query", mend=f"Give it in {words.unit}"
        )
    return words.position(time)


def query_time(text: str) -> float:
    """Read a time: seconds, or minutes and seconds as they are printed."""
    found = _TIME.fullmatch(text.strip())
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time in seconds or m:ss")
    minutes, seconds, plain = found.groups()
    return float(plain) if plain else _Clock(60 * int(minutes) + float(seconds))
