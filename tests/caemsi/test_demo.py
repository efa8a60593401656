"""The collection that can be made anywhere, and what the tests reach on it."""

import itertools
import zlib

import numpy as np
import pytest
from scipy.stats import beta, binomtest

from core.caemsi import distance_matrix
from core.caemsi.demo import SEED, change_probabilities, describe_demo, markov_chains
from core.caemsi.experiment import read_sizes
from core.caemsi.experiment_trials import Draw, run_trial
from core.caemsi.metrics import rate
from core.errors import StyleError

# ../shared/spec/caemsi.md: ten Markov chains at n = 25, ACC, TPR and TNR.
STATED = {"p_diff": (0.92, 0.95, 0.89), "p_eqv": (0.82, 0.83, 0.81)}

# What `hierscope caemsi experiment --demo --sizes 25` found (zlib 1.2.13): how many of 500 trials
# of one class are predicted right, and of 500 of two; and both p-values of the first trials.
RIGHT = {"p_diff": (471, 441), "p_eqv": (414, 398)}
FIRST = [
    *[(0.367, 0.007), (0, 1), (0.621, 0.084), (0, 1), (0.101, 0), (0, 1), (0.635, 0), (0, 1)],
    *[(0.953, 0.322), (0, 1), (0.75, 0.004), (0, 1), (0.932, 0.008), (0, 0.007), (0.522, 0.055)],
    *[(0.285, 0.001), (0.56, 0.002), (0, 1), (0.254, 0), (0, 1)],
]


def test_items_are_the_same_again_and_whatever_comes_after_them():
    whole = markov_chains(4, classes=3, items=5, length=50)
    assert whole == markov_chains(4, classes=3, items=5, length=50)
    fewer = markov_chains(4, classes=3, items=2, length=50)
    assert [item.data for item in fewer] == [whole[at].data for at in (0, 1, 5, 6, 10, 11)]
    assert [item.data[:20] for item in whole] == [
        item.data for item in markov_chains(4, classes=3, items=5, length=20)
    ]
    assert markov_chains(5, classes=3, items=5, length=50) != whole


def test_names_labels_and_letters():
    made = markov_chains(0, classes=2, items=3, length=400)
    assert [item.label for item in made] == ["chain 1"] * 3 + ["chain 2"] * 3
    assert len({item.name for item in made}) == len({item.data for item in made}) == 6
    assert {len(item.data) for item in made} == {400}
    assert set(b"".join(item.data for item in made)) == set(b"ab")


def test_letters_follow_each_other_as_the_chain_says():
    made = markov_chains(2, classes=3, items=40, length=500)
    for number, chain in enumerate(change_probabilities(2, 3, 5.0)):
        counts = dict.fromkeys(itertools.product(b"ab", repeat=2), 0)
        for item in made[40 * number : 40 * (number + 1)]:
            for pair in itertools.pairwise(item.data):
                counts[pair] += 1
        for letter, other, probability in zip(b"ab", b"ba", chain, strict=True):
            total = counts[letter, letter] + counts[letter, other]
            interval = binomtest(counts[letter, other], total).proportion_ci(1 - 1e-6)
            assert interval.low <= probability <= interval.high


def test_chains_are_spread_evenly_over_the_distribution():
    chains = change_probabilities(3, 10, 5.0)
    quantiles = beta.ppf((np.arange(10) + 0.5) / 10, 5, 5)
    for column in chains.T:
        np.testing.assert_allclose(np.sort(column), quantiles)
    assert not np.array_equal(chains, change_probabilities(4, 10, 5.0))
    nearer = change_probabilities(3, 10, 50.0)
    assert np.abs(nearer - 0.5).max() < np.abs(chains - 0.5).max()


@pytest.mark.parametrize(
    "options",
    [
        {"seed": -1},
        {"classes": 0},
        {"items": 0},
        {"length": 0},
        {"concentration": 0.0},
        {"concentration": np.inf},
    ],
)
def test_numbers_out_of_range_are_refused(options):
    with pytest.raises(StyleError, match="Markov chains take"):
        markov_chains(**options)


class Asked:
    """Distances of the demo's items, computed where a trial looks at them."""

    def __init__(self, items):
        self.items = items

    def __getitem__(self, index):
        return np.asarray(distance_matrix([self.items[at].data for at in index[0].ravel()]))


@pytest.mark.skipif("ng" in zlib.ZLIB_RUNTIME_VERSION, reason="another build of zlib")
def test_the_stated_numbers_lie_within_the_intervals():
    """All 1,000 trials take a minute. The first come out as they did then, so the others do."""
    items = markov_chains()
    draw = Draw(Asked(items), tuple(item.label for item in items), SEED, 1000)
    (sizes,) = read_sizes([25])
    trials = [run_trial(draw, sizes, number) for number in range(len(FIRST))]
    assert [(trial.p_diff, trial.p_eqv) for trial in trials] == FIRST
    for test, stated in STATED.items():
        of_one, of_two = RIGHT[test]
        rates = rate(of_one + of_two, 1000), rate(of_one, 500), rate(of_two, 500)
        for value, found in zip(stated, rates, strict=True):
            assert found.low <= value <= found.high, (test, found)


def test_the_parameters_are_stated():
    words = describe_demo()
    for said in ("10 classes", "200 strings", "400 letters", "Dirichlet(5, 5)"):
        assert said in words
