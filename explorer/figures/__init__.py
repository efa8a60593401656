"""Draw results of the core as plotly figures, and as figures for print."""

from explorer.figures.pair import pair_figure

__all__ = ["pair_figure"]
