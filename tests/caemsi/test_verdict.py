"""The verdict's texts for all outcomes, compared with the distances."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from cases import case_rows
from naive_styles import between, one_sided_words, partials, within

from core.caemsi import difference_test, equivalence_test
from core.caemsi.verdict import ONE_SIDED, SENTENCES, passed, too_few, verdict, write_p
from core.errors import StyleError

ALPHA = 0.05
SIZES = [(6, 9), (12, 12), (16, 10)]
MARGINS = [(0.05, 0.05), (0.15, 0.15), (0.1, 0.4), (0.45, 0.08), (0.4, 0.4)]


def matrices():
    """Corpora that lie apart or not, as wide as each other or not."""
    rng = np.random.default_rng(0)
    for n_a, n_b in SIZES:
        for apart in (0.0, 1.2, 3.0):
            for width in (0.3, 1.0, 2.0):
                points = rng.normal(size=(n_a + n_b, 5))
                points[n_a:] *= width
                points[n_a:, 0] += apart
                distances = np.linalg.norm(points[:, None] - points[None], axis=-1)
                yield distances, n_a


@pytest.fixture(scope="module")
def tested():
    """Each matrix with both tests at each margin."""
    return [
        (
            matrix,
            n_a,
            difference_test(matrix, n_a, n_permutations=300),
            equivalence_test(matrix, n_a, margin=margins, n_permutations=300, plus_one=plus),
        )
        for matrix, n_a in matrices()
        for margins in MARGINS
        for plus in (False, True)
    ]


def sides(matrix, n_a):
    """The distances within each corpus, and those between."""
    a, b = list(range(n_a)), list(range(n_a, len(matrix)))
    return within(matrix, a), within(matrix, b), between(matrix, a, b)


def apart(own, others):
    """How much higher the median rank within is than that between, as a share of all."""
    ranks, _ = partials(own, others, 0, 0)
    return (np.median(ranks[: len(own)]) - np.median(ranks[len(own) :])) / len(ranks)


def test_verdicts_say_what_the_distances_do(tested):
    seen = set()
    for matrix, n_a, difference, equivalence in tested:
        found = verdict(difference, equivalence, ALPHA)
        seen.add(found.name)
        in_a, in_b, across = sides(matrix, n_a)
        if found.different:
            assert "farther from the other corpus than from their own" in found.sentence
            assert np.mean(across) > np.mean([*in_a, *in_b])
        if found.equivalent:
            assert "equivalent within" in found.sentence
            for own in (in_a, in_b):
                assert -equivalence.superior < apart(own, across) < equivalence.inferior
        assert ("not shown to be equivalent" in found.sentence) == (not found.equivalent)
        assert ("o difference is found" in found.sentence) == (not found.different)
    assert seen == set(SENTENCES)


def test_what_is_ruled_out_is_not_so(tested):
    """T_I is asked whether distances within rank higher by the margin, T_S whether lower."""
    seen = set()
    for matrix, n_a, _, equivalence in tested:
        *within_each, across = sides(matrix, n_a)
        for own, part in zip(within_each, (equivalence.a, equivalence.b), strict=True):
            by = apart(own, across)
            seen.add(passed(part, ALPHA))
            words = one_sided_words("these", equivalence, part, ALPHA)
            assert ("lower than that" in words.split("At α")[0]) == (by < 0)
            assert ("higher than that" in words.split("At α")[0]) == (by > 0)
            higher = f"T_I rules out that it is higher by {equivalence.inferior:g} or more"
            lower = f"it is lower by {equivalence.superior:g} or more"
            assert (higher in words) == (part.p_inferior < ALPHA)
            if higher in words:
                assert by < equivalence.inferior
            ruled_out = f"T_S rules out that {lower}" in words or f"and T_S that {lower}" in words
            assert ruled_out == (part.p_superior < ALPHA)
            if ruled_out:
                assert by > -equivalence.superior
    assert seen == set(ONE_SIDED)


def far(between, within=0.5, n=12, noise=0.01):
    """Two corpora of n items each, at those distances but for a little noise."""
    distances = np.full((2 * n, 2 * n), within)
    distances[:n, n:] = distances[n:, :n] = between
    moved = np.random.default_rng(1).normal(0, noise, distances.shape)
    return distances + (moved + moved.T)


def test_no_quadrant_says_that_corpora_are_the_same():
    # What is not found to differ is not shown to be alike.
    alike = far(0.5)
    found = verdict(difference_test(alike, 12), equivalence_test(alike, 12, margin=1e-6))
    assert "does not make the corpora alike" in found.sentence


def test_below_alpha_is_below_it():
    difference, equivalence = difference_test(far(0.5), 12), equivalence_test(far(0.5), 12)
    at = replace(difference, p_value=0.05), replace(equivalence, p_value=0.05)
    assert verdict(*at).name == "neither"
    assert verdict(*at, alpha=0.051).name == "both"
    below = [replace(test, p_value=0.049) for test in at]
    assert verdict(*below).name == "both"


@pytest.mark.parametrize(("sizes", "options", "alpha", "words"), case_rows("words", "too-few"))
def test_too_few_items_or_labelings_are_told(sizes, options, alpha, words):
    matrix = np.ones((sum(sizes), sum(sizes)))
    said = too_few(difference_test(matrix, sizes[0], **options), sizes, alpha)
    assert re.search(words, said)
    assert bool(said) == bool(words)


@pytest.mark.parametrize("alpha", [0, 1, -0.1, math.nan])
def test_alpha_is_a_level(alpha):
    tests = difference_test(far(0.5), 12), equivalence_test(far(0.5), 12)
    with pytest.raises(StyleError, match="alpha"):
        verdict(*tests, alpha=alpha)


def test_p_is_not_written_as_0_where_labelings_were_drawn():
    drawn = difference_test(far(0.9), 12)
    assert drawn.p_value == 0
    assert write_p(drawn) == "< 0.001"
    assert write_p(difference_test(far(0.9, n=4), 4, exact=True)) == "= 0.029"
