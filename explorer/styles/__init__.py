"""The parts of the page Styles: whether two corpora share a style, by `core.caemsi`."""
