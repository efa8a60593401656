"""Diagnoses: reported gains are real, and known damages are named."""

import itertools
import json
import math
import re

import numpy as np
import pytest
import strategies
from cases import case_rows, table
from hypothesis import given
from hypothesis import strategies as st
from strategies import in_settings

from core.align import align
from core.diagnosis import KINDS, Cause, Values, chance_range, diagnose, fix
from core.diagnosis.diagnosing import diagnose_windows
from core.diagnosis.matching import matched, pair_up
from core.diagnosis.texts import sentence, without_asides
from core.hierarchy import Hierarchy
from core.io import File, read
from core.repair import insert_missing
from core.samples import sample
from core.settings import Settings
from core.tmeasures import MIR_EVAL, score
from core.vocabulary import PARTS, SIDES, VARIANTS
from sample_data.make_corpus import REFERENCE, make_files

LONGEST = 340
"""Characters of a sentence: chance, how much of the track counts, and two causes."""

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


NAMED = [
    case
    for case in table("pairs/diagnoses")
    if case["case"].startswith("a damage is named first and undoing it is its gain: ")
]
DAMAGED = [tuple(Hierarchy.from_boundaries(**side) for side in case["diagnose"]) for case in NAMED]
damaged_pairs = st.sampled_from(DAMAGED)


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
    scores = score(
        reference,
        estimate,
        [window],
        settings=Settings(convention, frame_size=frame_size, beta=beta),
    ).scores[variant]
    return [float(np.nan_to_num(getattr(scores, part)[0])) for part in PARTS]


@strategies.examples(60)
@given(st.one_of(whole_pairs(), damaged_pairs), WINDOWS, SETTINGS, st.sampled_from(PARTS))
def test_what_a_cause_gains_is_what_the_plain_score_says_of_the_fixed_pair(pair, window, how, part):
    both = align(*pair)
    before = scored(both.reference, both.estimate, window, **how)
    found = diagnose(*pair, window, part=part, **in_settings(how))
    known = [0.0 if value is None else value for value in found.scores.document().values()]
    assert known == pytest.approx(before, abs=1e-12)
    json.dumps(found.document(), allow_nan=False)
    for cause in found.causes:
        after = scored(*fix(*pair, cause.kind, cause.side), window, **how)
        gain = np.subtract(after, before).tolist()
        assert [cause.after.part(each) for each in PARTS] == pytest.approx(after, abs=1e-12)
        assert [cause.gain.part(each) for each in PARTS] == pytest.approx(gain, abs=1e-12)


@strategies.examples(20)
@given(whole_pairs(), WINDOWS, SETTINGS, st.sampled_from(PARTS))
def test_a_hierarchy_against_itself_has_no_cause(pair, window, how, part):
    own = pair[0]
    found = diagnose(own, own, window, part=part, **in_settings(how))
    if not own.missing:
        assert found.causes == ()
    assert {cause.kind for cause in found.causes} <= {"not_nested", "layer_superfluous"}


@strategies.examples(40)
@given(st.one_of(whole_pairs(), damaged_pairs), SETTINGS, st.sampled_from(PARTS))
def test_what_is_left_is_what_all_causes_leave_and_windows_are_diagnosed_alike(pair, how, part):
    windows = [3.0, 15.0, math.inf]
    others = {name: value for name, value in how.items() if name != "variant"}
    (every,) = diagnose_windows(
        *pair, windows, part=part, variants=[how["variant"]], **in_settings(others)
    )
    for window, found in zip(windows, every, strict=True):
        assert found == diagnose(*pair, window, part=part, **in_settings(how))
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
@given(st.one_of(whole_pairs(), damaged_pairs))
def test_marks_are_what_turns_a_side_into_the_fixed_one(pair):
    both = align(*pair)
    for cause in diagnose(*pair, 15.0).causes:
        fixed = dict(zip(SIDES, fix(*pair, cause.kind, cause.side), strict=True))
        whole = dict(zip(SIDES, (both.reference, both.estimate), strict=True))
        other = "estimate" if cause.side == "reference" else "reference"
        assert rows_of(fixed[other]) == rows_of(whole[other])
        if cause.kind.startswith(("layer", "level")):  # whole layers come, go or change places
            continue
        if rows_of(fixed[cause.side]) == rows_of(whole[cause.side]):
            # Its marks are what it changes once the times are fixed.
            assert {"scale", "offset"} & {each.kind for each in diagnose(*pair, 15.0).causes}
            continue
        found = marked(rows_of(whole[cause.side]), cause.marks, cause.side)
        wanted = rows_of(fixed[cause.side])
        end = both.reference.end
        found = [[time for time in row if 0 < time < end] for row in found]
        assert list(map(len, found)) == list(map(len, wanted)), cause.kind
        for row, own in zip(found, wanted, strict=True):
            assert row == pytest.approx(own, abs=2e-4)
        assert cause.touched == len(cause.marks)


