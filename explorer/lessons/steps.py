"""The parts of the page Lessons: the list, and one step with its picture and its question."""

import re
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import streamlit as st

from core.wording import listed
from explorer import session
from explorer.figures.styles import copies_figure, null_figure, spread_figure
from explorer.glossary import glossary_line, link
from explorer.guide import part_about
from explorer.lessons.asking import ask_step
from explorer.lessons.course import LECTURE, lessons
from explorer.lessons.course.corpora import Copies, Corpora, Strings
from explorer.lessons.course.model import (
    LEVELS,
    PARTS,
    START,
    Choice,
    Estimate,
    Lesson,
    Scene,
    Task,
    Ticks,
    Verdict,
)
from explorer.lessons.making import own_lesson_tools
from explorer.lessons.own import is_own, link_to
from explorer.lessons.position import (
    Position,
    forget_all,
    go,
    go_to_chosen,
    lecture_positions,
    positions,
    take_up,
    take_up_lecture,
)
from explorer.lessons.tracks import show_tracks
from explorer.messages.styles import draw_tests
from explorer.pair.live import address_only, end_live, live
from explorer.server.classroom import served_class
from explorer.styles.picture import picture as tests_picture

_PLOT = {"displaylogo": False, "displayModeBar": False}
_PLAN = "guide?page=teaching#a-lecture-of-45-minutes"
_COLUMNS = (6, 1.6, 1.2)  # of the list: title, minutes, button


def lesson_list() -> None:
    end_live()
    own = bool(session.own_lesson.questions)
    if own:
        own_lesson_tools()
    with st.container(key="lessons"):
        _lecture()
        ahead = [lesson for lesson in lessons() if not all(at.is_done for at in positions(lesson))]
        for level in LEVELS:
            st.markdown(f"### {level}")
            for lesson in lessons():
                if lesson.place[0] == level:
                    _row(lesson, is_next=lesson in ahead[:1])
    if not own:
        own_lesson_tools()
    show_tracks()
    address_only()


def _lecture() -> None:
    order = lessons()
    *whole, last = (str(1 + at) for at, lesson in enumerate(order) if lesson.id in LECTURE)
    minutes = sum(lesson.minutes for lesson in order if lesson.id in LECTURE[:-1])
    join = "show *For the class*, at the top" if served_class() else "start `hierscope --class`"
    text, duration, button = st.columns(_COLUMNS, vertical_alignment="center")
    duration.caption("45 min")
    text.markdown(
        f"**Lecture:** lessons {listed(whole)}, and question 1 of lesson {last}: "
        f"{minutes} minutes of reading. Let students predict and discuss each answer. "
        f"The [plan of the lecture]({_PLAN}) has minutes for each part. "
        f"To have phones join, {join}."
    )
    steps = lecture_positions()
    begun = any(at.answer is not None for at in steps)
    label = "Continue" if begun else "Lecture"
    button.button(label, key="begin-lecture", on_click=take_up_lecture, width="stretch")
    if begun:
        button.button("Reset", on_click=forget_all, args=(steps,), type="tertiary", width="stretch")


def _row(lesson: Lesson, *, is_next: bool) -> None:
    title, progress, button = st.columns(_COLUMNS, vertical_alignment="center")
    title.markdown(f"**{1 + lessons().index(lesson)}. {lesson.title}**  \n{lesson.about}")
    steps = positions(lesson)
    done, shown = sum(at.is_done for at in steps), sum(at.is_shown for at in steps)
    all_done = done == len(steps)
    minutes, count = f"about {lesson.minutes} min", f"{done} of {len(steps)} steps"
    progress.caption(
        ("done" if all_done else f"{minutes}, {count}" if done else minutes)
        + (f", {shown} shown" if shown else "")
    )
    button.button(
        "Again" if all_done else "Continue" if done else "Begin",
        key=f"begin-{lesson.id}",
        on_click=take_up,
        args=(lesson,),
        type="primary" if is_next else "secondary",
        width="stretch",
    )


