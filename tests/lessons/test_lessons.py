"""The content of the lessons: right answers are computed, wrong ones are told so, numbers are not
typed."""

import ast
import inspect
import math
import re
import statistics
import zlib
from dataclasses import replace
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import get_args

import mir_eval.hierarchy
import naive_styles
import numpy as np
import pytest
from cases import case_rows
from naive import depth, exact_frame, g, mean_and_pooled, segments_in_frames, t_measures

from core.choosing import advise
from core.choosing.layers import layer_durations
from core.editing import add_boundary
from core.flat.pair import flat_metrics
from core.hierarchy import Hierarchy
from core.io.link import pack_pair
from core.samples import sample
from core.settings import Settings
from core.tmeasures import CONVENTIONS, FRAMELESS, PAPER_TABLES, score
from core.tmeasures.scoring import query_scores
from core.triplets.blocks import query_blocks
from core.triplets.explaining import explain
from core.windows import sweep
from explorer.glossary import BY_ID as TERMS
from explorer.guide import lecture_plan, part_about
from explorer.lessons.course import LECTURE, counting, lessons
from explorer.lessons.course.corpora import CorporaPart
from explorer.lessons.course.model import (
    LEVELS,
    PARTS,
    START,
    Choice,
    Estimate,
    Scene,
    Task,
    Ticks,
    Verdict,
)
from explorer.lessons.keeping import read_answer
from explorer.lessons.position import judged
from explorer.state.pages import LessonsState

LESSONS = Path(__file__).parents[2] / "explorer" / "lessons" / "course"
STEPS = [
    pytest.param(lesson, number, step, id=f"{lesson.id}-{number}")
    for lesson in lessons()
    for number, step in enumerate(lesson.steps, 1)
]
OTHER = sample("figure4").reference
# What documents are called by: not numbers that anything was computed from.
# Nor are the ends and the middle of the scale of scores.
NAMES = re.compile(
    r"\b(?:is|not|as|be|to|both|below|above|[Bb]etween|and|or|scores|Near) (?:0\.5|0|1)\b|"
    r"Eq\. \d+|Figure \d+|ISMIR \d+|section \d+(\.\d+)*|figure\d|fig\d+|ismir\d+|95th percentile"
)


def test_each_file_is_one_lesson_the_last_on_styles_with_names_that_a_link_can_have():
    ids = [lesson.id for lesson in lessons()]
    files = [path.stem for path in LESSONS.glob("*.py") if "return Lesson(" in path.read_text()]
    assert (sorted(ids), ids[-1]) == (sorted(files), "styles")
    places = [lesson.place for lesson in lessons()]
    assert len(set(places)) == len(places)
    assert tuple(dict.fromkeys(level for level, _ in places)) == LEVELS
    assert [LessonsState.lesson.parse(each) for each in ids] == ids


@pytest.mark.parametrize(("lesson", "number", "step"), STEPS)
def test_every_wrong_answer_is_told_and_the_right_one_explained(lesson, number, step):
    question = step.question
    if isinstance(question, Choice):
        assert len(set(question.options)) == len(question.options) > 1
        for option in range(len(question.options)):
            found = question.check(option)
            assert found.right == (option == question.right)
            assert found.text.startswith("Not this one.") != found.right
        assert question.why in question.check(question.right).text
        # Each wrong option has a hint of its own, which is a sentence.
        wrong = {option: question.hints[option] for option in range(len(question.options))}
        del wrong[question.right]
        assert len(set(wrong.values())) == len(wrong)
        assert all(hint.endswith(".") for hint in wrong.values())
    elif isinstance(question, Ticks):
        every = range(len(question.options))
        assert len(set(question.options)) == len(question.options) == len(question.reasons)
        assert question.check(list(question.right)) == Verdict(True, question.why)
        assert 0 < len(question.right) < len(every)
        for option in every:
            # One more or one less than what is right, which is told by its reason alone.
            found = question.check(sorted({*question.right} ^ {option}))
            assert not found.right
            assert (question.reasons[option] in found.text) == (option not in question.right)
            assert re.match(r"\d+ of \d+ selected", found.text)
    elif isinstance(question, Estimate):
        assert 0 <= question.right <= 1
        assert question.check(question.right).right
        assert not question.check(START).right
        for guess in np.linspace(0, 1, 101).tolist():
            found = question.check(guess)
            assert found.right == (abs(guess - question.right) <= question.near + 1e-9)
            if not found.right:
                side = "high" if guess > question.right else "low"
                assert found.text == f"{guess:.2f} is too {side}. {getattr(question, side)}"
    else:
        before = question.check(step.scene, step.scene)
        assert not before.right
        assert before.text
        solved = question.check(step.scene, question.solved)
        assert solved.right
        assert solved.text
        assert question.edits == (question.solved.estimate != step.scene.estimate)
    parts = PARTS if isinstance(step.scene, Scene) else get_args(CorporaPart)
    assert set(step.before) <= set(parts)
    assert set(step.after) <= set(parts)
    # What answers the question is not on screen before.
    assert lesson.id != "styles" or set(step.before) < set(step.after)
    assert "curves" not in step.before
    # A drag on a scape moves the window.
    assert "scape" not in step.after or ("window" in step.before and "strips" not in step.after)
    assert set(TERMS) >= set(lesson.terms)


