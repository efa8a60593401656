"""The formats of files: a module each, and a line each in :data:`FORMATS`.

All that knows formats asks here: readers, errors, the command line, corpora, pages, README.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.errors import ReadError
from core.files.names import shortened
from core.io._decode import refuse_large
from core.io._files import File
from core.io._format import Format
from core.io.formats.boundaries_csv import BOUNDARIES_CSV
from core.io.formats.eaf import EAF
from core.io.formats.jams import JAMS
from core.io.formats.lab import LAB
from core.io.formats.old_jams import OLD_JAMS
from core.io.formats.points_csv import POINTS_CSV
from core.io.formats.salami import SALAMI
from core.io.formats.segments_csv import SEGMENTS_CSV
from core.io.formats.sv import SV
from core.io.formats.svl import SVL
from core.io.formats.textgrid import TEXTGRID

FORMATS: tuple[Format, ...] = (
    SV,
    TEXTGRID,
    OLD_JAMS,
    JAMS,
    SVL,
    EAF,
    SEGMENTS_CSV,
    POINTS_CSV,
    LAB,
    SALAMI,
    BOUNDARIES_CSV,
)
"""In the order in which they are tried. Binary ones come first: to ask for the text of what is none
is an error."""


def format_of(file: File) -> Format:
    """Recognise a file.

    Raises
    ------
    ReadError
        If it is of no known format, too large, or not what a format can read.
    """
    refuse_large(file.data, file.display)
    for known in FORMATS:
        if known.recognises(file):
            return known
    raise ReadError(
        f"'{shortened(file.lines[0][1])}' is of no known format",
        source=file.display,
        mend=f"Give {words()}",
    )


def words() -> str:
    """List the formats that are read, for a sentence."""
    return either(known.words for known in FORMATS)


def suffixes(*, layers: bool = False) -> tuple[str, ...]:
    """Give the suffixes of files that are read, or only those of files that may be layers of one
    hierarchy where they lie in one folder."""
    found = (known.suffixes for known in FORMATS if not (layers and known.stands_alone))
    return tuple(sorted({suffix for each in found for suffix in each}))


def writable() -> list[Format]:
    """Give the formats that are written."""
    return [known for known in FORMATS if known.write or known.write_layers]


def written_to(suffix: str) -> Format | None:
    """Give the first format that is written to files of a suffix, or, without one, to a folder."""
    if not suffix:
        return LAB
    files = (known for known in writable() if known.write)
    return next((known for known in files if known.suffixes[0] == suffix.lower()), None)


def written_as(key: str) -> Format | None:
    """Give the format of a key, if it is written."""
    return next((known for known in writable() if known.key == key.lower()), None)


def either(words: Iterable[str]) -> str:
    """Join words as in "A or B", and "A, B, or C"."""
    *most, last = words
    comma = "," if len(most) > 1 else ""
    return f"{', '.join(most)}{comma} or {last}" if most else last
