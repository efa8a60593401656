"""Order of items in a row and on a plane, and the nearest items."""

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from core.caemsi.distances import MOST_MAPPED, clustered, flat_map, nearest
from core.errors import StyleError


def symmetric(seed, n):
    upper = np.triu(np.random.default_rng(seed).random((n, n)) + 0.1, 1)
    return upper + upper.T


@strategies.examples(25)
@given(seed=st.integers(0, 999), n=st.integers(6, 20))
def test_groups_far_from_each_other_stand_side_by_side(seed, n):
    group = np.random.default_rng(seed).permutation(n) % 2
    distances = symmetric(seed, n) + 10 * (group[:, None] != group)
    order = clustered(distances)
    assert sorted(order) == list(range(n))
    assert np.count_nonzero(np.diff(group[order])) == 1


def test_items_on_a_line_are_put_in_their_order():
    places = np.random.default_rng(0).permutation(np.arange(12.0) ** 1.5)
    found = places[clustered(np.abs(places[:, None] - places))]
    assert found.tolist() in (sorted(places), sorted(places, reverse=True))


@strategies.examples(15)
@given(seed=st.integers(0, 999), n=st.integers(4, 15))
def test_points_of_a_plane_keep_their_distances(seed, n):
    points = np.random.default_rng(seed).normal(size=(n, 2))
    distances = cdist(points, points)
    found = flat_map(distances)
    np.testing.assert_allclose(cdist(found.places, found.places), distances, atol=2e-3)
    assert found.stress < 1e-3


def test_stress_is_kruskals():
    distances = symmetric(1, 9)
    found = flat_map(distances)
    pairs = np.triu_indices(9, 1)
    drawn = cdist(found.places, found.places)[pairs]
    wanted = np.sqrt(((drawn - distances[pairs]) ** 2).sum() / (distances[pairs] ** 2).sum())
    # Kruskal's divides by what is drawn, others by what it stands for: at the best scale the same.
    also = np.sqrt(((drawn - distances[pairs]) ** 2).sum() / (drawn**2).sum())
    assert min(wanted, also) * 0.99 <= found.stress <= max(wanted, also) * 1.01
    assert found.stress > 0.1


def test_what_stands_on_the_diagonal_or_is_negative_does_not_count():
    points = np.random.default_rng(4).normal(size=(6, 2))
    distances = cdist(points, points)
    wanted = flat_map(distances).places
    np.testing.assert_array_equal(flat_map(distances + np.eye(6)).places, wanted)
    twins = distances.copy()
    twins[0, 1] = twins[1, 0] = 0
    negative = twins.copy()
    negative[0, 1] = negative[1, 0] = -0.25
    np.testing.assert_array_equal(flat_map(negative).places, flat_map(twins).places)
    assert negative[0, 1] == -0.25


def test_too_many_items_are_refused():
    with pytest.raises(StyleError, match=r"501 items are too many for a map\. Use at most 500"):
        flat_map(np.zeros((MOST_MAPPED + 1, MOST_MAPPED + 1)))


@given(seed=st.integers(0, 999), count=st.integers(0, 12), item=st.integers(0, 9))
def test_the_nearest_are_those_with_the_least_distance(seed, count, item):
    # Few values: many are as far as each other, and come by number.
    values = np.random.default_rng(seed).integers(1, 4, (10, 10))
    distances = (values + values.T).astype(float)
    among = np.array([1, 3, 4, 7, 9])
    found = nearest(distances, item, among, count)
    others = [other for other in among.tolist() if other != item]
    assert found == sorted(others, key=lambda other: (distances[item, other], other))[:count]
    assert all(type(each) is int for each in found)
