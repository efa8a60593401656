"""The test damages for diagnoses have the effects that they claim."""

import numpy as np
import pytest
from damage_kinds import FLAT, OF_REFERENCE
from damages import KINDS, LEAST, WHOLE, damage, damage_many, f_measures
from undamaged import by_chance

PAIRS = 6
NESTED = set(KINDS) - {"layer_superfluous", "layers_reversed", "not_nested", "silence", "swallowed"}
MOVED = {"far", "offset", "scale", "shifted"}
NEW_TIMES = MOVED | {"grid"}
FEWER = {"layer_missing": -1, "layer_superfluous": 1}


def damaged_by(kind):
    """Some hierarchies of chance, damaged, with what they were."""
    rng = np.random.default_rng([KINDS.index(kind), 1])
    whole = [by_chance(rng) for _ in range(PAIRS)]
    found = [(each, damage(kind, each, rng)) for each in whole]
    return [(each, made) for each, made in found if made]


def inner(hierarchy):
    return {round(time, 3) for row in hierarchy.boundaries for time in row[1:-1].tolist()}


@pytest.mark.parametrize("kind", KINDS)
def test_a_damage_costs_and_undoing_it_gives_that_back(kind):
    found = damaged_by(kind)
    assert len(found) > PAIRS / 2
    for whole, made in found:
        assert made.kinds == (kind,)
        assert kind not in made.alike
        assert f_measures(made.reference, made.estimate, 15).max() < 1 - LEAST
        assert f_measures(*made.undone[0], 15).min() > WHOLE
        assert made.side == "estimate" or kind in OF_REFERENCE
        if kind not in FLAT:
            assert whole in ([made.reference] if made.side == "estimate" else [made.estimate])


@pytest.mark.parametrize("kind", KINDS)
def test_a_damage_changes_what_it_is_named_after_and_nothing_else(kind):
    for whole, made in damaged_by(kind):
        hurt = made.estimate if made.side == "estimate" else made.reference
        n_layers = 1 if kind in FLAT else len(whole.layers) + FEWER.get(kind, 0)
        assert len(hurt.layers) == n_layers
        if kind in NESTED:
            assert not hurt.missing
        if kind == "not_nested":
            assert hurt.missing
        if kind == "missing":
            assert inner(hurt) < inner(whole)
        if kind == "spurious":
            assert inner(hurt) > inner(whole)
        if kind in ("wrong_layer", "layers_reversed"):
            assert inner(hurt) == inner(whole)
        if kind == "layers_reversed":
            assert [len(row) for row in hurt.boundaries] == [len(row) for row in whole.boundaries][
                ::-1
            ]
        if kind == "swallowed":
            longest = np.diff(hurt.boundaries[-1]).max()
            assert longest > np.diff(whole.boundaries[-1]).max()
            assert longest >= 0.25 * whole.duration
        if kind == "silence":
            assert len(hurt.boundaries[-1]) == 2
        if kind == "level_mismatch":
            rows, wanted = hurt.boundaries, whole.boundaries
            assert any(
                list(map(len, mine)) == list(map(len, others))
                for mine, others in ((rows[:-1], wanted[1:]), (rows[1:], wanted[:-1]))
            )
        if kind == "grid":
            steps = np.diff(hurt.boundaries[-1][1:-1])
            assert np.allclose(steps, steps[0], atol=0.002)
        if kind in NEW_TIMES:
            assert not inner(hurt) >= inner(whole)
        if kind not in MOVED or kind == "far":
            assert hurt.end == whole.end


def test_the_same_seed_gives_the_same_damage():
    whole = by_chance(np.random.default_rng(1))
    one, other = (damage("shifted", whole, np.random.default_rng(2)) for _ in range(2))
    assert one == other


def test_of_several_damages_each_can_be_undone_alone():
    rng = np.random.default_rng(1)
    for kinds in (
        ("offset", "missing"),
        ("missing", "offset"),
        ("layer_missing", "shifted"),
        ("offset", "missing", "spurious"),
    ):
        made = damage_many(kinds, by_chance(rng), rng)
        assert set(made.kinds) == set(kinds)
        left = [f_measures(*pair, 15) for pair in made.undone]
        assert np.max(left) < 1 - LEAST
        gains = np.array(left) - f_measures(made.reference, made.estimate, 15)
        assert made.masked == (gains.min() < LEAST)
        at = made.kinds.index("offset") if "offset" in made.kinds else made.kinds.index("shifted")
        if "spurious" not in kinds:
            assert inner(made.undone[at][1]) <= inner(made.reference)