def test_no_number_is_typed_in_a_text():
    typed = []
    for path in LESSONS.glob("*.py"):
        tree = ast.parse(path.read_text())
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        formats = {
            id(part)
            for node in ast.walk(tree)
            if isinstance(node, ast.FormattedValue) and node.format_spec
            for part in ast.walk(node.format_spec)
        }
        typed += [
            f"{path.name}:{node.lineno}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings | formats
            and re.search(r"\d", NAMES.sub("", node.value))
        ]
    assert not typed


def steps_of(name):
    return next(lesson.steps for lesson in lessons() if lesson.id == name)


@pytest.mark.parametrize(
    ("name", "number", "change", "right", "words"), case_rows("lessons", "made")
)
def test_why_what_was_made_is_right_or_wrong_is_told(name, number, change, right, words):
    step = steps_of(name)[number - 1]
    scene = step.scene
    if isinstance(change, list):
        made = scene.with_estimate(change)
    elif "add" in change:
        made = replace(scene, estimate=add_boundary(scene.estimate, *change["add"], nested=True))
    else:
        made = replace(scene, **change)
    found = step.question.check(scene, made)
    assert found.right == right
    assert words in found.text
    if right and name == "flat":  # by the limit
        assert found == step.question.check(scene, step.question.solved)


def test_reduced_measures_are_not_spoken_of_before_the_lesson_on_depth():
    order = [lesson.id for lesson in lessons()]
    for lesson in lessons():
        assert lesson.full_only == (order.index(lesson.id) < order.index("depth"))
        if lesson.full_only:
            scored = [step.scene for step in lesson.steps if "scores" in step.after]
            assert {scene.variant for scene in scored} <= {"full"}


def reading():
    """All texts of the lessons on measures, in the order in which a learner reads them."""
    for lesson in lessons()[:-1]:
        for step in lesson.steps:
            question = step.question
            yield from (step.title, step.text, question.text)
            if isinstance(question, Task):
                yield question.check(step.scene, question.solved).text
            elif isinstance(question, Estimate):
                yield from (question.low, question.high, question.why)
            else:
                told = question.hints if isinstance(question, Choice) else question.reasons
                yield from (*question.options, *told, question.why)
        yield lesson.sum_up


@pytest.mark.parametrize("term", case_rows("lessons", "terms"))
def test_no_term_is_used_before_it_is_introduced_in_bold(term):
    used = (
        (text, found)
        for text in reading()
        for found in re.finditer(rf"(?<![\w-]){term}(?![\w-])", text, re.IGNORECASE)
    )
    text, first = next(used)
    around = text[: first.start()].endswith("**"), text[first.end() :].startswith("**")
    assert around == (True, True), text


def test_the_lesson_on_styles_asks_what_an_oracle_answers():
    likeness, between, permuted, not_alike, trap = steps_of("styles")
    held = likeness.scene.strings

    # Raw deflate, level 9, by Python's own zlib.
    def size(data):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return len(packer.compress(data) + packer.flush())

    for one, other in combinations(held, 2):
        alone = size(held[one]), size(held[other])
        both = size(held[one] + held[other])
        assert likeness.scene.distance(one, other) == (both - min(alone)) / max(alone)
    nearest = min(combinations(held, 2), key=lambda pair: likeness.scene.distance(*pair))
    assert likeness.question.options[likeness.question.right] == " and ".join(nearest)

    matrix, n_a = np.asarray(between.scene.distances).tolist(), len(between.scene.items[0])
    a, b = list(range(n_a)), list(range(n_a, len(matrix)))
    across = naive_styles.between(matrix, a, b)
    median = statistics.median(naive_styles.within(matrix, a))
    assert between.question.right == sum(each <= median for each in across) / len(across)

    assert permuted.question.right == 0
    assert permuted.scene.difference.count == 0
    assert not_alike.scene.verdict.name == "neither"
    assert not_alike.question.options[not_alike.question.right] == "Nothing is shown"
    long = trap.scene.lengths[-1]
    assert trap.scene.distance("zlib", long) > 0.9
    assert trap.scene.distance("zstd", long) < 0.1
    assert trap.question.options[trap.question.right] == "Near 1"
    assert trap.scene.curves["zlib"][-1] == trap.scene.distance("zlib", long)


