"""Readers and writers of hierarchical segmentations.

Formats that :func:`read`, :func:`read_path` and :func:`read_text` know, told apart by content:

- JAMS: ``multi_segment``, or the one-layer segment namespaces of an annotator as layers;
- SALAMI text, as annotated (``textfile1.txt``) or parsed (``textfile1_uppercase.txt``);
- ``.lab``: ``start end label`` lines, a file a layer;
- CSV with a header ``start,end,level,label``, and CSV with a row of boundaries a layer.

Files with one layer combine into a hierarchy, coarse to fine; a zip archive has a hierarchy a
folder. Nothing is mended silently: what was changed or guessed is in :attr:`Candidate.notes`.

A pair is also a JSON document (:func:`pair_document`) and text for a link (:func:`pack_pair`).
Frame times, such as beats, are read by :func:`read_times`.
"""

from core.io._files import MAX_BYTES, Candidate, File
from core.io._pair import describe, pack_pair, pair_document, read_document, unpack_pair
from core.io._paths import load_path
from core.io._read import read, read_path, read_text
from core.io._state import read_state
from core.io._times import read_times
from core.io._write import write_boundaries_csv, write_csv, write_jams, write_labs
from core.io._zip import write_zip

__all__ = [
    "MAX_BYTES",
    "Candidate",
    "File",
    "describe",
    "load_path",
    "pack_pair",
    "pair_document",
    "read",
    "read_document",
    "read_path",
    "read_state",
    "read_text",
    "read_times",
    "unpack_pair",
    "write_boundaries_csv",
    "write_csv",
    "write_jams",
    "write_labs",
    "write_zip",
]
