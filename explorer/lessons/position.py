"""The step of a lesson on screen, its answers, and the saved state of other pages."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.io.link import pack_pair
from core.windows import effective_window
from explorer import session
from explorer.lessons.course import LECTURE, lessons
from explorer.lessons.course.model import START, Estimate, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.own import every_lesson
from explorer.pair import computed
from explorer.session.around_streamlit import hear
from explorer.state.own_lesson import VIEW, OwnLessonState
from explorer.state.pages import ADDRESSED, MADE, LessonsState
from explorer.state.pair import PairState
from explorer.state.value import Table

_SCENERY = tuple(
    value for value in ADDRESSED if value not in (*LessonsState.values(), *OwnLessonState.values())
)


def step_aside() -> None:
    if session.lessons.aside is None:
        session.lessons.aside = session.every.by_key((PairState.drawn, *_SCENERY))


def step_back() -> None:
    # `aside` is reset last: a run may end at any access to the session.
    if session.lessons.aside is not None:
        _clear_stage()
        session.every.put(session.lessons.aside)
        session.visit.restored += 1
        session.lessons.aside = None


def current_lesson() -> Lesson | None:
    """Return the lesson that the session names; None for the list."""
    return next((lesson for lesson in every_lesson() if lesson.id == session.lessons.lesson), None)


def _clear_stage() -> None:
    """Store the edits of the scene on screen, if any."""
    name = session.lessons.stage
    if name:
        session.lessons.made = {**session.lessons.made, name: session.every.by_key(MADE)}
        session.lessons.stage = ""


def _show(scene: object, more: dict[str, Any]) -> None:
    session.every.reset((*_SCENERY, LessonsState.staged, LessonsState.triplet))
    session.visit.restored += 1
    if isinstance(scene, Scene):
        view = {value.key: getattr(scene, value.key) for value in VIEW}
        session.pair.put(view | {"drawn": None})
        session.lessons.staged = pack_pair(*scene.sides)
        session.lessons.triplet = " ".join(f"{time:g}" for time in scene.triplet or ())
    session.every.put(more)


def scene_of(step: Step, made: Table) -> Scene:
    """Return the scene with the reader's changes in a table; see :data:`MADE`."""
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


