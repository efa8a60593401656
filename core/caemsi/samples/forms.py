"""Hierarchies of two musical forms: songs of verses and choruses, and rondos.

A piece is a row of sections; a section that comes again has the phrases that it had, and a phrase
its motives. That is what the forms differ in: what comes again, and when. Both have three layers,
motives of two bars, and the same tempos.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from core.caemsi.samples.strings import Files
from core.hierarchy import Hierarchy
from core.io import write_csv

EACH = 30
SEED = 0

_LAYERS = ("sections", "phrases", "motives")
_BARS = 2  # of a motive
_BAR = (1.8, 2.2)  # seconds: 109 to 133 beats a minute
_RUBATO = 0.03  # a motive is as much longer or shorter (normal)

# How phrases follow each other in a section, and motives in a phrase.
_VERSES = ("aaba", "abab", "abac", "aabb")
_CHORUSES = ("aa", "ab", "aab", "abab")
_REFRAINS = ("aba", "aab", "abc", "abb")
_EPISODES = ("abc", "abcd", "ab", "abca")
_SHORT = ("a", "ab")
_MOTIVES = ("aa", "ab", "aab", "abc")

Form = Callable[[np.random.Generator], list[tuple[str, str]]]


@cache
def songs_and_rondos(seed: int = SEED) -> tuple[Files, Files]:
    """Make the songs and the rondos, a table a piece."""
    rng = np.random.default_rng(seed)
    a, b = (
        tuple((f"{name}-{n:02}.csv", write_csv(_piece(form(rng), rng))) for n in range(1, EACH + 1))
        for name, form in (("song", _song), ("rondo", _rondo))
    )
    return a, b


def _song(rng: np.random.Generator) -> list[tuple[str, str]]:
    """Name the sections of a song, each with its phrases: a chorus after each verse.

    There are three verses, or two where choruses are long.
    """
    verse, chorus = rng.choice(_VERSES), rng.choice(_CHORUSES)
    sections = [("verse", verse), ("chorus", chorus)] * (3 if len(chorus) < 4 else 2)
    if rng.random() < 0.7:
        sections += [("bridge", rng.choice(_SHORT)), ("chorus", chorus)]
    return _framed(sections, ("intro", 0.7), ("outro", 0.5), rng)


def _rondo(rng: np.random.Generator) -> list[tuple[str, str]]:
    """Name the sections of a rondo, each with its phrases: new episodes between refrains."""
    refrain = ("refrain", rng.choice(_REFRAINS))
    sections = [refrain]
    for number in range(1, int(rng.integers(3, 5))):
        sections += [(f"episode {number}", rng.choice(_EPISODES)), refrain]
    return _framed(sections, ("introduction", 0.3), ("coda", 0.6), rng)


def _framed(
    sections: list[tuple[str, str]],
    before: tuple[str, float],
    after: tuple[str, float],
    rng: np.random.Generator,
) -> list[tuple[str, str]]:
    """Put a short section before and after, each with its probability."""
    (first, how_often), (last, how_often_last) = before, after
    if rng.random() < how_often:
        sections = [(first, rng.choice(_SHORT)), *sections]
    if rng.random() < how_often_last:
        sections = [*sections, (last, rng.choice(_SHORT))]
    return sections


def _piece(sections: list[tuple[str, str]], rng: np.random.Generator) -> Hierarchy:
    """Fill sections with phrases, and phrases with motives."""
    bar = rng.uniform(*_BAR)
    motives: dict[tuple[str, str], str] = {}
    ends: list[list[float]] = [[0.0], [0.0], [0.0]]
    labels: list[list[str]] = [[], [], []]
    time = 0.0
    for section, phrases in sections:
        for phrase in phrases:
            named = f"{section} {phrase}"
            for motive in motives.setdefault((section, phrase), rng.choice(_MOTIVES)):
                time = round(time + _BARS * bar * (1 + rng.normal(0, _RUBATO)), 3)
                ends[2].append(time)
                labels[2].append(f"{named}-{motive}")
            ends[1].append(time)
            labels[1].append(named)
        ends[0].append(time)
        labels[0].append(section)
    return Hierarchy.from_boundaries(ends, labels, layer_names=_LAYERS)
