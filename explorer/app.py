"""The app for strangers, `streamlit run explorer/app.py`; `hierscope` serves one to its owner."""

import streamlit as st

from explorer.application import compile_kernels, for_strangers, parts

# Streamlit looks for this assignment.
app = st.App(**parts(for_strangers(), compile_kernels))
