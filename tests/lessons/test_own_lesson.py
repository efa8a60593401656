"""A teacher's own lesson: the core checks its questions, and links have limits."""

import math
from dataclasses import replace

import pytest
from cases import case_rows
from naive import t_measures

from core.editing import add_boundary, move_boundary
from core.errors import HierscopeError, ReadError, ScoreError
from core.hierarchy import Hierarchy
from core.io.limits import MAX_LESSON, MAX_OPTION, MAX_PAIR_SEGMENTS, MAX_PROMPT, MAX_QUESTIONS
from core.io.link import pack_json, pack_pair, unpack_json
from core.samples import sample
from core.tmeasures import MIR_EVAL
from explorer.lessons.own import own_lesson, step_of, value
from explorer.state.own_lesson import (
    Bound,
    Options,
    OwnLesson,
    OwnQuestion,
    Place,
    lesson_file,
    looked_at,
    pack_lesson,
    read_lesson_file,
    unpack_lesson,
)
from explorer.state.pair import PairState

REFERENCE = Hierarchy.from_boundaries([[0, 20, 40, 60]])
ESTIMATE = Hierarchy.from_boundaries([[0, 18, 30, 60]])
STATE = looked_at(PairState({"window": 15.0, "variant": "full", "query": 19.0, "frame_size": 1.0}))
CHOICE = Options(("Yes", "No"), ("", "Look at 20 s."), 0)
BETTER = Bound("f_measure", "at least", 0.9, "estimate")


def asked(holds, **changes):
    pair = changes.pop("pair", (REFERENCE, ESTIMATE))
    question = OwnQuestion("What is lost?", pack_pair(*pair), STATE, False, holds)
    return replace(question, **changes)


def lesson_of(*holds):
    return OwnLesson("Tomorrow", tuple(map(asked, holds)))


def step(holds, **changes):
    return step_of(asked(holds, **changes), "1")


KINDS = [
    CHOICE,
    BETTER,
    Bound("recall", "at most", 0.25, "window"),
    Place(1, 20.0, 0.5, "move"),
    Place(1, 41.5, 1.0, "add"),
]


def test_a_lesson_is_the_same_after_a_link_and_after_a_file():
    lesson = lesson_of(*KINDS)
    text = pack_lesson(lesson)
    assert unpack_lesson(text) == lesson
    assert read_lesson_file(lesson_file(text).encode()) == text


def test_what_is_right_stands_in_no_plain_sight():
    text = pack_lesson(lesson_of(Options(("Orange", "Apple"), ("", ""), 1)))
    for shown in (text, lesson_file(text)):
        assert not any(word in shown for word in ("Apple", "Orange", "right", "What is lost"))


def test_questions_become_steps_that_check_their_answers():
    made, problem = own_lesson(pack_lesson(lesson_of(*KINDS)))
    assert not problem
    assert made.id.startswith("own-")
    assert [each.title for each in made.steps] == [f"Question {n}" for n in range(1, 6)]
    for each in made.steps[1:]:
        assert not each.question.check(each.scene, each.scene).right
        found = each.question.check(each.scene, each.question.solved)
        assert found.right, found.text
    assert [each.edits for each in made.steps] == [False, True, False, True, True]
    assert made.steps[2].before == ("window",)


@pytest.mark.parametrize("times", [[0, 20, 60], [0, 20, 30, 40, 60], [0, 21, 40, 60]])
def test_a_bound_holds_where_the_score_of_an_oracle_is_within_it(times):
    scene = step(BETTER).scene
    made = replace(scene, estimate=Hierarchy.from_boundaries([times]))
    recall, precision = t_measures(
        made.reference, made.estimate, made.window, made.frame_size, MIR_EVAL
    )[0]["full"]
    f = 2 * recall * precision / (recall + precision)
    for part, exact in (("recall", recall), ("precision", precision), ("f_measure", f)):
        shown = round(exact, 3)
        assert value(made, part) == shown
        for sense, off in (("at least", 0.001), ("at most", -0.001)):
            for right, limit in ((True, shown), (False, round(shown + off, 3))):
                if 0 < limit < 1:
                    # What is on screen counts: three decimals.
                    found = step(Bound(part, sense, limit, "estimate")).question.check(scene, made)
                    assert found.right == right
                    assert f"is {shown:.3f}" in found.text


def test_a_score_that_is_not_defined_is_within_no_bound():
    low = step(Bound("precision", "at most", 0.3, "estimate"))
    made = replace(low.scene, estimate=Hierarchy.from_boundaries([[0, 60]]))
    assert math.isnan(value(made, "precision"))
    found = low.question.check(low.scene, made)
    assert not found.right
    assert "no full T_P here" in found.text
    assert low.question.check(low.scene, low.question.solved).right


