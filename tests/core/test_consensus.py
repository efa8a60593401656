"""The consensus of several people: peaks, and the boundaries that at least half of them set."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.agreement.consensus import STEP, Density, consensus, medoid
from core.agreement.matrix import agreement
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.tmeasures import score

TIMES = st.lists(st.integers(1, 599).map(lambda tenth: tenth / 10), max_size=6, unique=True)
PEOPLE = st.lists(TIMES.map(sorted).map(np.array), min_size=1, max_size=6)


@given(PEOPLE, st.sampled_from([0.25, 0.5, 1.5]))
def test_a_density_counts_people_and_peaks_take_each_boundary_once(people, tolerance):
    density = Density(people, 60.0, tolerance)
    for time, count in zip(density.times[::7], density.counts[::7], strict=True):
        near = [np.abs(own - time).min(initial=99) - tolerance for own in people]
        sure = sum(distance <= -1e-6 for distance in near)
        assert sure <= count <= sum(distance <= 1e-6 for distance in near)
    most = density.counts.max()
    peaks = list(density.peaks())
    assert sum(peak.people for peak in peaks) == sum(map(len, people))
    assert [peak.people for peak in peaks] == sorted((p.people for p in peaks), reverse=True)
    assert not peaks or peaks[0].people == most
    for peak in peaks:
        assert sum(np.abs(own - peak.time).min(initial=99) <= 2 * tolerance + STEP
                   for own in people) >= peak.people  # fmt: skip


def drawn(*layers, end=60.0):
    return Hierarchy.from_boundaries([[0, *layer, end] for layer in layers])


@pytest.mark.parametrize(
    ("people", "tolerance", "layers"),
    [
        ([([20],), ([21],), ([40],)], 0.5, ([20.5],)),
        ([([20],), ([21.1],), ([40],)], 0.5, ([],)),
        ([([20],), ([40],)], 0.5, ([20, 40],)),  # one of two is half
        ([([20],), ([],), ([],)], 0.5, ([],)),
        ([([10, 20],), ([10.4, 20.2],), ([30],)], 0.5, ([10.2, 20.1],)),
        ([([20], [10, 20]), ([20.4], [10.2, 20.4])], 0.5, ([20.2], [10.1, 20.2])),
        # The layer above wins: its boundary stands for the one near it.
        ([([20], [21]), ([20], [21])], 1.5, ([20], [20])),
    ],
)  # fmt: skip
def test_a_consensus_has_what_at_least_half_set_within_the_tolerance(people, tolerance, layers):
    made = consensus([drawn(*person) for person in people], tolerance, "Room")
    assert [layer[1:-1].tolist() for layer in made.boundaries] == [
        pytest.approx(layer) for layer in layers
    ]
    assert (made.name, made.start, made.end) == ("Room", 0.0, 60.0)
    assert not made.missing


def test_people_who_drew_other_songs_or_layers_have_no_consensus():
    for others in ([], [drawn([1]), drawn([1], end=50.0)], [drawn([1]), drawn([1], [1])]):
        with pytest.raises(ScoreError):
            consensus(others, 1.0)


def test_the_medoid_is_nearest_to_all_others_at_each_window():
    people = [drawn([20, 40]), drawn([20, 41]), drawn([21, 40]), drawn([5, 50])]
    named = [(f"{at}", person) for at, person in enumerate(people)]
    f = agreement(named, [3.0, 15.0]).values[0, :, :, :4, 2]
    for at, window in enumerate((3.0, 15.0)):
        means = [
            np.mean([score(one, other, [window]).scores["reduced"].f_measure[0]
                     for other in people if other is not one])
            for one in people
        ]  # fmt: skip
        assert medoid(f[at]) == np.argmax(means)
