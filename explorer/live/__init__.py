"""Answers while the user drags: a second WebSocket, whose questions need no session."""
