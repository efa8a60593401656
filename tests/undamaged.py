"""Hierarchies to damage: annotated, generated and random ones."""

from functools import cache
from itertools import pairwise

import numpy as np
from damages import WHOLE, f_measures
from results_files import read_pair
from salami_corpus import CORPUS

from core.align import align
from core.corpus.sources.salami import from_salami
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import File, read
from core.samples import samples
from sample_data.make_corpus import REFERENCE, make_files

SHORTEST, FEWEST = 60.0, 6  # seconds, boundaries; smaller ones have too few ways to go wrong


def by_chance(rng):
    """Two to four nested layers over 2 to 5 minutes: sections, phrases, and so on."""
    end = round(rng.uniform(120, 300), int(rng.choice([0, 1, 3])))
    decimals = int(rng.choice([1, 2, 3, 9]))
    depth = rng.choice([2, 3, 3, 3, 4])
    lengths = [rng.uniform(15, 45), *rng.uniform(0.25, 0.6, depth - 1)]
    rows, length = [[0.0, end]], 1.0
    for factor in lengths:
        length *= factor
        row = [0.0]
        for a, b in pairwise(rows[-1]):
            parts = max(1, round((b - a) / length * rng.uniform(0.6, 1.6)))
            steps = np.cumsum(rng.uniform(0.5, 1.5, parts))
            inside = np.round(a + (b - a) * steps[:-1] / steps[-1], decimals).tolist()
            row += [time for time in inside if a + 1 < time < b - 1] + [b]
        rows.append(sorted(set(row)))
    return Hierarchy.from_boundaries(rows[1:])


@cache
def of_samples():
    """The references of the samples and of the sample corpus, both sides of the former."""
    found = [h for each in samples() for h in (each.reference, each.estimate)]
    for name, data in make_files().items():
        if name.startswith(REFERENCE):
            found += [each.hierarchy for each in read([File(name, data)])]
    return fit(found)


@cache
def of_salami():
    """Both annotators of every second track of SALAMI; empty without the corpus."""
    if not (CORPUS / "annotations").is_dir():
        return ()
    found = []
    for item in from_salami(CORPUS).items[::2]:
        try:
            found += read_pair(item)
        except HierscopeError:
            continue  # reading SALAMI is not tested here
    return fit(found)


def any_one(rng):
    """Any of them, each source equally often."""
    sources = [each for each in (of_samples(), of_salami()) if each]
    at = rng.integers(len(sources) + 1)
    return by_chance(rng) if at == len(sources) else sources[at][rng.integers(len(sources[at]))]


def fit(hierarchies):
    """Hierarchies that can be damaged: from 0, with some boundaries, and T_F of 1 with itself."""
    found = (align(each, each).reference for each in hierarchies)
    return tuple(each for each in found if is_fit(each))


def is_fit(hierarchy, window=15.0):
    inner = {time for row in hierarchy.boundaries for time in row[1:-1].tolist()}
    if hierarchy.end < SHORTEST or len(inner) < FEWEST:
        return False
    return bool(f_measures(hierarchy, hierarchy, window).min() > WHOLE)