def in_frames(pair, size):
    return [segments_in_frames(side, lambda t: exact_frame(t, size)) for side in pair]


@pytest.mark.parametrize(("name", "number", "part", "words"), case_rows("lessons", "claims"))
def test_claims_that_other_tests_prove_are_made_in_these_words(name, number, part, words):
    if not number:
        text = next(lesson.sum_up for lesson in lessons() if lesson.id == name)
    elif part == "solved":
        step = steps_of(name)[number - 1]
        text = step.question.check(step.scene, step.question.solved).text
    elif part == "text":
        text = steps_of(name)[number - 1].text
    elif part in ("why", "high"):
        text = getattr(steps_of(name)[number - 1].question, part)
    else:
        text, _ = hint(name, number, part)
    assert words in text


def test_full_measures_have_more_triplets_each_once():
    assert "several layers apart" in steps_of("depth")[3].question.hints[0]
    figure = sample("figure7")  # the estimate has three layers
    pair = figure.reference, figure.estimate
    other, deep = in_frames(pair, 1.0)
    q, every = 5, range(60)
    depths = {x: depth(deep, q, x) for x in every if x != q}
    full = {(i, j) for i in depths for j in depths if depths[i] > depths[j]}
    reduced = {(i, j) for i, j in full if depths[i] == depths[j] + 1}
    assert reduced < full
    agree = sum(depth(other, q, i) > depth(other, q, j) for i, j in full)
    found = query_scores(
        *pair, [math.inf], settings=Settings(PAPER_TABLES, frame_size=1.0), queries=[q + 0.5]
    )
    assert found.of("full", "precision")[0, 0] == pytest.approx(agree / len(full), abs=1e-12)


def test_reduced_measures_leave_out_triplets_that_follow_from_no_others():
    scene = steps_of("depth")[0].scene
    q = scene.query
    near = [x for x in np.arange(0.05, 60, 0.1) if abs(x - q) <= scene.window]
    # A step of two layers follows from two steps of one only where there is a moment between.
    assert {depths(scene.reference, q, x) for x in near} == {2, 0}
    scores = query_scores(
        *scene.sides, [scene.window], settings=Settings(PAPER_TABLES), queries=[q]
    )
    shares = [scores.of(variant, "recall")[0, 0] for variant in ("full", "reduced")]
    assert np.isnan(shares).tolist() == [False, True]
    assert "follow from no others" in " ".join(TERMS["reduced"].text.split())


@pytest.mark.parametrize(
    ("of_reference", "of_estimate", "same"), case_rows("lessons", "flat-pairs")
)
def test_flat_t_measures_are_hit_rates_where_three_things_hold(of_reference, of_estimate, same):
    reference = Hierarchy.from_boundaries([[0, *of_reference, 60]])
    estimate = Hierarchy.from_boundaries([[0, *of_estimate, 60]])
    (rate,) = (
        rate
        for rate in flat_metrics(reference, estimate).hit_rates
        if (rate.window, rate.trim) == (3.0, True)
    )
    found = score(reference, estimate, [3.0], settings=Settings(PAPER_TABLES)).scores["full"]
    hits = pytest.approx((rate.recall, rate.precision), abs=1e-9)
    assert ((found.recall[0], found.precision[0]) == hits) == same


def test_the_upper_layer_is_what_keeps_precision_low():
    step = steps_of("annotators")[4]
    scene = step.scene
    upper = Hierarchy((scene.reference.layers[0], *scene.estimate.layers[1:]))
    now, then = (each.value("precision") for each in (scene, replace(scene, estimate=upper)))
    assert f"With the reference's upper layer it would be {then:.3f}." in step.text
    assert 1 - then < (1 - now) / 2  # which is why it says "mainly"


