"""Build the messages for the browser from the core's results; without Streamlit."""
