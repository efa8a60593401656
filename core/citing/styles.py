"""Write the methods passage on comparing two corpora in style."""

from collections.abc import Iterator
from importlib.metadata import version

from core.caemsi import DifferenceTest, EquivalenceTest, StyleTests
from core.caemsi.distances import Order
from core.citing.works import WORKS, Citation
from core.wording import listed

_CAEMSI = WORKS["ens2018caemsi"]
_ORDERS: dict[Order, str] = {
    "input": "",
    "canonical": ", the lexicographically smaller item first",
    "mean": ", the mean of both orders",
}


def cite_styles(tests: StyleTests) -> Citation:
    """Write the sentences and references that a paper needs for tests of two corpora."""
    difference, distances = tests.difference, tests.distances
    near = f"the median rank of distances within a corpus {_margin(tests.equivalence)}"
    sentences = [
        f"Two corpora of {tests.sizes[0]} and {tests.sizes[1]} items were tested for difference "
        f"and for equivalence in style ({_CAEMSI.short})",
        f"Items were read as {tests.representation}, and compared by the normalized compression "
        f"distance with {distances.compressor} ({distances.version}){_ORDERS[distances.order]}",
        _drawn(difference, tests.equivalence),
        *_departures(difference),
        f"Equivalence means that {near} of the number of distances compared",
        f"Both tests are at α = {tests.verdict.alpha:g}",
        f"They were computed with hierscope {version('hierscope')}",
    ]
    text = " ".join(f"{sentence}." for sentence in sentences)
    return Citation(text, (_CAEMSI, WORKS["hierscope"]))


def _drawn(*tests: DifferenceTest | EquivalenceTest) -> str:
    kinds = [
        ("all" if test.exact else f"{test.n_permutations:,} random") + " labelings"
        for test in tests
    ]
    if len(set(kinds)) == 1:
        return f"Each test goes through {kinds[0]}"
    return f"The tests go through {listed(kinds)}, in this order"


def _departures(difference: DifferenceTest) -> Iterator[str]:
    """State options that differ from the paper."""
    if difference.equal_weight:
        yield "Both corpora have equal weight in the mean distance within"
    if difference.plus_one:
        yield "The observed labeling is counted, too"


def _margin(test: EquivalenceTest) -> str:
    if test.inferior == test.superior:
        return f"differs from that of distances between by less than {test.inferior:g}"
    return (
        f"is higher than that of distances between by less than {test.inferior:g}, and lower by "
        f"less than {test.superior:g},"
    )
