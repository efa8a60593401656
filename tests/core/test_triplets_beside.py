"""L compared with T agrees with the scores, g(q) and the depths of tests/naive_labels.py."""

import math

import naive
import naive_labels
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import CONVENTIONS, FRAMELESS, score
from core.tmeasures.scoring import query_scores
from core.triplets.beside import beside

PAIR = (
    Hierarchy.from_boundaries(
        [[0, 17, 29, 48, 60], [0, 8, 17, 29, 40, 48, 60]],
        [["A", "B", "A", "C"], ["a", "b", "c", "a", "b", "d"]],
    ),
    Hierarchy.from_boundaries(
        [[0, 15, 31, 60], [0, 6, 15, 31, 44, 60]], [["X", "Y", "X"], ["x", "y", "z", "y", "w"]]
    ),
)


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
@pytest.mark.parametrize("window", [45.0, math.inf])
def test_the_stretch_makes_the_largest_part_of_the_difference(convention, window):
    found = beside(*PAIR, window, settings=Settings(convention))
    result = score(*PAIR, [window], settings=Settings(convention))
    off = {
        part: abs(result.scores["l"].part(part)[0] - result.scores["full"].part(part)[0])
        for part in ("recall", "precision")
    }
    part = max(off, key=off.get)
    assert found.direction == part
    assert found.of_labels == result.scores["l"].part(part)[0]
    assert found.of_segments == result.scores["full"].part(part)[0]
    g = query_scores(*PAIR, [window], settings=Settings(convention))
    none = math.nan if convention.no_triplet is None else convention.no_triplet
    of_labels, of_segments = (g.of(key, part)[0] for key in ("l", "full"))
    added = [np.where(np.isnan(each), none, each) for each in (of_labels, of_segments)]
    added = [np.nan_to_num(each / np.sum(~np.isnan(each))) for each in added]
    parts = []
    for start, end in PAIR[part == "precision"].layers[-1].intervals.tolist():
        inside = (g.times > start - 1e-6) & (g.times < end - 1e-6)
        parts.append((added[0] - added[1])[inside].sum())
    # Without frames queries are samples; mir_eval may round a boundary a frame early.
    tolerance = 1e-12 if convention.rounding == "exact" else 1e-3
    best = int(np.argmax(np.multiply(np.sign(found.of_labels - found.of_segments), parts)))
    assert list(found.stretch) == PAIR[part == "precision"].layers[-1].intervals[best].tolist()
    assert found.part == pytest.approx(parts[best], abs=tolerance)
    assert found.stretch[0] <= found.query < found.stretch[1]


@given(st.data())
@strategies.examples(60)
def test_what_comes_again_is_nearer_by_its_label_alone(data):
    *pair, frame_size = data.draw(strategies.pairs())
    pair = [data.draw(strategies.labeled(each)) for each in pair]
    (window, *_) = data.draw(strategies.windows(pair[0].end))
    found = beside(*pair, window, settings=Settings(FRAMELESS, frame_size=frame_size))
    of_labels, of_segments = (
        float(
            score(*pair, [window], settings=Settings(FRAMELESS))
            .scores[key]
            .part(found.direction)[0]
        )
        for key in ("l", "full")
    )
    np.testing.assert_array_equal((found.of_labels, found.of_segments), (of_labels, of_segments))
    lacking = [math.isnan(each) for each in (of_labels, of_segments)]
    assert ("no query has a triplet" in found.sentence) == (any(lacking) and not all(lacking))
    if "largest part of the difference" in found.sentence:
        assert found.part * (of_labels - of_segments) > 0
    else:
        assert any(lacking) or of_labels == pytest.approx(of_segments, abs=1e-3)
    if found.again is None:
        g = query_scores(*pair, [window], settings=Settings(FRAMELESS, frame_size=frame_size))
        for part in ("recall", "precision"):
            np.testing.assert_allclose(g.of("l", part), g.of("full", part), rtol=0, atol=1e-8)
        none = all(lacking) and found.sentence.startswith("No query has a triplet at this window")
        assert none or found.sentence.startswith("L equals T (full) for every query here")
        return
    again = found.again
    hierarchy = pair[again.side == "estimate"]
    labels = naive_labels.labels_in(hierarchy, lambda time: time)
    segments = [layer.intervals.tolist() for layer in hierarchy.layers]
    there = sum(again.again) / 2
    assert abs(there - found.query) <= window + 1e-9
    assert naive_labels.meet(labels, found.query, there) == again.level
    assert naive.depth(segments, found.query, there) < again.level
    assert again.at[0] <= found.query < again.at[1]
    assert again.label.lower() == labels[again.level - 1](there)
