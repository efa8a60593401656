"""The parts of the page Lessons: the list, and one step with its picture and its question."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import streamlit as st

from explorer import session
from explorer.glossary import glossary_line, link
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
    is_changed,
    is_done,
    is_played,
    is_shown,
    key,
    may_edit,
    may_place,
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
        "the order is a suggestion. This browser keeps your answers."
    )
    with st.container(key="lessons"):
        for number, lesson in enumerate(lessons(), 1):
            words, progress, button = st.columns([6, 1.6, 1.2], vertical_alignment="center")
            words.markdown(f"**{number}. {lesson.title}**  \n{lesson.about}")
            progress.caption(_progress(lesson))
            came, steps = done(lesson)[0], len(lesson.steps)
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


def _progress(lesson: Lesson) -> str:
    """Say how far the reader has come; an answer that was shown was not found."""
    (came, shown), steps = done(lesson), len(lesson.steps)
    words = "done" if came == steps else f"{came} of {steps} steps"
    return f"{words}, {shown} shown" if shown else words


def lesson_step(lesson: Lesson, number: int) -> None:
    """Draw one step of a lesson: the picture, and beside it what is said and asked."""
    put_on_stage(lesson, number)
    step = lesson.steps[number - 1]
    found = verdict(lesson, number)
    _way(lesson, number)
    with st.container(key="lesson"):
        seen, asked = st.columns([7, 5], gap="medium")
        with seen:
            _picture(lesson, number)
        with asked:
            st.markdown(f"### {step.title}")
            st.markdown(_fine(step.text))
            with st.container(border=True, key="question"):
                _question(lesson, number, step)
                with st.container(key="answer"):
                    _buttons(lesson, number, step)
                    if found is not None:
                        _verdict(lesson, number, found)
    if isinstance(step.scene, Scene):
        name = step.scene.convention
        st.caption(f"Scores by the convention {link(name.replace('_', '-'), name)}.")
    if lesson.terms:
        st.caption(glossary_line(*lesson.terms))


def _picture(lesson: Lesson, number: int) -> None:
    step = lesson.steps[number - 1]
    told = is_done(lesson, number)
    shown = step.after if told else step.before
    if isinstance(step.scene, Scene):
        _pair(lesson, number, shown)
    else:
        end_live()
        corpora_picture(step.scene, shown)
        address_only()


def _pair(lesson: Lesson, number: int, shown: Collection[str]) -> None:
    step = lesson.steps[number - 1]
    scene = as_made(step)
    live(
        *scene.sides,
        mode="lesson" if may_edit(lesson, number) else "compare",
        more={
            "scene": key(lesson, number),
            "hidden": [part for part in PARTS if part not in shown]
            + ["reduced"] * lesson.full_only,
            # Their room is kept, so that nothing moves when they come.
            "later": [part for part in step.after if part not in shown],
            "fixed": ["reference"],
            "triplet": scene.triplet,
            # Whoever asked had it on screen; what it means is not told.
            "drawn": is_own(lesson),
            "placing": scene.triplet is not None and may_place(lesson, number),
            "link": link_to(lesson, number),
        },
    )


def _way(lesson: Lesson, number: int) -> None:
    """Draw where the reader is, and the ways to elsewhere."""
    at, of, _ = _in_course(lesson)
    place = f"Lesson {at} of {of}: " if at else ""
    with st.container(
        key="way", horizontal=True, vertical_alignment="center", horizontal_alignment="left"
    ):
        st.button("All lessons", icon=":material/list:", on_click=go, args=("",))
        st.button(
            "Back",
            icon=":material/arrow_back:",
            on_click=go,
            args=(lesson.id, number - 1) if number > 1 else ("",),
        )
        st.markdown(f"**{place}{lesson.title}**", width="content")
        st.segmented_control(
            "Step",
            range(1, len(lesson.steps) + 1),
            format_func=lambda each: f"{each}{_mark(lesson, each)}",
            default=number,
            key=f"steps-{key(lesson, number)}",
            on_change=go_to_chosen,
            args=(lesson, number, f"steps-{key(lesson, number)}"),
            label_visibility="collapsed",
            width="content",
        )


def _in_course(lesson: Lesson) -> tuple[int, int, str]:
    """Give its number in the course (0: not in it), of how many, and the id of the next."""
    order = [each.id for each in lessons()]
    at = 0 if is_own(lesson) else 1 + order.index(lesson.id)
    return at, len(order), order[at] if 0 < at < len(order) else ""


def _mark(lesson: Lesson, number: int) -> str:
    if is_shown(lesson, number):
        return " shown"
    return " ✓" if is_done(lesson, number) else ""


def _fine(text: str) -> str:
    """Set symbols as formulas."""
    return re.sub(r"\b([TL])_([RPF])\b", r"$\1_\2$", text)


def _question(lesson: Lesson, number: int, step: Step) -> None:
    question = step.question
    name = widget(lesson, number)
    answer = given(lesson, number)
    how: dict[str, Any] = {
        "key": name,
        "on_change": take_answer,
        "args": (lesson, number, name),
        "disabled": is_done(lesson, number),
    }
    if isinstance(question, Choice):
        st.radio(
            _fine(question.text),
            range(len(question.options)),
            index=answer,
            format_func=[_fine(option) for option in question.options].__getitem__,
            **how,
        )
    elif isinstance(question, Ticks):
        st.pills(
            _fine(question.text),
            range(len(question.options)),
            selection_mode="multi",
            default=answer,
            format_func=question.options.__getitem__,
            **how,
        )
    elif isinstance(question, Estimate):
        guess = START if answer is None else float(answer)
        st.slider(_fine(question.text), 0.0, 1.0, guess, **how)
    else:
        st.markdown(_fine(question.text))


def _verdict(lesson: Lesson, number: int, found: Verdict) -> None:
    """Say what is said of the answer: under the buttons, so that these stay where they are."""
    with st.container(key="verdict"):
        if not found.right:
            st.warning(_fine(found.text), icon=":material/replay:")
            return
        if found.shown:
            st.info(f"**Shown:** {_fine(found.text)}", icon=":material/visibility:")
        else:
            st.success(_fine(found.text), icon=":material/check:")
        if number == len(lesson.steps) and lesson.sum_up:
            st.info(f"**To remember:** {_fine(lesson.sum_up)}", icon=":material/lightbulb:")
        if is_played(lesson, number):
            st.caption(
                "The picture can be played with now: drag q, i and j, and see."
                if lesson.steps[number - 1].pair.triplet
                else "The picture can be edited now: move the estimate's boundaries and see."
            )


def _buttons(lesson: Lesson, number: int, step: Step) -> None:
    """Draw what can be done with an answer; one that is done leads on."""
    with st.container(key="buttons", horizontal=True):
        if is_done(lesson, number):
            _onward(lesson, number, step)
            return
        here: dict[str, Any] = {"args": (lesson, number), "width": "stretch"}
        st.button("Check", type="primary", key="check", on_click=check, **here)
        st.button("Show the answer", type="tertiary", key="show", on_click=show_answer, **here)


def _onward(lesson: Lesson, number: int, step: Step) -> None:
    """Lead on from a step that is done; its picture can be played with."""
    last = number == len(lesson.steps)
    _, _, later = _in_course(lesson)
    target = (later, 1) if last else (lesson.id, number + 1)
    words = "Next step" if not last else "Next lesson" if later else "All lessons"
    st.button(words, type="primary", key="on", on_click=go, args=target, width="stretch")
    if is_played(lesson, number):
        st.button(
            "Put it back",
            key="back",
            disabled=not is_changed(step),
            on_click=put_back,
            args=(step,),
            width="stretch",
        )
    st.button(
        "Try again",
        type="tertiary",
        key="again",
        on_click=begin_again,
        args=(lesson, number),
        width="stretch",
    )
