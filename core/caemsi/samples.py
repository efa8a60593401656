"""Generate pairs of small sample corpora for the style tests.

They are generated on demand from fixed seeds: no file is shipped, and no content comes from others.
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
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
import numpy.typing as npt

from core.errors import check_known
from core.hierarchy import Hierarchy
from core.io import write_csv

SEED = 0

Files = tuple[tuple[str, bytes], ...]

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


@dataclass(frozen=True)
class StyleSample:
    """Two generated corpora."""

    id: str  # for addresses: lower-case letters, digits and hyphens
    title: str
    about: str
    """A short title, and a description of the data; neither gives the verdict away."""
    names: tuple[str, str]
    representation: str
    """One of :data:`core.caemsi.representations.REPRESENTATIONS`."""
    files: Callable[[], tuple[Files, Files]]
    """Returns the files of A and of B; the same at each call."""


def style_sample(sample_id: str) -> StyleSample:
    """Return a sample by its id; raise StyleError if there is none."""
    check_known("sample", sample_id, STYLE_SAMPLES)
    return STYLE_SAMPLES[sample_id]


@cache
def two_chains(chains: tuple[Chain, Chain], count: int, seed: int = SEED) -> tuple[Files, Files]:
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


@cache
def songs_and_rondos(seed: int = SEED) -> tuple[Files, Files]:
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


@cache
def stripes_and_dots(seed: int = SEED) -> tuple[Files, Files]:
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
    # Imported on use, as everywhere in CAEMSI.
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()


def _of_chains(
    sample_id: str, title: str, other: Chain, count: int, names: tuple[str, str], design: str
) -> StyleSample:
    """A sample of strings; A has the same chain in all samples, B another."""
    about = (
        f"{count} strings of {_LENGTH} letters a and b on each side, made by hierscope with "
        f"seed {SEED}. {design}"
    )
    files = partial(two_chains, (BASE, other), count)
    return StyleSample(sample_id, title, about, names, "bytes", files)


def _changes(chain: Chain) -> str:
    return f"an a is followed by a b in {chain[0]:.0%} of cases"


_BOTH = f"After a b an a follows in {BASE[1]:.0%} of cases in both"

STYLE_SAMPLES = {
    sample.id: sample
    for sample in (
        StyleSample(
            "two-forms",
            "Two musical forms",
            f"{_PIECES} songs of verses and choruses and {_PIECES} rondos, as hierarchies of "
            "sections, phrases and motives. They belong to no music: hierscope made them by the "
            f"rules of each form, with seed {SEED}. The number of verses or episodes, the order of "
            "phrases and all lengths are random.",
            ("songs", "rondos"),
            "hierarchy",
            songs_and_rondos,
        ),
        _of_chains(
            "two-chains",
            "Two Markov chains",
            FAR,
            40,
            ("chain P", "chain Q"),
            f"In chain P {_changes(BASE)}, in chain Q in {FAR[0]:.0%}. {_BOTH}.",
        ),
        _of_chains(
            "one-chain",
            "One Markov chain, twice",
            BASE,
            40,
            ("chain P, first", "chain P, second"),
            f"All are of one chain, in which {_changes(BASE)}, and a b by an a in {BASE[1]:.0%}. "
            "The two halves differ only by chance.",
        ),
        _of_chains(
            "near-chains",
            "Two chains near each other",
            NEAR,
            100,
            ("chain P", "chain R"),
            f"In chain P {_changes(BASE)}, in chain R in {NEAR[0]:.0%}. {_BOTH}.",
        ),
        _of_chains(
            "few-items",
            "The near chains, few strings",
            NEAR,
            5,
            ("chain P", "chain R"),
            "The chains are those of “Two chains near each other”.",
        ),
        StyleSample(
            "tiny-images",
            "Stripes and dots",
            f"{_IMAGES} images of stripes and {_IMAGES} of dots, {_SIDE} x {_SIDE} "
            f"pixels, drawn by hierscope with seed {SEED}. Colors are drawn in the same "
            "way for both; angles, widths, places and sizes are random.",
            ("stripes", "dots"),
            "image",
            stripes_and_dots,
        ),
    )
}
