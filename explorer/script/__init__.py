"""The entry script, away from `pages`: Streamlit runs a `pages` beside it without the script."""
