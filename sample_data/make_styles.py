"""Writes the sample corpora of the page Styles: `python sample_data/make_styles.py`.

They are generated from fixed seeds; no content comes from others. `styles.toml` describes them.
Each design shows one verdict with the page's defaults (suitable compressor, margin 0.1, alpha 0.05,
1000 permutations). Forms and images are different. Strings are different, equivalent, both or
neither. All use seed 0.

With zlib 1.2.13, permutations from all 20 seeds 0 to 19 give these verdicts. If the seeds 0 to 19
generate the corpora instead, this many of 20 give the verdict: two chains 20, one chain 16 (2
neither, 1 both, 1 different; the tests can do no better with 40 strings per side), near chains 19,
few strings 20, forms 20, images 19.
"""

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from core.caemsi.samples import ARCHIVE, Files
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.io.archives import write_zip

SEED = 0

Chain = tuple[float, float]  # probability of a change of letter, after 'a' and after 'b'

BASE: Chain = (0.30, 0.55)
FAR: Chain = (0.70, 0.55)
NEAR: Chain = (0.36, 0.55)
_LENGTH = 300  # letters

_PIECES = 30
_LAYERS = ("sections", "phrases", "motives")
_BARS = 2  # per motive
_BAR = (1.8, 2.2)  # seconds: 109 to 133 beats per minute
_RUBATO = 0.03  # standard deviation of a motive's relative length

# Sequences of phrases in a section, and of motives in a phrase.
_VERSES = ("aaba", "abab", "abac", "aabb")
_CHORUSES = ("aa", "ab", "aab", "abab")
_REFRAINS = ("aba", "aab", "abc", "abb")
_EPISODES = ("abc", "abcd", "ab", "abca")
_SHORT = ("a", "ab")
_MOTIVES = ("aa", "ab", "aab", "abc")

Form = Callable[[np.random.Generator], list[tuple[str, str]]]

_IMAGES = 24
_SIDE = 48  # pixels
_Mask = npt.NDArray[np.bool_]


def two_chains(chains: tuple[Chain, Chain], count: int, seed: int) -> tuple[Files, Files]:
    """Generate `count` strings from each chain, one per file."""
    rng = np.random.default_rng(seed)
    a, b = (
        tuple((f"{side}-{n:03}.txt", walk_chain(chain, _LENGTH, rng)) for n in range(1, count + 1))
        for side, chain in zip("ab", chains, strict=True)
    )
    return a, b


def walk_chain(chain: Sequence[float], length: int, rng: np.random.Generator) -> bytes:
    """Generate a string of the letters 'a' and 'b' from a chain, starting with either letter."""
    state = int(rng.integers(2))
    letters = bytearray()
    for number in rng.random(length).tolist():
        letters.append(b"ab"[state])
        if number < chain[state]:
            state = 1 - state
    return bytes(letters)


def songs_and_rondos(seed: int) -> tuple[Files, Files]:
    """Generate the songs and the rondos, one table per piece."""
    rng = np.random.default_rng(seed)
    a, b = (
        tuple(
            (f"{name}-{n:02}.csv", write_csv(_piece(form(rng), rng))) for n in range(1, _PIECES + 1)
        )
        for name, form in (("song", _song), ("rondo", _rondo))
    )
    return a, b


def _song(rng: np.random.Generator) -> list[tuple[str, str]]:
    """List the sections of a song with their phrases: a chorus follows each verse."""
    verse, chorus = rng.choice(_VERSES), rng.choice(_CHORUSES)
    sections = [("verse", verse), ("chorus", chorus)] * (3 if len(chorus) < 4 else 2)
    if rng.random() < 0.7:
        sections += [("bridge", rng.choice(_SHORT)), ("chorus", chorus)]
    return _framed(sections, ("intro", 0.7), ("outro", 0.5), rng)


def _rondo(rng: np.random.Generator) -> list[tuple[str, str]]:
    """List the sections of a rondo with their phrases: new episodes between refrains."""
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
    """Add a short section before and after, each with its probability."""
    (first, how_often), (last, how_often_last) = before, after
    if rng.random() < how_often:
        sections = [(first, rng.choice(_SHORT)), *sections]
    if rng.random() < how_often_last:
        sections = [*sections, (last, rng.choice(_SHORT))]
    return sections


def _piece(sections: list[tuple[str, str]], rng: np.random.Generator) -> Hierarchy:
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


def stripes_and_dots(seed: int) -> tuple[Files, Files]:
    """Draw two corpora of pictures, stripes and dots, as PNG files."""
    rng = np.random.default_rng(seed)
    a, b = (
        tuple((f"{name}-{n:02}.png", _png(_colored(draw(rng), rng))) for n in range(1, _IMAGES + 1))
        for name, draw in (("stripes", _stripes), ("dots", _dots))
    )
    return a, b


def _stripes(rng: np.random.Generator) -> _Mask:
    """Parallel stripes, at any angle, of 3 to 7 pixels."""
    angle, width = rng.uniform(0, np.pi), rng.uniform(3, 7)
    y, x = np.mgrid[:_SIDE, :_SIDE]
    across = x * np.cos(angle) + y * np.sin(angle) + rng.uniform(0, 2 * width)
    return (across // width).astype(int) % 2 == 1


def _dots(rng: np.random.Generator) -> _Mask:
    """Six to twelve dots with a radius of 2 to 5 pixels."""
    y, x = np.mgrid[:_SIDE, :_SIDE]
    dots = np.zeros((_SIDE, _SIDE), bool)
    for _ in range(int(rng.integers(6, 13))):
        at_x, at_y = rng.uniform(0, _SIDE, 2)
        dots |= np.hypot(x - at_x, y - at_y) < rng.uniform(2, 5)
    return dots


def _colored(mask: _Mask, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    colors = rng.integers(0, 256, (2, 3), np.uint8)
    return colors[mask.astype(int)]


def _png(pixels: npt.NDArray[np.uint8]) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()


def make_files(seed: int = SEED) -> dict[str, bytes]:
    """Generate all corpora: the files of both sides, in a folder per sample and side."""
    sides = {
        "two-forms": songs_and_rondos(seed),
        "two-chains": two_chains((BASE, FAR), 40, seed),
        "one-chain": two_chains((BASE, BASE), 40, seed),
        "near-chains": two_chains((BASE, NEAR), 100, seed),
        "few-items": two_chains((BASE, NEAR), 5, seed),
        "tiny-images": stripes_and_dots(seed),
    }
    return {
        f"{sample}/{side}/{name}": data
        for sample, corpora in sides.items()
        for side, files in zip("ab", corpora, strict=True)
        for name, data in files
    }


if __name__ == "__main__":
    (Path(__file__).parent / ARCHIVE).write_bytes(write_zip(make_files()))
