"""The methods passage on tests of two corpora, compared with the computed results."""

from importlib.metadata import version

import pytest

from core.caemsi import StyleTests, difference_test, distance_matrix, equivalence_test
from core.caemsi.items import Corpus, Item
from core.caemsi.verdict import verdict
from core.citing.works import WORKS

ITEMS = [bytes([number] * (30 + number)) for number in range(6)]


def cited(order="canonical", margin=0.15, alpha=0.05, exact=(False, False), **how):
    distances = distance_matrix(ITEMS, "zlib", order=order)
    difference = difference_test(distances, 3, n_permutations=50, exact=exact[0], **how)
    equal = equivalence_test(distances, 3, margin=margin, n_permutations=50, exact=exact[1])
    corpora = tuple(
        Corpus(name, tuple(Item(f"{data[0]}", data) for data in items))
        for name, items in (("A", ITEMS[:3]), ("B", ITEMS[3:]))
    )
    both = verdict(difference, equal, alpha)
    tests = StyleTests(corpora, "bytes", distances, difference, equal, both)
    return tests.cite(), distances, difference, equal


def test_what_was_computed_is_said():
    found, distances, difference, _ = cited()
    assert found.text.startswith(
        "Two corpora of 3 and 3 items were tested for difference and for equivalence in style "
        "(Ens and Pasquier 2018). Items were read as bytes, and"
    )
    assert f"with zlib ({distances.version}), the lexicographically smaller" in found.text
    assert f"Each test goes through {difference.n_permutations} random labelings." in found.text
    assert "less than 0.15 of the number of distances compared." in found.text
    assert "at α = 0.05." in found.text
    assert found.text.endswith(f"hierscope {version('hierscope')}.")
    assert found.works == (WORKS["ens2018caemsi"], WORKS["hierscope"])


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"order": "mean"}, ", the mean of both orders."),
        ({"equal_weight": True}, "Both corpora have equal weight"),
        ({"plus_one": True}, "The observed labeling is counted, too."),
        ({"exact": (True, True)}, "Each test goes through all labelings."),
        ({"exact": (True, False)}, "all labelings and 50 random labelings, in this order."),
        ({"margin": (0.1, 0.2)}, "than that of distances between by less than 0.1, and lower"),
        ({"alpha": 0.01}, "at α = 0.01."),
    ],
)
def test_what_is_otherwise_is_said(how, said):
    assert said in cited(**how)[0].text
    assert said not in cited()[0].text


def test_the_margin_is_a_share_of_the_distances_compared():
    _, _, _, equal = cited(margin=(0.1, 0.2))
    for part in (equal.a, equal.b):
        assert part.t_inferior == pytest.approx(part.difference - 0.1 * part.length)
        assert part.t_superior == pytest.approx(-part.difference - 0.2 * part.length)
        assert part.length == 3 + 9
