"""What the tables of the pages say, as rows of Markdown; nothing here knows Streamlit."""
