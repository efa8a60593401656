"""Small corpora of our own making, of which two can be compared at once.

They are made when they are asked for, from stated seeds: no file is shipped, and nothing in them is
anybody else's. The designs were chosen for the verdicts that they show, as the page has it at first
(the compressor that suits, margin 0.1, alpha 0.05, 1000 permutations): different by forms and
images; different, equivalent, both and neither by the strings. All use seed 0, the first.

How sure that is, measured with zlib 1.2.13: of these strings, forms and images, permutations of all
20 seeds 0 to 19 give that verdict. If seeds 0 to 19 make the corpora instead, so many of 20 give
it: two chains 20, one chain 16 (2 neither, 1 both, 1 different; with 40 strings a side that is all
the tests can do), near chains 19, few strings 20, forms 20, images 19.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from core.caemsi.samples import forms, images, strings
from core.caemsi.samples.strings import Chain, Files
from core.errors import StyleError


@dataclass(frozen=True)
class StyleSample:
    """Two corpora that hierscope makes."""

    id: str
    """For addresses: lower-case letters, digits and hyphens."""
    title: str
    about: str
    """A few words, and how it is made; neither tells what the tests say."""
    names: tuple[str, str]
    """What A and B are called."""
    representation: str
    """The one of :data:`core.caemsi.items.REPRESENTATIONS` that suits it."""
    files: Callable[[], tuple[Files, Files]]
    """Gives the files of A and those of B, name and content of each, as a user would upload them;
    the same at each call."""


def style_samples() -> tuple[StyleSample, ...]:
    """Give all samples, in the order in which they are shown."""
    return _SAMPLES


def style_sample_ids() -> tuple[str, ...]:
    """Give the ids of the samples, in the order in which they are shown."""
    return tuple(sample.id for sample in _SAMPLES)


def style_sample(sample_id: str) -> StyleSample:
    """Look up a sample."""
    for sample in _SAMPLES:
        if sample.id == sample_id:
            return sample
    known = ", ".join(style_sample_ids())
    raise StyleError(f"there is no sample '{sample_id}'", mend=f"Choose from {known}")


def _of_chains(
    sample_id: str, title: str, other: Chain, each: int, names: tuple[str, str], words: str
) -> StyleSample:
    """A sample of strings: A's are of the same chain in all of them, B's of the other one."""
    about = (
        f"{each} strings of {strings.LENGTH} letters a and b on each side, made by hierscope with "
        f"seed {strings.SEED}. {words}"
    )
    files = partial(strings.two_chains, (strings.BASE, other), each)
    return StyleSample(sample_id, title, about, names, "bytes", files)


def _changes(chain: Chain) -> str:
    return f"an a is followed by a b in {chain[0]:.0%} of cases"


_BOTH = f"After a b an a follows in {strings.BASE[1]:.0%} of cases in both"

_SAMPLES = (
    StyleSample(
        "two-forms",
        "Two musical forms",
        f"{forms.EACH} songs of verses and choruses and {forms.EACH} rondos, as hierarchies of "
        "sections, phrases and motives. There is no music behind them: hierscope made them by "
        f"rules of each form, with seed {forms.SEED}; how many verses or episodes there are, how "
        "phrases follow each other, and all lengths are random.",
        ("songs", "rondos"),
        "hierarchy",
        forms.songs_and_rondos,
    ),
    _of_chains(
        "two-chains",
        "Two Markov chains",
        strings.FAR,
        40,
        ("chain P", "chain Q"),
        f"In chain P {_changes(strings.BASE)}, in chain Q in {strings.FAR[0]:.0%}. {_BOTH}.",
    ),
    _of_chains(
        "one-chain",
        "One Markov chain, twice",
        strings.BASE,
        40,
        ("chain P, first", "chain P, second"),
        f"All are of one chain, in which {_changes(strings.BASE)}, and a b by an a in "
        f"{strings.BASE[1]:.0%}; which half a string is in says nothing about it.",
    ),
    _of_chains(
        "near-chains",
        "Two chains near each other",
        strings.NEAR,
        100,
        ("chain P", "chain R"),
        f"In chain P {_changes(strings.BASE)}, in chain R in {strings.NEAR[0]:.0%}. {_BOTH}.",
    ),
    _of_chains(
        "few-items",
        "The near chains, few strings",
        strings.NEAR,
        5,
        ("chain P", "chain R"),
        "They are of the same two chains as those of “Two chains near each other”.",
    ),
    StyleSample(
        "tiny-images",
        "Stripes and dots",
        f"{images.EACH} images of stripes and {images.EACH} of dots, {images.SIDE} x {images.SIDE} "
        f"pixels, drawn by hierscope with seed {images.SEED}. Colours are drawn in the same "
        "way for both; angles, widths, places and sizes are random.",
        ("stripes", "dots"),
        "image",
        images.stripes_and_dots,
    ),
)
