"""CAEMSI (Ens and Pasquier, ICCC 2018): test if two corpora share a style, without T-measures."""

from core.caemsi.difference import DifferenceTest, difference_test
from core.caemsi.distances import COMPRESSORS, Distances, distance_matrix
from core.caemsi.equivalence import EquivalenceTest, equivalence_test
from core.caemsi.results import StyleTests

__all__ = [
    "COMPRESSORS", "DifferenceTest", "Distances", "EquivalenceTest", "StyleTests",
    "difference_test", "distance_matrix", "equivalence_test",
]  # fmt: skip