def hint(name, number, option):
    """The hint of a wrong option that begins with some words, and the step."""
    step = steps_of(name)[number - 1]
    (at,) = (n for n, each in enumerate(step.question.options) if each.startswith(option))
    assert at != step.question.right
    return step.question.hints[at], step


def g_of_recall(scene, window, **queries):
    return query_scores(*scene.sides, [window], settings=scene.settings, **queries).of(
        "reduced", "recall"
    )[0]


def depths(side, q, x):
    """How deep the segment is that two moments share."""
    return sum(
        any(start <= min(q, x) and max(q, x) < end for start, end in layer.tolist())
        for layer in side.intervals
    )


def test_hints_on_a_triplet_say_how_deep_the_segments_are():
    said, step = hint("triplet", 1, "j at")
    scene, (i, j) = step.scene, step.scene.triplet
    own = [depths(scene.reference, scene.query, each) for each in (i, j)]
    assert f"layer {own[1]} with q, and none below" in said
    assert abs(j - scene.query) < abs(i - scene.query)
    assert own[0] != own[1]
    for number in (2, 3, 6):
        scene = steps_of("triplet")[number - 1].scene
        deep, other = (depths(scene.estimate, scene.query, each) for each in scene.triplet)
        for option, words, true in (
            ("i is closer", "i shares no deeper segment with q than j", deep <= other),
            ("j is closer", "j shares no deeper segment with q than i", other <= deep),
            ("i and j", "one of the two shares a deeper segment", deep != other),
        ):
            question = steps_of("triplet")[number - 1].question
            (at,) = (n for n, each in enumerate(question.options) if each.startswith(option))
            assert words in question.hints[at]
            assert true == (at != question.right)


def test_around_each_boundary_of_a_flat_pair_all_is_won_or_all_is_lost():
    scene = steps_of("flat")[0].scene
    times, found = (side.boundaries[0].tolist() for side in scene.sides)
    assert min(times[1], times[-1] - times[-2]) > scene.window
    own, other = in_frames(scene.sides, 0.1)
    counts = set()
    for boundary in times[1:-1]:
        at = round(10 * boundary) - 1
        near = [x for x in range(600) if abs(x - at) <= 30]
        won, count = g(own, other, at, near, reduced=False)
        counts.add(count)
        assert won == (count if boundary in found else 0)
    assert len(counts) == 1


@pytest.mark.parametrize(
    ("name", "number"),
    [("flat", 2), ("window", 3), ("window", 4), ("segmentation", 3), ("segmentation", 4)],
)
def test_what_scores_do_from_one_window_to_another_is_told_of_each_that_is_wrong(name, number):
    step = steps_of(name)[number - 1]
    question = step.question
    signs = {
        part: np.sign(round(step.scene.value(part, math.inf) - step.scene.value(part, 3.0), 9))
        for part in ("recall", "precision")
    }
    words = {"rise": 1, "stay": 0, "fall": -1}
    for said in (each for each in question.hints if each):
        told = re.findall(r"T_([RP]) does not (rise|stay|fall)", said)
        assert told
        for letter, word in told:
            assert signs["recall" if letter == "R" else "precision"] != words[word]
    if (name, number) == ("window", 3):
        # "The estimate agrees with every triplet of the reference, at any window."
        assert "at any window" in question.hints[0]
        found = score(*step.scene.sides, settings=Settings(PAPER_TABLES)).scores["full"]
        assert found.recall[found.recall_share > 0] == pytest.approx(1.0, abs=1e-12)


def test_hatching_ends_and_a_disagreement_begins_where_lesson_four_says():
    step, task = steps_of("window")[:2]
    scene, q = step.scene, round(10 * step.scene.query)
    ends = float(step.question.options[step.question.right].split()[0])
    own, other = in_frames(scene.sides, 0.1)
    counts = [
        g(own, other, q, range(q - reach, q + reach + 1), reduced=False)[1]
        for reach in (round(10 * window) for window in (scene.window, ends - 0.1, ends + 0.1))
    ]
    assert counts[0] == counts[1] == 0 < counts[2]
    length = np.diff(scene.reference.boundaries[-1]).min()
    said = task.question.check(scene, task.question.solved).text
    assert f"A segment of the lower layer lasts {length:g} s. A window of half of that" in said
    # The estimate has all boundaries: nothing is lost until a window includes two.
    at = [scene.value("recall", length / 2 + by) for by in (-0.5, 1.0)]
    assert at[1] < at[0] == 1
    assert {*scene.estimate.boundaries[0]} >= {
        time for layer in scene.reference.boundaries for time in layer
    }


