"""A visitor's session: the tables of state, stored in Streamlit's session."""

from collections.abc import MutableMapping
from typing import Any, cast

import streamlit as st

from explorer.state.corpus import CorpusForm, CorpusState
from explorer.state.own_lesson import OwnLessonState
from explorer.state.pages import GuideState, LessonsState, VisitState, WindowsState
from explorer.state.pair import PairState
from explorer.state.styles import StylesForm, StylesState
from explorer.state.value import Table

store = cast(MutableMapping[str, Any], st.session_state)

visit = VisitState(store)
pair = PairState(store)
windows = WindowsState(store)
lessons = LessonsState(store)
guide = GuideState(store)
own_lesson = OwnLessonState(store)
corpus = CorpusState(store)
corpus_form = CorpusForm(corpus, CorpusState.form)
styles = StylesState(store)
styles_form = StylesForm(styles, StylesState.form)
every = Table(store)  # values of all tables, by key
