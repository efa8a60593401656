"""Diagnoses: what is said to be gained is gained, and what was damaged is named."""

import json
import math
import re

import numpy as np
import pytest
import strategies
from damages import KINDS as DAMAGES
from damages import damage, damage_two
from hypothesis import given
from hypothesis import strategies as st
from undamaged import by_chance

from core.align import align
from core.diagnosis import KINDS, Cause, Mark, Values, diagnose, diagnose_windows, mend
from core.diagnosis._kernels import pair_up
from core.diagnosis.forms import Form
from core.diagnosis.matching import STILL, Sides
from core.diagnosis.searching import explanation
from core.diagnosis.words import sentence
from core.hierarchy import Hierarchy, Layer
from core.io import File, read
from core.repair import insert_missing
from core.samples import samples
from core.tmeasures import MIR_EVAL, score
from core.vocabulary import PARTS, SIDES
from core.windows import sweep
from sample_data.make_corpus import REFERENCE, make_files

LONGEST = 280
"""Characters of a sentence: how much of the track counts, and two causes."""

flat = Hierarchy.from_boundaries


@st.composite
def hierarchies(draw, span, layers):
    """Boundaries on quarters of a second; nested or not, two layers alike now and then."""
    nested, rows = draw(st.booleans()), []
    for _ in range(draw(st.integers(*layers))):
        if rows and draw(st.integers(0, 5)) == 0:
            rows.append(rows[-1])
            continue
        row = draw(st.sets(st.integers(1, 4 * span - 1).map(lambda n: n / 4), max_size=6))
        rows.append({*row, *rows[-1]} if nested and rows else row)
    return flat([[0, *sorted(row), span] for row in rows])


@st.composite
def whole_pairs(draw, layers=(1, 4)):
    """A pair of ten seconds to two minutes; the estimate of the same span, or not."""
    span = draw(st.integers(10, 120))
    other = span + draw(st.sampled_from([0, 0, 0, 1, 8, -2]))
    return tuple(draw(hierarchies(each, layers)) for each in (span, other))


@st.composite
def nested_pairs(draw):
    """Both sides nested, boundaries on whole seconds."""
    return tuple(
        insert_missing(flat([np.unique(np.round(row)) for row in each.boundaries])).hierarchy
        for each in draw(whole_pairs())
    )


