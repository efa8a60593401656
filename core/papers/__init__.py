"""The numbers printed in the papers, computed again and compared to the printed digit.

:func:`printed_tables` gives what is printed, :func:`reproduce` computes one table,
:func:`reproduce_all` all of them. The pairs of Figures 8 and 10 are not shipped: the authors' files
are in ``test/`` of urinieto/hier_eval on GitHub (GPL), and :func:`published` tells which is which;
:func:`salami_pair` finds the annotations in a SALAMI folder, :func:`download_salami` fetches them.

Sources: B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection",
ISMIR 2015, and its draft of 2014 ("SHAG"), as read in ``sample_data/printed_tables.json``.
"""

from core.papers.corpus import PrintedCorpus
from core.papers.downloading import download_salami
from core.papers.printed import (
    TRACK,
    PrintedCell,
    PrintedFact,
    PrintedRow,
    PrintedTable,
    printed_tables,
)
from core.papers.published import ANNOTATIONS_FILE, OLDA_FILE, REPOSITORY, Published
from core.papers.reproducing import (
    Cell,
    Fact,
    Reproduced,
    ReproducedRow,
    counts,
    reproduce,
    reproduce_all,
)
from core.papers.salami import SALAMI_VARIABLE, salami_pair

__all__ = [
    "ANNOTATIONS_FILE",
    "OLDA_FILE",
    "REPOSITORY",
    "SALAMI_VARIABLE",
    "TRACK",
    "Cell",
    "Fact",
    "PrintedCell",
    "PrintedCorpus",
    "PrintedFact",
    "PrintedRow",
    "PrintedTable",
    "Published",
    "Reproduced",
    "ReproducedRow",
    "counts",
    "download_salami",
    "printed_tables",
    "reproduce",
    "reproduce_all",
    "salami_pair",
]
