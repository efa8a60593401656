"""The entry script, in a folder without `pages`: see :mod:`explorer.session.around_streamlit`."""
