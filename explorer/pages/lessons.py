"""Lessons: the measures from the paper, step by step, each with a question."""

from __future__ import annotations

import streamlit as st

from explorer import lesson_state
from explorer.lesson_view import lesson_list, lesson_step
from explorer.widgets import title

lesson_state.step_aside()
title()
lesson = lesson_state.current_lesson()
if lesson is None:
    lesson_list()
else:
    st.session_state["step"] = min(st.session_state["step"], len(lesson.steps))
    lesson_step(lesson, st.session_state["step"])
lesson_state.keep_answers()
