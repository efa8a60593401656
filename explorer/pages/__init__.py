"""The pages, as Streamlit runs them; their parts stand in packages of their names.

Those of Compare, Triplets and Draw are in `pair`. `state/pages.py` declares the pages, and
CONTRIBUTING.md says how to add one.
"""
