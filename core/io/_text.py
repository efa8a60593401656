"""Parse text into lines and times, with errors by file and line."""

import re
from collections.abc import Iterator
from decimal import Decimal

from core.errors import ReadError
from core.files.names import shortened
from core.files.tables import SEPARATOR
from core.io.limits import MAX_TIME

# Possessive, since a line of a million digits would take minutes.
NUMBER = r"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?"

TIME = rf"(?:\d{{1,9}}(?::[0-5]?\d){{1,2}}(?:[.,]\d++)?|[+-]?\d++,\d++|{NUMBER})"
"""A time for :func:`parse_time`, if the delimiter is no comma."""

IS_TIME = re.compile(TIME, re.ASCII)

_NUMBERED = re.compile(r'#"?[,;\t]"?name', re.IGNORECASE)  # a header of REAPER, no comment
_MAX_DIGITS = 100
_NUMBER = re.compile(NUMBER, re.ASCII)
_CLOCK = re.compile(r"(?:(\d{1,6}):(?=[0-5]?\d:))?(\d{1,9}):([0-5]?\d(?:\.\d++)?)", re.ASCII)
_DECIMAL_COMMA = re.compile(r"[+-]?[\d:]+,\d+", re.ASCII)


def data_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and stripped text of each line that is neither blank nor a ``#`` comment."""
    # str.splitlines would also split at characters that can be part of a label.
    breaks = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(breaks.split("\n"), 1):
        stripped = line.strip()
        if number == 1 and SEPARATOR.fullmatch(stripped.removeprefix("\ufeff")):
            continue
        if stripped and (not stripped.startswith("#") or _NUMBERED.match(stripped)):
            yield number, stripped


def parse_time(
    text: str, *, line: int, decimal_comma: bool = False, most: float = MAX_TIME
) -> float:
    """Parse a time: seconds such as ``63.1``, or ``1:03.1``, or ``0:01:03.1``."""
    text = text.strip().removeprefix("0 days ")  # pandas
    if _DECIMAL_COMMA.fullmatch(text):
        if not decimal_comma:
            advice = "Use decimal points, or separate cells with semicolons"
            raise ReadError(f"'{shortened(text)}' has a decimal comma", line=line, advice=advice)
        text = text.replace(",", ".")
    by_clock = _CLOCK.fullmatch(text)
    if len(text) > _MAX_DIGITS or not (by_clock or _NUMBER.fullmatch(text)):
        problem = f"'{shortened(text)}' is not a time" if text else "a time is missing"
        raise ReadError(problem, line=line, advice="Write times in seconds or as 1:03.5")
    if by_clock:
        # By decimals, so that 1:03.1 is the same float as 63.1.
        hours, minutes, seconds = by_clock.groups(default="0")
        time = float(3600 * Decimal(hours) + 60 * Decimal(minutes) + Decimal(seconds))
    else:
        time = float(text)
    if not 0 <= time <= most:
        if time < 0:
            problem, advice = f"negative time ({shortened(text)})", "Times start at 0"
        else:
            problem = f"{shortened(text)} s is beyond the longest possible track"
            advice = "Write times in seconds"
        raise ReadError(problem, line=line, advice=advice)
    return time


def refuse_backward(
    start: float, end: float, what: str, *, line: int | None = None, slack: float = 0.0
) -> None:
    """Raise a ReadError if something ends before it starts, by more than the slack."""
    if end < start - slack:
        problem = f"{what} ends ({end:g}) before it starts ({start:g})"
        raise ReadError(problem, line=line, advice="Swap its start and end")