@st.composite
def damaged_pairs(draw):
    """A hierarchy of chance, damaged in a way."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    made = damage(draw(st.sampled_from(DAMAGES)), by_chance(rng), rng)
    return (made.reference, made.estimate) if made else (by_chance(rng), by_chance(rng))


SETTINGS = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(["reduced", "full"]),
        "convention": st.sampled_from(strategies.EVERY_CONVENTION),
        "frame_size": st.sampled_from([0.1, 0.25, 1.0]),
        "beta": st.sampled_from([0.5, 1.0, 2.0]),
    }
)
WINDOWS = st.sampled_from([0.5, 3.0, 7.3, 15.0, math.inf])


def scored(reference, estimate, window, variant, convention, frame_size, beta):
    """Recall, precision and F by the plain score."""
    found = score(
        reference,
        estimate,
        [window],
        convention=convention,
        frame_size=frame_size,
        beta=beta,
    ).scores[variant]
    return [float(np.nan_to_num(getattr(found, part)[0])) for part in PARTS]


@strategies.examples(60)
@given(st.one_of(whole_pairs(), damaged_pairs()), WINDOWS, SETTINGS, st.sampled_from(PARTS))
def test_what_a_cause_gains_is_what_the_plain_score_says_of_the_mended_pair(
    pair, window, how, part
):
    both = align(*pair)
    before = scored(both.reference, both.estimate, window, **how)
    found = diagnose(*pair, window, part=part, **how)
    known = [0.0 if value is None else value for value in found.scores.document().values()]
    assert known == pytest.approx(before, abs=1e-12)
    for cause in found.causes:
        after = scored(*mend(*pair, cause.kind, cause.side), window, **how)
        gain = np.subtract(after, before).tolist()
        assert [cause.after.part(each) for each in PARTS] == pytest.approx(after, abs=1e-12)
        assert [cause.gain.part(each) for each in PARTS] == pytest.approx(gain, abs=1e-12)


@strategies.examples(20)
@given(whole_pairs(), WINDOWS, SETTINGS, st.sampled_from(PARTS))
def test_a_hierarchy_against_itself_has_no_cause(pair, window, how, part):
    own = pair[0]
    found = diagnose(own, own, window, part=part, **how)
    if not own.missing:
        assert found.causes == ()
    assert {cause.kind for cause in found.causes} <= {"not_nested", "layer_superfluous"}


@strategies.examples(40)
@given(st.one_of(whole_pairs(), damaged_pairs()), SETTINGS, st.sampled_from(PARTS))
def test_what_is_left_is_what_all_causes_leave_and_windows_are_diagnosed_alike(pair, how, part):
    windows = [3.0, 15.0, math.inf]
    every = diagnose_windows(*pair, windows, part=part, **how)
    for window, found in zip(windows, every, strict=True):
        assert found == diagnose(*pair, window, part=part, **how)
        value = found.scores.part(part) or 0.0
        together = [value, *(cause.together.part(part) for cause in found.causes)]
        assert 1 - found.unexplained == pytest.approx(together[-1], abs=1e-12)
        assert len({(cause.kind, cause.side) for cause in found.causes}) == len(found.causes)


def rows_of(hierarchy):
    return [row[1:-1].tolist() for row in hierarchy.boundaries]


def marked(rows, marks, side):
    """Do by hand what marks say to lists of inner boundaries; new layers come first."""
    rows = [list(row) for row in rows]
    for mark in marks:
        assert mark.side == side
        row = rows[mark.level - 1]
        if mark.change != "added":
            row.remove(min(row, key=lambda time: abs(time - mark.time)))
        if mark.change != "removed":
            row.append(mark.time if mark.to is None else mark.to)
    return [sorted(set(row)) for row in rows]


@strategies.examples(60)
@given(st.one_of(whole_pairs(), damaged_pairs()))
def test_marks_are_what_turns_a_side_into_the_mended_one(pair):
    both = align(*pair)
    for cause in diagnose(*pair, 15.0).causes:
        mended = dict(zip(SIDES, mend(*pair, cause.kind, cause.side), strict=True))
        whole = dict(zip(SIDES, (both.reference, both.estimate), strict=True))
        other = "estimate" if cause.side == "reference" else "reference"
        assert rows_of(mended[other]) == rows_of(whole[other])
        if cause.kind.startswith("layer"):
            continue
        if rows_of(mended[cause.side]) == rows_of(whole[cause.side]):
            # Its marks are what it changes once the times are mended.
            assert {"scale", "offset"} & {each.kind for each in diagnose(*pair, 15.0).causes}
            continue
        found = marked(rows_of(whole[cause.side]), cause.marks, cause.side)
        wanted = rows_of(mended[cause.side])
        end = both.reference.end
        found = [[time for time in row if 0 < time < end] for row in found]
        assert list(map(len, found)) == list(map(len, wanted)), cause.kind
        for row, own in zip(found, wanted, strict=True):
            assert row == pytest.approx(own, abs=2e-4)
        assert cause.touched == len(cause.marks)


@strategies.examples(60)
@given(st.one_of(damaged_pairs(), nested_pairs()))
def test_all_repairs_together_make_the_reference_of_the_estimate(pair):
    both = align(*pair)
    end = both.reference.end
    plan = explanation(Sides(Form.of(both.reference, end), Form.of(pair[1], end)))
    mended = plan.mended(range(len(plan.steps)))
    assert len(mended.reference.rows) == len(mended.estimate.rows)
    for row, wanted in zip(mended.estimate.rows, mended.reference.rows, strict=True):
        assert row == pytest.approx(wanted, abs=STILL + 1e-6)


@strategies.examples(60)
@given(st.one_of(damaged_pairs(), nested_pairs()), SETTINGS)
def test_a_sentence_names_the_first_cause_and_never_says_that_mending_more_gives_less(pair, how):
    found = diagnose(*pair, **how)
    assert len(found.sentence) <= LONGEST
    for cause in found.causes:
        if cause.kind == "not_nested":
            assert dict(zip(SIDES, pair, strict=True))[cause.side].missing
    said = re.match(r".*?: without (that|both|all \d+) (\d\.\d+)\.", found.sentence)
    if said:
        count = {"that": 1, "both": 2}.get(said[1]) or int(said[1].removeprefix("all "))
        named = found.causes[count - 1]
        assert named.together.f_measure > (found.scores.f_measure or 0)
        assert found.causes[0].text.partition(" (")[0] in found.sentence
        assert float(said[2]) == pytest.approx(named.together.f_measure, abs=0.00501)
        then = re.search(r" Then .*: ([\d.]+)\.", found.sentence)
        if then:
            assert float(then[1]) >= float(said[2])
            assert float(then[1]) == pytest.approx(found.causes[1].together.f_measure, abs=0.00501)


def causes(*together, share=0.2):
    """Causes after which so much is reached."""
    return tuple(
        Cause(
            kind="missing",
            side="estimate",
            gain=Values(0, 0, 0),
            after=Values(value, value, value),
            together=Values(value, value, value),
            share=share,
            touched=1,
            overlaps=False,
            text=f"text {place}",
            detail={},
            marks=(),
        )
        for place, value in enumerate(together, 1)
    )


@pytest.mark.parametrize(
    ("score_", "reached", "share", "wanted"),
    [
        (0.93, (0.59, 0.6), 0.2, "T_F 0.93: no repair raises it."),
        (0.93, (0.59, 0.6, 1), 0.2, "because text 1, and text 2, and text 3: without all 3 1.00."),
        (0.69, (0.48, 0.9, 1), 0.2, "T_F 0.69, because text 1, and text 2: without both 0.90."),
        (0.5, (0.7, 0.7, 1), 0.2, "T_F 0.50, because text 1: without that 0.70."),
        (0.5, (0.6, 0.61, 0.8), 0.2, "Then text 2: 0.61. Fixing all causes gives 0.80."),
        (0.98, (0.99, 1), 0.005, "T_F 0.98: only small differences."),
        (0.995, (), 0, "T_F 0.99: nothing to fix."),
        (0.995, (1,), 0.9, "T_F 0.99: only small differences."),
    ],
)
def test_only_what_raises_the_score_is_a_reason_for_it(score_, reached, share, wanted):
    said = sentence("f_measure", Values(1, 1, score_), causes(*reached, share=share), ())
    assert said.startswith(f"T_F {score_:.2f}")
    assert said.endswith(wanted)
    assert "With all" not in said


def test_causes_that_gain_little_are_ordered_by_their_share():
    reference = flat([[0, 50, 90], [0, 45, 50, 90]])
    found = diagnose(reference, flat([[0, 40, 65, 90], [0, 40, 50, 65, 70, 90]]))
    assert max(cause.gain.f_measure for cause in found.causes) < 0.03
    assert found.causes[0].share == max(cause.share for cause in found.causes)


def test_a_cause_counts_what_its_marks_show_and_has_some():
    """All times are late, and the last boundary of the reference would be beyond the end."""
    found = diagnose(flat([[0, 20, 60], [0, 20, 25, 50, 60]]), flat([[0, 30, 60], [0, 30, 35, 60]]))
    offset, missing = found.causes
    assert (offset.kind, missing.kind, missing.touched) == ("offset", "missing", 1)
    assert missing.marks == (Mark("added", "estimate", 2, 50.0),)
    for kind, made in two_damaged():
        for cause in diagnose(made.reference, made.estimate).causes:
            assert cause.touched > 0, kind
            if cause.kind in ("missing", "spurious", "shifted", "wrong_layer"):
                count = len({mark.time for mark in cause.marks})
                assert cause.text.startswith(f"{count} bound")


def two_damaged():
    """All times are late, and boundaries are wrong as well."""
    rng = np.random.default_rng(3)
    for kind in ("missing", "spurious", "shifted", "wrong_layer") * 6:
        made = damage_two("offset", kind, by_chance(rng), rng)
        if made:
            yield kind, made


EVEN = [0, 31, 62.4, 95, 118, 150.2, 181, 212, 240]
PHRASES = sorted({*EVEN, 15.2, 46, 78.3, 106, 134, 166.5, 196, 226})


@pytest.mark.parametrize(
    ("reference", "estimate", "text"),
    [
        (
            [EVEN, PHRASES],
            [[*range(0, 240, 32), 240], range(0, 241, 8)],
            "the estimate is a fixed grid, a boundary every 8.0 s",
        ),
        (
            [EVEN, PHRASES],
            [range(0, 241, 20), range(0, 241, 10)],
            "the estimate is a fixed grid, a boundary every 10.0 s",
        ),
        (
            [EVEN, PHRASES],
            [EVEN, sorted({*EVEN, *range(0, 241, 10)})],
            "layer 2 of the estimate is a fixed grid, a boundary every 10.0 s",
        ),
        (
            [EVEN],
            [[0, *np.arange(7.3, 240, 20), 240]],
            "the estimate is a fixed grid, a boundary every 20.0 s",
        ),
    ],
)
def test_a_fixed_grid_is_no_offset_and_no_boundaries_one_by_one(reference, estimate, text):
    found = diagnose(flat(reference), flat(estimate))
    assert [cause.text for cause in found.causes] == [text]
    assert found.unexplained == pytest.approx(0, abs=1e-12)


def test_an_estimate_that_counts_bars_at_a_steady_tempo_is_no_grid():
    bars = flat([[0, 32, 48, 96, 104, 160, 200]])
    found = diagnose(bars, flat([range(0, 201, 8)]))
    assert {cause.kind for cause in found.causes} == {"spurious"}


def test_a_reference_on_a_grid_of_its_own_has_estimates_that_are_late():
    even = flat([range(0, 241, 20)])
    for estimate in ([0, *range(22, 241, 20), 240], range(0, 241, 40)):
        assert "grid" not in {cause.kind for cause in diagnose(even, flat([estimate])).causes}


@pytest.mark.parametrize("silent", SIDES)
def test_a_lower_layer_that_is_one_silence_is_not_layers_reversed(silent):
    own = [0, 20, 45, 70, 95, 120, 155]
    silence = Hierarchy((Layer(np.array(own), ("A",) * 6), Layer(np.array([0, 155]), ("Silence",))))
    other = flat([[0, 20.5, 70, 155], [0, 20, 45.3, 70, 95, 119.8, 155]])
    pair = (silence, other) if silent == "reference" else (other, silence)
    found = diagnose(*pair)
    assert "layers_reversed" not in {cause.kind for cause in found.causes}
    assert "layer 2 is one segment called “Silence”" in found.sentence
    finer = sorted({*own, 10, 32, 57, 82, 107, 137})
    found = diagnose(*(silence, flat([own, finer]))[:: 1 if silent == "reference" else -1])
    assert (found.causes[0].kind, found.causes[0].side) == ("swallowed", silent)
    assert "layer 2 is one segment called “Silence”" in found.sentence
    assert found.causes[0].together.f_measure == pytest.approx(1)


FINE = sorted({*PHRASES, *(time + 5.3 for time in PHRASES[:-1] if time not in EVEN)})


@pytest.mark.parametrize("off", [0.0, 0.7])
@pytest.mark.parametrize("finer", [True, False])
def test_layers_that_stand_for_those_of_the_next_number_are_told_as_such(finer, off):
    """A boundary that is off, and one that is too many, do not hide it."""
    rows = [EVEN, PHRASES, FINE]
    mine, theirs = (rows[:2], rows[1:]) if finer else (rows[1:], rows[:2])
    theirs = [sorted({*row[:3], row[3] + off, *row[4:]}) for row in theirs]
    if off:
        theirs[-1] = sorted({*theirs[-1], 233})
    found = diagnose(flat(mine), flat(theirs))
    first, *others = found.causes
    assert first.kind == "level_mismatch"
    assert first.text == (
        "the estimate is one level finer: its layer 1 is the reference's layer 2"
        if finer
        else "the estimate is one level coarser: its layer 2 is the reference's layer 1"
    )
    assert {cause.kind for cause in others} <= ({"shifted", "spurious"} if off else set())
    assert f"because {first.text}: without that" in found.sentence
    assert first.together.f_measure > 0.9
    assert not diagnose(flat(mine), flat(mine)).causes


def test_a_boundary_of_a_lacking_layer_in_the_one_above_is_in_the_wrong_layer():
    estimate = flat([sorted({*EVEN, 46, 134})])
    found = diagnose(flat([EVEN, PHRASES]), estimate)
    texts = {cause.kind: cause.text for cause in found.causes}
    assert texts == {
        "layer_missing": "the estimate has no layer for the reference's layer 2",
        "wrong_layer": "2 boundaries are in the wrong layer (2 too coarse)",
    }
    assert found.unexplained == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("off", [None, 1.2])
def test_a_lacking_layer_brings_in_nothing_that_another_repair_does(place, off):
    """Some of the coarsest boundaries are gone, or late, in all layers."""
    rows = [EVEN, PHRASES, FINE]
    touched = {EVEN[2], EVEN[5]}
    damaged = [
        sorted(
            time + (off or 0) * (time in touched)
            for time in row
            if off is not None or time not in touched
        )
        for row in rows
    ]
    reference = flat(rows)
    left = flat([row for at, row in enumerate(damaged) if at != place])
    found = diagnose(reference, left)
    gain = {cause.kind: cause.gain.f_measure for cause in found.causes}["layer_missing"]
    before, after = (
        scored(reference, each, 15.0, "reduced", MIR_EVAL, 0.1, 1.0)[2]
        for each in (left, flat(damaged))
    )
    assert gain == pytest.approx(after - before, abs=0.01 if place else 0.03)


@pytest.mark.parametrize("factor", [1000, 10])
def test_layers_are_seen_to_be_reversed_whatever_the_unit(factor):
    rows = [np.array(row) * factor for row in (FINE, PHRASES, EVEN)]
    found = diagnose(flat([EVEN, PHRASES, FINE]), flat(rows))
    assert {cause.kind for cause in found.causes} == {"scale", "layers_reversed"}
    assert all(cause.touched for cause in found.causes)


def labeled(rows, *labels):
    layers = [
        Layer(np.array(row, float), tuple(names)) for row, names in zip(rows, labels, strict=True)
    ]
    return Hierarchy(tuple(layers))


def test_flat_analyses_with_the_same_labels_have_boundaries_that_are_off():
    """They are off by 10, 5 and 20 s, and none is missing or too many."""
    reference = labeled([[0, 60, 120, 180, 240]], "ABAC")
    estimate = labeled([[0, 70, 125, 200, 240]], "ABAC")
    (cause,) = diagnose(reference, estimate).causes
    assert cause.kind == "shifted"
    assert cause.text == "3 boundaries are off by 10.0 s (the median; 20.0 s at most)"
    # Other labels say nothing of the kind, and neither do the same ones in another order.
    for labels in ("DEFG", "CABA", ("",) * 4):
        other = labeled([[0, 70, 125, 200, 240]], labels)
        kinds = {cause.kind for cause in diagnose(reference, other).causes}
        assert {"missing", "spurious"} <= kinds


@pytest.mark.parametrize(
    ("length", "off", "kinds"),
    [
        (60, 5.5, {"shifted"}),
        (60, 6.5, {"missing", "spurious"}),
        (20, 2.8, {"shifted"}),
        (4, 1.8, {"shifted"}),
        (4, 2.2, {"missing", "spurious"}),
    ],
)
def test_how_far_a_boundary_may_be_off_depends_on_the_segments_beside(length, off, kinds):
    end = 12 * length
    row = [0, *range(length, 5 * length, length), *range(8 * length, end, length), end]
    late = [time + off if time == 2 * length else time for time in row]
    found = diagnose(flat([row]), flat([late]))
    assert {cause.kind for cause in found.causes} == kinds


def test_padding_is_no_label():
    whole = flat([[0, 20, 40, 60, 80, 100, 120, 140, 160, 180]])
    short = flat([[0, 20, 40, 60, 80, 100]])
    found = diagnose(whole, short, variant="full")
    assert found.sentence == (
        "T_F 0.76, because the estimate ends at 1:40.0, before 3 boundaries of the reference: "
        "without that 1.00."
    )


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damage_is_named_first_and_undoing_it_is_its_gain(kind):
    rng = np.random.default_rng([DAMAGES.index(kind), 2])
    made = [each for each in (damage(kind, by_chance(rng), rng) for _ in range(8)) if each]
    assert len(made) > 4
    wrong = []
    for each in made:
        found = diagnose(each.reference, each.estimate)
        first = found.causes[0]
        if first.kind != kind:
            wrong.append(each)
            continue
        assert first.side == each.side
        before, after = (
            scored(both.reference, both.estimate, 15.0, "reduced", MIR_EVAL, 0.1, 1.0)[2]
            for both in (align(each.reference, each.estimate), align(*each.undone[0]))
        )
        assert first.gain.f_measure == pytest.approx(after - before, abs=0.05)
        assert first.text in found.sentence
    assert len([each for each in wrong if not each.alike]) < 2


def test_a_boundary_goes_where_one_that_is_too_many_stands():
    """The coarse one, at 33.75 s, is that of the reference at 34 s, where a finer one is."""
    reference = flat([[0, 20, 34, 60], [0, 10, 20, 34, 50, 60]])
    estimate = flat([[0, 20, 33.75, 60], [0, 10, 20, 33.75, 34, 50, 60]])
    found = diagnose(reference, estimate)
    assert {cause.kind for cause in found.causes} == {"spurious", "shifted"}
    assert found.unexplained == pytest.approx(0, abs=1e-12)


def test_the_marks_of_an_offset_bring_in_what_was_beyond_the_end():
    reference = flat([[0, 10, 25, 37, 52, 60]])
    estimate = flat([[0, 15, 30, 42, 57, 65]])
    (cause,) = diagnose(reference, estimate).causes
    assert (cause.kind, cause.text) == ("offset", "all times are 5.0 s late")
    times = [(mark.change, mark.time, mark.to) for mark in cause.marks]
    assert times == [("moved", t, t - 5) for t in (15, 30, 42, 57)]
    longer = diagnose(flat([[0, 10, 25, 37, 52, 58, 60]]), flat([[0, 15, 30, 42, 57, 63, 65]]))
    assert longer.causes[0].marks[-1] == Mark("added", "estimate", 1, 58.0)
    assert longer.causes[0].touched == 5
    earlier = diagnose(flat([[0, 10, 25, 37, 52, 60]]), flat([[0, 3, 13, 28, 40, 55, 60]]))
    assert earlier.causes[0].gain.f_measure > 0


def test_what_another_repair_must_bring_in_first_costs_nothing_alone():
    reference, estimate = flat([[0, 6.5, 12, 14]]), flat([[0, 0.25, 14], [0, 0.25, 1, 6.25, 14]])
    for cause in diagnose(reference, estimate).causes:
        assert cause.touched == len(cause.marks)


@st.composite
def worths(draw):
    """A matrix of what pairs are worth; whole numbers, that sums be exact."""
    shape = draw(st.tuples(st.integers(0, 5), st.integers(0, 5)))
    cells = st.lists(st.integers(-2, 6), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    return np.array(draw(cells), dtype=float).reshape(shape)


def best_by_trying(worth, row=0, column=0):
    """The most that pairs in order can be worth, by trying every choice."""
    if row == worth.shape[0]:
        return 0
    return max(
        best_by_trying(worth, row + 1, column),
        *(
            worth[row, at] + best_by_trying(worth, row + 1, at + 1)
            for at in range(column, worth.shape[1])
            if worth[row, at] > 0
        ),
        0,
    )


@strategies.examples(60)
@given(worths())
def test_boundaries_are_paired_in_order_for_the_most(worth):
    found = pair_up(worth)
    rows = np.flatnonzero(found >= 0)
    assert (np.diff(found[rows]) > 0).all()
    assert (worth[rows, found[rows]] > 0).all()
    assert worth[rows, found[rows]].sum() == best_by_trying(worth)


@pytest.mark.parametrize("direction", ["recall", "precision"])
def test_a_window_without_triplets_is_told_with_the_first_that_has_one(direction):
    pair = flat([[0, 30, 60, 100, 130, 160, 200]]), flat([[0, 100, 200]])
    pair = pair if direction == "precision" else pair[::-1]
    shares = score(*pair, sweep(200.0), frame_size=1.0).reduced.share(direction)
    found = diagnose(*pair, 0.5, frame_size=1.0)
    (finding,) = (each for each in found.findings if each.side == "reference")
    assert finding.kind == "no_triplet"
    first = diagnose(*pair, finding.window, frame_size=1.0)
    assert {each.kind for each in first.findings} <= {"coverage"}
    assert finding.window == sweep(200.0)[np.flatnonzero(shares > 0)[0]] > 0.5
    assert f"from w = {finding.window:g} s on it does" in found.sentence


def test_where_no_window_has_a_triplet_the_cause_is_said_all_the_same():
    whole = flat([[0, 40, 90, 120], [0, 20, 40, 70, 90, 105, 120]])
    for estimate, kind, why in (
        (flat([[0, 120], [0, 120]]), "missing", ": it has no boundary"),
        (Hierarchy(whole.layers[::-1]), "layers_reversed", ""),
    ):
        found = diagnose(whole, estimate)
        (finding,) = found.findings
        assert (finding.kind, finding.side, finding.window) == ("no_triplet", "estimate", None)
        assert found.scores.precision is found.scores.f_measure is None
        assert found.causes[0].kind == kind
        assert found.causes[0].after.f_measure > 0.9
        assert found.sentence.startswith(f"No T_F, because {found.causes[0].text}: without that")
        assert f"than another by exactly one layer, nor at any other{why}." in found.sentence
    # Of all pairs of layers there are some, and so it is not said.
    full = diagnose(whole, estimate, variant="full").findings
    assert [each.kind for each in full] == ["coverage"]


def test_a_score_of_little_of_the_track_says_so_before_any_cause():
    """Within 15 s, the reference's layers part only near 100 s."""
    reference = flat([[0, 100, 300], [0, 50, 100, 108, 200, 300]])
    estimate = flat([[0, 90, 130, 300], [0, 50, 90, 104, 130, 200, 300]])
    known = score(reference, estimate, [15.0])
    share, full = known.reduced.recall_share[0], known.full.f_measure[0]
    assert share < 0.5
    found = diagnose(reference, estimate)
    (finding,) = found.findings
    assert (finding.kind, finding.side) == ("coverage", "reference")
    assert finding.text.startswith(f"Only {int(100 * share)} % of the track counts for recall")
    head = f"T_F {found.scores.f_measure:.2f}. {finding.text} Besides, {found.causes[0].text}"
    assert found.sentence.startswith(head)
    said = re.search(r"\(full: ([\d.]+)\)", finding.text)
    assert bool(said) == (full >= found.scores.f_measure + 0.1)
    # All of it counts, and there is less to say.
    whole = diagnose(reference, estimate, math.inf, variant="full")
    assert whole.findings == ()


