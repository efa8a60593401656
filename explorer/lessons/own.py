"""A teacher's lesson in the form of the course: its questions as steps, checked by the core."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

import numpy as np

from core.editing import add_boundary, move_boundary
from core.errors import HierarchyError, HierscopeError, ScoreError
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.tmeasures import score
from core.vocabulary import Part
from core.windows import sweep
from core.wording import counted, number
from explorer import session
from explorer.lessons.course import lessons
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.model import Part as Shown
from explorer.lessons.course.pairs import inner, seconds
from explorer.messages.inspection import too_long, work
from explorer.session.around_streamlit import plain
from explorer.session.remembered import remembered
from explorer.state.own_lesson import OWN, VIEW, Bound, Options, OwnQuestion, Place, unpack_lesson

_PLACES = 24  # places of a single boundary that are tried to lower a score


def every_lesson() -> tuple[Lesson, ...]:
    """Return the lessons of the course, then the teacher's own, if any."""
    lesson, _ = own_lesson(session.own_lesson.questions)
    return lessons() if lesson is None else (*lessons(), lesson)


def is_own(lesson: Lesson) -> bool:
    return lesson.id.startswith(OWN)


def link_to(lesson: Lesson, number: int) -> str:
    """Return the address query of a step, which contains the questions of a teacher's lesson."""
    query: dict[str, str | int] = {"lesson": lesson.id, "step": number}
    if is_own(lesson):
        query["questions"] = session.own_lesson.questions
    return urlencode(query)


@remembered(4)
def own_lesson(text: str) -> tuple[Lesson | None, str]:
    """Build a lesson from its packed text, or return the problem."""
    if not text:
        return None, ""
    try:
        made = unpack_lesson(text)
        if sum(work(*scene.sides, scene.settings) for scene in map(scene_of, made.questions)) > 1:
            raise ScoreError(
                "These questions together take too long. Use fewer questions, longer frames or "
                "fewer layers."
            )
        steps = tuple(
            step_of(question, f"Question {number}")
            for number, question in enumerate(made.questions, 1)
        )
    except HierscopeError as error:
        return None, str(error)
    name = OWN + hashlib.sha256(text.encode()).hexdigest()[:12]
    title = plain(made.title) or "A lesson of your own"
    about = "A lesson from a link or a file."
    return Lesson(("", 0), title, about, steps, sum_up="", terms=(), id=name), ""


def step_of(question: OwnQuestion, title: str) -> Step:
    scene = scene_of(question)
    if problem := too_long(*scene.sides, scene.settings):
        raise ScoreError(problem)
    scene.scores()  # raises now if frames are longer than the track
    shown: tuple[Shown, ...] = ("scores", "strips") if question.scores else ()
    by_window = isinstance(question.holds, Bound) and question.holds.means == "window"
    return Step(
        title,
        "  \n".join(map(plain, question.prompt.split("\n"))),
        scene,
        _asked(question.holds, scene),
        before=("window", *shown) if by_window else shown,
    )


def scene_of(question: OwnQuestion) -> Scene:
    return Scene(*question.sides, **question.seen.by_key(VIEW))


def _asked(holds: Options | Bound | Place, scene: Scene) -> Choice | Task:
    match holds:
        case Options(options, comments, right):
            return Choice(
                "Choose one.",
                tuple(map(plain, options)),
                right,
                plain(comments[right]) or "Correct.",
                hints=tuple(map(plain, comments)),
            )
        case Bound():
            edits = holds.means == "estimate"
            how = "Change boundaries of the estimate so that" if edits else "Set the window so that"
            solved = _solution(scene, holds, _estimates(scene) if edits else _windows(scene, holds))
            return Task(
                f"{how} {_name(scene, holds.part)} is {holds.sense} {holds.value:g}.",
                _guarded(partial(_check_bound, holds)),
                solved,
                edits,
            )
        case Place():
            moved = "Move a boundary" if holds.edit == "move" else "Add a boundary"
            return Task(
                f"{moved} of layer {holds.level} of the estimate.",
                _guarded(partial(_check_place, holds)),
                replace(scene, estimate=_placed(holds, scene.estimate)),
                edits=True,
            )


def _guarded(check: Callable[[Scene, Scene], Verdict]) -> Callable[[Scene, Scene], Verdict]:
    """Report a reader's pair that can't be scored, such as a track shorter than a frame."""

    def checked(before: Scene, made: Scene) -> Verdict:
        try:
            return check(before, made)
        except HierscopeError as error:
            return Verdict(False, plain(str(error)))

    return checked


def _name(scene: Scene, part: Part) -> str:
    measure = BY_KEY[scene.variant]
    return f"{measure.variant} {measure.symbol(part)}".strip()


