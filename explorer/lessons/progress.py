"""Which step of which lesson is on screen, what its reader made of it, and what was answered.

A lesson has a pair, a window and so on of its own. What the other pages show is put aside while one
is taken, and is back afterwards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from core.io import pack_pair
from core.windows import effective_window
from explorer import session
from explorer.frontend.components import keep
from explorer.lessons.course import (
    Choice,
    Estimate,
    Lesson,
    Scene,
    Step,
    Task,
    Ticks,
    Verdict,
)
from explorer.lessons.course.model import START
from explorer.lessons.own import every_lesson
from explorer.messages.pack import pack
from explorer.pair import computed
from explorer.session.around_streamlit import hear, heard, told
from explorer.state.lessons import Answer, LessonsState
from explorer.state.own_lesson import OwnLessonState
from explorer.state.pair import PairState
from explorer.state.url import ADDRESSED
from explorer.state.value import Value

_SCENERY = tuple(
    value for value in ADDRESSED if value not in (*LessonsState.values(), *OwnLessonState.values())
)
"""What a scene has of its own."""


def step_aside() -> None:
    """Put what the other pages show aside."""
    if session.lessons.aside is None:
        session.lessons.aside = session.every.held((PairState.drawn, *_SCENERY))


def step_back() -> None:
    """Show again what was put aside, if anything was."""
    # What tells that it is done comes last: a run may end at any touch of the session.
    if session.lessons.aside is not None:
        _clear_stage()
        session.every.put(session.lessons.aside)
        session.visit.restored += 1
        session.lessons.aside = None


def current_lesson() -> Lesson | None:
    """Give the lesson that the session names; None for the list."""
    return next((each for each in every_lesson() if each.id == session.lessons.lesson), None)


def key(lesson: Lesson, number: int) -> str:
    """Name a step; the first is 1."""
    return f"{lesson.id}-{number}"


def put_on_stage(lesson: Lesson, number: int) -> None:
    """Put a step's scene on screen, if another one is: as its reader left it."""
    name = key(lesson, number)
    if session.lessons.stage != name:
        _clear_stage()
        made = session.lessons.made.get(name, {})
        _show(lesson.steps[number - 1].scene, made | {"stage": name})


def _clear_stage() -> None:
    """Keep what the reader made of the scene that is on screen, if any is."""
    name = session.lessons.stage
    if name:
        made = session.every.held((LessonsState.staged, PairState.window, PairState.query))
        session.lessons.made = {**session.lessons.made, name: made}
        session.lessons.stage = ""


def _show(scene: object, more: dict[str, Any]) -> None:
    session.every.reset((*_SCENERY, LessonsState.staged))
    session.visit.restored += 1
    if isinstance(scene, Scene):
        names = ("window", "variant", "query", "direction", "convention", "frame_size")
        session.pair.put({name: getattr(scene, name) for name in names} | {"drawn": None})
        session.lessons.staged = pack_pair(scene.reference, scene.estimate)
    session.every.put(more)


def as_made(step: Step) -> Scene:
    """Give the scene as the reader made it."""
    reference, estimate = computed.unpacked(session.lessons.staged)
    return replace(
        step.pair,
        reference=reference,
        estimate=estimate,
        window=effective_window(reference.end, session.pair.window),
        query=session.pair.query,
    )


def may_edit(lesson: Lesson, number: int) -> bool:
    """Whether the picture is open for edits: where a task asks for them, and once a step is done.

    Where letters are pinned to it, it never is: the text speaks of these very moments.
    """
    step = lesson.steps[number - 1]
    if step.edits or not isinstance(step.scene, Scene):
        return step.edits
    return is_done(lesson, number) and not step.scene.pins


def put_back(step: Step) -> None:
    """Put the pair back as the scene has it; the answer stays."""
    hear()  # an edit may come together with the press: it is undone too
    pair = pack_pair(step.pair.reference, step.pair.estimate)
    session.lessons.staged = pair
    session.pair.reset((PairState.drawn, PairState.refused))


def verdict(lesson: Lesson, number: int) -> Verdict | None:
    """Give what was said of the last answer to a step; None before any."""
    said = _verdicts().get(key(lesson, number))
    return Verdict(*said) if said else None


def is_done(lesson: Lesson, number: int) -> bool:
    """Whether a step was answered rightly, or its answer shown."""
    found = verdict(lesson, number)
    return found is not None and found.right


def done(lesson: Lesson) -> int:
    """Count the steps that are done."""
    return sum(is_done(lesson, number) for number in range(1, len(lesson.steps) + 1))


def _say(lesson: Lesson, number: int, found: Verdict) -> None:
    session.lessons.verdicts = {**_verdicts(), key(lesson, number): (found.right, found.text)}


def _verdicts() -> dict[str, tuple[bool, str]]:
    return session.lessons.verdicts


def given(lesson: Lesson, number: int) -> Answer | None:
    """Give the answer that is chosen, ticked or guessed; None before any is."""
    return session.lessons.answers.get(key(lesson, number))


