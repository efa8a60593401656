"""What follows a hand: a WebSocket of our own beside Streamlit's, and the frontend's modules.

A question holds all that its answer needs, but for the pair, which a socket is told once: any
server can answer, and a connection that was lost is taken up again with nothing lost.
"""
