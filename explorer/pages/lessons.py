"""Lessons: the measures from the paper, step by step, each with a question."""

from explorer import session
from explorer.lessons.keeping import keep_answers
from explorer.lessons.position import position_here, step_aside
from explorer.lessons.steps import lesson_list, lesson_step
from explorer.widgets.text import title

step_aside()
at = position_here()
if at is None:
    title("Each step shows a picture and asks a question. Your answers stay in this browser.")
    lesson_list()
else:
    session.lessons.step = at.number
    lesson_step(at)
keep_answers()