def value(scene: Scene, part: Part) -> float:
    """Return a score of a scene as shown, to three decimals; NaN without any query."""
    return round(float(scene.scores().scores[scene.variant].part(part)[0]), 3)


def holds_at(bound: Bound, score: float) -> bool:
    """Whether a score is within a bound; an undefined one never is."""
    return score >= bound.value if bound.sense == "at least" else score <= bound.value


def _check_bound(bound: Bound, before: Scene, made: Scene) -> Verdict:
    score = value(made, bound.part)
    name = _name(made, bound.part)
    if np.isnan(score):
        return Verdict(False, f"There is no {name} here: no query has a triplet.")
    at = "" if bound.means == "estimate" else f" at a window of {seconds(made.window)}"
    text = f"{name[:1].upper()}{name[1:]} is {number(score)}{at}"
    if holds_at(bound, score):
        return Verdict(True, f"{text}. The goal was {bound.sense} {bound.value:g}.")
    return Verdict(False, f"{text}. It should be {bound.sense} {bound.value:g}.")


def _check_place(place: Place, before: Scene, made: Scene) -> Verdict:
    if place.level > len(made.estimate.layers):
        return Verdict(False, f"The estimate now has no layer {place.level}.")
    was, now = (inner(scene.estimate, place.level) for scene in (before, made))
    wanted = len(was) + (place.edit == "add")
    if len(now) != wanted:
        return Verdict(
            False,
            f"Layer {place.level} now has {counted(len(now), 'boundary')} between start and end. "
            f"It should have {wanted}.",
        )
    # Earlier boundaries do not count as added.
    meant = now if place.edit == "move" else [time for time in now if time not in was]
    nearest = min(meant, key=lambda time: abs(time - place.time), default=-1.0)
    # To the microsecond, because differences of decimals are inexact.
    if nearest < 0 or round(abs(nearest - place.time), 6) > place.within:
        new = "boundary" if place.edit == "move" else "new boundary"
        return Verdict(False, f"No {new} of layer {place.level} is in the right place.")
    units = made.estimate.notation
    return Verdict(
        True,
        f"Layer {place.level} has a boundary at {units.at(nearest)}. The goal was "
        f"{units.at(place.time)} ± {units.lasting(place.within)}.",
    )


def _placed(place: Place, estimate: Hierarchy) -> Hierarchy:
    """Solve the task: move the nearest possible boundary to the place, or add one."""
    try:
        if place.edit == "add":
            return add_boundary(estimate, place.level, place.time, nested=False)
        near = sorted(inner(estimate, place.level), key=lambda time: abs(time - place.time))
        for time in near[:2]:
            try:
                return move_boundary(estimate, place.level, time, place.time, nested=False)
            except HierarchyError:
                continue
        raise ScoreError("No boundary of this layer can move there.")
    except HierarchyError as error:
        raise ScoreError(f"This question has no solution: {error}") from error


def _solution(scene: Scene, bound: Bound, tried: Iterator[Scene]) -> Scene:
    for candidate in tried:
        if holds_at(bound, value(candidate, bound.part)):
            return candidate
    raise ScoreError(
        f"No solution was found in which {_name(scene, bound.part)} is {bound.sense} "
        f"{bound.value:g}. Choose another bound."
    )


def _windows(scene: Scene, bound: Bound) -> Iterator[Scene]:
    """Return the scene at windows of the slider at which a bound holds, nearest first."""
    windows = sweep(scene.reference.end)
    result = score(*scene.sides, windows, settings=scene.settings)
    values = np.round(result.scores[scene.variant].part(bound.part), 3)
    fits = [w for w, v in zip(windows.tolist(), values.tolist(), strict=True) if holds_at(bound, v)]
    for window in sorted(fits, key=lambda width: abs(1 / width - 1 / scene.window)):
        yield replace(scene, window=window)


def _estimates(scene: Scene) -> Iterator[Scene]:
    """Return the scene with estimates that score high, or low, to find a solution."""
    estimate, end = scene.estimate, scene.estimate.end
    yield replace(scene, estimate=replace(scene.reference, name=estimate.name))
    yield replace(scene, estimate=_with_inner(estimate, []))
    for place in range(1, _PLACES + 1):
        yield replace(scene, estimate=_with_inner(estimate, [end * place / (_PLACES + 1)]))


def _with_inner(estimate: Hierarchy, times: list[float]) -> Hierarchy:
    """Return an estimate whose layers all have these boundaries between start and end."""
    boundaries = [estimate.start, *times, estimate.end]
    return Hierarchy.from_boundaries(
        [boundaries] * len(estimate.layers), name=estimate.name, unit=estimate.unit
    )
