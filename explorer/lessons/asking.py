"""Ask the room of a class: the lecturer's buttons, and questions about steps and pairs."""

import re
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.hierarchy import Hierarchy
from core.io.pair import describe
from core.showing import none_for_nan
from core.tmeasures import score
from core.triplets.explaining import query_sweep
from core.vocabulary import Part
from core.windows import sweep, whole_from
from explorer import session
from explorer.frontend.components import room
from explorer.lessons.course.model import Choice, Estimate, Scene, Step, Task, Ticks
from explorer.lessons.drawings import show_drawings
from explorer.lessons.own import is_own
from explorer.lessons.position import Position, position_here
from explorer.messages.inspection import Setup
from explorer.palette import label_fills
from explorer.room.hall import DECIMALS, hall
from explorer.room.model import Question
from explorer.server.classroom import served_class
from explorer.session.around_streamlit import heard
from explorer.state.own_lesson import Bound, Options, OwnQuestion, Place, unpack_lesson
from explorer.state.pages import LESSONS
from explorer.widgets.class_menu import code_of, is_lecturer, path_here

_CLOSER = ("i is closer", "i and j are equally close", "j is closer")
_GUESSES = ("0 to 0.2", "0.2 to 0.4", "0.4 to 0.6", "0.6 to 0.8", "0.8 to 1")
_REACHED = ("Reached", "Not reached")
_MOST_SEGMENTS = 300  # of a hierarchy in a picture; the finest layers of larger ones are left out


def show_room(place: DeltaGenerator) -> None:
    """Mount the room, on phones and on the lecturer's screen; a solved task counts as reached."""
    if served_class():
        at = position_here() if session.visit.page == LESSONS.title else None
        task = at and isinstance(at.step.question, Task) and at.is_done and not at.is_shown
        here = path_here() if task or is_lecturer() else ""
        data = {"solved": here if task else ""}
        if is_lecturer():
            data |= {"path": here if at else "", "code": code_of(here)}
        with place:
            room(key="room", height=1, data=data, on_opened_change=heard)
            if is_lecturer():
                show_drawings()


def ask_step(at: Position) -> None:
    """Draw the lecturer's button at a step of a lesson."""
    if is_lecturer():
        made = unpack_lesson(session.own_lesson.questions).questions if is_own(at.lesson) else ()
        own = made[at.number - 1] if made else None
        st.button("Ask the room", key="ask_step", on_click=ask, args=(at.step, own))


def ask_closer(reference: Hierarchy, estimate: Hierarchy, query: float) -> None:
    """Ask which of two moments is closer to the query, by its costliest block."""
    task = Setup.of(reference, estimate, session.pair).task_of(session.pair)
    blocks = query_sweep(task, task.own_time(query), [session.pair.window]).explanations
    if not blocks:
        st.info("No triplet is lost here. Choose another query or window.")
        return
    [block] = blocks
    sides = {"Reference": block.reference, "Estimate": block.estimate}
    says = {name: 1 + int(np.sign(j.level - i.level)) for name, (i, j, _) in sides.items()}
    picture = _layers(reference, estimate) | {"marks": {"q": block.q, "i": block.i, "j": block.j}}
    text = "Which is closer to q, i or j?"
    hall.ask(Question(text, _CLOSER, says=says, picture=picture, page=path_here()))


def ask(step: Step, own: OwnQuestion | None = None) -> None:
    """Ask the question of a step, which may be a teacher's own."""
    question, scene, holds = step.question, step.scene, own and own.holds
    options: tuple[str, ...] = _REACHED
    picture, most = dict[str, Any](), 0.0
    if isinstance(scene, Scene):
        picture, most = _layers(*scene.sides), scene.reference.end
        if scene.triplet:
            picture["marks"] = {"q": scene.query, "i": scene.triplet[0], "j": scene.triplet[1]}
    told: float | None = None
    why = "" if isinstance(question, Task) else question.why
    match question:
        case Choice(right=right) | Ticks(right=right):
            told = right if isinstance(right, int) else sum(2**at for at in right)
            options = tuple(map(_unmarked, question.options))
            options = holds.options if isinstance(holds, Options) else options
        case Estimate():
            options = _GUESSES
            told = min(int(question.right * len(options)), len(options) - 1)
        case Task(solved=solved) if solved.window != step.pair.window:
            told = solved.window
            options, most = (), whole_from(step.pair.reference.end)
            picture = _curve(step.pair, holds.part if isinstance(holds, Bound) else "recall")
        case Task(solved=solved):
            moved = solved.query != step.pair.query and not solved.triplet
            options = () if moved or isinstance(holds, Place) else _REACHED
            told = holds.time if isinstance(holds, Place) else solved.query if moved else None
    if isinstance(question, Task):
        why = question.check(step.pair, question.solved).text
    text = (f"{own.prompt}\n" if own else "") + _unmarked(question.text)
    several = isinstance(question, Ticks)
    most = round(most, DECIMALS)
    if told is not None and not options:
        told = round(min(told, most), DECIMALS)
    page, why = path_here(), _unmarked(why)
    hall.ask(Question(text, options, several, most, {}, picture, page, told, why))


def _layers(*sides: Hierarchy) -> dict[str, Any]:
    shown = [describe(side) for side in sides]
    for side, name in zip(shown, ("Reference", "Estimate"), strict=True):
        counts = np.cumsum([len(layer["labels"]) for layer in side["layers"]])
        shallow = int(np.searchsorted(counts, _MOST_SEGMENTS, "right"))
        side |= {"name": name, "layers": side["layers"][:shallow]}
    return {"end": sides[0].end, "sides": shown, "fills": label_fills(*sides)}


def _curve(scene: Scene, part: Part) -> dict[str, Any]:
    windows = sweep(scene.reference.end)
    result = score(*scene.sides, windows, settings=scene.settings)
    values = result.scores[scene.variant].part(part)
    return {
        "windows": np.round([*windows[:-1], whole_from(scene.reference.end)], DECIMALS).tolist(),
        "curve": none_for_nan(values),
    }


def _unmarked(text: str) -> str:
    """Return Markdown as plain text."""
    return re.sub(r"\\(?=[^\w\s])|\*+|`|\N{WORD JOINER}", "", text)
