"""The public functions for figures: which figure, with which numbers."""

import math

import numpy as np
import pytest

import hierscope
from core.corpus.summary import describe
from core.errors import ReadError, ScoreError
from core.samples import sample
from core.tmeasures import FRAMELESS, score
from core.windows import sweep

POP = sample("pop_two_annotators")


def kinds(figure):
    return {trace.type for trace in figure.data}


def curve(figure, name="T<sub>R</sub> reduced"):
    return next(trace for trace in figure.data if trace.name == name)


def test_a_pair_is_drawn_as_layers_over_curves(both):
    drawn = hierscope.plot(both, both)
    bars = [trace for trace in drawn.data if trace.type == "bar"]
    assert len(bars) == 4
    wanted = score(POP.reference, POP.estimate, sweep(POP.reference.end)).scores["reduced"].recall
    np.testing.assert_array_equal(np.nan_to_num(curve(drawn).y), wanted)


def test_a_score_is_drawn_under_its_own_settings():
    found = hierscope.score(POP.reference, POP.estimate, 3, convention=FRAMELESS)
    drawn = hierscope.plot(found)
    windows = sweep(POP.reference.end)
    wanted = score(POP.reference, POP.estimate, windows, convention=FRAMELESS)
    wanted = wanted.scores["reduced"].recall
    np.testing.assert_array_equal(np.nan_to_num(curve(drawn).y), wanted)


def test_a_sweep_is_drawn_with_what_the_choice_of_a_window_rests_on():
    found = hierscope.sweep(POP.reference, POP.estimate, [3, 15, 30, math.inf])
    drawn = hierscope.plot(found, measure="full")
    np.testing.assert_array_equal(curve(drawn).y, found.reduced.recall)
    titles = [each.text for each in drawn.layout.annotations]
    assert "Share of the track scored (full)" in titles


def test_a_hierarchy_is_drawn_as_its_layers(both):
    drawn = hierscope.plot(hierscope.read(both))
    assert kinds(drawn) == {"bar"}
    assert len(drawn.data) == 2


def test_a_corpus_is_drawn_as_boxes_a_method(both):
    found = hierscope.corpus(pairs={"a": (both, both)}, windows=[3, 15, math.inf])
    drawn = hierscope.plot(found, measure="full", part="recall")
    box = drawn.data[0]
    assert box.type == "box"
    assert box.x == ("3", "15", "∞")
    wanted = describe(found.score("full", "recall"))
    np.testing.assert_array_equal(box.median, wanted.median)
    np.testing.assert_array_equal(box.upperfence, wanted.whisker_high)
    assert drawn.layout.title.text.startswith("T<sub>R</sub> full")


def test_styles_are_drawn_as_their_distances(tmp_path):
    for folder, unit in (("one", "ab"), ("other", "xyz")):
        (tmp_path / folder).mkdir()
        for number in range(3):
            (tmp_path / folder / f"{folder}{number}.bin").write_text(unit * (50 + 9 * number))
    found = hierscope.caemsi(tmp_path / "one", tmp_path / "other", keep_duplicates=True)
    names = [trace.name for trace in hierscope.plot(found).data]
    assert len(names) == 3
    assert names[0].endswith("within A, one")


def test_a_path_or_hierarchy_is_drawn_as_its_layers(both):
    wanted = hierscope.plot(hierscope.read(both, 1))
    for shown in (both, str(both), [both], POP.reference):
        assert hierscope.plot(shown) == wanted


def test_a_pair_of_path_and_hierarchy_is_drawn(both):
    drawn = hierscope.plot(str(both), POP.estimate)
    assert drawn == hierscope.plot(POP.reference, POP.estimate)


@pytest.mark.parametrize(
    ("words", "how"),
    [
        ("no measure 'half'. Choose one of reduced, full", {"measure": "half"}),
        ("no part 'f'. Choose one of recall, precision, f_measure", {"part": "f"}),
    ],
)
def test_what_there_is_to_draw_is_named(both, words, how):
    for shown in (hierscope.corpus(pairs={"a": (both, both)}, windows=[3]), both):
        with pytest.raises(ScoreError, match=words):
            hierscope.plot(shown, **how)


def test_what_is_not_drawn_says_what_is():
    with pytest.raises(TypeError, match="int is not a path"):
        hierscope.plot(3)
    with pytest.raises(ReadError, match=r"song\.jams: no such file"):
        hierscope.plot("song.jams")


def test_triplets_are_not_drawn():
    found = hierscope.triplets(POP.reference, POP.estimate, 20.0)
    with pytest.raises(TypeError, match="TripletBlocks can't be drawn"):
        hierscope.plot(found)
    with pytest.raises(TypeError, match="TripletBlocks is not a path"):
        hierscope.plot(found, POP.estimate)
