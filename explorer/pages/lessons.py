"""Lessons: the measures from the paper, step by step, each with a question."""

from __future__ import annotations

import streamlit as st

from explorer.lessons import progress
from explorer.lessons.view import lesson_list, lesson_step
from explorer.widgets.text import title

progress.step_aside()
title()
lesson = progress.current_lesson()
if lesson is None:
    lesson_list()
else:
    st.session_state["step"] = min(st.session_state["step"], len(lesson.steps))
    lesson_step(lesson, st.session_state["step"])
progress.keep_answers()
