"""Recompute the numbers printed in the papers, and compare them with the printed digits.

The pairs of Figures 8 and 10 are not shipped; for their files see :mod:`core.papers.salami`.

Sources: B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection",
ISMIR 2015, and its draft of 2014 ("SHAG"), as read in ``sample_data/printed_tables.json``.
"""
