"""The numbers printed in the papers, computed again and compared to the printed digit.

The pairs of Figures 8 and 10 are not shipped: :mod:`core.papers.salami` says which files they are.

Sources: B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection",
ISMIR 2015, and its draft of 2014 ("SHAG"), as read in ``sample_data/printed_tables.json``.
"""