def test_chance_is_named_only_where_rotated_estimates_score_as_high():
    rng = np.random.default_rng(5)
    kinds = []
    for _ in range(30):
        reference, other = by_chance(rng), by_chance(rng)
        end = reference.end
        estimate = flat([[*(row[:-1] * (end / other.end)), end] for row in other.boundaries])
        found = diagnose(reference, estimate)
        rotated = []
        for turn in (0.2, 0.35, 0.5, 0.65, 0.8):
            rows = [
                [0, *sorted((row[1:-1] + turn * end) % end), end] for row in estimate.boundaries
            ]
            rotated.append(scored(reference, flat(rows), 15.0, "reduced", MIR_EVAL, 0.1, 1.0)[2])
        kinds.append([finding.kind for finding in found.findings])
        if kinds[-1] == ["by_chance"]:
            assert found.scores.f_measure <= np.mean(rotated)
        elif not kinds[-1] and found.scores.f_measure < 0.7:
            assert found.scores.f_measure > np.mean(rotated)
    assert ["by_chance"] in kinds
    assert [] in kinds


@pytest.fixture(scope="module")
def corpus():
    """References of the sample corpus."""
    files = [(name, data) for name, data in make_files().items() if name.startswith(REFERENCE)]
    return [read([File(name, data)])[0].hierarchy for name, data in files[::12]]


