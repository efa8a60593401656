"""Read and write ``.lab`` files: ``start end label`` lines, one layer per file.

mir_eval's own reader is not used: it requires a label on every line and accepts ``nan``.
"""

import re

from core.hierarchy import Hierarchy
from core.io._columns import read_rows, row_in, without_numbers
from core.io._files import File
from core.io._layers import Flat, Format, Stack
from core.io._tables import are_rows_of_boundaries
from core.io._text import TIME
from core.io._written import files_of, lines_of, lost_in_lines
from core.notes import Note

_LINE = re.compile(rf"{TIME}\s+{TIME}(\s|$)", re.ASCII)
_NUMBERED = re.compile(r"\d*", re.ASCII)


def _recognises(file: File) -> bool:
    """Recognize it by two times in the first line, or the name, but not by a final time and End."""
    first, last = file.lines[0][1], file.lines[-1][1]
    if last.split()[-1].lower() == "end" and not _LINE.match(last):
        return False
    return file.is_called(".lab") or (bool(_LINE.match(first)) and not are_rows_of_boundaries(file))


def _read(file: File) -> list[Stack | Flat]:
    source = file.display
    advice = "Expected lines such as `0 10 A`"
    lines, notes = without_numbers(
        [(line, content.split(None, 3)) for line, content in file.lines], source
    )
    if not notes:
        lines = [(line, [content]) for line, content in file.lines]
    rows = [row_in(" ".join(cells), line, advice) for line, cells in lines]
    if _has_numbers(file):
        cells = [content.split("\t", 3) for _, content in file.lines]
        rows = [
            row._replace(label=row_cells[3].strip())
            for row, row_cells in zip(rows, cells, strict=True)
        ]
        if any(row_cells[2].strip() for row_cells in cells):
            text = f"the third column of {source} has numbers and was left out"
            notes.append(Note("column-left-out", text))
    return [read_rows(rows, file, notes, sure=file.is_called(".lab"))]


def _has_numbers(file: File) -> bool:
    """Return whether the fourth column has labels, after numbers or empty cells (Isophonics)."""
    rows = [content.split("\t") for _, content in file.lines]
    return all(
        len(cells) >= 4 and _NUMBERED.fullmatch(cells[2].strip()) and cells[3].strip()
        for cells in rows
    )


def write_labs(hierarchy: Hierarchy) -> dict[str, bytes]:
    """Write one ``.lab`` file per layer, with a line ``start<TAB>end<TAB>label`` per segment."""
    return files_of(hierarchy, ".lab", lines_of)


LAB = Format(
    key="lab",
    name=".lab",
    gist="one file per layer",
    about="`start end label` lines; a third column of numbers, as in Isophonics, is ignored",
    suffixes=(".lab",),
    recognises=_recognises,
    read=_read,
    by_line=True,
    write_layers=write_labs,
    loses=lost_in_lines,
)
