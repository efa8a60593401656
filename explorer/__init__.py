"""The explorer: Streamlit pages over the core."""
