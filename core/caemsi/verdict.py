"""What both tests say together, in words that claim no more than they do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from core.caemsi._matrix import labellings
from core.caemsi.difference import DifferenceTest
from core.caemsi.equivalence import EquivalenceTest, Partial
from core.caemsi.margins import DEFAULT_ALPHA
from core.caemsi.needed import ERRS, alike_p, needed_items
from core.errors import StyleError

Name = Literal["different", "equivalent", "both", "neither"]

LEVEL_NOTE = (
    "Distances of one item depend on each other, and the test for equivalence takes them as if "
    "they did not. So it errs more often than alpha near the margin: with alpha 0.05, of simulated "
    "corpora that lie at the margin, it called equivalent "
    + ", ".join(
        f"{share} % at {items} items (margin {margin:g})" for items, (margin, share) in ERRS.items()
    )
    + "."
)
"""What is to be said wherever p_eqv is."""

SENTENCES: dict[Name, str] = {
    "different": (
        "The corpora differ: on average, items are farther from the other corpus than from their "
        "own, more than chance explains ({diff}). They are not shown to be equivalent within "
        "{margin} ({eqv})."
    ),
    "equivalent": (
        "The corpora are equivalent within {margin}: the median rank of the distances within each "
        "lies that near to the median rank of those between ({eqv}). No difference is found "
        "({diff})."
    ),
    "both": (
        "The corpora differ ({diff}), and yet are equivalent within {margin} ({eqv}): on average, "
        "items are farther from the other corpus than from their own, and median ranks of "
        "distances lie within the margin all the same."
    ),
    "neither": (
        "Nothing is shown: no difference is found ({diff}), which does not make them alike, and "
        "they are not shown to be equivalent within {margin} ({eqv}). More items may tell."
    ),
}
"""What is said in each quadrant; to be filled by :func:`compare_p` and :func:`margin_words`."""


Passed = Literal["both", "inferior", "superior", "none"]

ONE_SIDED: dict[Passed, str] = {
    "both": (
        "At α = {alpha}, T_I rules out that it is higher by {inferior} or more, and T_S that it is "
        "lower by {superior} or more."
    ),
    "inferior": (
        "At α = {alpha}, T_I rules out that it is higher by {inferior} or more; T_S does not rule "
        "out that it is lower by {superior} or more, as where items are nearer to each other than "
        "to the other corpus."
    ),
    "superior": (
        "At α = {alpha}, T_S rules out that it is lower by {superior} or more; T_I does not rule "
        "out that it is higher by {inferior} or more, as where items are farther from each other "
        "than from the other corpus."
    ),
    "none": (
        "At α = {alpha}, T_I does not rule out that it is higher by {inferior} or more, nor T_S "
        "that it is lower by {superior} or more."
    ),
}
"""What is said of both one-sided tests of a corpus, behind :func:`median_words`."""


@dataclass(frozen=True)
class Verdict:
    """The quadrant in which a pair of corpora lies."""

    name: Name
    sentence: str
    """The same in words, with both p-values and the margin."""
    different: bool
    equivalent: bool
    """Whether p_diff, and p_eqv, is below alpha."""
    alpha: float


def verdict(
    difference: DifferenceTest, equivalence: EquivalenceTest, alpha: float = DEFAULT_ALPHA
) -> Verdict:
    """Read both tests together.

    They answer different questions, and each can be significant with or without the other. As in
    Eq. 10, significant is what lies below alpha; the paper's text has "at most" elsewhere.
    """
    check_alpha(alpha)
    different, equivalent = difference.p_value < alpha, equivalence.p_value < alpha
    name: Name = (
        ("both" if equivalent else "different")
        if different
        else ("equivalent" if equivalent else "neither")
    )
    sentence = SENTENCES[name].format(
        diff=compare_p(f"p_diff {write_p(difference)}", f"{alpha:g}", different),
        eqv=compare_p(f"p_eqv {write_p(equivalence)}", f"{alpha:g}", equivalent),
        margin=margin_words(equivalence),
    )
    return Verdict(name, sentence, different, equivalent, alpha)


def passed(part: Partial, alpha: float) -> Passed:
    """Tell which one-sided tests of a corpus are passed: their p is below alpha."""
    inferior, superior = part.p_inferior < alpha, part.p_superior < alpha
    if inferior:
        return "both" if superior else "inferior"
    return "superior" if superior else "none"


def median_words(name: str, part: Partial) -> str:
    """Say where the distances within a corpus lie, in the unit of margins."""
    by = f"{abs(part.effect):.2g} of all ranks {'lower' if part.effect < 0 else 'higher'} than"
    lies = by if part.effect else "as high as"
    return (
        f"Items of {name} among themselves: the median rank of their distances is {lies} that of "
        "those to the other corpus."
    )


def one_sided_words(name: str, test: EquivalenceTest, part: Partial, alpha: float) -> str:
    """Say what T_I and T_S show of a corpus."""
    words = ONE_SIDED[passed(part, alpha)].format(alpha=f"{alpha:g}", **margins_written(test))
    return f"{median_words(name, part)} {words}"


def margins_written(test: EquivalenceTest) -> dict[str, str]:
    """Write both margins."""
    return {"inferior": f"{test.inferior:g}", "superior": f"{test.superior:g}"}


def check_alpha(alpha: float) -> None:
    """Refuse what is no level of significance."""
    if not 0 < alpha < 1:
        raise StyleError(
            f"the level alpha is {alpha:g}", mend="Choose one between 0 and 1, such as 0.05"
        )


def write_p(test: DifferenceTest | EquivalenceTest, value: float | None = None) -> str:
    """Write a p-value: not as 0 where labelings were drawn, for more of them may reach it."""
    p = test.p_value if value is None else value
    least = 1 / test.n_permutations
    if p == 0 and not test.exact:
        return f"< {least:.3g}"
    digits = max(3, math.ceil(math.log10(test.n_permutations)))
    return f"= {p:.{min(digits, 6)}f}"


def too_few(test: DifferenceTest, sizes: tuple[int, int], alpha: float) -> str:
    """Say that items, or labellings, are too few for a level."""
    # With as many of both, the labelling that swaps them gives as much.
    least = (1 + (sizes[0] == sizes[1])) / labellings(*sizes)
    if least >= alpha:
        return (
            f"Of so few items p_diff is never below {least:.3g}: no difference can be found at "
            f"{alpha:g}. Add items."
        )
    if test.exact or test.n_permutations * alpha >= 1:
        return ""
    return (
        f"{test.n_permutations:,} permutations are too few to tell whether a p-value is below "
        f"{alpha:g}. Draw {math.ceil(10 / alpha):,}."
    )


def items_words(margin: float, alpha: float) -> str:
    """Say how many items the test for equivalence needs."""
    return (
        f"At the margin {margin:g} p_eqv can be below {alpha:g} from about "
        f"{needed_items(margin, alpha):,} items of each corpus on."
    )


def too_few_alike(test: EquivalenceTest, sizes: tuple[int, int], alpha: float) -> str:
    """Say that items are too few for p_eqv to be below a level; empty where they are enough."""
    margin = min(test.inferior, test.superior)
    p = alike_p(*sizes, margin)
    if p < alpha:
        return ""
    return (
        f"Of so few items p_eqv is about {p:.2g} where the corpora are alike, so equivalence can "
        f"hardly be found. {items_words(margin, alpha)}"
    )


def compare_p(p: str, alpha: str, below: bool) -> str:
    """Put a p-value and a level, both written, into words."""
    return f"{p}, {'below' if below else 'not below'} {alpha}"


def margin_words(test: EquivalenceTest) -> str:
    """Name the margin, or both margins."""
    if test.inferior == test.superior:
        return f"the margin {test.inferior:g}"
    return f"the margins {test.inferior:g} and {test.superior:g}"
