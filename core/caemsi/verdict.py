"""Combine both tests into a verdict, worded so that it claims no more than the tests show."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np

from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import LEAST
from core.caemsi.equivalence import EquivalenceTest, Partial
from core.errors import StyleError

ALPHAS = (
    0.001, 0.002, 0.003, 0.004, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06,
    0.07, 0.08, 0.09, 0.1, 0.12, 0.15, 0.2,
)  # fmt: skip

DEFAULT_ALPHA = 0.05

ERRS = {25: (0.15, 19), 50: (0.1, 24), 100: (0.075, 33)}
"""By number of items: the paper's margin, and the percentage of corpora at this margin whose p_eqv
is below 0.05. Simulated with items on a line, one corpus wider than the other, and distances on the
line (2,000 pairs each; tests/caemsi/test_margins.py)."""

POWER = {
    0.3: {6: 14.6, 8: 58.0, 9: 74.1, 10: 83.0, 12: 94.4, 14: 97.6},
    0.15: {10: 0.0, 15: 31.5, 20: 64.9, 25: 83.0, 30: 92.1, 35: 96.9},
    0.1: {15: 0.5, 20: 14.9, 30: 53.2, 40: 78.2, 50: 89.5, 60: 96.1},
    0.075: {20: 0.5, 30: 20.5, 40: 48.6, 50: 67.7, 60: 78.5, 70: 86.7, 90: 95.0},
    0.05: {30: 0.1, 60: 43.2, 80: 63.2, 100: 77.3, 120: 84.5, 140: 90.1},
}
"""By margin and number of items in each corpus: the percentage of identical corpora whose p_eqv is
below 0.05. Simulated with random points in space (1,000 pairs each; benchmarks/power.py)."""

ENOUGH = 80  # percent: the usual power

Name = Literal["different", "equivalent", "both", "neither"]

LEVEL_NOTE = (
    "The test for equivalence treats the distances of one item as independent, which they are not. "
    "Near the margin it errs more often than alpha. With alpha 0.05, it called these shares of "
    "simulated corpora at the margin equivalent: "
    + ", ".join(
        f"{share} % at {items} items (margin {margin:g})" for items, (margin, share) in ERRS.items()
    )
    + "."
)

_DIFFER = (
    "The corpora differ ({diff}): on average, items are farther from the other corpus than from "
    "their own."
)
_NO_DIFFERENCE = "No difference is found ({diff})"
_ALIKE = (
    "equivalent within {margin} ({eqv}): the median ranks of distances within and between them "
    "differ by less."
)
_NOT_ALIKE = "They are not shown to be equivalent within {margin} ({eqv})."

SENTENCES: dict[Name, str] = {
    "different": f"{_DIFFER} {_NOT_ALIKE}",
    "equivalent": f"The corpora are {_ALIKE} {_NO_DIFFERENCE}.",
    "both": f"{_DIFFER} But they are {_ALIKE}",
    "neither": f"{_NO_DIFFERENCE}, which does not make the corpora alike. {_NOT_ALIKE} More items "
    "may decide.",
}
"""The verdict in each quadrant, filled with :func:`compare_p` and :func:`margin_words`."""

HEADLINES: dict[Name, str] = {
    "different": "{a} and {b} differ.",
    "equivalent": "{a} and {b} are equivalent within {margin}.",
    "both": "{a} and {b} differ, but are equivalent within {margin}.",
    "neither": "Undecided: {a} and {b} may differ or be alike.",
}
"""The verdict without numbers, filled with the names of the corpora."""

Place = Literal["open", "alike", "closer", "farther"]

PLACES: dict[Place, str] = {
    "open": "",
    "alike": "{own} are about as far from each other as from {other}.",
    "closer": "{own} are closer to each other than to {other}.",
    "farther": "{own} are farther from each other than from {other}.",
}
"""Sentences about the items of a corpus; see :func:`place`."""

Passed = Literal["both", "inferior", "superior", "none"]

_AT_LEVEL = "At α = {alpha}"
_HIGHER = "that it is higher by {inferior} or more"
_LOWER = "that it is lower by {superior} or more"

ONE_SIDED: dict[Passed, str] = {
    "both": f"{_AT_LEVEL}, T_I rules out {_HIGHER}, and T_S {_LOWER}.",
    "inferior": f"{_AT_LEVEL}, T_I rules out {_HIGHER}. T_S does not rule out {_LOWER}.",
    "superior": f"{_AT_LEVEL}, T_S rules out {_LOWER}. T_I does not rule out {_HIGHER}.",
    "none": f"{_AT_LEVEL}, T_I does not rule out {_HIGHER}, nor T_S {_LOWER}.",
}
"""The results of both one-sided tests of a corpus, to follow :func:`median_words`."""


@dataclass(frozen=True)
class Verdict:
    """The quadrant of a pair of corpora."""

    name: Name
    sentence: str
    """The verdict as text, with both p-values and the margin."""
    different: bool
    equivalent: bool
    """Whether p_diff and p_eqv are below alpha."""
    alpha: float


def verdict(
    difference: DifferenceTest, equivalence: EquivalenceTest, alpha: float = DEFAULT_ALPHA
) -> Verdict:
    """Combine both tests; a p-value below alpha is significant, as in Eq. 10."""
    check_alpha(alpha)
    different, equivalent = difference.p_value < alpha, equivalence.p_value < alpha
    if different:
        name: Name = "both" if equivalent else "different"
    else:
        name = "equivalent" if equivalent else "neither"
    sentence = SENTENCES[name].format(
        diff=compare_p(f"p_diff {write_p(difference)}", f"{alpha:g}", different),
        eqv=compare_p(f"p_eqv {write_p(equivalence)}", f"{alpha:g}", equivalent),
        margin=margin_words(equivalence),
    )
    return Verdict(name, sentence, different, equivalent, alpha)


def passed(part: Partial, alpha: float) -> Passed:
    """Return which one-sided tests of a corpus pass, with p below alpha."""
    inferior, superior = part.p_inferior < alpha, part.p_superior < alpha
    if inferior:
        return "both" if superior else "inferior"
    return "superior" if superior else "none"


def median_words(name: str, part: Partial) -> str:
    """Compare the median rank within a corpus with that between, in the unit of margins."""
    by = f"{abs(part.effect):.2g} of all ranks {'lower' if part.effect < 0 else 'higher'} than"
    lies = by if part.effect else "as high as"
    return f"Within {name}, the median rank of distances is {lies} that between the corpora."


def place(test: EquivalenceTest, part: Partial, alpha: float) -> Place:
    """Compare medians within and between; "alike" is tested, "closer" and "farther" observed."""
    if passed(part, alpha) == "both":
        return "alike"
    if part.effect <= -test.superior:
        return "closer"
    return "farther" if part.effect >= test.inferior else "open"


def headline_words(corpora: tuple[str, str]) -> dict[Name, str]:
    """Return a headline for each quadrant, with a placeholder for the margin."""
    a, b = map(_named, corpora)
    first = a[:1].upper() + a[1:]
    return {
        name: text.replace("{a}", first if text.startswith("{a}") else a).replace("{b}", b)
        for name, text in HEADLINES.items()
    }


def place_words(own: str, other: str) -> list[str]:
    """Return a sentence for each place of a corpus, in the order of :data:`PLACES`."""
    own, other = (
        _named(name) if _is_plural(name) else f"items of {_named(name)}" for name in (own, other)
    )
    return [
        text.replace("{own}", own[:1].upper() + own[1:]).replace("{other}", other)
        for text in PLACES.values()
    ]


def _is_plural(name: str) -> bool:
    """Whether a name describes the items, such as "songs"."""
    return name.isalpha() and name.islower() and name.endswith("s")


def _named(name: str) -> str:
    return name if _is_plural(name) or len(name) == 1 else f"“{name}”"


def margins_written(test: EquivalenceTest) -> dict[str, str]:
    """Return both margins as text, by their names."""
    return {"inferior": f"{test.inferior:g}", "superior": f"{test.superior:g}"}


def check_alpha(alpha: float) -> None:
    """Raise StyleError unless a level lies between 0 and 1."""
    if not 0 < alpha < 1:
        raise StyleError(
            f"the level alpha is {alpha:g}", advice="Choose one between 0 and 1, such as 0.05"
        )


def write_p(test: DifferenceTest | EquivalenceTest, value: float | None = None) -> str:
    """Format a p-value; with random labelings never as 0, since more of them could reach it."""
    p = test.p_value if value is None else value
    least = 1 / test.n_permutations
    if p == 0 and not test.exact:
        return f"< {least:.3g}"
    digits = max(3, math.ceil(math.log10(test.n_permutations)))
    return f"= {p:.{min(digits, 6)}f}"


def too_few(test: DifferenceTest, sizes: tuple[int, int], alpha: float) -> str:
    """State that there are too few items or labelings for a level."""
    # With equal sizes, the labeling that swaps both corpora has the same statistic.
    least = (1 + (sizes[0] == sizes[1])) / math.comb(sum(sizes), sizes[0])
    if least >= alpha:
        return (
            f"With so few items p_diff is never below {least:.3g}, so no difference can be found "
            f"at {alpha:g}. Add items."
        )
    if test.exact or test.n_permutations * alpha >= 1:
        return ""
    return (
        f"{test.n_permutations:,} permutations are too few for the level {alpha:g}. "
        f"Draw {math.ceil(10 / alpha):,}."
    )


def needed_items(margin: float, alpha: float) -> int:
    """Estimate the fewest items of each corpus with which p_eqv can fall below `alpha`."""
    n = LEAST
    while alike_p(n, n, margin) >= alpha:
        n += 1
    return n


def alike_p(n_a: int, n_b: int, margin: float) -> float:
    """Estimate p_eqv of two corpora with equal medians, by the normal distribution."""
    within, between = min(n_a, n_b) * (min(n_a, n_b) - 1) / 2, n_a * n_b
    return NormalDist().cdf(-2 * margin / math.sqrt(1 / within + 1 / between))


def likely_items(margin: float) -> str:
    """Name how many items it takes for `ENOUGH` percent of identical corpora to be equivalent."""
    margins = sorted(POWER)
    items = [np.interp(ENOUGH, [*POWER[at].values()], [*POWER[at]]) for at in margins]
    number = round(np.exp(np.interp(np.log(margin), np.log(margins), np.log(items))))
    if margin < margins[0]:
        return f"more than {number}"
    return f"fewer than {number}" if margin > margins[-1] else f"about {number}"


def items_words(margin: float, alpha: float) -> str:
    """State from how many items equivalence can be found, and from how many it is likely."""
    return (
        f"At the margin {margin:g}, p_eqv can be below {alpha:g} from about "
        f"{needed_items(margin, alpha):,} items in each corpus. In simulations, {ENOUGH} % of "
        f"identical corpora had p_eqv below {DEFAULT_ALPHA:g} from {likely_items(margin)} items."
    )


def too_few_alike(test: EquivalenceTest, sizes: tuple[int, int], alpha: float) -> str:
    """State that there are too few items for p_eqv to fall below a level; else empty."""
    margin = min(test.inferior, test.superior)
    p = alike_p(*sizes, margin)
    if p < alpha:
        return ""
    return (
        f"With so few items p_eqv is about {p:.2g} even for corpora that are alike, so equivalence "
        f"can hardly be found. {items_words(margin, alpha)}"
    )


def compare_p(p: str, alpha: str, below: bool) -> str:
    """Compare a p-value with the level in words, ``"p = 0.01, below 0.05"``."""
    return f"{p}, {'below' if below else 'not below'} {alpha}"


def margin_words(test: EquivalenceTest) -> str:
    """Name the margin, or both if they differ."""
    if test.inferior == test.superior:
        return f"the margin {test.inferior:g}"
    return f"the margins {test.inferior:g} and {test.superior:g}"