def lesson_step(at: Position) -> None:
    at.put_on_stage()
    step = at.step
    _way(at)
    with st.container(key="lesson"):
        picture, text = st.columns([7, 5], gap="medium")
        with picture:
            _picture(at)
        with text:
            with st.container(key=f"step-{at.key}"):
                st.markdown(f"### {step.title}")
            st.markdown(_fine(step.text))
            with st.container(border=True, key="question"):
                task = isinstance(step.question, Task)
                if not task:
                    _question(at)
                with st.container(key="answer"):
                    if task:  # on phones, it stays in view with the buttons
                        _question(at)
                    _buttons(at)
                    if at.verdict is not None and not at.is_stale:
                        _verdict(at, at.verdict)
    if isinstance(step.scene, Scene) and "scores" in step.after:
        name = step.scene.convention
        st.caption(f"Convention of the scores: {link(name.replace('_', '-'), name)}.")
    if at.lesson.terms:
        is_pair = isinstance(step.scene, Scene)
        paper = "McFee, Nieto and Bello 2015" if is_pair else "Ens and Pasquier 2018"
        st.caption(f"{glossary_line(*at.lesson.terms)}  \nSections and equations: {paper}.")


def _picture(at: Position) -> None:
    step = at.step
    shown = step.after if at.is_done else step.before
    if not isinstance(step.scene, Scene):
        end_live()
        _corpora_picture(step.scene, shown)
        address_only()
        return
    scene = at.scene
    live(
        *scene.sides,
        mode="lesson" if at.may_edit else "compare",
        more={
            "scene": at.key,
            "hidden": [part for part in PARTS if part not in shown]
            + ["reduced"] * at.lesson.full_only,
            # The same size before and after the answer.
            "bare": not {"window", "scores", "curves"} & {*step.before, *step.after},
            "fixed": ["reference"],
            "blind": isinstance(step.question, Task) and step.question.blind and not at.is_done,
            "triplet": scene.triplet,
            # As the author saw it; its outcome appears with the answer.
            "drawn": is_own(at.lesson),
            "answered": at.is_done and step.outcome,
            "moved": at.is_played and at.is_changed,
            "scape": "scape" in {*step.before, *step.after},
            "stripless": not {"strips", "scape"} & {*step.before, *step.after},
            "placing": scene.triplet is not None and at.may_place,
            "link": link_to(at.lesson, at.number),
            "planned": part_about(at.lesson.title, step.title),
        },
    )


def _corpora_picture(scene: Strings | Corpora | Copies, shown: Collection[str]) -> None:
    if isinstance(scene, Strings):
        _strings(scene, "distances" in shown)
    elif isinstance(scene, Corpora):
        _corpora(scene, shown)
    else:
        count = len(scene.lengths) if "reach" in shown else scene.short
        curves = {name: values[:count] for name, values in scene.curves.items()}
        st.plotly_chart(copies_figure(scene.lengths, curves), key="copies", config=_PLOT)
        st.caption("Distance D of random letters from their exact copy.")


def _strings(scene: Strings, with_distances: bool) -> None:
    st.table(
        [
            {"": name, "string": f"`{data.decode()}`", "K": f"{scene.size(name)}"}
            for name, data in scene.strings.items()
        ]
    )
    st.table(
        [
            {"": f"{first} and {second}", "K of both": f"{scene.size(first, second)}"}
            | ({"D": f"{scene.distance(first, second):.3f}"} if with_distances else {})
            for first, second in combinations(scene.strings, 2)
        ]
    )
    st.caption(f"K in bytes, by {scene.compressor}.")


def _corpora(scene: Corpora, shown: Collection[str]) -> None:
    if "within" in shown:
        figure = spread_figure(scene.spread, scene.names, between="between" in shown)
        st.plotly_chart(figure, key="spread", config=_PLOT)
    if "labelings" in shown:
        st.plotly_chart(null_figure(scene.difference), key="null", config=_PLOT)
        st.caption("T of random assignments. The line is the observed T.")
    if "tests" in shown:
        tests_picture(_drawing(scene), "styles_lesson")