@strategies.examples(60)
@given(st.one_of(damaged_pairs, nested_pairs()), SETTINGS)
def test_a_sentence_names_the_main_cause_and_its_numbers_are_those_of_the_result(pair, how):
    found = diagnose(*pair, **in_settings(how))
    assert len(found.sentence) <= LONGEST
    for cause in found.causes:
        if cause.kind == "not_nested":
            assert dict(zip(SIDES, pair, strict=True))[cause.side].missing
    raised = re.search(r"\S.* would (?:raise T_F from ([\d.]+) to|give T_F) ", found.sentence)
    if raised is None:
        assert " would " not in found.sentence.replace("no fix would raise it", "")
        return
    score_ = found.scores.f_measure
    assert raised[1] == (None if score_ is None else f"{score_:.2f}")
    together = [cause.together.f_measure for cause in found.causes]
    whole = [cause.fix for cause in found.causes]
    # The first fix is named with its details if there is room, and the others without.
    named, last = 0, f"{score_ or 0:.2f}"
    for text, value in re.findall(r"(\S.*?) would .*?([\d.]+)\.(?= |$)", found.sentence):
        more = re.search(r"Fixing the first (\d+) causes$", text)
        ends = [
            count
            for count in range(named + 1, len(whole) + 1)
            for fixes in (whole[named:count], list(map(without_asides, whole[named:count])))
            if text.endswith(
                " and ".join([fixes[0], *(it[0].lower() + it[1:] for it in fixes[1:])])
            )
        ]
        named = int(more[1]) if more else max(ends)
        assert value == f"{together[named - 1]:.2f}" > last
        last = value
    assert named <= 3 or more
    for cause in found.causes:
        if cause.detail.get("count") == 1 and cause.kind != "swallowed":
            assert re.search(r" at \d+:\d\d", cause.fix)


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
            fix=f"Adding {place} missing",
            detail={},
            marks=(),
        )
        for place, value in enumerate(together, 1)
    )


@pytest.mark.parametrize(("score_", "reached", "share", "wanted"), case_rows("words", "diagnosis"))
def test_only_what_raises_the_score_is_a_reason_for_it(score_, reached, share, wanted):
    text = sentence("f_measure", Values(1, 1, score_), causes(*reached, share=share), ())
    assert text.replace(" (mir_eval gives 0)", "") == wanted


def test_the_first_cause_of_a_damaged_pair_is_its_damage():
    """Pairs of benchmarks/diagnosis.py; their table has the gains."""
    for case in NAMED:
        assert case["causes"][0]["kind"] == case["case"].rpartition(": ")[2]
    assert {case["causes"][0]["kind"] for case in NAMED} == set(KINDS)


BARS = [[0, 64, 128, 192], [0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192]]
LATE = [[0, *(time + 3 for time in row[1:-1]), 192] for row in BARS]
UNEVEN = [[0, 51, 97, 180], [0, 13, 27, 51, 60, 71, 97, 104, 131, 149, 180]]
LINES = [*range(0, 176, 8), 180]
rng = np.random.default_rng(2)
ROOMY = [[0, 52, 101, 163, 221, 300], [0, 24, 52, 77, 101, 140, 163, 190, 221, 266, 300]]
CLUSTERS = [
    [0, *sorted(rng.permutation([*ROOMY[1][1:-1], 11, 36, 88, 118, 205, 243, 281])[:n]), 300]
    for n in range(2, 17, 2)
]
CROWD = [ROOMY[0], [0, *sorted({*ROOMY[0][1:-1], *rng.uniform(1, 299, 90)}), 300]]
SILENT = [ROOMY[0], [0, 280, 300]]
TOP = [0, 30, 60, 90, 120]
ALSO = [0, 10, 20, 30, 60, 70, 80, 90, 100, 110, 120]
RAGGED = [[sorted([*TOP, 45]), ALSO], [TOP, sorted([*ALSO, 45])]]
NEARLY = [[0, 51.1, 71, 97, 180], [0, 51.1, 71, 97, 131, 180]]
ONE = [0, 0.3, 180]


