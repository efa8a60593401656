"""The parts of the page Windows."""
