"""The texts of a score: parsed, and recounted."""

import math
import re
from dataclasses import replace

import naive
import numpy as np
import pytest

from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import CONVENTIONS, PAPER_EQUATION, PAPER_TABLES, score
from core.vocabulary import DIRECTIONS, VARIANTS
from explorer.messages.score_words import coverage_words, score_words

FRAME = 0.5
PAIR = (
    Hierarchy.from_boundaries([[0, 6, 12], [0, 6, 8, 12], [0, 3, 6, 8, 9, 12]]),
    Hierarchy.from_boundaries([[0, 5, 12], [0, 5, 8.5, 9, 12]]),
)
SAID = re.compile(
    r"The (?P<own>\w+) decides which of two moments is closer to a third"
    r"(?P<by_one> by exactly one layer)?, (?P<within>{within})\. "
    r"The (?P<other>\w+) agrees with {score} of these decisions, {over}\."
)
NONE = re.compile(
    r"No (?P<direction>\w+): the (?P<own>\w+) nowhere decides which of two moments is closer "
    r"to a third(?P<by_one> by exactly one layer)?, {within}\."
)
WITHIN = re.compile(r"anywhere in the track|both within (about )?([\d.]+) s of it")


SPARSE = (
    Hierarchy.from_boundaries([[0, 100], [0, 50, 100]]),
    Hierarchy.from_boundaries([[0, 100], [0, 10, 12, 100]]),
)


def words_for(convention, window, frame_size=FRAME, beta=1.0):
    windows = np.array([window])
    back, _ = convention.reach_in_seconds(windows, frame_size)
    return score_words(Settings(convention, beta=beta), windows, back)


@pytest.mark.parametrize(
    ("convention", "no_triplet", "window"),
    [
        (PAPER_TABLES, None, 1.0),
        (PAPER_TABLES, 0.0, 5.0),
        (PAPER_EQUATION, 1.0, 2.0),
        (PAPER_EQUATION, None, math.inf),
    ],
)
def test_what_a_score_says_is_what_is_counted(convention, no_triplet, window):
    convention = replace(convention, no_triplet=no_triplet)
    words = words_for(convention, window)
    result = score(*PAIR, [window], settings=Settings(convention, frame_size=FRAME))
    sides = dict(zip(("reference", "estimate"), PAIR, strict=True))
    count = round(PAIR[0].end / FRAME)
    found = WITHIN.fullmatch(words["within"][0])
    assert not found[1]
    reach = float(found[2] or "inf") / FRAME
    closed = 0.5 if convention.half_window else 0  # the end of the window is in it, too
    for variant in VARIANTS:
        scores = result.scores[variant]
        for direction in DIRECTIONS:
            said = SAID.fullmatch(words["scores"][variant][direction])
            none = NONE.fullmatch(words["none"][variant][direction])
            assert none["direction"] == direction
            assert (none["own"], none["by_one"]) == (said["own"], said["by_one"])
            cut = [
                naive.segments_in_frames(sides[said[side]], lambda t: naive.exact_frame(t, FRAME))
                for side in ("own", "other")
            ]
            g = []
            for q in range(count):
                # The frames that begin where the words say.
                within = [x for x in range(count) if q - reach <= x < q + reach + closed]
                agreeing, every = naive.g(*cut, q, within, bool(said["by_one"]))
                g += [agreeing / every] if every else []
            assert float(scores.share(direction)[0]) == pytest.approx(len(g) / count)
            if not g:
                continue
            # The two kinds of mean that the words tell apart.
            value = re.search(r"count as (\d)", words["over"]["some"])
            mean = naive.mean(g, count - len(g), int(value[1]) if value else None)
            assert float(scores.part(direction)[0]) == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("window", [0.5, 0.55])
def test_about_is_said_where_frames_make_the_window_another_one(name, window):
    convention = CONVENTIONS[name]
    found = WITHIN.fullmatch(words_for(convention, window, 0.1)["within"][0])
    assert float(found[2]) == (window / 2 if convention.half_window else window)
    if convention.frameless:
        assert not found[1]
        return
    frames = naive.window_frames(500, 1000, window, 0.1, convention)
    reached = (500 - frames[0]) * 0.1
    assert bool(found[1]) == (abs(reached - float(found[2])) > 1e-6)
    assert reached <= float(found[2]) + 1e-9


@pytest.mark.parametrize(("beta", "more"), [(0.5, "precision"), (1.0, None), (2.0, "recall")])
def test_f_is_the_mean_that_it_is_called(beta, more):
    said = words_for(PAPER_TABLES, 5.0, beta=beta)["scores"]["reduced"]["f_measure"]
    result = score(*PAIR, [5.0], settings=Settings(PAPER_TABLES, frame_size=FRAME, beta=beta))
    found = result.scores["reduced"]
    recall, precision, f = found.recall[0], found.precision[0], found.f_measure[0]
    if more is None:
        assert said.startswith("The harmonic mean of")
        assert f == pytest.approx(2 / (1 / recall + 1 / precision))
        assert "never above their average" in said
    else:
        assert f"with β = {beta:g}, {more} weighs more" in said
        heavy, light = (recall, precision) if more == "recall" else (precision, recall)
        assert abs(f - heavy) < abs(f - light)


@pytest.mark.parametrize(
    ("pair", "variant", "part"),
    [(PAIR, "full", "recall"), (SPARSE, "reduced", "precision"), (SPARSE, "full", "f_measure")],
)
def test_too_little_coverage_names_the_window_from_which_on_it_is_half(pair, variant, part):
    windows = [0.5, 1.0, 3.0, 8.0, 30.0, math.inf]
    result = score(*pair, windows, settings=Settings(frame_size=FRAME))
    words = coverage_words(result, pair)
    sentence = words["little"][variant][part]
    enough = result.scores[variant].share(part) >= words["least"]
    named = re.search(r"at least ([\d.]+) s|the whole track\.|No window", sentence)
    if named[0] == "No window":
        assert not enough[-1]
        return
    first = windows.index(float(named[1] or "inf"))
    assert enough[first:].all()
    assert first == 0 or not enough[first - 1]


def test_no_window_and_identical_sides_are_named():
    flat = Hierarchy.from_boundaries([[0, 100]])
    words = coverage_words(score(flat, SPARSE[1], [1.0, math.inf]), (flat, SPARSE[1]))
    assert words["little"]["reduced"]["recall"] == (
        "Recall rests on {recall} of the track. No window scores half of it."
    )
    words = coverage_words(score(PAIR[0], PAIR[0], [5.0]), (PAIR[0], PAIR[0]))
    assert words["whole"] == words["enough"] == "Reference and estimate are identical."
    assert "identical" not in coverage_words(score(*PAIR, [5.0]), PAIR)["enough"]
