"""Where well-known data sets keep one file of segments per track."""

from dataclasses import dataclass

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


def data_set(name: str) -> DataSet:
    """Return a data set by name; raise ReadError if there is none."""
    if name not in DATASETS:
        raise ReadError(
            f"there is no data set {name!r}",
            source="dataset",
            advice=f"Choose one of {', '.join(DATASETS)}",
        )
    return DATASETS[name]