def test_of_under_and_over_segmentation_one_side_has_all_boundaries_of_the_other():
    under, over = (steps_of("segmentation")[at].scene for at in (0, 1))
    inner = [
        [set(side.boundaries[-1][1:-1].tolist()) for side in scene.sides] for scene in (under, over)
    ]
    assert len(inner[0][1]) == 1
    assert inner[0][1] < inner[0][0]
    assert inner[1][0] < inner[1][1]
    assert over.value("recall") > 0.95


def test_at_a_small_window_a_missing_boundary_costs_full_recall_and_no_precision():
    reference = sample("jingle_bells").reference
    reduced = []
    for time in {time for row in reference.boundaries for time in row[1:-1]}:
        rows = [row[row != time] for row in reference.boundaries]
        scores = score(reference, Hierarchy.from_boundaries(rows), [1.0]).scores
        assert scores["full"].recall[0] < 1 == scores["full"].precision[0]
        levels = sum(time in row for row in reference.boundaries)
        reduced.append((levels > 1, scores["reduced"].recall[0]))
    assert all(recall == 1 if several else recall < 1 for several, recall in reduced)


def test_over_segmentation_costs_recall_at_a_large_window_for_the_reasons_that_are_given():
    step = steps_of("segmentation")[3]
    scene, question = step.scene, step.question
    assert question.options[question.right] == "T_R falls, T_P rises"
    assert scene.value("recall", math.inf) < scene.value("recall", 3.0)
    assert scene.value("precision", math.inf) > scene.value("precision", 3.0)
    # Short segments that cut, and no coarse layer that joins: either fixed, recall rises.
    coarse, fine = (row.tolist() for row in scene.reference.boundaries)
    low = scene.value("recall", math.inf)
    for rows in ([fine], [coarse, scene.estimate.boundaries[0].tolist()]):
        assert scene.with_estimate(*rows).value("recall", math.inf) > low + 0.1


def test_hints_on_depth_and_on_exchanged_sides_are_true():
    step = steps_of("precision")[0]
    assert "scores" in step.before
    assert step.question.options[step.question.right] == f"{step.scene.value('precision'):.3f}"
    missed, _, inserted, unequal = (step.scene for step in steps_of("depth")[:4])
    assert missed.value("recall", variant="reduced") == 0
    coarse = missed.reference.boundaries[0].tolist()
    assert coarse == missed.estimate.boundaries[0].tolist()
    assert set(coarse) < set(missed.reference.boundaries[1].tolist())
    assert unequal.value("precision") != unequal.value("precision", variant="full")
    first = inserted.estimate.boundaries[0].tolist()
    assert all(first != layer.tolist() for layer in inserted.reference.boundaries)
    assert inserted.value("recall") == pytest.approx(1.0, abs=1e-12)


def test_a_boundary_of_both_layers_gives_reduced_triplets_beside_one_of_the_fine_layer():
    scene = steps_of("coverage")[1].question.solved
    coarse, fine = (side.tolist()[1:-1] for side in scene.reference.boundaries)
    alone = set(fine) - set(coarse)
    at_both = False
    for q in np.arange(0.05, 60, 0.3):
        task = replace(scene, query=q).reference_triplets()
        blocks = query_blocks(replace(task, measure="reduced"), q).blocks
        reduced = blocks.depth_reference.tolist()
        near = min(abs(q - time) for time in alone) < scene.window + 0.1
        assert near or not reduced
        at_both |= [1, 0] in reduced
    assert at_both
    # A boundary of the fine layer alone that lies beyond one of both, at 10 s, does not do.
    pair = Hierarchy.from_boundaries([[0, 10, 60], [0, 10, 12, 60]])
    share = score(pair, pair, [5.0], settings=Settings(FRAMELESS)).scores["reduced"].recall_share[0]
    assert share * 60 == pytest.approx(17 - 10)  # those from 7 s on reach it, too


