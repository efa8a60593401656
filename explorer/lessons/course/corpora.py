"""Scenes of the lesson on styles: strings, two corpora, and limits of a compressor."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from core.caemsi import DifferenceTest, Distances, EquivalenceTest, distance_matrix
from core.caemsi.comparing import run_tests
from core.caemsi.distances import Spread, get_compressor, ncd, spread
from core.caemsi.equivalence import DEFAULT_MARGIN, Ranked, equivalence
from core.caemsi.items import Item
from core.caemsi.reading import corpus_of_files
from core.caemsi.samples import style_sample
from core.caemsi.verdict import DEFAULT_ALPHA, Verdict, verdict

CorporaPart = Literal[
    "sizes", "distances", "within", "between", "labelings", "tests", "short", "reach"
]


@dataclass(frozen=True)
class Strings:
    strings: dict[str, bytes]
    compressor = "deflate"

    def size(self, *names: str) -> int:
        """Return K of concatenated strings, in bytes."""
        joined = b"".join(self.strings[name] for name in names)
        return get_compressor(self.compressor).size(joined)

    def distance(self, first: str, second: str) -> float:
        return ncd(self.strings[first], self.strings[second], self.compressor)


@dataclass(frozen=True)
class Corpora:
    sample: str  # its id; see :mod:`core.caemsi.samples`

    @cached_property
    def names(self) -> tuple[str, str]:
        return style_sample(self.sample).names

    @cached_property
    def items(self) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        sample = style_sample(self.sample)
        a, b = (
            corpus_of_files(name, files, sample.representation).items
            for name, files in zip(sample.names, sample.files(), strict=True)
        )
        return a, b

    @cached_property
    def distances(self) -> Distances:
        return distance_matrix([item.data for side in self.items for item in side])

    @cached_property
    def spread(self) -> Spread:
        return spread(self.distances, len(self.items[0]))

    @cached_property
    def tests(self) -> tuple[DifferenceTest, Ranked]:
        """The test for difference, and that for equivalence for any margin."""
        return run_tests(self.distances, len(self.items[0]))

    @property
    def difference(self) -> DifferenceTest:
        return self.tests[0]

    @cached_property
    def equivalence(self) -> EquivalenceTest:
        return equivalence(self.tests[1], DEFAULT_MARGIN)

    @property
    def verdict(self) -> Verdict:
        return verdict(self.difference, self.equivalence, DEFAULT_ALPHA)


@dataclass(frozen=True)
class Copies:
    """Distances of random strings from their own copies, by length."""

    compressors: tuple[str, ...]
    lengths: tuple[int, ...]  # in bytes, rising
    short: int  # number of lengths shown at first

    def distance(self, compressor: str, length: int) -> float:
        """Return D of a string of this length and its copy."""
        letters = np.random.default_rng(0).integers(97, 123, length, dtype=np.uint8)
        return ncd(letters.tobytes(), letters.tobytes(), compressor)

    @cached_property
    def curves(self) -> dict[str, list[float]]:
        return {
            name: [self.distance(name, length) for length in self.lengths]
            for name in self.compressors
        }
