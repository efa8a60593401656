"""The parts of the page Styles."""