@pytest.mark.parametrize(
    ("reference", "estimate", "first", "text"),
    [
        (BARS, LATE, {"offset"}, "Shifting all times 3 s earlier would"),
        (BARS[1:], LATE[1:], {"offset"}, "Shifting all times 3 s earlier would"),
        (
            BARS,
            [[1000 * time for time in row] for row in BARS],
            {"scale"},
            "Dividing all times by 1000 .*would",
        ),
        (UNEVEN, [LINES], {"grid", "layer_missing"}, "chance"),
        (UNEVEN, [ONE], {"layer_missing", "missing", "swallowed"}, "to 0."),
        (UNEVEN, NEARLY, {"layer_missing"}, "layers are nearly alike"),
        (ROOMY, CLUSTERS, {"spurious"}, "^[^:]*6 of the estimate's 8 layers match no layer"),
        (ROOMY, CROWD, {"spurious"}, "88 extra boundaries .* Adding 3 missing"),
        (RAGGED[0], RAGGED[1], {"wrong_layer"}, "to a coarser layer would"),
        (RAGGED[1], RAGGED[0], {"wrong_layer"}, "to a finer layer would"),
        (SILENT, ROOMY[1:], {"layer_missing"}, r"layer 2 \(one segment from 0:00 to 4:40\)"),
    ],
)
def test_whole_estimates_are_called_what_they_are(reference, estimate, first, text):
    found = diagnose(flat(reference), flat(estimate))
    assert found.causes[0].kind in first
    assert re.search(text, found.sentence)
    assert found.unexplained < 0.05


def test_a_level_mismatch_says_which_layers_to_use_and_to_add():
    first, second = ROOMY
    third = sorted({*second, 11, 36, 63, 88, 118, 131, 152, 177, 205, 243, 281})
    pair = flat([first, second]), flat([second, third])
    for used, meant, sides in ((1, 2, pair), (2, 1, pair[::-1])):
        text = (
            f"Using the estimate's layer {used} as layer {meant} and adding the reference's layer"
        )
        assert f"{text} {used} would raise" in diagnose(*sides).sentence


def test_a_text_counts_all_boundaries_within_a_segment():
    """Also the boundary at which an end of the segment belongs."""
    fine = [*range(0, 301, 10)]
    coarse = [0, 50, 100, 150, 199, 250, 300]
    pair = flat([[*range(0, 301, 50)], fine]), flat([coarse, [*range(0, 200, 10), 199, 250, 300]])
    (cause,) = diagnose(*pair, math.inf, variant="full").causes
    assert cause.kind == "swallowed"
    inside = [time for time in fine if cause.detail["start"] < time < cause.detail["end"]]
    assert f"without {len(inside)} boundaries" in cause.text


def test_boundaries_that_are_off_after_an_offset_come_after_it():
    ends = np.cumsum([0, 9, 7, 11, 8, 7, 12, 9, 8, 10, 7, 11, 9, 8, 9, 12]).tolist()
    off = [0, -1.2, 0, 0, 0, 0, 0, 1.2, 0, -1.2, 1.2, 0, 0, 0]
    late = [0, *(time + 0.06 + by for time, by in zip(ends[1:-1], off, strict=True)), ends[-1]]
    kinds = [cause.kind for cause in diagnose(flat([ends]), flat([late]), math.inf).causes]
    assert kinds == ["offset", "shifted"]


def test_an_offset_beyond_the_segments_is_found_where_labels_repeat():
    ends = np.cumsum([0, 9, 7, 11, 8, 7, 12, 9, 8, 10, 7, 11, 9, 8, 9, 12]).tolist()
    labels = [list("ABABCABABCABABC")]
    late = [0, *(time + 10 for time in ends[1:-2]), ends[-1]]
    pair = flat([ends], labels=labels), flat([late], labels=[labels[0][:-1]])
    cause, *_ = diagnose(*pair, math.inf, variant="full").causes
    assert (cause.kind, round(cause.detail["by"])) == ("offset", 10)


def test_an_added_layer_is_the_whole_layer():
    """Also where the estimate lacks a boundary of the layer above, which is another cause."""
    coarse, fine = ROOMY
    estimate = [[time for time in coarse if time != 163]]
    pair = flat(ROOMY), flat(estimate)
    (cause,) = (cause for cause in diagnose(*pair).causes if cause.kind == "layer_missing")
    wanted = scored(pair[0], flat([*estimate, fine]), 15.0, "reduced", MIR_EVAL, 0.1, 1.0)
    assert cause.after.f_measure == pytest.approx(wanted[2])