def test_other_tracks_are_told_and_the_same_track_never(corpus):
    told, sentences = [], []
    for reference in corpus:
        for estimate in corpus:
            found = diagnose(reference, estimate)
            kinds = [each.kind for each in found.findings]
            sentences += [found.sentence] * ("other_track" in kinds)
            if reference is estimate:
                assert kinds == []
            elif abs(estimate.end - reference.end) > max(2, 0.02 * reference.end):
                told.append("other_track" in kinds)
            else:
                assert "other_track" not in kinds
    assert np.mean(told) > 0.5
    # Two annotators of one track can be as far apart: causes are said beside the question.
    assert all(each.endswith("Are both of the same track?") for each in sentences)
    assert all(len(each) <= LONGEST for each in sentences)
    assert np.mean([", because " in each for each in sentences]) > 0.5


@pytest.mark.parametrize("window", [15.0, math.inf])
@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_a_document_is_json_and_holds_what_was_found(sample, window):
    found = diagnose(sample.reference, sample.estimate, window, variant="full")
    document = json.loads(json.dumps(found.document(), allow_nan=False))
    assert document["window"] == (None if math.isinf(window) else window)
    assert document["variant"] == "full"
    assert [each["kind"] for each in document["causes"]] == [each.kind for each in found.causes]
    for each, cause in zip(document["causes"], found.causes, strict=True):
        assert {"kind", "side", "gain", "text"} <= set(each)
        assert each["kind"] in KINDS
        assert each["side"] in SIDES
        assert each["gain"]["f_measure"] == cause.gain.f_measure
        assert set(each["gain"]) == set(PARTS)
    assert document["f_measure"] == found.scores.f_measure
    assert document["sentence"] == found.sentence
    assert len(found.sentence) <= LONGEST
