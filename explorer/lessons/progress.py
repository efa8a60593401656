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
from explorer.lessons.course import Estimate, Lesson, Scene, Step, Task, Ticks, Verdict
from explorer.lessons.course.model import START
from explorer.lessons.own import every_lesson
from explorer.pair import computed
from explorer.session.around_streamlit import hear
from explorer.state.lessons import MADE, LessonsState
from explorer.state.own_lesson import OwnLessonState
from explorer.state.pair import PairState
from explorer.state.url import ADDRESSED
from explorer.state.value import Table, Value

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


def show_again(lesson: Lesson, number: int, made: dict[str, Any]) -> None:
    """Put a scene on screen as it was made, the next time that it is there."""
    name = key(lesson, number)
    session.lessons.made = {**session.lessons.made, name: made}
    if session.lessons.stage == name:
        session.lessons.stage = ""


def _clear_stage() -> None:
    """Keep what the reader made of the scene that is on screen, if any is."""
    name = session.lessons.stage
    if name:
        session.lessons.made = {**session.lessons.made, name: session.every.held(MADE)}
        session.lessons.stage = ""


def _show(scene: object, more: dict[str, Any]) -> None:
    session.every.reset((*_SCENERY, LessonsState.staged, LessonsState.triplet))
    session.visit.restored += 1
    if isinstance(scene, Scene):
        names = ("window", "variant", "query", "direction", "convention", "frame_size")
        session.pair.put({name: getattr(scene, name) for name in names} | {"drawn": None})
        session.lessons.staged = pack_pair(*scene.sides)
        session.lessons.triplet = " ".join(f"{time:g}" for time in scene.triplet or ())
    session.every.put(more)


def as_made(step: Step) -> Scene:
    """Give the scene as the reader made it."""
    return scene_of(step, session.every)


def scene_of(step: Step, made: Table) -> Scene:
    """Give the scene as a table says that it was made; see :data:`MADE`."""
    reference, estimate = computed.unpacked(made[LessonsState.staged])
    times = [float(time) for time in made[LessonsState.triplet].split()]
    return replace(
        step.pair,
        reference=reference,
        estimate=estimate,
        window=effective_window(reference.end, made[PairState.window]),
        query=made[PairState.query],
        triplet=(times[0], times[1]) if times else None,
    )


def may_edit(lesson: Lesson, number: int) -> bool:
    """Whether the picture is open for edits: where a task asks for them, and once a step is done.

    Where it is about one triplet, it never is: there the moments are moved.
    """
    step = lesson.steps[number - 1]
    if step.edits or not isinstance(step.scene, Scene):
        return step.edits
    return is_done(lesson, number) and step.scene.triplet is None


def may_place(lesson: Lesson, number: int) -> bool:
    """Whether the moments of a triplet can be moved, and what comes of it is told."""
    step = lesson.steps[number - 1]
    return isinstance(step.question, Task) or is_done(lesson, number)


def is_played(lesson: Lesson, number: int) -> bool:
    """Whether the picture can be played with: a step is done that asked for nothing on it."""
    step = lesson.steps[number - 1]
    if not is_done(lesson, number) or not isinstance(step.scene, Scene):
        return False
    return not (isinstance(step.question, Task) and (step.edits or step.pair.triplet))


def put_back(step: Step) -> None:
    """Put the picture back as the scene has it; the answer stays."""
    hear()  # an edit may come together with the press: it is undone too
    if step.pair.triplet is None:
        session.lessons.staged = pack_pair(*step.pair.sides)
        session.pair.reset((PairState.drawn, PairState.refused))
    else:
        _show(step.scene, {})


def is_changed(step: Step) -> bool:
    """Whether the picture that can be played with is another one than the scene has."""
    made, scene = as_made(step), step.pair
    if scene.triplet is None:
        return made.estimate != scene.estimate
    return (made.query, made.triplet) != (scene.query, scene.triplet)


def verdict(lesson: Lesson, number: int) -> Verdict | None:
    """Give what was said of the last answer to a step; None before any."""
    said = _verdicts().get(key(lesson, number))
    return Verdict(*said) if said else None


def is_done(lesson: Lesson, number: int) -> bool:
    """Whether a step was answered rightly, or its answer shown."""
    found = verdict(lesson, number)
    return found is not None and found.right


def is_shown(lesson: Lesson, number: int) -> bool:
    """Whether the answer to a step was shown, not found."""
    found = verdict(lesson, number)
    return found is not None and found.shown


def done(lesson: Lesson) -> tuple[int, int]:
    """Count the steps that are done, and those of them whose answer was shown."""
    numbers = range(1, len(lesson.steps) + 1)
    return (
        sum(is_done(lesson, number) for number in numbers),
        sum(is_shown(lesson, number) for number in numbers),
    )


def say(lesson: Lesson, number: int, found: Verdict) -> None:
    """Note what is said of the answer to a step."""
    said = (found.right, found.text, found.shown)
    session.lessons.verdicts = {**_verdicts(), key(lesson, number): said}


def _verdicts() -> dict[str, tuple[bool, str, bool]]:
    return session.lessons.verdicts


def given(lesson: Lesson, number: int) -> Any:
    """Give the answer that is chosen, guessed or made; None before any is."""
    return session.lessons.answers.get(key(lesson, number))


def widget(lesson: Lesson, number: int) -> str:
    """Name the widget of an answer, anew whenever something else than the reader sets it."""
    return f"answer-{key(lesson, number)}-{session.lessons.answered}"


def take_answer(lesson: Lesson, number: int, name: str) -> None:
    """Keep what the reader chose: the widget forgets it on the way to another step."""
    if name == widget(lesson, number):
        _keep(lesson, number, st.session_state[name])


def _keep(lesson: Lesson, number: int, answer: Any) -> None:
    before = session.lessons.answers
    session.lessons.answers = {**before, key(lesson, number): answer}


def set_answer(lesson: Lesson, number: int, answer: Any) -> None:
    """Set an answer for the reader."""
    _keep(lesson, number, answer)
    session.lessons.answered += 1


def check(lesson: Lesson, number: int) -> None:
    """Let the core judge the answer that is given."""
    step = lesson.steps[number - 1]
    question = step.question
    if isinstance(question, Task):
        hear()  # what is judged may come together with the press
        _keep(lesson, number, session.every.held(MADE))
    elif isinstance(question, Estimate) and given(lesson, number) is None:
        _keep(lesson, number, START)
    answer = given(lesson, number)
    nothing = Verdict(False, "Choose an answer first.")
    say(lesson, number, nothing if answer in (None, []) else judged(step, answer))


def judged(step: Step, answer: Any) -> Verdict:
    """Let the core judge an answer."""
    question = step.question
    if isinstance(question, Task):
        return question.check(step.pair, scene_of(step, Table(answer)))
    return question.check(answer)


def show_answer(lesson: Lesson, number: int) -> None:
    """Give the answer away: a task is solved on the picture."""
    hear()
    step = lesson.steps[number - 1]
    question = step.question
    if isinstance(question, Task):
        _show(question.solved, {"stage": key(lesson, number)})
        _keep(lesson, number, session.every.held(MADE))
    else:
        # A list, as the widget and the browser give it.
        right = list(question.right) if isinstance(question, Ticks) else question.right
        set_answer(lesson, number, right)
    say(lesson, number, shown_answer(step))


def shown_answer(step: Step) -> Verdict:
    """Say what is said where the answer is shown."""
    question = step.question
    if isinstance(question, Task):
        return replace(question.check(step.pair, question.solved), shown=True)
    return Verdict(True, question.why, shown=True)


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
        set_answer(lesson, number, None)
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
