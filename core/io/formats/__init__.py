"""All file formats: one module per format, collected in :data:`FORMATS`."""

import re
from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from core.errors import UnknownFormatError
from core.files.names import shortened
from core.io._files import File
from core.io._layers import Format
from core.io.formats.eaf import EAF
from core.io.formats.lab import LAB
from core.io.formats.sonic_visualiser import SVL
from core.io.formats.workbook import workbook
from core.io.limits import MAX_BYTES, refuse_larger

_FIRST = 5  # lines that can have the header or root of another tool's file
_BINARY = ("sv", "textgrid")  # tried first, because binary files have no text
_ORDER = (
    *("tilia", "dezrann", "segments-json", "lists-json", "old-jams", "jams", "svl", "eaf", "jsd"),
    "subtitles",
    *("structure", "reaper", "tilia-csv", "jams-csv", "csv", "bps-fh", "taking-form", "audacity"),
    *("rwc", "points", "pop909", "billboard", "lab", "salami", "boundaries"),
)
"""The order in which formats of text are tried; formats that are not listed are tried before."""

_NOT_READ = {
    "Adobe Premiere Pro": re.compile(r"marker name\b.*\bin\b.*\bout\b|<xmeml\b", re.IGNORECASE),
}
"""Tools whose markers are not read, by the first line, or by the root of XML."""


def _collected() -> list[Format]:
    """Return the formats of all modules in the order in which they are tried."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    by_key = {
        known.key: known
        for module in modules
        for known in vars(module).values()
        if isinstance(known, Format)
    }
    new = by_key.keys() - {*_BINARY, *_ORDER}
    in_order = [by_key[key] for key in (*_BINARY, *sorted(new), *_ORDER)]
    return [workbook([known for known in in_order if ".csv" in known.suffixes]), *in_order]


FORMATS = tuple(_collected())
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
    for _, line in file.lines[:_FIRST]:
        for tool, header in _NOT_READ.items():
            if header.match(line.lstrip('" \t')):
                return f"These are markers of {tool}. Write them as lines such as `0 10 A`"
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
