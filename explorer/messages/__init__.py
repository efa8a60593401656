"""What the browser is told, and the numbers behind it; nothing here knows Streamlit."""
