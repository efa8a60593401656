"""Where well-known data sets keep one file of segments per track."""

import os
from dataclasses import dataclass

from core.corpus.sources.patterns import Pattern, scan
from core.errors import ReadError


@dataclass(frozen=True)
class DataSet:
    """A data set: its title, and the pattern of its references in its folder."""

    title: str
    pattern: str


DATASETS = {
    "harmonix": DataSet("the Harmonix Set", "dataset/segments/{track}.txt"),
    "isophonics": DataSet("Isophonics", "seglab/*/*/{track}.lab"),
    "jsd": DataSet("the Jazz Structure Dataset", "data/annotations_csv/{track}.csv"),
    "spam": DataSet("SPAM", "references/{track}.jams"),
}
"""Data sets by name, as their owners publish them. SALAMI is read by a module of its own."""


def references_of(name: str, folder: str | os.PathLike[str]) -> str:
    """Return the pattern of a data set's references; raise ReadError if no file in it fits."""
    if name not in DATASETS:
        raise ReadError(
            f"there is no data set {name!r}",
            source="dataset",
            advice=f"Choose one of {', '.join(DATASETS)}",
        )
    known = DATASETS[name]
    if not scan(folder, Pattern(known.pattern, "reference", ("track", "layer"))).fits:
        raise ReadError(
            f"has no file {known.pattern}",
            source=os.fspath(folder),
            advice=f"Choose the folder of {known.title} in which {known.pattern.split('/')[0]} is",
        )
    return known.pattern
