"""The numbers printed in the papers, computed again and compared to the printed digit.

:func:`printed_tables` gives what is printed, :func:`reproduce` computes one table,
:func:`reproduce_all` all of them. The pairs of Figures 8 and 10 are not shipped: the authors' files
are in ``test/`` of urinieto/hier_eval on GitHub (GPL), and :func:`published` tells which is which;
:func:`salami_pair` finds the annotations in a SALAMI folder, :func:`download_salami` fetches them.

Sources: B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection",
ISMIR 2015, and its draft of 2014 ("SHAG"), as read in ``sample_data/printed_tables.json``.
"""

from core.papers.downloading import download_salami
from core.papers.printed import (
    TRACK,
    PrintedNumber,
    printed_corpus,
    printed_tables,
)
from core.papers.reproducing import (
    Number,
    Reproduced,
    counts,
    number_rows,
    reproduce,
    reproduce_all,
    tables_latex,
)
from core.papers.salami import (
    ANNOTATIONS_FILE,
    OLDA_FILE,
    REPOSITORY,
    SALAMI_VARIABLE,
    annotators_of,
    published,
    salami_pair,
)

__all__ = [
    "ANNOTATIONS_FILE",
    "OLDA_FILE",
    "REPOSITORY",
    "SALAMI_VARIABLE",
    "TRACK",
    "Number",
    "PrintedNumber",
    "Reproduced",
    "annotators_of",
    "counts",
    "download_salami",
    "number_rows",
    "printed_corpus",
    "printed_tables",
    "published",
    "reproduce",
    "reproduce_all",
    "salami_pair",
    "tables_latex",
]
