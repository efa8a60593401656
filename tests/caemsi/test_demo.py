"""The collection that can be made anywhere, and what the tests reach on it."""

import itertools

import numpy as np
import pytest
from scipy.stats import beta, binomtest

from core.caemsi import distance_matrix
from core.caemsi.demo import SEED, change_probabilities, describe_demo, markov_chains
from core.caemsi.experiment import run_experiment
from core.errors import StyleError

# ../shared/spec/caemsi.md: ten Markov chains at n = 25, ACC, TPR and TNR.
STATED = {"difference": (0.92, 0.95, 0.89), "equivalence": (0.82, 0.83, 0.81)}


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


def test_the_stated_numbers_lie_within_the_intervals():
    # Half of the items, which takes a quarter of the time.
    items = markov_chains(items=100)
    distances = distance_matrix([item.data for item in items])
    row = run_experiment(distances, [item.label for item in items], [25], seed=SEED).rows[0]
    for test, stated in STATED.items():
        found = getattr(row, test)
        for value, rate in zip(stated, (found.accuracy, found.tpr, found.tnr), strict=True):
            assert rate.low <= value <= rate.high, (test, rate)


def test_the_parameters_are_stated():
    words = describe_demo()
    for said in ("10 classes", "200 strings", "400 letters", "Dirichlet(5, 5)"):
        assert said in words
