"""The tunes of the samples: notes, and our readings (see `sample_data/README.md`)."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from core.hierarchy import Hierarchy, Layer

TUNES = ("ode_to_joy", "minuet_in_g", "jingle_bells")

_NOTE = re.compile(r"(?:([A-G])(#?)(\d)|r)(?:\*([\d.]+))?(~?)")
_STEPS = dict(zip("CDEFGAB", (0, 2, 4, 5, 7, 9, 11), strict=True))  # semitones above C


class Note(NamedTuple):
    """A note of a tune."""

    start: float  # in seconds
    length: float
    pitch: int  # as in MIDI: 60 is middle C
    voice: int  # 0 is the melody


@dataclass(frozen=True)
class Tune:
    """A tune out of copyright, and two readings of it."""

    id: str
    title: str
    origin: str
    key: str
    bar: float  # length of a bar in seconds
    n_bars: int
    notes: tuple[Note, ...]  # by voice, each in order
    readings: tuple[Hierarchy, ...]
    because: tuple[str, ...]  # why each reading is as it is
    algorithm: dict[str, int]  # layers of the algorithm's estimate: how many segments each has

    @property
    def end(self) -> float:
        """The end of the last bar in seconds."""
        return self.bar * self.n_bars


@cache
def tune(name: str) -> Tune:
    """Read a tune by its id, one of `TUNES`."""
    table = tomllib.loads((files("sample_data") / f"{name}.toml").read_text("utf-8"))
    beat, times = 60 / table["tempo"], table["times"]
    rows = [row.split("|")[1:] for row in table["bars"].strip().splitlines()] * times
    notes = [
        note
        for voice, column in enumerate(zip(*rows, strict=True))
        for note in _notes(column, voice, beat)
    ]
    readings = [
        Hierarchy(
            tuple(_layer(title, text) for title, text in row["layers"].items()),
            f"{table['title']}, {row['name']}",
        )
        for row in table["readings"]
    ]
    return Tune(
        name,
        table["title"],
        table["origin"],
        table["key"],
        beat * table["meter"],
        len(rows),
        tuple(notes),
        tuple(readings),
        tuple(row["because"] for row in table["readings"]),
        table.get("algorithm", {}),
    )


def _notes(bars: tuple[str, ...], voice: int, beat: float) -> Iterator[Note]:
    at, tied = 0.0, 0.0  # in beats; `tied` is the length of the note that is held, if any
    for match in map(_NOTE.fullmatch, " ".join(bars).split()):
        assert match, "a note such as F#4*1.5"
        letter, sharp, octave, factor, tie = match.groups()
        length = float(factor or 1)
        if letter and not tie:
            pitch = 12 * (int(octave) + 1) + _STEPS[letter] + len(sharp)
            yield Note((at - tied) * beat, (tied + length) * beat, pitch, voice)
        at, tied = at + length, tied + length if tie else 0.0


def _layer(name: str, text: str) -> Layer:
    """Read a layer from its times, with a label after each but the last."""
    _, first, *parts, last, _ = re.split(r"(?:^|\s)(\d+(?:\.\d+)?)(?:\s|$)", text)
    times = np.array([first, *parts[1::2], last], np.float64)
    return Layer(times, tuple(parts[::2]), name)


def tune_of(*sides: Hierarchy) -> Tune | None:
    """Return the tune that a side is named after or reads, if both sides last as long as it."""
    for known in map(tune, TUNES):
        layers = [reading.layers for reading in known.readings]
        named = any(side.name.startswith(known.title) or side.layers in layers for side in sides)
        if named and all(side.end == known.end for side in sides):
            return known
    return None