def test_hints_on_who_is_counted_and_on_conventions_are_true():
    estimate = steps_of("coverage")[0]
    scene = estimate.scene
    near = f"Only queries within {scene.window:g} s of a boundary have a triplet."
    assert estimate.question.high == near
    times = np.arange(0.05, 60, 0.1)
    found = g_of_recall(scene, scene.window, queries=times)
    apart = np.abs(times[:, None] - scene.reference.boundaries[1][None, 1:-1]).min(axis=1)
    assert (apart[~np.isnan(found)] <= scene.window + 0.1).all()
    said, step = hint("coverage", 3, "Higher")
    assert said.endswith(f"score more than {step.scene.value('recall'):.3f}.")
    reach = {name: each.reach_in_seconds([15.0], 0.1)[0][0] for name, each in CONVENTIONS.items()}
    assert {name for name, each in reach.items() if each < 10} == {"paper-equation"}
    assert all(abs(each - 15) < 0.2 for name, each in reach.items() if name != "paper-equation")
    scene = steps_of("conventions")[0].scene
    apart = scene.value("recall", convention="mir_eval") - scene.value("recall")
    assert abs(apart) < 1 / 150


def test_the_rule_of_thumb_does_not_contradict_the_page_windows():
    step = steps_of("choosing")[0]
    said = step.question.check(step.scene, step.question.solved).text
    advised = advise(step.scene.sides).window
    assert f"the page Windows advises {advised:g} s for this pair" in said
    assert advised == 15
    assert advised > layer_durations(step.scene.reference)[-1].spanned_from


def test_hints_on_annotators_and_on_choosing_are_true():
    said, step = hint("annotators", 4, "The reference")
    upper = [len(side.layers[0].labels) for side in step.scene.sides]
    assert f"has {upper[0]} sections" in said
    assert upper[0] > upper[1]
    default = inspect.signature(mir_eval.hierarchy.tmeasure).parameters["window"].default
    step = steps_of("choosing")[1]
    assert step.question.options[step.question.right] == f"{default:g} s"
    step = steps_of("choosing")[2]
    moved = []
    for option in step.question.options:
        low, high = map(float, re.findall(r"[\d.]+", option))
        assert high == 2 * low  # T_F moves further over more octaves, however steady it is
        windows = [each for each in sweep(step.scene.reference.end) if low <= each <= high]
        found = [step.scene.value("f_measure", each) for each in windows]
        moved.append(max(found) - min(found))
    assert moved.index(min(moved)) == step.question.right
    assert low == 15
    assert moved[-1] == max(moved)
    for by, option in zip(moved, step.question.options, strict=True):
        assert f"{by:.3f} between {option.replace('to', 'and')}" in step.question.why
    # Both ends of each range can be read before the answer, which the curve would show.
    assert {*step.before} == {"window", "scores", "scape"}
    steady = float(step.question.options[step.question.right].split()[0])
    counted = ~np.isnan(g_of_recall(step.scene, steady))
    said = f"at {steady:g} s only {100 * counted.mean():.0f} % of this track is scored for recall"
    assert said in step.question.why
    assert counted.mean() < 0.5
    for by, said in zip(moved, step.question.hints, strict=True):
        steadier = sum(each < by for each in moved)
        words = ("", "over one of the others by less", "over both others by less")[steadier]
        assert said == (words and f"There it moves by {by:.3f}, and {words}.")


def test_hints_on_styles_are_true():
    for option in ("x and z", "y and z"):
        said, _ = hint("styles", 1, option)
        both, one, other = map(int, re.findall(r"(?:is|=) (\d+)", said))
        assert 0.8 * (one + other) < both < one + other
    _, between, _, not_alike, trap = steps_of("styles")
    spread = between.scene.spread
    within = np.concatenate([spread.within_a, spread.within_b])
    share = np.mean(within <= np.median(spread.within_a))
    assert share == pytest.approx(0.5, abs=between.question.near)
    assert min(not_alike.scene.difference.p_value, not_alike.scene.equivalence.p_value) > 0.05
    fits, does_not = (trap.scene.distance("zlib", size * 1024) for size in (30, 34))
    assert fits < 0.1 < 0.9 < does_not


@pytest.mark.parametrize("answer", case_rows("lessons", "no-answers"))
def test_what_is_no_answer_is_not_taken_from_a_browser(answer):
    for name, number in (("flat", 1), ("precision", 2)):
        assert read_answer(steps_of(name)[number - 1], answer) is None


@pytest.mark.parametrize(("number", "query", "triplet", "taken"), case_rows("words", "kept"))
def test_what_a_browser_kept_is_taken_where_it_lies_in_the_track(number, query, triplet, taken):
    step = steps_of("triplet")[number - 1]
    scene = step.scene
    assert scene.reference.end == 60
    kept = {
        "staged": pack_pair(scene.reference, scene.estimate),
        "window": "3",
        "query": query,
        "triplet": triplet,
    }
    answer = read_answer(step, kept)
    assert (answer is not None) == taken
    if taken:
        assert judged(step, answer).text
    assert read_answer(step, kept | {"staged": pack_pair(OTHER, OTHER)}) is None