@dataclass
class Position:
    """A step of a lesson, by its number from 1: its picture and answer as the reader left them."""

    lesson: Lesson
    number: int
    lecture: bool = False  # a lecture has answers of its own

    @property
    def key(self) -> str:
        return f"{'lecture-' * self.lecture}{self.lesson.id}-{self.number}"

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number - 1]

    @property
    def is_last(self) -> bool:
        return self.number == len(self.lesson.steps)

    @property
    def answer(self) -> Any:
        """The reader's choice, guess or edit; None before."""
        return session.lessons.answers.get(self.key)

    @answer.setter
    def answer(self, answer: Any) -> None:
        session.lessons.answers = {**session.lessons.answers, self.key: answer}

    @property
    def verdict(self) -> Verdict | None:
        verdict = session.lessons.verdicts.get(self.key)
        return Verdict(*verdict) if verdict else None

    @verdict.setter
    def verdict(self, verdict: Verdict) -> None:
        session.lessons.verdicts = {**session.lessons.verdicts, self.key: verdict}

    @property
    def is_done(self) -> bool:
        """Whether it was answered correctly, or its answer shown."""
        return self.verdict is not None and self.verdict.right

    @property
    def is_shown(self) -> bool:
        """Whether the reader had its answer shown."""
        return self.verdict is not None and self.verdict.shown

    @property
    def scene(self) -> Scene:
        return scene_of(self.step, session.every)

    @property
    def may_edit(self) -> bool:
        """Whether boundaries can be edited: in a task on them, or once a step without i, j ends."""
        step = self.step
        if step.edits or not isinstance(step.scene, Scene):
            return step.edits
        return self.is_done and step.scene.triplet is None

    @property
    def may_place(self) -> bool:
        return isinstance(self.step.question, Task) or (self.is_done and self.step.outcome)

    @property
    def is_played(self) -> bool:
        """Whether the reader may edit freely: the step is done and was no task on the picture."""
        step = self.step
        if not self.is_done or not isinstance(step.scene, Scene) or not step.outcome:
            return False
        return not (isinstance(step.question, Task) and (step.edits or step.pair.triplet))

    @property
    def is_changed(self) -> bool:
        """Whether the reader has edited the picture."""
        made, scene = self.scene, self.step.pair
        if scene.triplet is None:
            return made.estimate != scene.estimate
        return (made.query, made.triplet) != (scene.query, scene.triplet)

    @property
    def is_stale(self) -> bool:
        """Whether the reader has edited the picture since a wrong answer."""
        if self.is_done or not isinstance(self.step.question, Task):
            return False
        checked, now = (
            scene.estimate if self.step.edits else (scene.window, scene.query, scene.triplet)
            for scene in (scene_of(self.step, Table(self.answer)), self.scene)
        )
        return checked != now

    def put_on_stage(self) -> None:
        """Put the scene on screen as its reader left it, unless it is there."""
        if session.lessons.stage != self.key:
            _clear_stage()
            made = session.lessons.made.get(self.key, {})
            _show(self.step.scene, made | {"stage": self.key})

    def put_back(self) -> None:
        """Reset the picture to the scene; the answer stays."""
        hear()  # an edit may arrive with the press; undo it, too
        if self.step.pair.triplet is None:
            session.lessons.staged = pack_pair(*self.step.pair.sides)
            session.pair.reset((PairState.drawn, PairState.refused))
        else:
            _show(self.step.scene, {})

    @property
    def widget(self) -> str:
        """Name the widget of the answer; it changes when the answer is set elsewhere."""
        return f"answer-{self.key}-{session.lessons.answered}"

    def take_answer(self, widget: str) -> None:
        """Store the choice, which the widget forgets at another step."""
        if widget == self.widget:
            self.answer = st.session_state[widget]

    def set_answer(self, answer: Any) -> None:
        self.answer = answer
        session.lessons.answered += 1

    def restore(self, answer: Any, outcome: object) -> None:
        """Restore an answer of an earlier visit; a checked one is judged again."""
        self.set_answer(answer)
        if isinstance(self.step.question, Task):
            # Appears when the scene is next on screen.
            session.lessons.made = {**session.lessons.made, self.key: answer}
            if session.lessons.stage == self.key:
                session.lessons.stage = ""
        if outcome == "shown":
            self.verdict = _shown_answer(self.step)
        elif outcome == "checked":
            self.verdict = judged(self.step, answer)

    def check(self) -> None:
        question = self.step.question
        if isinstance(question, Task):
            hear()  # the edit to judge may arrive with the press
            self.answer = session.every.by_key(MADE)
        elif isinstance(question, Estimate) and self.answer is None:
            self.answer = START
        if self.answer in (None, []):
            self.verdict = Verdict(False, "Choose an answer first.")
        else:
            self.verdict = judged(self.step, self.answer)

    def show_answer(self) -> None:
        """Show the solution; a task is solved on the picture."""
        hear()
        question = self.step.question
        if isinstance(question, Task):
            _show(question.solved, {"stage": self.key})
            self.answer = session.every.by_key(MADE)
        else:
            self.set_answer(question.right)
        self.verdict = _shown_answer(self.step)

    def forget(self) -> None:
        hear()
        lessons = session.lessons
        lessons.verdicts = {key: old for key, old in lessons.verdicts.items() if key != self.key}
        lessons.made = {key: old for key, old in lessons.made.items() if key != self.key}
        self.set_answer(None)
        session.lessons.stage = ""


def positions(lesson: Lesson, lecture: bool = False) -> list[Position]:
    return [Position(lesson, number, lecture) for number in range(1, len(lesson.steps) + 1)]


def lecture_positions() -> list[Position]:
    return [at for lesson in lessons() if lesson.id in LECTURE for at in positions(lesson, True)]


def position_here() -> Position | None:
    """Return the step that the session names; None for the list."""
    lesson, state = current_lesson(), session.lessons
    return Position(lesson, min(state.step, len(lesson.steps)), state.lecture) if lesson else None


def judged(step: Step, answer: Any) -> Verdict:
    question = step.question
    if isinstance(question, Task):
        return question.check(step.pair, scene_of(step, Table(answer)))
    return question.check(answer)


def _shown_answer(step: Step) -> Verdict:
    question = step.question
    if isinstance(question, Task):
        return question.check(step.pair, question.solved)._replace(shown=True)
    return Verdict(True, question.why, shown=True)


def take_up(lesson: Lesson) -> None:
    """Open the first unfinished step; a finished lesson begins anew."""
    session.lessons.lecture = False
    steps = positions(lesson)
    left = [at.number for at in steps if not at.is_done]
    if not left:
        forget_all(steps)
    go(lesson.id, left[0] if left else 1)


def take_up_lecture() -> None:
    """Open the first unfinished step of the lecture, or its first."""
    session.lessons.lecture = True
    steps = lecture_positions()
    at = next((at for at in steps if not at.is_done), steps[0])
    go(at.lesson.id, at.number)


def forget_all(steps: Iterable[Position]) -> None:
    for at in steps:
        at.forget()


def go(lesson: str, number: int = 1) -> None:
    """Go to a step of a lesson, or without a lesson to the list."""
    session.lessons.lesson, session.lessons.step = lesson, number


def go_to_chosen(at: Position, widget: str) -> None:
    """Go to the step chosen in a widget, unless the choice arrives after the step has changed."""
    here = session.lessons.lesson, min(session.lessons.step, len(at.lesson.steps))
    if st.session_state[widget] is not None and here == (at.lesson.id, at.number):
        session.lessons.step = st.session_state[widget]
