"""The entry script, away from `pages`: see :mod:`explorer.session.around_streamlit`."""