def counted(scene, q):
    """Every (q, i, j) by the oracle's depths: whether the reference has it, and the estimate."""
    sides = in_frames(scene.sides, scene.frame_size)
    others = [x for x in range(5) if x != q]
    return {
        f"({q}, {i}, {j})": [depth(side, q, i) > depth(side, q, j) for side in sides]
        for i, j in permutations(others, 2)
    }


def test_what_is_counted_by_hand_is_what_an_oracle_counts():
    has, keeps, blocks, _, song = steps_of("counting")
    every = counted(has.scene, 0)
    assert has.question.options == tuple(every)
    ticked = [has.question.options[at] for at in has.question.right]
    assert ticked == [name for name, (reference, _) in every.items() if reference]
    assert keeps.question.options == tuple(ticked)
    kept = [keeps.question.options[at] for at in keeps.question.right]
    assert kept == [name for name in ticked if every[name][1]]
    assert keeps.question.why.startswith(f"The estimate agrees with 2 of 3: {2 / 3:.2f}, ")
    every = {name: both[1] for name, both in counted(song.scene, 1).items() if both[0]}
    assert song.question.options == tuple(every)
    assert [list(every)[at] for at in song.question.right] == [n for n in every if every[n]]
    of_three = [estimate for reference, estimate in counted(has.scene, 3).values() if reference]
    assert blocks.question.options[blocks.question.right] == (f"{sum(of_three)} of {len(of_three)}")


def test_the_reasons_of_what_is_counted_are_those_of_the_pictures():
    has, keeps, *_ = steps_of("counting")
    said = dict(zip(has.question.options, has.question.reasons, strict=True))
    assert said["(0, 2, 1)"].endswith("the wrong way round: 1 is closer.")
    assert said["(0, 2, 3)"].endswith("neither 2 nor 3 shares the segment of q.")
    assert said["(0, 1, 2)"].endswith("1 shares the segment of q, 2 does not.")
    assert keeps.question.reasons[0].endswith("both 1 and 2 share the segment of q: a tie.")
    # The same words, of a pair in which the estimate inverts what the reference says.
    other = replace(has.scene, estimate=Hierarchy.from_boundaries([[0, 1, 5]]))
    swapped = replace(other, reference=other.estimate, estimate=has.scene.reference)
    found = explain(swapped.reference_triplets(), 1, 2, 0)
    assert found.outcome == "inverted"
    assert "0 shares the segment of q, 2 does not" in counting.why_lost(found)
    both_in = explain(swapped.reference_triplets(), 2, 3, 4)
    assert "both 3 and 4 share the segment of q" in counting.why_none(both_in)


def test_blocks_of_the_lesson_add_up_to_what_is_counted_by_hand():
    blocks = steps_of("counting")[2]
    table = r"\| (\d)–(\d) s \| (\d)–(\d) s \| (\d) \| (.+?) \|"
    words = r"i in (\d)–(\d) s and j in (\d)–(\d) s: (\d) triplets; the estimate (.+?)\."
    for text, form, q in ((blocks.text, table, 0), (blocks.question.why, words, 3)):
        listed = {}
        for *numbers, made_of in re.findall(form, text):
            i0, i1, j0, j1, count = map(int, numbers)
            within = [(i, j) for i in range(i0, i1) for j in range(j0, j1) if q not in (i, j)]
            assert len(within) == count
            listed |= {f"({q}, {i}, {j})": made_of == "agrees" for i, j in within}
        every = counted(blocks.scene, q)
        assert listed == {name: kept for name, (has, kept) in every.items() if has}


def test_recall_is_the_mean_of_what_was_counted_and_no_share_of_all():
    step = steps_of("counting")[3]
    scene = step.scene
    naive, _, per_query = t_measures(
        scene.reference, scene.estimate, math.inf, scene.frame_size, PAPER_TABLES
    )
    recall, precision = naive["full"]
    assert scene.value("recall") == pytest.approx(recall, abs=1e-12)
    assert step.question.options[step.question.right] == (
        f"The mean of g(q) over the queries = {recall:.3f}"
    )
    assert f"{precision:.3f} here" in step.question.why
    told = re.search(r"\| g\(q\) \|(.*)\|", step.text)[1]
    assert [float(each) for each in told.split("|")] == pytest.approx(
        per_query["full"][0], abs=5e-3
    )
    _, pooled = mean_and_pooled(scene.reference, scene.estimate, 5, 1.0, reduced=False)
    assert f"= {pooled:.3f}" in step.question.options[1]
    assert statistics.median(per_query["full"][0]) == 0.5
    assert len({option.rpartition(" = ")[2] for option in step.question.options}) == 3


