"""The pages, as Streamlit runs them; `state/pages.py` declares them."""
