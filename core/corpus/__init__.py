"""Whole corpora: find the pairs, score them, keep and summarise the results."""

from core.corpus.items import Found, Item, Problem
from core.corpus.reading import read_pair
from core.corpus.sources import (
    DEFAULT_PATTERN,
    ONE_ANNOTATION,
    from_folders,
    from_manifest,
    from_salami,
)

__all__ = [
    "DEFAULT_PATTERN",
    "ONE_ANNOTATION",
    "Found",
    "Item",
    "Problem",
    "from_folders",
    "from_manifest",
    "from_salami",
    "read_pair",
]
