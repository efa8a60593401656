"""Options of the user for reading a file, instead of the detected ones."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from core.errors import HierscopeError
from core.io.limits import MAX_FILES, MAX_LAYERS, MAX_TIME
from core.io.units import SECONDS, UNITS, Grid, unit_named
from core.wording import TIME_NOTATIONS

MOST_BEATS = 100

MOST_BPM = 1000.0
_SECOND = ("ends", "durations")
_NUMBERS = ("rate", "bpm", "meter", "offset")
_LISTS = ("layers", "files")
_SWITCHES = {"starts": "starts", "silent": "keep_silent", "functions": "functions"}
_LIST = re.compile(r"\d{1,4}(?:-\d{1,4}){0,199}", re.ASCII)


class ChoiceError(HierscopeError, ValueError):
    """An option that does not exist or does not fit the file."""


@dataclass(frozen=True)
class Choices:
    """Options for reading a file; by default they are detected. Values are checked."""

    keep_silent: bool = False  # whether layers with only silence are kept
    layers: tuple[int, ...] = ()
    """Numbers of layers to use, coarsest first, 1 = first in the file; empty to detect them."""
    unit: str = ""  # a key of core.io.units.UNITS; empty to detect it
    rate: float = 0.0  # units per second; 0 if the unit defines it
    bpm: float = 0.0
    """Beats or quarter notes per minute, for times in beats, quarters or measures; 0 if unknown."""
    meter: float = 0.0  # beats or quarter notes per measure; 0 if unknown
    offset: float = 0.0  # added to all times, in seconds or in the musical unit of the hierarchy
    starts: bool = False  # whether to use only starts, so that each segment lasts to the next
    second: str = ""
    """`"ends"` or `"durations"`: the second numbers of rows without a header."""
    files: tuple[int, ...] = ()
    """Numbers of the files of one hierarchy, coarsest first; empty to group them by name."""
    functions: bool = False
    """Whether to use SALAMI's functions as a layer between uppercase and lowercase."""
    grid: Grid | None = None  # times of beats or bar lines, for positions in beats or measures

    def __post_init__(self) -> None:
        if self.unit and self.unit not in UNITS:
            raise ChoiceError(f"There is no unit '{self.unit}'. Choose one of {', '.join(UNITS)}.")
        if self.second not in ("", *_SECOND):
            raise ChoiceError(f"There are no {self.second}. Choose one of {', '.join(_SECOND)}.")
        for numbers, most in ((self.layers, MAX_LAYERS), (self.files, MAX_FILES)):
            if len(set(numbers)) != len(numbers) or not all(0 < place <= most for place in numbers):
                raise ChoiceError("Numbers of layers and files start at 1 and must differ.")
        if not 0 <= self.rate <= MAX_TIME:
            raise ChoiceError(f"{self.rate:g} is not a rate per second. Use a positive number.")
        if not 0 <= self.bpm <= MOST_BPM:
            raise ChoiceError(f"A tempo can't be {self.bpm:g} beats per minute. Use such as 120.")
        if not 0 <= self.meter <= MOST_BEATS:
            raise ChoiceError(f"A measure can't have {self.meter:g} beats. Use such as 3 or 4.")
        if not abs(self.offset) <= MAX_TIME:
            raise ChoiceError(f"An offset of {self.offset:g} s is too long for a recording.")

    @property
    def text(self) -> str:
        """The options without the grid, for a link: ``unit=centiseconds,layers=2-1``."""
        values = {
            "unit": self.unit.replace(" ", "-"),
            "second": self.second,
            **{key: repr(number) for key in _NUMBERS if (number := getattr(self, key))},
            **{key: "-".join(map(str, getattr(self, key))) for key in _LISTS},
        }
        parts = [f"{key}={value}" for key, value in values.items() if value]
        return ",".join([*parts, *(key for key, name in _SWITCHES.items() if getattr(self, name))])

    @classmethod
    def of(cls, text: str) -> Choices:
        """Parse a :attr:`text`."""
        choices = cls()
        for part in filter(None, (item.strip() for item in text[:2000].split(","))):
            key, _, value = part.partition("=")
            choices = replace(choices, **_choice(key.strip(), value.strip(), part))
        return choices

    def description(self, unit: str = SECONDS) -> str:
        """Describe the options for a hierarchy in this unit, for a note; empty without options."""
        parts = []
        if self.unit and self.unit != SECONDS:
            rate = f", {self.rate:g} per second" if self.rate else ""
            by = f", by {self.grid.source or 'times of beats'}" if self.grid else ""
            parts.append(f"times read as {self.unit}{rate}{by}")
        elif self.unit:
            parts.append("times read as seconds")
        elif self.grid:
            parts.append(f"positions become seconds by {self.grid.source or 'times of beats'}")
        layers, files = (", ".join(map(str, numbers)) for numbers in (self.layers, self.files))
        others = (
            (self.bpm, f"{self.bpm:g} beats per minute"),
            (self.meter, f"{self.meter:g} beats per measure"),
            (self.offset, f"all times shifted by {self.offset:+g} {TIME_NOTATIONS[unit].short}"),
            (self.layers, f"layers of the file used, coarsest first: {layers}"),
            (self.starts, "only starts used: each segment lasts to the next"),
            (self.functions, "functions used as a layer between uppercase and lowercase"),
            (self.keep_silent, "layers with only silence included"),
            (self.second, f"second numbers of rows read as {self.second}"),
            (self.files, f"files used, coarsest first: {files}"),
        )
        return "; ".join([*parts, *(text for value, text in others if value)])


AS_UNDERSTOOD = Choices()


def _choice(key: str, value: str, part: str) -> dict[str, Any]:
    if key in _SWITCHES and not value:
        return {_SWITCHES[key]: True}
    if key in _LISTS and _LIST.fullmatch(value):
        return {key: tuple(map(int, value.split("-")))}
    if key == "second" and value:
        return {key: value}
    if key == "unit" and value:
        return {key: unit_named(value)}
    if key in _NUMBERS:
        with suppress(ValueError):
            if math.isfinite(number := float(value)):
                return {key: number}
    raise ChoiceError(
        f"'{part[:60]}' is not a reading option. Examples: unit=centiseconds, rate=44100, bpm=120, "
        "meter=4, offset=0.5, layers=2-1, files=1-3, second=durations, starts, silent, functions."
    )
