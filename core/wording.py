"""Numbers, shares, counts, lists, times and windows as people read them.

Twins in the browser: shared/numbers.js and times.js; tests/cases/numbers.json has cases of both."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

DASH = "–"  # where there is no number

_LEAST_P = 0.001
_ROUNDING = 1e-9  # what binary numbers add
_LONGEST = 1e12  # seconds; longer times, and NaN, are written as they are
_DECIMALS = 3


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
    """Write a share, rounded, but never up to a tenth, half or all, which may be a bound."""
    if 0 < share < 0.0005:
        return "less than 0.1 %"
    tenths, whole = (math.floor(share * size + 0.5 + _ROUNDING) for size in (1000, 100))
    below = math.floor(share * 1000 + _ROUNDING)
    if tenths >= 100 and whole % 10 == 0 and below < 10 * whole:
        return f"{below / 10:g} %"
    return f"{tenths / 10 if tenths < 100 else whole:g} %"


def counted(count: int, thing: str) -> str:
    """Say how many there are of a thing: ``"1 pair"``, ``"2 pairs"``, ``"0 boundaries"``."""
    if count == 1:
        return f"1 {thing}"
    return f"{count:,} {thing[:-1]}ies" if thing.endswith("ry") else f"{count:,} {thing}s"


def listed(items: Sequence[str]) -> str:
    """Join items as a sentence does: ``"a, b and c"``."""
    *before, last = items
    return f"{', '.join(before)} and {last}" if before else last


def clock(seconds: float) -> str:
    """Write a time as ``m:ss.sss``, without trailing zeros."""
    if not abs(seconds) < _LONGEST:
        return str(seconds)
    minutes, rest = divmod(round(abs(seconds) * 1000), 60_000)
    sign = "-" if seconds < 0 and (minutes or rest) else ""
    text = f"{rest / 1000:06.3f}".rstrip("0")
    return f"{sign}{minutes}:{text}0" if text.endswith(".") else f"{sign}{minutes}:{text}"


def long_clock(seconds: float) -> str:
    """Write how long something is, with hours where there are any: ``"11:59:24"``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else clock(seconds)


@dataclass(frozen=True)
class TimeWords:
    """How times in a unit are said. Positions count from 0 in all files and computations."""

    unit: str  # in the plural, as Hierarchy.unit has it
    singular: str
    first: int = 0  # what people call the position 0: measures and beats are counted from 1

    @property
    def musical(self) -> bool:
        """Whether it counts beats or bars, not seconds."""
        return self.unit != "seconds"

    @property
    def short(self) -> str:
        """What stands behind a number: ``"s"``, ``"measures"``."""
        return self.unit if self.musical else "s"

    def bare(self, time: float) -> str:
        """Write a time where the unit is said beside it: ``"1:03.1"``, ``"13.5"``."""
        if not self.musical:
            return clock(time)
        shown = time + self.first
        return str(time) if not abs(shown) < _LONGEST else f"{round(shown, _DECIMALS) + 0.0:.15g}"

    def at(self, time: float) -> str:
        """Write a time: ``"1:03.1"``, ``"measure 13.5"``."""
        return f"{self.singular} {self.bare(time)}" if self.musical else clock(time)

    def span(self, start: float, end: float) -> str:
        """Write from when to when: ``"1:03.1–1:10.0"``, ``"measures 13.5–14"``."""
        stretch = f"{self.bare(start)}–{self.bare(end)}"
        return f"{self.unit} {stretch}" if self.musical else stretch

    def amount(self, number: str) -> str:
        """Put the unit behind a number that is written: ``"15 s"``, ``"1 measure"``."""
        return f"{number} {self.singular if self.musical and number == '1' else self.short}"

    def lasting(self, length: float) -> str:
        """Write how long something is: ``"15 s"``, ``"0.5 measures"``."""
        return self.amount(f"{length:g}")

    def frames(self, size: float) -> str:
        """Say how long frames are: ``"0.1 s frames"``, ``"frames of 0.1 measures"``."""
        length = self.lasting(size)
        return f"frames of {length}" if self.musical else f"{length} frames"

    def position(self, shown: float) -> float:
        """Give the position that a number means as people write it; see :meth:`bare`."""
        return shown - self.first if self.musical else shown

    def width(self, window: float, whole: str = "the whole track") -> str:
        """Write a window without its symbol: ``"15 s"``, ``"the whole track"``."""
        return whole if math.isinf(window) else self.lasting(window)

    def window(self, window: float) -> str:
        """Write a window: ``"w = 15 s"``, ``"the whole track"``."""
        return f"{'' if math.isinf(window) else 'w = '}{self.width(window)}"

    def at_window(self, window: float) -> str:
        """Write a window for a sentence: ``"at w = 15 s"``, ``"for the whole track"``."""
        return f"{'for' if math.isinf(window) else 'at'} {self.window(window)}"


def window_number(window: float) -> str:
    """Write a window where the unit is said beside it: ``"15"``, ``"∞"``."""
    return "∞" if math.isinf(window) else f"{window:g}"


IN_SECONDS = TimeWords("seconds", "second")

TIME_WORDS = {
    units.unit: units
    for units in (
        IN_SECONDS,
        TimeWords("measures", "measure", 1),
        TimeWords("beats", "beat", 1),
        TimeWords("quarter notes", "quarter note"),
    )
}
"""By unit, all in which hierarchies are compared."""
