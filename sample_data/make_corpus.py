"""Writes the sample corpus beside this file: `python sample_data/make_corpus.py`."""

from pathlib import Path

from core.corpus.sample import ARCHIVE, make_archive

if __name__ == "__main__":
    (Path(__file__).parent / ARCHIVE).write_bytes(make_archive())
