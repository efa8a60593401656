"""Pure functions from results of the core to plotly figures; usable in a notebook."""

from explorer.figures.pair import pair_figure

__all__ = ["pair_figure"]
