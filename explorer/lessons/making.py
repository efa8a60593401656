"""The parts of pages where teachers make a lesson: a form on a pair, and a list of questions."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from core.errors import HierscopeError, ReadError
from core.hierarchy import Hierarchy, Pair
from core.io.limits import MAX_OPTION, MAX_PROMPT
from core.io.link import pack_pair
from core.measures import SYMBOLS
from core.tmeasures import CONVENTIONS
from core.vocabulary import PARTS
from core.wording import counted
from explorer import session
from explorer.lessons.asking import ask, ask_closer
from explorer.lessons.course.model import Step, Task
from explorer.lessons.drawings import let_draw
from explorer.lessons.own import own_lesson, step_of
from explorer.lessons.position import take_up
from explorer.messages.inspection import FIRST_QUERY
from explorer.session.around_streamlit import plain
from explorer.state import own_lesson as own
from explorer.state.pages import LESSONS, LINK_LIMIT
from explorer.widgets.class_menu import is_lecturer
from explorer.widgets.fields import say_once
from explorer.widgets.saving import download_button

_MEANS = {"estimate": "by changing boundaries", "window": "by setting the window"}
_EDITS = {"move": "by moving one", "add": "by adding one"}


def make_question(reference: Hierarchy, estimate: Hierarchy) -> None:
    label = "Make a question, ask the room" if is_lecturer() else "Make a question"
    fold = st.expander(label, icon=":material/quiz:", key="make_question", on_change="rerun")
    if not fold.open:
        return
    with fold:
        if reference.notation.musical:
            st.caption(f"Questions need times in seconds. This pair is in {reference.unit}.")
            return
        made = _made()
        if made.questions:
            count, way, _toast = st.columns([4, 2, 3], vertical_alignment="center")
            count.markdown(f"Your lesson has {counted(len(made.questions), 'question')}.")
            if way.button("Open it on Lessons", width="stretch", key="open_own"):
                session.lessons.lesson = ""
                st.switch_page(LESSONS.script)
        st.caption(
            "The question shows this pair with the window, query, convention and row of scores on "
            f"screen{_otherwise()}. Students answer it on the page Lessons. Save your lesson "
            "there or copy its link: until then it exists in this tab only."
        )
        if is_lecturer() and st.button("Ask the room: which is closer, i or j?"):
            ask_closer(reference, estimate, _query(estimate.end))
        if is_lecturer():
            let_draw(Pair(reference, estimate))
        _form(reference, estimate)


def _otherwise() -> str:
    """Name the settings that a question does not store, if they differ from its defaults."""
    other = ["β is 1"] if session.pair.beta != 1 else []
    if session.pair.chosen_convention() != CONVENTIONS[session.pair.convention]:
        other.append("queries without a triplet do not count")
    return f", but {' and '.join(other)}" if other else ""


def _made() -> own.OwnLesson:
    text = session.own_lesson.questions
    return own.unpack_lesson(text) if text else own.OwnLesson("", ())


def _form(reference: Hierarchy, estimate: Hierarchy) -> None:
    kind = st.radio("Question type", list(_KINDS), horizontal=True, key="asked")
    example, fields = _KINDS[kind]
    # The next question has a new form with empty fields.
    turn = len(_made().questions)
    with st.form(f"question_{kind}_{turn}", border=False, enter_to_submit=False):
        prompt = st.text_area("Question", max_chars=MAX_PROMPT, height=90, placeholder=example)
        holds = fields(estimate)
        scores = st.checkbox("Show scores before the answer")
        added = st.form_submit_button("Add to the lesson", type="primary", width="stretch")
        asked = is_lecturer() and st.form_submit_button("Ask the room", width="stretch")
        if not (added or asked):
            return
    try:
        seen = own.looked_at(session.pair.copy(query=_query(estimate.end)))
        pair = pack_pair(reference, estimate)
        question = own.OwnQuestion(_clean(prompt, "\n"), pair, seen, scores, holds)
        step = _see_to_it(question)
        if asked:
            ask(step, question)
            return
        made = _made()
        session.own_lesson.questions = own.pack_lesson(
            replace(made, questions=(*made.questions, question))
        )
    except ReadError as error:  # omits the advice to get another link
        st.error(plain(f"{error.problem[:1].upper()}{error.problem[1:]}."), icon=":material/error:")
        return
    except HierscopeError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    st.toast("The question is in your lesson.", icon=":material/check:")
    st.rerun()


def _clean(text: str, allowed: str = "") -> str:
    text = text.replace("\r\n", "\n")
    return "".join(c if c.isprintable() or c in allowed else " " for c in text).strip()


def _query(end: float) -> float:
    query = session.pair.query
    return min(query if query >= 0 else FIRST_QUERY, end)


def _see_to_it(question: own.OwnQuestion) -> Step:
    if not question.prompt:
        raise ReadError("the question is empty", source="lesson")
    if isinstance(question.holds, own.Options):
        texts = question.holds.options
        if len(texts) < own.FEWEST_OPTIONS:
            raise ReadError(f"give at least {own.FEWEST_OPTIONS} options", source="lesson")
        if question.holds.right == len(texts):
            raise ReadError("the correct option is empty", source="lesson")
        if len(set(texts)) < len(texts):
            raise ReadError("two options are equal", source="lesson")
    step = step_of(question, "")
    if isinstance(step.question, Task):
        if step.question.check(step.pair, step.pair).right:
            raise ReadError("the pair already meets this goal", source="lesson")
        if not step.question.check(step.pair, step.question.solved).right:
            raise ReadError("no solution was found for this goal", source="lesson")
    return step


def _options(estimate: Hierarchy) -> own.Options:
    texts: list[str] = []
    comments: list[str] = []
    for number in range(1, own.MOST_OPTIONS + 1):
        columns = st.columns(2)
        labels = f"Option {number}", f"Feedback on option {number}"
        for column, label, into in zip(columns, labels, (texts, comments), strict=True):
            into.append(
                column.text_input(
                    label, max_chars=MAX_OPTION, placeholder=label, label_visibility="collapsed"
                )
            )
    right = st.radio("Correct answer", range(1, own.MOST_OPTIONS + 1), horizontal=True) - 1
    filled = [at for at, option in enumerate(texts) if _clean(option)]
    return own.Options(
        tuple(_clean(texts[at]) for at in filled),
        tuple(_clean(comments[at]) for at in filled),
        filled.index(right) if right in filled else len(filled),
    )


def _bound(estimate: Hierarchy) -> own.Bound:
    which, sense, bound = st.columns(3)
    part = which.selectbox(
        "Score", PARTS, format_func=lambda part: f"{SYMBOLS[part]} {session.pair.variant}"
    )
    chosen = sense.selectbox("is", own.SENSES)
    value = bound.number_input("Bound", 0.0, 1.0, 0.8, 0.05)
    means = st.radio("How", list(_MEANS), format_func=_MEANS.__getitem__, horizontal=True)
    return own.Bound(part, chosen, value, means)  # type: ignore[arg-type]


def _place(estimate: Hierarchy) -> own.Place:
    layer, at, off = st.columns(3)
    level = layer.selectbox("Layer", range(1, len(estimate.layers) + 1), help="1 is the top layer.")
    time = at.number_input(
        "Boundary at (s)", 0.0, estimate.end, round(_query(estimate.end), 3), 0.1
    )
    within = off.number_input("Tolerance (s)", own.LEAST_WITHIN, own.MOST_WITHIN, 0.5, 0.1)
    edit = st.radio("How", list(_EDITS), format_func=_EDITS.__getitem__, horizontal=True)
    return own.Place(level, time, within, edit)  # type: ignore[arg-type]


# An example, and the fields of the answer.
_KINDS: dict[str, tuple[str, Callable[[Hierarchy], own.Holds]]] = {
    "Multiple choice": ("Where does the estimate miss the chorus?", _options),
    "Reach a score": ("Raise recall to at least 0.8.", _bound),
    "Place a boundary": ("Where does the second chorus begin?", _place),
}


def own_lesson_tools() -> None:
    st.subheader("A lesson of your own", anchor=False)
    if session.own_lesson.questions:
        _list()
        _share(session.own_lesson.questions)
    else:
        st.caption(
            "Use *Make a question*, under the picture on Compare, Triplets or Draw. Your questions "
            "become a lesson here."
        )
    st.file_uploader(
        "Open a lesson's file",
        type="json",
        key="lesson_file",
        on_change=_take_file,
        max_upload_size=1,
    )
    say_once(session.own_lesson, own.OwnLessonState.refused)


def _list() -> None:
    lesson, problem = own_lesson(session.own_lesson.questions)
    made = _made()
    # A new field when a file sets the title.
    name = f"own_title_{made.title}"
    title, begin = st.columns([6, 1.2], vertical_alignment="bottom")
    title.text_input(
        "Title", made.title, max_chars=own.MAX_TITLE, key=name, on_change=_name, args=(name,)
    )
    if lesson is None:
        st.error(plain(problem), icon=":material/error:")
    else:
        begin.button(
            "Begin",
            type="primary",
            key="begin_own",
            on_click=take_up,
            args=(lesson,),
            width="stretch",
        )
    for number, question in enumerate(made.questions, 1):
        prompt, remove = st.columns([6, 1.2], vertical_alignment="center")
        prompt.markdown(f"{number}. {plain(' '.join(question.prompt.split()))}")
        remove.button(
            "Remove",
            key=f"remove-{number}-{len(made.questions)}",
            on_click=_remove,
            args=(number,),
            width="stretch",
        )


def _share(text: str) -> None:
    length = len(text)
    if length > LINK_LIMIT:
        st.caption(
            f"The lesson has {length:,} characters, too many for a link (at most {LINK_LIMIT:,}). "
            "Save it as a file, which students open here."
        )
    else:
        st.caption(
            "Begin the lesson and press *copy link* for a link to all questions. Or save it as a "
            "file, which students open here. Answers are encoded, not encrypted: anyone who "
            "decodes the link can read them."
        )
    download_button("Save the lesson", lambda: own.lesson_file(text), "lesson.json")


def _name(key: str) -> None:
    made = _made()
    title = _clean(st.session_state[key])
    session.own_lesson.questions = own.pack_lesson(replace(made, title=title))


def _remove(number: int) -> None:
    made = _made()
    left = (*made.questions[: number - 1], *made.questions[number:])
    session.own_lesson.questions = own.pack_lesson(replace(made, questions=left))


def _take_file() -> None:
    file = st.session_state["lesson_file"]
    if file is None:
        return
    try:
        session.own_lesson.questions = own.read_lesson_file(file.getvalue())
    except HierscopeError as error:
        session.own_lesson.refused = str(error)
