"""Hierarchies to damage, and damages that are combined, for `benchmarks/diagnosis.py`.

The readers of `tests` must be importable.
"""

from functools import cache

import numpy as np
from damage_kinds import DRAWS
from damages import (
    LEAST,
    TRIES,
    WHOLE,
    Damaged,
    by_chance,
    drafted,
    f_measures,
    finished,
    layers_alike,
)
from results_files import read_pair
from salami_corpus import CORPUS

from core.align import align
from core.corpus.sources.salami import from_salami
from core.errors import HierscopeError
from core.io import File, read
from core.samples import samples
from sample_data.make_corpus import REFERENCE, make_files

SHORTEST, FEWEST = 60.0, 6  # seconds, boundaries; smaller ones have too few ways to go wrong
# After a grid, a silent layer or a flat analysis, another damage is hardly visible.
ALONE = {"far", "grid", "silence"}
# The same number of layers with boundaries in other layers can't be told from `wrong_layer`.
AS_MANY = {"level_mismatch", "layer_missing", "layer_superfluous"}
LAYERS = {"layers_reversed", "wrong_layer"}


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


def go_together(kinds):
    """Whether combined damages can be distinguished."""
    kinds = {*kinds}
    mismatched = "level_mismatch" in kinds and LAYERS & kinds
    return not (ALONE & kinds or mismatched or len(AS_MANY & kinds) > 1)


def damage_many(kinds, hierarchy, rng, window=15.0):
    """Damage the estimate in two or more ways, or return None if no draw has each cost `LEAST`.

    Draws that amount to fewer damages are rejected: if one removes another (boundaries in a missing
    layer), or if all together equal an extra or missing layer, or boundaries in the wrong layer.
    """
    draft = drafted(hierarchy)
    kinds = tuple(kind for kind in DRAWS if kind in kinds)
    if hierarchy.missing and "not_nested" in kinds:
        return None
    for _ in range(TRIES):
        drawn = [DRAWS[kind](draft, rng) for kind in kinds]
        if None in drawn:
            continue
        ways, texts = zip(*drawn, strict=True)
        rounded = bool(rng.random() < 0.5)
        # Undoing one damage leaves the others alone.
        left = tuple(
            finished(undergone(draft, [way for way in ways if way is not one]), rounded)
            for one in ways
        )
        every = finished(undergone(draft, ways), rounded)
        if every.start >= hierarchy.end or is_one(hierarchy, every, left, kinds, window):
            continue
        now = f_measures(hierarchy, every, window)
        then = np.array([f_measures(hierarchy, other, window) for other in left])
        if (1 - then).min() > LEAST and (1 - now).min() > LEAST:
            masked = bool((then - now).min() < LEAST)
            undone = tuple((hierarchy, other) for other in left)
            return Damaged(hierarchy, every, kinds, texts, undone, masked=masked)
    return None


def undergone(draft, ways):
    """A draft after some damages, in their order."""
    for way in ways:
        draft = way(draft)
    return draft


def is_one(whole, both, left, kinds, window):
    """Whether several damages look like fewer."""
    gone = both in left or ("not_nested" in kinds and not both.missing)
    gone = gone or ("wrong_layer" in kinds and len(both.layers) == 1)
    if {"layer_missing", "layer_superfluous"} <= set(kinds):
        # Same number of layers and same boundaries: only their layers differ.
        before, after = drafted(whole).times, drafted(both).times
        gone = gone or (
            len(before) == len(after) and np.allclose(before, after, rtol=0, atol=0.001)
        )
    return gone or bool(layers_alike(whole, both, window))
