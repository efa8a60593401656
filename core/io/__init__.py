"""Readers and writers of hierarchical segmentations.

Formats are in :mod:`core.io.formats`. :attr:`Candidate.notes` has what was changed or guessed."""

from core.io._files import File
from core.io._read import file_names, load_path, read, read_path, read_text
from core.io._times import grid_from, read_times
from core.io.choices import ChoiceError, Choices
from core.io.formats.jams import write_jams
from core.io.formats.lab import write_labs
from core.io.formats.segments_csv import write_csv
from core.io.understood import Candidate, Understood, first_choice
from core.io.units import Grid

__all__ = [
    "Candidate", "ChoiceError", "Choices", "File", "Grid", "Understood", "file_names",
    "first_choice", "grid_from", "load_path", "read", "read_path", "read_text", "read_times",
    "write_csv", "write_jams", "write_labs",
]  # fmt: skip
