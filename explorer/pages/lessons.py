"""Lessons: the measures from the paper, step by step, each with a question."""

from explorer import session
from explorer.lessons import progress
from explorer.lessons.keeping import keep_answers
from explorer.lessons.steps import lesson_list, lesson_step
from explorer.widgets.text import title

progress.step_aside()
lesson = progress.current_lesson()
if lesson is None:
    title("Each step shows a picture and asks a question. Your answers stay in this browser.")
    lesson_list()
else:
    session.lessons.step = min(session.lessons.step, len(lesson.steps))
    lesson_step(progress.Position(lesson, session.lessons.step))
keep_answers()