def widget(lesson: Lesson, number: int) -> str:
    """Name the widget of an answer, anew whenever something else than the reader sets it."""
    return f"answer-{key(lesson, number)}-{session.lessons.answered}"


def take_answer(lesson: Lesson, number: int, name: str) -> None:
    """Keep what the reader chose: the widget forgets it on the way to another step."""
    if name == widget(lesson, number):
        _keep(lesson, number, st.session_state[name])


def _keep(lesson: Lesson, number: int, answer: Answer | None) -> None:
    before = session.lessons.answers
    session.lessons.answers = {**before, key(lesson, number): answer}


def _set(lesson: Lesson, number: int, answer: Answer | None) -> None:
    _keep(lesson, number, answer)
    session.lessons.answered += 1


def check(lesson: Lesson, number: int) -> None:
    """Let the core judge the answer that is given."""
    step = lesson.steps[number - 1]
    question = step.question
    if isinstance(question, Task):
        hear()  # what is judged may come together with the press
        found = question.check(step.pair, as_made(step))
    else:
        answer: Any = given(lesson, number)
        if answer is None and isinstance(question, Estimate):
            answer = START
        found = (
            Verdict(False, "Choose an answer first.")
            if answer is None or answer == []
            else question.check(answer)
        )
    _say(lesson, number, found)


def show_answer(lesson: Lesson, number: int) -> None:
    """Give the answer away: a task is solved on the picture."""
    hear()
    step = lesson.steps[number - 1]
    question = step.question
    if isinstance(question, Task):
        _show(question.solved, {"stage": key(lesson, number)})
    else:
        _set(lesson, number, _right_answer(question))
    _say(lesson, number, _right(step))


def _right_answer(question: Choice | Ticks | Estimate) -> Answer:
    return list(question.right) if isinstance(question, Ticks) else question.right


def begin_again(lesson: Lesson, number: int) -> None:
    """Forget the answer, and put the scene back as it was."""
    hear()
    _forget(lesson, number)


def _forget(lesson: Lesson, *numbers: int) -> None:
    gone = {key(lesson, number) for number in numbers}
    kept: tuple[Value[Any], ...] = (LessonsState.verdicts, LessonsState.made)
    for value in kept:
        before = session.lessons[value]
        session.lessons[value] = {name: before[name] for name in before.keys() - gone}
    for number in numbers:
        _set(lesson, number, None)
    session.lessons.stage = ""


def take_up(lesson: Lesson) -> None:
    """Begin a lesson, or go on at its first step that is not done; one that is done anew."""
    numbers = range(1, len(lesson.steps) + 1)
    left = [number for number in numbers if not is_done(lesson, number)]
    if not left:
        _forget(lesson, *numbers)
    go(lesson.id, left[0] if left else 1)


def go(lesson: str, number: int = 1) -> None:
    """Go to a step of a lesson; to the list with no lesson."""
    session.lessons.lesson, session.lessons.step = lesson, number


def go_to_chosen(lesson: Lesson, number: int, name: str) -> None:
    """Go to the step that a widget says which was drawn with another one.

    The browser may speak of a widget once more after it has gone; then it has nothing to say.
    """
    here = session.lessons.lesson, min(session.lessons.step, len(lesson.steps))
    if st.session_state[name] is not None and here == (lesson.id, number):
        session.lessons.step = st.session_state[name]


def keep_answers() -> None:
    """Have the browser keep the answers as long as its tab, whatever becomes of the session."""
    kept = {
        "answers": session.lessons.answers,
        "done": [name for name, (right, _) in _verdicts().items() if right],
    }
    keep(
        data=pack({"kept": kept, "fresh": not (kept["answers"] or kept["done"])}),
        key="keep",
        height=1,
        on_kept_change=heard,
    )


@told("keep", "kept")
def _take_kept(value: object) -> None:
    """Take back what the browser kept; what is right is judged anew."""
    said = value if isinstance(value, dict) else {}
    answers, finished = said.get("answers"), said.get("done")
    for lesson in every_lesson():
        for number, step in enumerate(lesson.steps, 1):
            name = key(lesson, number)
            answer = answers.get(name) if isinstance(answers, dict) else None
            if is_answer(step.question, answer):
                _set(lesson, number, answer)
            if isinstance(finished, list) and name in finished:
                _say(lesson, number, _right(step))


def is_answer(question: object, answer: Any) -> bool:
    """Whether a value can be the answer to a question."""
    if isinstance(question, Choice):
        return type(answer) is int and 0 <= answer < len(question.options)
    if isinstance(question, Ticks):
        places = range(len(question.options))
        short = isinstance(answer, list) and len(answer) <= len(places)
        return short and all(type(each) is int and each in places for each in answer)
    return isinstance(question, Estimate) and type(answer) in (int, float) and 0 <= answer <= 1


def _right(step: Step) -> Verdict:
    """What is said of the right answer."""
    question = step.question
    if isinstance(question, Task):
        return question.check(step.pair, question.solved)
    return Verdict(True, question.why)
