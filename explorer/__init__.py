"""The explorer: a Streamlit app that shows what the core computes."""
