"""Read the Jazz Structure Dataset: ``solo_01_02`` is the second chorus of the first solo."""

import re

from core.io._files import File
from core.io._layers import Format, Order, Stack, runs, stack_of
from core.io._tables import names_in, segments_of
from core.notes import Note
from core.repair import RawLayer

_CHORUS = re.compile(r"\A(.+_\d+)_\d+\Z", re.ASCII)
# Older versions of the data set have regions.
_COLUMNS = (("segment_start", "region_start"), ("segment_end", "region_end"), ("label",))


def _read(file: File) -> list[Stack]:
    choruses = segments_of(file, *_COLUMNS)
    parts, _ = runs(choruses, lambda label: _CHORUS.sub(r"\1", label))
    layers = [RawLayer(parts, "parts"), RawLayer(choruses, "choruses")]
    if len(parts) < len(choruses):
        return [stack_of(layers, file, Order.COARSEST)]
    equal = Note("equal-left-out", "choruses left out: they have the same boundaries as the parts")
    return [stack_of(layers[:1], file, Order.COARSEST, [equal])]


JSD = Format(
    key="jsd",
    name="JSD",
    gist="segment_start;segment_end;label",
    about="parts and choruses, as in `solo_01_02`",
    suffixes=(".csv",),
    recognises=lambda file: all(set(names) & names_in(file) for names in _COLUMNS),
    read=_read,
)
