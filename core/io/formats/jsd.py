"""Read the Jazz Structure Dataset: ``solo_01_02`` is the second chorus of the first solo."""

import re

from core.io._columns import segments_of
from core.io._files import File
from core.io._layers import Format, Order, Stack, runs, stack_of
from core.io._tables import fields_of, segments_in, table_of
from core.notes import Note
from core.repair import RawLayer

_NUMBERED = re.compile(r"_\d+_\d", re.ASCII)
_CHORUS = re.compile(r"\A(.+_\d+)_\d+\Z", re.ASCII)
# Older versions of the data set have regions.
_FIELDS = {
    "start": ("segment_start", "region_start"),
    "end": ("segment_end", "region_end"),
    "label": ("label",),
}


def _read(file: File) -> list[Stack]:
    rows, notes = segments_in(table_of(file, _FIELDS), file.display)
    choruses = segments_of([row for _, row in rows])
    parts, _ = runs(choruses, lambda label: _CHORUS.sub(r"\1", label))
    layers = [RawLayer(parts, "parts"), RawLayer(choruses, "choruses")]
    if len(parts) < len(choruses):
        return [stack_of(layers, file, Order.COARSEST, notes)]
    equal = Note("equal-left-out", "choruses left out: they have the same boundaries as the parts")
    return [stack_of(layers[:1], file, Order.COARSEST, [*notes, equal])]


JSD = Format(
    key="jsd",
    name="JSD",
    gist="segment_start;segment_end;label",
    about="parts and choruses, as in `solo_01_02`",
    suffixes=(".csv",),
    recognises=lambda file: (
        fields_of(file, _FIELDS) == _FIELDS.keys() and bool(_NUMBERED.search(file.text))
    ),
    read=_read,
    by_line=True,
)
