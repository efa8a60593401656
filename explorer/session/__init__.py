"""What a visitor's session remembers: the tables of state, bound to Streamlit's session."""

from __future__ import annotations

import streamlit as st

from explorer.state.corpus import CorpusForm, CorpusState
from explorer.state.lessons import LessonsState
from explorer.state.pair import PairState
from explorer.state.styles import StylesForm, StylesState
from explorer.state.value import Table
from explorer.state.visit import VisitState
from explorer.state.windows import WindowsState

visit = VisitState(st.session_state)
pair = PairState(st.session_state)
windows = WindowsState(st.session_state)
lessons = LessonsState(st.session_state)
corpus = CorpusState(st.session_state)
corpus_form = CorpusForm(corpus, CorpusState.form)
styles = StylesState(st.session_state)
styles_form = StylesForm(styles, StylesState.form)
every = Table(st.session_state)
"""The values of all tables, by keys."""
