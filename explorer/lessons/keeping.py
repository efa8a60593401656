"""Progress and answers that the browser stores, for another visit on the same device."""

from typing import Any

from core.errors import HierscopeError
from explorer import session
from explorer.frontend.components import keep
from explorer.lessons.course.model import Choice, Estimate, Scene, Step, Task, Ticks
from explorer.lessons.own import every_lesson
from explorer.lessons.position import Position, go, lecture_positions, positions
from explorer.messages.pack import pack
from explorer.pair import computed
from explorer.session.around_streamlit import handles, heard
from explorer.state.pages import LINK_LIMIT, MADE, LessonsState
from explorer.state.pair import PairState
from explorer.state.value import Table


def _every_position() -> list[Position]:
    own = [at for lesson in every_lesson() for at in positions(lesson)]
    return own + lecture_positions()


def keep_answers() -> None:
    answers = {at.key: _stored(at) for at in _every_position() if at.answer is not None}
    keep(
        data=pack({"kept": answers}),
        key="keep",
        height=1,
        on_kept_change=heard,
        on_went_change=heard,
    )


def _stored(at: Position) -> dict[str, Any]:
    """Return an answer for the browser, with the values of a task as texts."""
    is_task = isinstance(at.step.question, Task)
    return {
        "answer": Table(at.answer).texts(MADE) if is_task else at.answer,
        "outcome": "shown" if at.is_shown else "checked" if at.verdict else "",
    }


@handles("keep", "kept")
def _take_kept(value: object) -> None:
    """Restore the browser's answers to steps that have none yet."""
    answers = value if isinstance(value, dict) else {}
    for at in _every_position():
        stored = answers.get(at.key)
        if isinstance(stored, dict) and at.answer is None:
            answer = read_answer(at.step, stored.get("answer"))
            if answer is not None:
                at.restore(answer, stored.get("outcome"))


def read_answer(step: Step, stored: Any) -> Any:
    """Read an untrusted answer; None if it does not fit the question."""
    match step.question:
        case Choice(options=options):
            ours = type(stored) is int and 0 <= stored < len(options)
        case Ticks(options=options):
            places = range(len(options))
            short = isinstance(stored, list) and len(stored) <= len(places)
            ours = short and all(type(tick) is int and tick in places for tick in stored)
        case Estimate():
            ours = type(stored) in (int, float) and 0 <= stored <= 1
        case _:
            return _read_made(step.pair, stored)
    return stored if ours else None


def _read_made(scene: Scene, stored: Any) -> dict[str, Any] | None:
    """Read an edited scene, which must have the same reference and length."""
    made: dict[str, Any] = {}
    try:
        for value in MADE:
            text = stored[value.key]
            if len(text) > LINK_LIMIT:
                return None
            made[value.key] = value.parse(text)
        reference, estimate = computed.unpacked(made[LessonsState.staged.key])
    except (KeyError, TypeError, ValueError, HierscopeError):
        return None
    same = reference == scene.reference and estimate.end == scene.estimate.end
    times = made[LessonsState.triplet.key].split()
    placed = bool(times) == (scene.triplet is not None)
    inside = all(
        0 <= time <= reference.end for time in (made[PairState.query.key], *map(float, times))
    )
    return made if same and placed and inside else None


@handles("keep", "went")
def _take_went(value: object) -> None:
    """Go to the step of the browser's Back or Forward."""
    match value:
        case [str(lesson), str(step)]:
            state = session.lessons.copy()
            state.take(LessonsState.lesson, lesson)
            state.take(LessonsState.step, step)
            go(state.lesson, state.step)