@cache
def _drawing(scene: Corpora) -> bytes:
    sizes = (len(scene.items[0]), len(scene.items[1]))
    return draw_tests(*scene.tests, names=scene.names, sizes=sizes)[1]


def _way(at: Position) -> None:
    lesson = at.lesson
    place, of, _ = _in_course(lesson)
    course = f"Lesson {place} of {of}: " if place else ""
    with st.container(
        key="way", horizontal=True, vertical_alignment="center", horizontal_alignment="left"
    ):
        st.button("All lessons", icon=":material/list:", on_click=go, args=("",))
        st.markdown(f"**{course}{lesson.title}**", width="content")
        ask_step(at)
        st.segmented_control(
            "Step",
            range(1, len(lesson.steps) + 1),
            format_func=lambda step: f"{step}{_mark(replace(at, number=step))}",
            default=at.number,
            key=f"steps-{at.key}",
            on_change=go_to_chosen,
            args=(at, f"steps-{at.key}"),
            label_visibility="collapsed",
            width="content",
        )


def _in_course(lesson: Lesson) -> tuple[int, int, str]:
    """Return its number in the course or lecture (0: in neither), the count, and the next's id."""
    order = LECTURE if session.lessons.lecture else tuple(other.id for other in lessons())
    at = 1 + order.index(lesson.id) if lesson.id in order else 0
    return at, len(order), order[at] if 0 < at < len(order) else ""


def _mark(at: Position) -> str:
    return " :material/visibility:" if at.is_shown else " ✓" if at.is_done else ""


def _fine(text: str) -> str:
    return re.sub(r"\b([TL])_([RPF])\b", r"$\1_\2$", text)


def _question(at: Position) -> None:
    question = at.step.question
    widget: dict[str, Any] = {
        "key": at.widget,
        "on_change": at.take_answer,
        "args": (at.widget,),
        "disabled": at.is_done,
    }
    match question:
        case Choice(options=options):
            st.radio(
                _fine(question.text),
                range(len(options)),
                index=at.answer,
                format_func=[_fine(option) for option in options].__getitem__,
                **widget,
            )
        case Ticks(options=options):
            st.pills(
                _fine(question.text),
                range(len(options)),
                selection_mode="multi",
                default=at.answer,
                format_func=options.__getitem__,
                **widget,
            )
        case Estimate():
            guess = START if at.answer is None else float(at.answer)
            st.slider(_fine(question.text), 0.0, 1.0, guess, **widget)
        case _:
            st.markdown(_fine(question.text))


def _verdict(at: Position, verdict: Verdict) -> None:
    """Show the verdict under the buttons, so that these do not move."""
    with st.container(key="verdict"):
        if not verdict.right:
            st.warning(_fine(verdict.text), icon=":material/replay:")
            return
        if verdict.shown:
            st.info(f"**Answer:** {_fine(verdict.text)}", icon=":material/visibility:")
        else:
            st.success(_fine(verdict.text), icon=":material/check:")
        if at.is_last and at.lesson.sum_up:
            st.info(f"**To remember:** {_fine(at.lesson.sum_up)}", icon=":material/lightbulb:")
        if at.is_played:
            what = "q, i and j" if at.step.pair.triplet else "the estimate's boundaries"
            st.caption(f"If you like, drag {what} in the picture.")


def _buttons(at: Position) -> None:
    with st.container(key="buttons", horizontal=True):
        if not at.is_done:
            st.button("Check", type="primary", key="check", on_click=at.check, width="stretch")
            show = at.show_answer
            st.button(
                "Show the solution", type="tertiary", key="show", on_click=show, width="stretch"
            )
            return
        _, _, later = _in_course(at.lesson)
        target = (later, 1) if at.is_last else (at.lesson.id, at.number + 1)
        label = "Next step" if not at.is_last else "Next lesson" if later else "All lessons"
        st.button(label, type="primary", key="on", on_click=go, args=target, width="stretch")
        st.button("Try again", type="tertiary", key="again", on_click=at.forget, width="stretch")
        if at.is_played and at.is_changed:
            st.button("Reset", key="back", on_click=at.put_back, width="stretch")
