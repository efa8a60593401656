"""Readers and writers of hierarchical segmentations.

Formats are in :mod:`core.io.formats`. Nothing is mended silently: what was changed or guessed is in
:attr:`Candidate.notes`."""

from core.io._files import Candidate, File
from core.io._link import (
    Linked,
    Told,
    pack_json,
    pack_link,
    pack_pair,
    unpack_json,
    unpack_link,
    unpack_pair,
)
from core.io._pair import describe, pair_document, read_document
from core.io._paths import load_path
from core.io._read import file_names, read, read_path, read_text
from core.io._times import grid_from, read_times
from core.io._writing import beside, holding_all, keys, lost, save, target_of, targets
from core.io._zip import is_zip, unpack_all, write_zip
from core.io.choices import AS_UNDERSTOOD, ChoiceError, Choices
from core.io.formats.jams import read_state, write_jams
from core.io.formats.lab import write_labs
from core.io.formats.segments_csv import write_csv
from core.io.limits import MAX_BYTES
from core.io.otherwise import Doubt, Way, doubts, ways
from core.io.understood import LayerFound, Understood
from core.io.units import UNITS, Grid, GridError, Offer, Unit, rate_of

__all__ = [
    "AS_UNDERSTOOD",
    "MAX_BYTES",
    "UNITS",
    "Candidate",
    "ChoiceError",
    "Choices",
    "Doubt",
    "File",
    "Grid",
    "GridError",
    "LayerFound",
    "Linked",
    "Offer",
    "Told",
    "Understood",
    "Unit",
    "Way",
    "beside",
    "describe",
    "doubts",
    "file_names",
    "grid_from",
    "holding_all",
    "is_zip",
    "keys",
    "load_path",
    "lost",
    "pack_json",
    "pack_link",
    "pack_pair",
    "pair_document",
    "rate_of",
    "read",
    "read_document",
    "read_path",
    "read_state",
    "read_text",
    "read_times",
    "save",
    "target_of",
    "targets",
    "unpack_all",
    "unpack_json",
    "unpack_link",
    "unpack_pair",
    "ways",
    "write_csv",
    "write_jams",
    "write_labs",
    "write_zip",
]
