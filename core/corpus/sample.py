"""The sample corpus of our own making: two annotators and three methods, in a zip archive."""

from __future__ import annotations

from importlib.resources import files

SEED = 1
"""Of `sample_data/make_corpus.py`, which made it."""

ARCHIVE = "corpus.zip"
"""In the folder `sample_data`."""


def sample_archive() -> bytes:
    """Give the archive that ships with hierscope."""
    return (files("sample_data") / ARCHIVE).read_bytes()