def test_a_bound_by_the_window_names_it():
    question, scene = (found := step(KINDS[2])).question, found.scene
    assert question.solved.estimate == scene.estimate
    assert "at a window of 15 s. It should be at most 0.25" in question.check(scene, scene).text
    assert value(question.solved, "recall") <= 0.25 < value(scene, "recall")


@pytest.mark.parametrize(("how", "at", "to", "right", "words"), case_rows("lessons", "placed"))
def test_a_boundary_is_in_its_place_within_what_it_may_be_off(how, at, to, right, words):
    question, scene = (made := step(Place(1, at, 0.5, how))).question, made.scene
    estimate = scene.estimate
    if to:
        edit = add_boundary if len(to) == 1 else move_boundary
        estimate = edit(estimate, 1, *to, nested=False)
    found = question.check(scene, replace(scene, estimate=estimate))
    assert found.right == right
    assert words in found.text
    # A wrong one is not told the place.
    assert right or "0:20" not in found.text


def test_a_layer_that_has_gone_is_told():
    deep = (REFERENCE, Hierarchy.from_boundaries([[0, 30, 60], [0, 18, 30, 60]]))
    found = step(Place(2, 20.0, 0.5, "move"), pair=deep)
    flat = replace(found.scene, estimate=ESTIMATE)
    assert "no layer 2" in found.question.check(found.scene, flat).text


@pytest.mark.parametrize(
    ("holds", "rows", "state", "said"),
    [
        (Bound("recall", "at least", 1.0, "window"), None, {}, "No solution was found"),
        (Place(1, 18.0, 0.5, "add"), None, {}, "is already there"),
        (BETTER, [[0, 0.5, 1]], {"frame_size": "2.0", "query": "0.5"}, "frame"),
        (BETTER, [[0, 5e5, 1e6]] * 10, {"frame_size": "0.02"}, "too long"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_by_the_core(holds, rows, state, said):
    pair = [Hierarchy.from_boundaries(rows)] * 2 if rows else (REFERENCE, ESTIMATE)
    with pytest.raises(ScoreError, match=said):
        step(holds, pair=pair, state=STATE | state)


def test_questions_share_the_time_that_one_pair_may_take():
    side = Hierarchy.from_boundaries([[0, 5e4, 1e5]] * 50)
    one = asked(CHOICE, pair=(side, side))
    assert own_lesson(pack_lesson(OwnLesson("", (one, one))))[0] is not None
    lesson, problem = own_lesson(pack_lesson(OwnLesson("", (one, one, one))))
    assert lesson is None
    assert "together take too long" in problem


def assert_refused(change):
    document = unpack_json(pack_lesson(lesson_of(*KINDS)))
    change(document)
    with pytest.raises(ReadError, match=r"^(lesson|link): ") as error:
        unpack_lesson(pack_json(document))
    assert len(str(error.value)) < 300
    assert str(error.value).isprintable()


def put(*path_and_value):
    *path, last, new = path_and_value

    def change(document):
        for key in path:
            document = document[key]
        document[last] = new

    return change


@pytest.mark.parametrize(
    ("path", "new"), case_rows("lessons", "wrong-own"), ids=lambda each: str(each)[:40]
)
def test_what_a_link_says_wrongly_is_refused(path, new):
    assert_refused(put(*path, new))


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["questions"].extend(document["questions"] * MAX_QUESTIONS),
        lambda document: document["questions"][0].pop("scores"),
        put("questions", 0, "prompt", "a" * (MAX_PROMPT + 1)),
        put("questions", 0, "holds", "kind", "a" * 100_000),
        put("questions", 0, "holds", "options", ["a" * (MAX_OPTION + 1), "b"]),
        put("questions", 1, "holds", "value", 10**400),
    ],
)
def test_what_a_link_has_too_much_or_too_little_of_is_refused(change):
    assert_refused(change)


def test_pairs_of_a_lesson_share_one_budget():
    times = [each / 10 for each in range(MAX_PAIR_SEGMENTS // 4)]
    large = Hierarchy.from_boundaries([times])
    question = asked(CHOICE, pair=(large, large))
    pack_lesson(OwnLesson("", (question, question)))
    with pytest.raises(ReadError, match="segments allowed"):
        pack_lesson(OwnLesson("", (question, question, question)))


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"\xff", b'{"hierscope_lesson": 1}', b'{"hierscope_lesson": "2"}',
        b"[" * 100_000, b" " * (MAX_LESSON + 101), b'{"hierscope_lesson": "1abc", "b": 1}',
    ],
)  # fmt: skip
def test_a_file_that_is_no_lesson_is_refused(data):
    with pytest.raises(HierscopeError):
        read_lesson_file(data)


def test_a_pair_of_real_length_fits_into_a_link_many_times():
    pair = sample("jingle_bells")
    question = asked(CHOICE, pair=(pair.reference, pair.estimate))
    assert len(pack_lesson(OwnLesson("", (question,) * 10))) < 4000
