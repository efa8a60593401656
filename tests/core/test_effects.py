"""Effects equal differences of scores of manually edited pairs."""

import dataclasses
import math

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from salami_corpus import CORPUS, needs_salami
from strategies import in_settings

from core.align import align
from core.effects import Changes, effects
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.io import read_path
from core.samples import sample
from core.settings import Settings
from core.tmeasures import FRAMELESS, MIR_EVAL, PAPER_EQUATION, score

FIGURE_6 = sample("figure6")
FIELDS = ("recall", "precision", "f_measure")
each_mode = pytest.mark.parametrize("nested", [False, True], ids=["free", "nested"])


def has(row, time):
    return any(f"{other:.5f}" == f"{time:.5f}" for other in row)


def follows(kind, n, level):
    """Whether layer n follows an edit of another layer, in nested mode."""
    return {"remove": n < level, "add": n > level, "move": True}[kind]


def edited(rows, kind, level, time, nested, to=None):
    """Edit lists of boundaries."""
    result = []
    for n, row in enumerate(rows, 1):
        if n != level and not (nested and follows(kind, n, level)):
            result.append(row)
        elif kind == "add":
            result.append(row if has(row, time) else sorted([*row, time]))
        else:
            kept = [other for other in row if not has([other], time)]
            result.append(sorted([*kept, to]) if kind == "move" and has(row, time) else kept)
    return result


def step(rows, level, time, nested, sign, most):
    """How far a boundary moves before (-1) or behind (1) it, for its slope."""
    gaps = [
        abs(other - time)
        for n, row in enumerate(rows, 1)
        if n == level or (nested and has(row, time))
        for other in row
        if (other - time) * sign > 0 and not has([other], time)
    ]
    return min(most, min(gaps) / 2)


def oracle(reference, estimate, window, nested, options):
    """Edits in order, and recall, precision, F and slope of each, shape (n, variants, 4)."""
    rows = [row.tolist() for row in estimate.boundaries]

    def scores(new):
        found = score(
            reference, Hierarchy.from_boundaries(new), [window], settings=Settings(**options)
        )
        variants = (found.scores[variant] for variant in ("reduced", "full"))
        # A missing score counts as 0.
        return np.nan_to_num([[getattr(each, field)[0] for field in FIELDS] for each in variants])

    edits = [("remove", level, t) for level, row in enumerate(rows, 1) for t in row[1:-1]]
    added = set()
    for level, row in enumerate(reference.boundaries, 1):
        where = min(level, len(rows))
        added |= {("add", where, t) for t in row.tolist() if not has(rows[where - 1], t)}
    edits += sorted(added)
    values = []
    for kind, level, time in edits:
        slope = np.full((2, 1), np.nan)
        if kind == "remove":
            back, ahead = (
                step(rows, level, time, nested, sign, options["frame_size"]) for sign in (-1, 1)
            )
            earlier, later = (
                scores(edited(rows, "move", level, time, nested, to))[:, 2:]
                for to in (time - back, time + ahead)
            )
            slope = (later - earlier) / (back + ahead)
        change = scores(edited(rows, kind, level, time, nested)) - scores(rows)
        values.append(np.hstack((change, slope)))
    return edits, np.array(values).reshape(-1, 2, 4)


def assert_as_oracle(reference, estimate, window, nested, **options):
    options = {"convention": MIR_EVAL, "frame_size": 0.1, "beta": 1.0} | options
    found = effects(reference, estimate, window, nested=nested, settings=Settings(**options))
    edits, values = oracle(reference, estimate, window, nested, options)
    rows = zip(found.kinds, found.levels.tolist(), found.times.tolist(), strict=True)
    assert list(rows) == edits
    for at, variant in enumerate((found.reduced, found.full)):
        for column, field in enumerate((*FIELDS, "slope")):
            np.testing.assert_allclose(
                getattr(variant, field), values[:, at, column], rtol=0, atol=1e-12
            )
    plain = score(reference, estimate, [window], settings=Settings(**options))
    assert found.window == window
    assert found.base.to_dict() == plain.to_dict()
    return found


@each_mode
@given(st.data())
@strategies.examples(200)
def test_effects_of_any_pair_are_differences_of_scores(nested, data):
    reference, estimate, frame_size = data.draw(strategies.pairs())
    window = data.draw(strategies.windows(reference.end))[0]
    assert_as_oracle(
        reference, estimate, window, nested,
        convention=data.draw(st.sampled_from(strategies.EVERY_CONVENTION)),
        frame_size=frame_size, beta=data.draw(st.sampled_from((1.0, 0.5, 2.0))),
    )  # fmt: skip


@strategies.each_of([MIR_EVAL, PAPER_EQUATION, FRAMELESS])
@pytest.mark.parametrize(("window", "nested"), [(0.5, True), (15.0, False), (math.inf, True)])
def test_effects_on_figure_6(window, nested, convention):
    pair = FIGURE_6.reference, FIGURE_6.estimate
    assert assert_as_oracle(*pair, window, nested, convention=convention).kinds


@needs_salami
@pytest.mark.parametrize(("convention", "nested"), [(MIR_EVAL, True), (FRAMELESS, False)])
def test_effects_on_a_song(convention, nested):
    found = [each.hierarchy for each in read_path(CORPUS / "annotations/636")]
    pair = align(*found)
    assert_as_oracle(pair.reference, pair.estimate, 15.0, nested, convention=convention)


def test_layers_that_the_estimate_has_not_are_added_to_its_last_and_only_once():
    reference = Hierarchy.from_boundaries([[0, 8], [0, 2, 8], [0, 2.000001, 4, 8], [0, 4, 6, 8]])
    found = effects(reference, Hierarchy.from_boundaries([[0, 8], [0, 6.000001, 8]]))
    assert found.kinds == ("remove", "add", "add")
    assert found.levels.tolist() == [2, 2, 2]
    assert found.times.tolist() == [6.000001, 2, 4]


@each_mode
@pytest.mark.parametrize("apart", [1e-6, 1e-5, 3e-5])
def test_a_boundary_without_room_has_no_slope_but_an_effect(apart, nested):
    reference = Hierarchy.from_boundaries([[0, 0.000001, 5, 8]])
    rows = [[0, 5, 8], [0, 3, 5, 5 + apart, 8]]
    found = effects(reference, Hierarchy.from_boundaries(rows), nested=nested)
    assert found.kinds == ("remove",) * 4
    crowded = [nested, False, True, True]
    assert np.isnan(found.full.slope).tolist() == crowded
    assert np.isnan(found.reduced.slope).tolist() == crowded
    assert not np.isnan(found.full.f_measure).any()


def test_edits_are_ranked_by_gain_and_equal_gains_stay_in_order():
    found = effects(FIGURE_6.reference, FIGURE_6.estimate)
    gains = np.tile([0.0, 0.5], 50)
    found = dataclasses.replace(found, changes={"full": Changes(gains, gains, gains, gains)})
    assert found.ranked("full").tolist() == [*range(1, 100, 2), *range(0, 100, 2)]


@pytest.mark.parametrize(
    "options", [{"window": 0}, {"window": math.nan}, {"frame_size": 0}, {"beta": 0}]
)
def test_what_cannot_be_scored_is_refused(options):
    with pytest.raises(ScoreError):
        effects(FIGURE_6.reference, FIGURE_6.estimate, **in_settings(options))
    pair = (Hierarchy.from_boundaries([[0, 2, end]]) for end in (8, 9))
    with pytest.raises(ScoreError, match="Align"):
        effects(*pair)
