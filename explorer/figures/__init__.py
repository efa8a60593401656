"""Pure functions from results of the core to plotly figures, and to figures for print."""

from explorer.figures.pair import pair_figure

__all__ = ["pair_figure"]
