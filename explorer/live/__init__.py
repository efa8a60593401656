"""Answers while the user drags: a WebSocket beside Streamlit's, whose questions need no session."""
