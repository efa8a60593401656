"""The components of the pages: Python's end of `explorer/frontend`."""
