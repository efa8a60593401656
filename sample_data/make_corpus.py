"""Writes the sample corpus beside this file: `python sample_data/make_corpus.py`.

No music is behind it. A piece is a plan, made by rules of its genre, and all five hear it: the
annotators as two people do, each method with a flaw of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from string import ascii_lowercase

import numpy as np

from core.corpus.sources.upload import ARCHIVE
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.io.archives import write_zip

SEED = 1

EACH = 12
"""Tracks of a genre."""

REFERENCE = "annotator A"
OTHERS = ("annotator B", "grid", "over-segmenting", "shifted")

_LAYERS = ("sections", "phrases", "motives")
_GRID = (32.0, 16.0, 8.0)  # seconds
_LATE = (1.5, 3.5)  # seconds
_UNSURE = {"annotator": 0.15, "over-segmenting": 0.3}  # seconds (normal)
_AT_ONCE = 12  # phrases in a section
_MOST = 0.4  # seconds by which a boundary is moved

Phrase = tuple[int, ...]
"""The bars of its motives."""

Plan = list[tuple[str, list[Phrase]]]
"""Sections by name, with their phrases."""

Layer = list[tuple[float, str]]
"""Where each segment ends, and its label."""


def make_archive() -> bytes:
    """Make that archive."""
    return write_zip(make_files())


def make_files(seed: int = SEED) -> dict[str, bytes]:
    """Make the corpus."""
    rng = np.random.default_rng(seed)
    rows = ["track,genre"]
    made: dict[str, dict[str, bytes]] = {who: {} for who in (REFERENCE, *OTHERS)}
    for genre, (plan, bars) in _GENRES.items():
        for number in range(1, EACH + 1):
            track = f"{genre} {number:02}"
            rows.append(f"{track},{genre}")
            for who, heard in _heard(plan(rng), rng.uniform(*bars), rng).items():
                made[who][f"{who}/{track}.csv"] = write_csv(heard)
    table = {"tracks.csv": "\n".join([*rows, ""]).encode()}
    return table | {name: data for each in made.values() for name, data in each.items()}


def _heard(plan: Plan, bar: float, rng: np.random.Generator) -> dict[str, Hierarchy]:
    """Let all five hear a piece, in as many layers."""
    depth = int(rng.integers(2, 4))
    true = _timed(plan, bar)[:depth]
    end = round(true[0][-1][0], 1)
    late = rng.uniform(*_LATE)
    return dict(
        zip(
            (REFERENCE, *OTHERS),
            (
                _written(_moved(true, _UNSURE["annotator"], rng), end),
                _written(
                    _moved(_timed(_otherwise(plan, rng), bar)[:depth], _UNSURE["annotator"], rng),
                    end,
                ),
                _written([_ruled(length, end) for length in _GRID[:depth]], end),
                _written(
                    _moved(_timed(_cut(plan, rng), bar)[:depth], _UNSURE["over-segmenting"], rng),
                    end,
                ),
                _written([[(time + late, label) for time, label in each] for each in true], end),
            ),
            strict=True,
        )
    )


def _timed(plan: Plan, bar: float) -> list[Layer]:
    """Give sections, phrases and motives; what comes again is called as it was."""
    layers: list[Layer] = [[], [], []]
    time = 0.0
    for section, phrases in plan:
        for number, phrase in enumerate(phrases):
            named = f"{section} {ascii_lowercase[number]}"
            for turn, bars in enumerate(phrase, 1):
                time += bars * bar
                layers[2].append((time, f"{named}{turn}"))
            layers[1].append((time, named))
        layers[0].append((time, section))
    return layers


def _moved(layers: list[Layer], unsure: float, rng: np.random.Generator) -> list[Layer]:
    """Move each boundary a little, in all layers that have it alike."""
    times = sorted({time for layer in layers for time, _ in layer})
    by = np.clip(rng.normal(0, unsure, len(times)), -_MOST, _MOST)
    where = dict(zip(times, (times + by).tolist(), strict=True))
    return [[(where[time], label) for time, label in layer] for layer in layers]


def _written(layers: list[Layer], end: float) -> Hierarchy:
    """Write times as people do, with two digits, up to the end of the track."""
    kept = [[(round(time, 2), label) for time, label in each if time < end - 1] for each in layers]
    last = [each[min(len(some), len(each) - 1)][1] for each, some in zip(layers, kept, strict=True)]
    return Hierarchy.from_boundaries(
        [[0.0, *(time for time, _ in each), end] for each in kept],
        [[*(label for _, label in each), label] for each, label in zip(kept, last, strict=True)],
        layer_names=_LAYERS[: len(layers)],
    )


def _ruled(length: float, end: float) -> Layer:
    """A segment every so many seconds, whatever the music does."""
    count = int(end // length) + 1
    return [(number * length, str(number)) for number in range(1, count + 1)]


def _otherwise(plan: Plan, rng: np.random.Generator) -> Plan:
    """Hear a piece as another person: some sections as one, some as two, and so with phrases."""
    joined = rng.choice([0.1, 0.2, 0.6], p=[0.5, 0.4, 0.1])  # some hear far less, as some do
    heard: Plan = []
    for section, phrases in plan:
        phrases = _parted(phrases, rng)
        if heard and len(heard[-1][1]) + len(phrases) <= _AT_ONCE and rng.random() < joined:
            before, first = heard.pop()
            heard.append((before, [*first, *phrases]))
        elif len(phrases) > 3 and rng.random() < 0.3:
            middle = len(phrases) // 2
            heard += [(section, phrases[:middle]), (f"{section} (on)", phrases[middle:])]
        else:
            heard.append((section, phrases))
    return heard


def _parted(phrases: list[Phrase], rng: np.random.Generator) -> list[Phrase]:
    """Hear some phrases as one with that before, some as two."""
    heard: list[Phrase] = []
    for phrase in phrases:
        chance = rng.random()
        if heard and chance < 0.2:
            heard.append((*heard.pop(), *phrase))
        elif len(phrase) > 1 and chance > 0.85:
            middle = len(phrase) // 2
            heard += [phrase[:middle], phrase[middle:]]
        else:
            heard.append(phrase)
    return heard


def _cut(plan: Plan, rng: np.random.Generator) -> Plan:
    """Hear far too much: each phrase as a section, each motive as a phrase, and motives in two."""
    heard: Plan = []
    for section, phrases in plan:
        for number, phrase in enumerate(phrases, 1):
            if number > 1 and rng.random() < 0.2:
                heard[-1][1].extend(_halves(phrase))
            else:
                heard.append((f"{section} {number}", _halves(phrase)))
    return heard


def _halves(phrase: Phrase) -> list[Phrase]:
    """Give a phrase for each motive, in two where it has more than a bar."""
    return [(bars // 2, bars - bars // 2) if bars > 1 else (bars,) for bars in phrase]


def _phrases(count: int, phrase: Phrase) -> list[Phrase]:
    return [phrase] * count


def _pop(rng: np.random.Generator) -> Plan:
    """Verses and choruses, with a bridge, and short sections around them."""
    verse, chorus = (("verse", _phrases(2, (4, 4))), ("chorus", _phrases(2, (4, 4))))
    turns = [verse, chorus] * int(rng.integers(2, 4))
    bridge: Plan = [("bridge", _phrases(1, (4, 4))), chorus] if rng.random() < 0.7 else []
    intro, outro = (int(rng.integers(1, 3)) for _ in range(2))
    return [
        ("intro", _phrases(intro, (2, 2))),
        *turns,
        *bridge,
        ("outro", _phrases(outro, (2, 2))),
    ]


def _jazz(rng: np.random.Generator) -> Plan:
    """A head of four phrases of eight bars, choruses of solos, and the head again."""
    chorus = _phrases(4, (4, 4))
    solos: Plan = [(f"solo {number}", chorus) for number in range(1, int(rng.integers(3, 5)))]
    ending: Plan = [("ending", _phrases(1, (2, 2)))] if rng.random() < 0.6 else []
    return [("head", chorus), *solos, ("head", chorus), *ending]


def _classical(rng: np.random.Generator) -> Plan:
    """A movement in sonata form."""
    themes = [(4, 4), (4, 4), (2, 4), (4, 4), (4, 2, 2), (2, 2)]
    middle = [(2, 4), (4, 4), (2, 2, 2), (4, 2)][: int(rng.integers(2, 5))]
    before: Plan = [("introduction", [(4, 4)])] if rng.random() < 0.4 else []
    after: Plan = [("coda", [(2, 2), (4,)])] if rng.random() < 0.7 else []
    movement = [("exposition", themes), ("development", middle), ("recapitulation", themes)]
    return [*before, *movement, *after]


def _folk(rng: np.random.Generator) -> Plan:
    """Verses of four lines, in some songs with a refrain after each."""
    verse = ("verse", _phrases(4, (2, 2)))
    refrain: Plan = [("refrain", _phrases(2, (2, 2)))] if rng.random() < 0.5 else []
    turns = [verse, *refrain] * int(rng.integers(4 - len(refrain), 6 - len(refrain)))
    return [("prelude", _phrases(1, (2, 2))), *turns, ("postlude", _phrases(1, (2, 2)))]


def _electronic(rng: np.random.Generator) -> Plan:
    """Builds that lead to drops, with breaks between, all in eights of bars."""
    drop: Plan = [("build", _phrases(1, (4, 4))), ("drop", _phrases(2, (4, 4)))]
    calm: Plan = [("break", _phrases(int(rng.integers(1, 3)), (4, 4)))]
    again = [*calm, *drop] * int(rng.integers(1, 3))
    return [("intro", _phrases(2, (4, 4))), *drop, *again, ("outro", _phrases(2, (4, 4)))]


_GENRES: dict[str, tuple[Callable[[np.random.Generator], Plan], tuple[float, float]]] = {
    "classical": (_classical, (1.4, 1.9)),
    "electronic": (_electronic, (1.8, 2.0)),
    "folk": (_folk, (1.7, 2.3)),
    "jazz": (_jazz, (1.1, 1.5)),
    "pop": (_pop, (1.8, 2.2)),
}
"""How the plan of a piece is made, and the bounds of a bar's length in seconds."""


if __name__ == "__main__":
    (Path(__file__).parent / ARCHIVE).write_bytes(make_archive())
