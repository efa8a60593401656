"""Build the rows of the pages' tables, as Markdown; without Streamlit."""
