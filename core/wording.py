"""Numbers, shares, counts and lists as people read them.

explorer/frontend/shared/numbers.js writes the same; tests/cases/numbers.json has cases of both.
"""

import math
from collections.abc import Sequence

DASH = "–"
"""Where there is no number."""

_LEAST_P = 0.001
_ROUNDING = 1e-9  # what binary numbers add


def number(value: float | None, digits: int = 3) -> str:
    """Write a score; a dash where there is none."""
    return DASH if value is None or math.isnan(value) else f"{value:z.{digits}f}"


def signed(value: float | None, digits: int = 3) -> str:
    """Write a difference with its sign; 0 has none."""
    text = number(value, digits)
    if text == DASH or not float(text):
        return text
    return f"−{text[1:]}" if text[0] == "-" else f"+{text}"


def p_value(p: float) -> str:
    """Write a p-value; a small one as a bound."""
    return f"< {_LEAST_P:g}" if p < _LEAST_P else number(p)


def percent(share: float) -> str:
    """Write a share, rounded down, so that it never reads as if it met a bound."""
    tenths = math.floor(share * 1000 + _ROUNDING)
    if share > 0 and not tenths:
        return "less than 0.1 %"
    return f"{tenths / 10 if tenths < 100 else tenths // 10:g} %"


def counted(count: int, thing: str) -> str:
    """Say how many there are of a thing: ``"1 pair"``, ``"2 pairs"``, ``"0 boundaries"``."""
    if count == 1:
        return f"1 {thing}"
    return f"{count:,} {thing[:-1]}ies" if thing.endswith("ry") else f"{count:,} {thing}s"


def listed(items: Sequence[str]) -> str:
    """Join items as a sentence does: ``"a, b and c"``."""
    *before, last = items
    return f"{', '.join(before)} and {last}" if before else last
