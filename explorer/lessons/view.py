"""The parts of the page Lessons: the list, and one step with its picture and its question."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import streamlit as st

from explorer import session
from explorer.glossary import glossary_line
from explorer.lessons.course import (
    PARTS,
    Choice,
    Estimate,
    Lesson,
    Scene,
    Step,
    Ticks,
    Verdict,
    lessons,
)
from explorer.lessons.course.model import START
from explorer.lessons.making import own_lesson_tools
from explorer.lessons.own import is_own, link_to
from explorer.lessons.progress import (
    as_made,
    begin_again,
    check,
    done,
    given,
    go,
    go_to_chosen,
    is_done,
    key,
    may_edit,
    put_back,
    put_on_stage,
    show_answer,
    take_answer,
    take_up,
    verdict,
    widget,
)
from explorer.lessons.styles_picture import corpora_picture
from explorer.pair.view import address_only, end_live, live


def lesson_list() -> None:
    """Draw the list of lessons, and how far the reader has come."""
    end_live()
    own = bool(session.own_lesson.questions)
    if own:
        own_lesson_tools()
    st.subheader("Short lessons", anchor=False)
    st.caption(
        "Each shows a picture and asks before it tells. Three minutes a lesson; "
        "the order is a suggestion. Your answers are kept as long as this tab."
    )
    for number, lesson in enumerate(lessons(), 1):
        words, progress, button = st.columns([6, 1.2, 1.2], vertical_alignment="center")
        words.markdown(f"**{number}. {lesson.title}**  \n{lesson.about}")
        came, steps = done(lesson), len(lesson.steps)
        progress.caption("done" if came == steps else f"{came} of {steps} steps")
        button.button(
            "Again" if came == steps else "Go on" if came else "Begin",
            key=f"begin-{lesson.id}",
            on_click=take_up,
            args=(lesson,),
            width="stretch",
        )
    if not own:
        own_lesson_tools()
    address_only()


def lesson_step(lesson: Lesson, number: int) -> None:
    """Draw one step of a lesson."""
    put_on_stage(lesson, number)
    step = lesson.steps[number - 1]
    found = verdict(lesson, number)
    _way(lesson, number)
    seen, asked = st.columns(2, gap="large")
    with seen:
        st.markdown(f"#### {step.title}")
        st.markdown(_fine(step.text))
        if found is not None and found.right:
            st.success(_fine(found.text), icon=":material/check:")
            if number == len(lesson.steps) and lesson.sum_up:
                st.info(f"**To remember:** {_fine(lesson.sum_up)}", icon=":material/lightbulb:")
    with asked, st.container(border=True):
        _question(lesson, number, step, found)
    shown = step.after if found is not None and found.right else step.before
    if isinstance(step.scene, Scene):
        _pair(lesson, number, shown)
    else:
        end_live()
        corpora_picture(step.scene, shown)
        address_only()
    if lesson.terms:
        st.caption(glossary_line(*lesson.terms))


def _pair(lesson: Lesson, number: int, shown: Collection[str]) -> None:
    step = lesson.steps[number - 1]
    scene = as_made(step)
    live(
        scene.reference,
        scene.estimate,
        mode="lesson" if may_edit(lesson, number) else "compare",
        more={
            "scene": key(lesson, number),
            "hidden": [part for part in PARTS if part not in shown]
            + ["reduced"] * lesson.full_only,
            "fixed": ["reference"],
            "pins": scene.pins,
            "link": link_to(lesson, number),
        },
    )


def _way(lesson: Lesson, number: int) -> None:
    """Draw where the reader is, and the ways to elsewhere."""
    order = [each.id for each in lessons()]
    place = "" if is_own(lesson) else f"Lesson {1 + order.index(lesson.id)} of {len(order)}: "
    back, name, steps = st.columns([1.8, 4, 3], vertical_alignment="center")
    back.button("All lessons", icon=":material/list:", on_click=go, args=("",))
    name.markdown(f"**{place}{lesson.title}**")
    with steps:
        st.segmented_control(
            "Step",
            range(1, len(lesson.steps) + 1),
            format_func=lambda each: f"{each}{' ✓' * is_done(lesson, each)}",
            default=number,
            key=f"steps-{key(lesson, number)}",
            on_change=go_to_chosen,
            args=(lesson, number, f"steps-{key(lesson, number)}"),
            label_visibility="collapsed",
        )


def _fine(text: str) -> str:
    """Set symbols as formulas."""
    return re.sub(r"\bT_([RPF])\b", r"$T_\1$", text)


def _question(lesson: Lesson, number: int, step: Step, found: Verdict | None) -> None:
    question = step.question
    name = widget(lesson, number)
    answer: Any = given(lesson, number)
    how: dict[str, Any] = {"key": name, "on_change": take_answer, "args": (lesson, number, name)}
    finished = found is not None and found.right
    if isinstance(question, Choice):
        st.radio(
            _fine(question.text),
            range(len(question.options)),
            index=answer,
            format_func=[_fine(option) for option in question.options].__getitem__,
            disabled=finished,
            **how,
        )
    elif isinstance(question, Ticks):
        st.pills(
            _fine(question.text),
            range(len(question.options)),
            selection_mode="multi",
            default=answer,
            format_func=question.options.__getitem__,
            disabled=finished,
            **how,
        )
    elif isinstance(question, Estimate):
        guess = START if answer is None else float(answer)
        st.slider(_fine(question.text), 0.0, 1.0, guess, disabled=finished, **how)
    else:
        st.markdown(_fine(question.text))
    if finished:
        _onward(lesson, number, step)
    else:
        if found is not None:
            st.warning(_fine(found.text), icon=":material/replay:")
        left, right = st.columns(2)
        left.button(
            "Check",
            type="primary",
            key="check",
            on_click=check,
            args=(lesson, number),
            width="stretch",
        )
        right.button(
            "Show the answer",
            type="tertiary",
            key="show",
            on_click=show_answer,
            args=(lesson, number),
            width="stretch",
        )


def _onward(lesson: Lesson, number: int, step: Step) -> None:
    """Lead on from a step that is done; its picture can be played with."""
    order = [each.id for each in lessons()]
    last = number == len(lesson.steps)
    later = [] if is_own(lesson) else order[order.index(lesson.id) + 1 :]
    target = (lesson.id, number + 1) if not last else (later[0] if later else "", 1)
    words = "Next step" if not last else "Next lesson" if later else "All lessons"
    played = may_edit(lesson, number) and not step.edits
    on, *back, again = st.columns(3 if played else 2)
    on.button(words, type="primary", key="on", on_click=go, args=target, width="stretch")
    if played:
        back[0].button(
            "Put it back",
            key="back",
            disabled=as_made(step).estimate == step.pair.estimate,
            on_click=put_back,
            args=(step,),
            width="stretch",
        )
        st.caption("The picture can be edited now: move the estimate's boundaries and see.")
    again.button(
        "Try again",
        type="tertiary",
        key="again",
        on_click=begin_again,
        args=(lesson, number),
        width="stretch",
    )
