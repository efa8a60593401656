"""CAEMSI: do two corpora share a style? Knows nothing of T-measures.

Ens and Pasquier, "CAEMSI: a cross-domain analytic evaluation methodology for style imitation",
ICCC 2018.
"""

from core.caemsi.comparing import StyleTests
from core.caemsi.difference import DifferenceTest, difference_test
from core.caemsi.distances import COMPRESSORS, Compressor, Distances, distance_matrix, ncd
from core.caemsi.equivalence import EquivalenceTest, equivalence_test

__all__ = [
    "COMPRESSORS",
    "Compressor",
    "DifferenceTest",
    "Distances",
    "EquivalenceTest",
    "StyleTests",
    "difference_test",
    "distance_matrix",
    "equivalence_test",
    "ncd",
]
