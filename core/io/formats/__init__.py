"""All file formats: one module per format, and one entry in :data:`FORMATS`."""

import re
from collections.abc import Iterable

from core.errors import UnknownFormatError
from core.files.names import shortened
from core.io._files import File, Format
from core.io.formats.audacity import AUDACITY
from core.io.formats.billboard import BILLBOARD
from core.io.formats.boundaries_csv import BOUNDARIES_CSV
from core.io.formats.bps_fh import BPS_FH
from core.io.formats.dezrann import DEZRANN
from core.io.formats.eaf import EAF
from core.io.formats.jams import JAMS
from core.io.formats.jams_csv import JAMS_CSV
from core.io.formats.jsd import JSD
from core.io.formats.lab import LAB
from core.io.formats.lists_json import LISTS_JSON
from core.io.formats.old_jams import OLD_JAMS
from core.io.formats.points_csv import POINTS_CSV
from core.io.formats.pop909 import POP909
from core.io.formats.reaper import REAPER
from core.io.formats.rwc import RWC
from core.io.formats.salami import SALAMI
from core.io.formats.segments_csv import SEGMENTS_CSV
from core.io.formats.segments_json import SEGMENTS_JSON
from core.io.formats.sonic_visualiser import SV, SVL
from core.io.formats.structure_csv import STRUCTURE_CSV
from core.io.formats.taking_form import TAKING_FORM
from core.io.formats.textgrid import TEXTGRID
from core.io.formats.tilia import TILIA
from core.io.formats.tilia_csv import TILIA_CSV
from core.io.formats.workbook import workbook
from core.io.limits import MAX_BYTES, refuse_larger

_ALL_BUT_WORKBOOKS: tuple[Format, ...] = (
    SV, TEXTGRID, TILIA, DEZRANN, SEGMENTS_JSON, LISTS_JSON, OLD_JAMS, JAMS, SVL, EAF, JSD,
    STRUCTURE_CSV, REAPER, TILIA_CSV, JAMS_CSV, SEGMENTS_CSV, BPS_FH, TAKING_FORM, AUDACITY, RWC,
    POINTS_CSV, POP909, BILLBOARD, LAB, SALAMI, BOUNDARIES_CSV,
)  # fmt: skip

FORMATS: tuple[Format, ...] = (
    workbook([known for known in _ALL_BUT_WORKBOOKS if ".csv" in known.suffixes]),
    *_ALL_BUT_WORKBOOKS,
)
"""In order of detection; binary formats come first, because they have no text."""


FOR_FOLDERS = LAB


def format_of(file: File) -> Format:
    """Return the first format that recognizes a file; raise UnknownFormatError if none does."""
    refuse_larger(len(file.data), MAX_BYTES, "the file", source=file.display)
    for known in FORMATS:
        if known.recognises(file):
            return known
    line, first = file.lines[0]
    problem = f"format not recognized ('{shortened(first)}')"
    advice = f"{_nearest(file)}. The guide lists all formats (Files)"
    raise UnknownFormatError(problem, source=file.display, line=line, advice=advice)


def _nearest(file: File) -> str:
    """Suggest formats similar to the file's name or content, or else the simplest."""
    if file.text.lstrip().startswith("<"):
        return f"XML can be {SVL.title} or {EAF.title}"
    near = [known.name for known in FORMATS if file.is_called(*known.suffixes)]
    if file.is_called(".csv") or (not near and re.search("[,;]", file.lines[0][1])):
        return "Expected columns: start, end, label and optionally level"
    if not near:
        return "Expected lines such as `0 10 A`"
    return f"From its name, expected {either(dict.fromkeys(near))}"


def listed() -> str:
    """List the readable formats for a sentence."""
    return either(known.title for known in FORMATS)


def suffixes(*, layers: bool = False) -> tuple[str, ...]:
    """Return the suffixes of all readable formats, or of formats with one file per layer."""
    by_format = (known.suffixes for known in FORMATS if not (layers and known.stands_alone))
    return tuple(sorted({suffix for endings in by_format for suffix in endings}))


def writable() -> list[Format]:
    """Return the formats that can be written."""
    return [known for known in FORMATS if known.write or known.write_layers]


def written_to(name: str) -> Format | None:
    """Return the first writable format for a file name; a folder has no suffix."""
    if "." not in name:
        return FOR_FOLDERS
    return next((known for known in writable() if name.lower().endswith(known.suffixes[0])), None)


def written_as(key: str) -> Format | None:
    """Return the format that is written under a key, or None."""
    return next((known for known in writable() if known.key == key.lower()), None)


def either(names: Iterable[str]) -> str:
    """Join names: "A or B", "A, B, or C"."""
    *most, last = names
    comma = "," if len(most) > 1 else ""
    return f"{', '.join(most)}{comma} or {last}" if most else last
