"""Draw results of the core as plotly figures, and as figures for print."""