def test_how_many_are_kept_is_hinted_at_with_a_triplet_that_was_missed_or_is_lost():
    step = steps_of("counting")[2]
    every = {name: both for name, both in counted(step.scene, 3).items() if both[0]}
    for option, hint in enumerate(step.question.hints):
        if option != step.question.right:
            more = option < step.question.right
            assert ("agrees with more." in hint, "agrees with fewer." in hint) == (more, not more)
            assert every[re.search(r"\(.*?\)", hint)[0]] == [True, more]
    assert step.question.hints[-1].startswith("The reference has no more.")


def test_hints_and_answers_on_causes_are_true():
    *choices, make, repair = steps_of("causes")
    late, two = (step.scene for step in choices)
    right = [step.question.options[step.question.right] for step in choices]
    assert right == [
        "All its boundaries are late by the same time",
        "All its boundaries are late by the same time; it lacks a layer",
    ]
    for own, other in zip(late.reference.boundaries, late.estimate.boundaries, strict=True):
        assert other[1:-1] - own[1:-1] == pytest.approx(1.2)
    assert "1.2 s earlier" in steps_of("causes")[0].question.why
    # Of the last step's wrong options one half is right; each alone, and both, by the plain score.
    lacking = two.reference.boundaries[1].tolist()
    there = [row.tolist() for row in two.estimate.boundaries]
    end = two.reference.end
    late_layer = [0, *(time + 1.2 for time in lacking[1:-1]), end]
    in_time = [[0, *(time - 1.2 for time in row[1:-1]), end] for row in there]
    put_in = two.with_estimate(there[0], late_layer, there[1]).value("f_measure")
    moved = two.with_estimate(*in_time).value("f_measure")
    late_only = "All its boundaries are late by the same time; it has"
    assert f"Fixing it gives T_F = {moved:.3f}" in hint("causes", 2, late_only)[0]
    assert f"Fixing it gives T_F = {put_in:.3f}" in hint("causes", 2, "It lacks a layer;")[0]
    before = two.value("f_measure")
    why = steps_of("causes")[1].question.why
    assert f"one alone adds {put_in - before:.3f} or {moved - before:.3f}. Fixing both adds" in why
    assert f"{1 - before:.3f}, more than the sum" in why
    assert 1 - before > put_in + moved - 2 * before
    # The one boundary whose move helps most, by trying each.
    move = hint("causes", 1, "Some of its")[0]
    rows = [row.tolist() for row in late.estimate.boundaries]
    scores = []
    for level, row in enumerate(rows):
        for time in row[1:-1]:
            near = min(late.reference.boundaries[level][1:-1], key=lambda at: abs(at - time))
            changed = sorted({*row} - {time} | {float(near)})
            moved = late.with_estimate(
                *(changed if at == level else r for at, r in enumerate(rows))
            )
            scores.append(moved.value("f_measure"))
    assert f"to {max(scores):.3f} only" in move
    # An error that is made is named, and one that is repaired is gone.
    assert "The diagnosis: " in make.question.check(make.scene, make.question.solved).text
    assert make.scene.value("f_measure") == repair.question.solved.value("f_measure") == 1
    assert repair.scene.value("f_measure") < 0.95


def test_the_plan_of_the_lecture_has_notes_on_each_of_its_steps_in_turn():
    plan = lecture_plan()
    assert (plan[0].start, plan[-1].end) == (0, 45)
    assert all(part.end == after.start for part, after in pairwise(plan))
    by_id = {lesson.id: lesson for lesson in lessons()}
    shown = [(by_id[name], step) for name in LECTURE[:-1] for step in by_id[name].steps]
    shown.append((by_id[LECTURE[-1]], by_id[LECTURE[-1]].steps[0]))
    parts = [part_about(lesson.title, step.title) for lesson, step in shown]
    assert sorted({*parts}) == list(range(1, len(plan) - 1))
    assert parts == sorted(parts)
    assert part_about("Count them", "Count them") is None
    assert not any(mark in text for part in plan for text in part[2:] for mark in "*[]|")
