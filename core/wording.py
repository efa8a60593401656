"""Format numbers, shares, counts, lists, times and windows for people.

shared/text.js and times.js do the same in the browser; tests/cases/numbers.json tests both."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

DASH = "–"  # a missing number

_LEAST_P = 0.001
_ROUNDING = 1e-9  # more than the error of a binary number
_LONGEST = 1e12  # seconds; longer times and NaN are written like any number
_DECIMALS = 3


def number(value: float | None, digits: int = 3) -> str:
    """Format a score; a missing one is a dash."""
    return DASH if value is None or math.isnan(value) else f"{value:z.{digits}f}"


def signed(value: float | None, digits: int = 3) -> str:
    """Format a difference with its sign; 0 has none."""
    text = number(value, digits)
    if text == DASH or not float(text):
        return text
    return f"−{text[1:]}" if text[0] == "-" else f"+{text}"


def p_value(p: float) -> str:
    """Format a p-value; a small one as a bound."""
    return f"< {_LEAST_P:g}" if p < _LEAST_P else number(p)


def percent(share: float) -> str:
    """Format a share, rounded, but never up to a multiple of 10 %, which may be a bound."""
    if 0 < share < 0.0005:
        return "less than 0.1 %"
    tenths, whole = (math.floor(share * size + 0.5 + _ROUNDING) for size in (1000, 100))
    below = math.floor(share * 1000 + _ROUNDING)
    if tenths >= 100 and whole % 10 == 0 and below < 10 * whole:
        return f"{below / 10:g} %"
    return f"{tenths / 10 if tenths < 100 else whole:g} %"


def counted(count: int, thing: str) -> str:
    """Format a count with its noun: ``"1 pair"``, ``"2 pairs"``, ``"0 boundaries"``."""
    if count == 1:
        return f"1 {thing}"
    return f"{count:,} {thing[:-1]}ies" if thing.endswith("ry") else f"{count:,} {thing}s"


def listed(items: Sequence[str]) -> str:
    """Join items for a sentence: ``"a, b and c"``."""
    *before, last = items
    return f"{', '.join(before)} and {last}" if before else last


def clock(seconds: float) -> str:
    """Format a time as ``m:ss.sss``, without trailing zeros."""
    if not abs(seconds) < _LONGEST:
        return str(seconds)
    minutes, rest = divmod(round(abs(seconds) * 1000), 60_000)
    sign = "-" if seconds < 0 and (minutes or rest) else ""
    text = f"{rest / 1000:06.3f}".rstrip("0")
    return f"{sign}{minutes}:{text}0" if text.endswith(".") else f"{sign}{minutes}:{text}"


def long_clock(seconds: float) -> str:
    """Format a duration, with hours if there are any: ``"11:59:24"``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else clock(seconds)


@dataclass(frozen=True)
class TimeNotation:
    """How times in a unit are written. In files and computations positions count from 0."""

    unit: str  # plural, as in Hierarchy.unit
    singular: str
    first: int = 0  # the displayed number of position 0: measures and beats count from 1

    @property
    def musical(self) -> bool:
        """Whether the unit is musical (beats, measures), not seconds."""
        return self.unit != "seconds"

    @property
    def short(self) -> str:
        """The unit after a number: ``"s"``, ``"measures"``."""
        return self.unit if self.musical else "s"

    def bare(self, time: float) -> str:
        """Format a time without its unit: ``"1:03.1"``, ``"13.5"``."""
        if not self.musical:
            return clock(time)
        shown = time + self.first
        return str(time) if not abs(shown) < _LONGEST else f"{round(shown, _DECIMALS) + 0.0:.15g}"

    def at(self, time: float) -> str:
        """Format a time: ``"1:03.1"``, ``"measure 13.5"``."""
        return f"{self.singular} {self.bare(time)}" if self.musical else clock(time)

    def span(self, start: float, end: float) -> str:
        """Format a time span: ``"1:03.1–1:10.0"``, ``"measures 13.5–14"``."""
        stretch = f"{self.bare(start)}–{self.bare(end)}"
        return f"{self.unit} {stretch}" if self.musical else stretch

    def amount(self, number: str) -> str:
        """Append the unit to a formatted number: ``"15 s"``, ``"1 measure"``."""
        return f"{number} {self.singular if self.musical and number == '1' else self.short}"

    def lasting(self, length: float) -> str:
        """Format a duration: ``"15 s"``, ``"0.5 measures"``."""
        return self.amount(f"{length:g}")

    def frames(self, size: float) -> str:
        """Format a frame size: ``"0.1 s frames"``, ``"frames of 0.1 measures"``."""
        length = self.lasting(size)
        return f"frames of {length}" if self.musical else f"{length} frames"

    def position(self, shown: float) -> float:
        """Return the position of a displayed number; the inverse of :meth:`bare`."""
        return shown - self.first if self.musical else shown

    def width(self, window: float, whole: str = "the whole track") -> str:
        """Format a window without its symbol: ``"15 s"``, ``"the whole track"``."""
        return whole if math.isinf(window) else self.lasting(window)

    def window(self, window: float) -> str:
        """Format a window: ``"w = 15 s"``, ``"the whole track"``."""
        return f"{'' if math.isinf(window) else 'w = '}{self.width(window)}"

    def at_window(self, window: float) -> str:
        """Format a window for a sentence: ``"at w = 15 s"``, ``"for the whole track"``."""
        return f"{'for' if math.isinf(window) else 'at'} {self.window(window)}"


def window_number(window: float) -> str:
    """Format a window without its unit: ``"15"``, ``"∞"``."""
    return "∞" if math.isinf(window) else f"{window:g}"


IN_SECONDS = TimeNotation("seconds", "second")

TIME_NOTATIONS = {
    units.unit: units
    for units in (
        IN_SECONDS,
        TimeNotation("measures", "measure", 1),
        TimeNotation("beats", "beat", 1),
        TimeNotation("quarter notes", "quarter note"),
    )
}
"""The units of hierarchies, by name."""