def test_a_boundary_is_not_off_by_more_than_half_of_the_segments_around():
    rows = [0, 100, 300, 400], [0, 180, 290, 400]
    pair = (flat([row], labels=[["A", "B", "C"]]) for row in rows)
    (off,) = (cause for cause in diagnose(*pair, math.inf).causes if cause.kind == "shifted")
    assert off.detail["most"] <= 50


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


WHOLE = KINDS[:4]  # errors of all times or layers, which are found against chance


def test_chance_is_named_only_where_rotated_estimates_score_as_high():
    kinds = []
    for (reference, _), (other, _) in itertools.pairwise(DAMAGED):
        end = reference.end
        estimate = flat([[*(row[:-1] * (end / other.end)), end] for row in other.boundaries])
        found = diagnose(reference, estimate)
        rotated = []
        for turn in np.linspace(0.05, 0.95, 100):
            rows = [
                [0, *sorted((row[1:-1] + turn * end) % end), end] for row in estimate.boundaries
            ]
            rotated.append(scored(reference, flat(rows), 15.0, "reduced", MIR_EVAL, 0.1, 1.0)[2])
        kinds.append([finding.kind for finding in found.findings])
        as_high = np.mean(np.array(rotated) >= found.scores.f_measure)
        if "by_chance" in kinds[-1]:
            assert as_high > 0.05
            text = "better than chance: [\\d.]+ % of copies rotated in time score as high."
            assert re.match(f"(No|Hardly) {text}", found.sentence)
        elif not kinds[-1] and found.scores.f_measure < 0.7 and found.causes[0].kind not in WHOLE:
            if len({time for row in rows_of(estimate) for time in row}) < 5:
                continue  # too few boundaries for rotations
            assert as_high <= 0.05
    assert ["by_chance"] in kinds
    assert [] in kinds


def test_other_tracks_are_told_and_the_same_track_never():
    files = [(name, data) for name, data in make_files().items() if name.startswith(REFERENCE)]
    corpus = [read([File(name, data)])[0].hierarchy for name, data in files[::24]]
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
    assert all(each.startswith("Are both files of the same track?") for each in sentences)
    assert all(len(each) <= LONGEST for each in sentences)
    # What is missing of another track is no cause.
    assert not any("ause" in each for each in sentences)


@pytest.mark.parametrize(
    ("reference", "estimate", "rows"),
    [
        ([60, 120, 150], [20, 58, 110], [(None, 20), (60, 58), (120, 110), (150, None)]),
        ([60, 120], [], [(60, None), (120, None)]),
        ([], [], []),
        ([60, 61], [62], [(60, None), (61, 62)]),
    ],
)
def test_matched_boundaries_are_less_than_half_a_segment_apart(reference, estimate, rows):
    table = matched(flat([[0, *reference, 180]]), flat([[0, *estimate, 180]]))[:, :2]
    np.testing.assert_array_equal(table, np.array(rows, float).reshape(-1, 2))


@given(pair=whole_pairs())
def test_matched_boundaries_hold_every_boundary_once_and_in_order(pair):
    aligned = align(*pair)
    sides = aligned.reference, aligned.estimate
    table = matched(*sides)[:, :2]
    for side, times in zip(sides, table.T, strict=True):
        times = times[~np.isnan(times)]
        # Matches of two layers may cross, so that one column alone is not in order.
        assert sorted(times) == sorted({t for row in side.boundaries for t in row[1:-1].tolist()})
    assert (np.diff(np.nanmin(table, axis=1)) >= 0).all()


def test_the_range_of_chance_is_that_of_a_loop_over_rotations():
    reference, estimate = sample("figure6").reference, sample("figure6").estimate
    windows, end = [0.01, 3.0, 15.0, np.inf], reference.end
    rotated = []
    for turn in np.linspace(0.05, 0.95, 100):
        layers = [
            np.unique(np.round([0, *((np.array(layer[1:-1]) + turn * end) % end), end], 9))
            for layer in estimate.boundaries
        ]
        scores = score(reference, Hierarchy.from_boundaries(layers), windows).scores
        rotated.append([[scores[key].part(part) for part in PARTS] for key in VARIANTS])
    wanted = np.quantile(np.nan_to_num(rotated), [0.05, 0.95], axis=0).swapaxes(2, 3)
    found = chance_range(reference, estimate, windows)
    np.testing.assert_allclose(found[:, :, 1:], wanted[:, :, 1:])
    assert np.isnan(found[:, :, 0]).all()  # no triplet fits
    assert (found[0, :, 1:] < found[1, :, 1:]).all()
    few = Hierarchy.from_boundaries([[0, 20, 40, 60]])
    assert np.isnan(chance_range(reference, few, windows)).all()
