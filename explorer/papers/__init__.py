"""The parts of the page Papers."""
