"""The embedded sample pairs (see `sample_data/README.md` for their origin)."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from core.hierarchy import Hierarchy
from core.io import File, read


@dataclass(frozen=True)
class Sample:
    """A pair that ships with hierscope."""

    id: str  # file name without extension
    title: str  # a few words
    about: str  # a sentence
    reference: Hierarchy
    estimate: Hierarchy


@cache
def samples() -> tuple[Sample, ...]:
    """Read all sample pairs, in the order in which they are shown."""
    folder = files("sample_data")
    rows = csv.DictReader((folder / "index.csv").read_text("utf-8").splitlines())
    pairs = []
    for row in rows:
        name = f"{row['id']}.jams"
        reference, estimate = read([File(name, (folder / name).read_bytes())])
        pairs.append(
            Sample(row["id"], row["title"], row["about"], reference.hierarchy, estimate.hierarchy)
        )
    return tuple(pairs)


def sample(name: str) -> Sample:
    """Return a sample by its id; raise KeyError if there is none."""
    return {known.id: known for known in samples()}[name]


def sample_ids() -> tuple[str, ...]:
    """Return the ids of all samples."""
    return tuple(sample.id for sample in samples())
