"""Read the CSV of a jams annotation from ``Annotation.to_dataframe().to_csv()``."""

import re

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._jams import Observation, segments
from core.io._layers import Flat, Format, Order, Stack, by_level, flat_of, stack_of
from core.io._tables import names_in, table_of, time_in

_COLUMNS = ("time", "duration", "value")
_FIELDS = {"time": ("time",), "duration": ("duration",), "label": ("value",)}
# Python's text of a multi_segment value.
_LABEL = r"'label': (?P<quote>['\"])(?P<label>.*)(?P=quote)"
_VALUE = re.compile(
    rf"\{{(?:{_LABEL}, )?'level': (?P<level>\d{{1,6}})(?P<rest>, .*)?\}}", re.DOTALL
)
_REST = re.compile(_LABEL, re.DOTALL)


def _read(file: File) -> list[Stack | Flat]:
    table = table_of(file, _FIELDS)
    rows: dict[int, list[Observation]] = {}
    leveled = False
    for line, cells in table.rows:
        time, duration = (time_in(table, cells, field, line) for field in ("time", "duration"))
        value = cells["label"].strip()
        pair = _leveled(value)
        if rows and leveled != (pair is not None):
            problem = f"'{shortened(value)}' does not have the form of the other values"
            raise ReadError(problem, line=line, advice="Use one table per annotation")
        leveled = pair is not None
        level, label = pair or (0, value)
        rows.setdefault(level, []).append(Observation(time, duration, label))
    layers, notes = by_level(
        (level, segment) for level, part in rows.items() for segment in segments(part)
    )
    notes += table.notes
    if leveled:
        return [stack_of(layers, file, Order.COARSEST, notes)]
    return [flat_of(file, layers[0].segments, notes)]


def _leveled(value: str) -> tuple[int, str] | None:
    """Return level and label of a multi_segment value; None for other values."""
    # Checking the end first keeps the search short for any cell.
    match = _VALUE.fullmatch(value) if value.endswith("}") else None
    if match is None:
        return None
    label = match["label"]
    if label is None:
        rest = _REST.fullmatch((match["rest"] or "").removeprefix(", "))
        label = rest["label"] if rest else ""
    return int(match["level"]), label


JAMS_CSV = Format(
    key="jams-csv",
    name="CSV",
    gist="time,duration,value",
    about="a jams annotation as a pandas data frame writes it",
    suffixes=(".csv",),
    # With a label column, the value is a number (Sonic Visualiser's regions).
    recognises=lambda file: set(_COLUMNS) <= names_in(file) - {"label"} == names_in(file),
    read=_read,
    by_line=True,
)
