"""Where the pairs of a corpus come from. Nothing is dropped silently: see :class:`Found`."""
