"""What the browser keeps of lessons: progress and answers, for another visit on the same device."""

from __future__ import annotations

from typing import Any

from core.errors import HierscopeError
from explorer import session
from explorer.frontend.components import keep
from explorer.lessons.course import Choice, Estimate, Lesson, Scene, Step, Task, Ticks
from explorer.lessons.own import every_lesson
from explorer.lessons.progress import (
    given,
    go,
    judged,
    key,
    say,
    set_answer,
    show_again,
    shown_answer,
    verdict,
)
from explorer.messages.pack import pack
from explorer.pair import computed
from explorer.session.around_streamlit import heard, told
from explorer.state.lessons import MADE, LessonsState
from explorer.state.pair import PairState
from explorer.state.url import LINK_LIMIT
from explorer.state.value import Table


def keep_answers() -> None:
    """Have the browser keep the answers, whatever becomes of the session."""
    kept = {
        key(lesson, number): _kept(lesson, number, step)
        for lesson in every_lesson()
        for number, step in enumerate(lesson.steps, 1)
        if given(lesson, number) is not None
    }
    keep(
        data=pack({"kept": kept}),
        key="keep",
        height=1,
        on_kept_change=heard,
        on_went_change=heard,
    )


def _kept(lesson: Lesson, number: int, step: Step) -> dict[str, Any]:
    """Give an answer as it is kept: what was made as texts, as in an address."""
    answer, found = given(lesson, number), verdict(lesson, number)
    if isinstance(step.question, Task):
        answer = Table(answer).texts(MADE)
    said = "shown" if found is not None and found.shown else "checked" if found else ""
    return {"answer": answer, "said": said}


@told("keep", "kept")
def _take_kept(value: object) -> None:
    """Take back what the browser kept; what was checked is judged anew."""
    said = value if isinstance(value, dict) else {}
    for lesson in every_lesson():
        for number, step in enumerate(lesson.steps, 1):
            kept = said.get(key(lesson, number))
            if not isinstance(kept, dict) or given(lesson, number) is not None:
                continue
            answer = read_answer(step, kept.get("answer"))
            if answer is None:
                continue
            set_answer(lesson, number, answer)
            if isinstance(step.question, Task):
                show_again(lesson, number, answer)
            if kept.get("said") == "shown":
                say(lesson, number, shown_answer(step))
            elif kept.get("said") == "checked":
                say(lesson, number, judged(step, answer))


def read_answer(step: Step, kept: Any) -> Any:
    """Read an answer that may be anybody's; None for what can be none to this question."""
    question = step.question
    if isinstance(question, Choice):
        return kept if type(kept) is int and 0 <= kept < len(question.options) else None
    if isinstance(question, Ticks):
        places = range(len(question.options))
        short = isinstance(kept, list) and len(kept) <= len(places)
        ours = short and all(type(each) is int and each in places for each in kept)
        return kept if ours else None
    if isinstance(question, Estimate):
        return kept if type(kept) in (int, float) and 0 <= kept <= 1 else None
    return _read_made(step.pair, kept)


def _read_made(scene: Scene, kept: Any) -> dict[str, Any] | None:
    """Read what was made of a scene; it has the same reference, and is as long."""
    made: dict[str, Any] = {}
    try:
        for value in MADE:
            text = kept[value.key]
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


@told("keep", "went")
def _take_went(value: object) -> None:
    """Go where the browser went back to, or on to."""
    match value:
        case [str(lesson), str(step)]:
            state = session.lessons.copy()
            state.take(LessonsState.lesson, lesson)
            state.take(LessonsState.step, step)
            go(state.lesson, state.step)
