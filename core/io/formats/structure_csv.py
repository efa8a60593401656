"""Read BPSD's and SWD's structure (Erlangen): ``start;end;structure``, for audio or the score.

In fine files of the Beethoven Piano Sonata Dataset, labels are ``Coarse:Fine``; coarse files have
the same name in another folder. Files for scores count measures from 1; they are in folders
``ann_score_…``, or have no performance in their names.
"""

import re
from dataclasses import replace

from core.io._columns import segments_of
from core.io._files import File
from core.io._layers import Format, Order, Stack, runs, stack_of
from core.io._tables import fields_of, segments_in, table_of
from core.io.units import MEASURES, SECONDS, Offer
from core.notes import Note
from core.repair import RawLayer, Segment

_FIELDS = {"start": ("start",), "end": ("end",), "label": ("structure",)}
_OF_SCORE = re.compile(r"(Schubert_D911-\d\d|Beethoven_Op\w+-\d\d|.*ann_score.*)", re.ASCII)
_PERFORMED = re.compile(r".*_[A-Z]{2}\d{2}", re.ASCII)
_FINEST = 1000  # parts of a measure in scores


def _read(file: File) -> list[Stack]:
    found, notes = segments_in(table_of(file, _FIELDS), file.display)
    rows = segments_of([row for _, row in found])
    parts = tuple(dict.fromkeys(rows))
    if twice := len(rows) - len(parts):
        notes.append(Note("duplicate-left-out", f"duplicate rows, left out: {twice}"))
    layers = [RawLayer(parts)]
    if any(":" in label for *_, label in parts):
        wholes, more = runs(parts, lambda label: label.partition(":")[0].strip(), again=True)
        notes += more
        fine = ((start, end, label.partition(":")[2] or label) for start, end, label in parts)
        layers = [RawLayer(wholes, "coarse"), RawLayer(tuple(fine), "fine")]
    stack = replace(stack_of(layers, file, Order.COARSEST, notes), put_together=len(layers) > 1)
    return [_in_its_unit(stack, file, parts)]


def _in_its_unit(stack: Stack, file: File, parts: tuple[Segment, ...]) -> Stack:
    """Detect whether times are seconds or measures from 1, or ambiguous."""
    times = [time for start, end, _ in parts for time in (start, end)]
    divided = all(abs(time * _FINEST - round(time * _FINEST)) < 1e-6 for time in times)
    stack = replace(stack, first=1.0)
    if not divided or min(times) > 1 or _PERFORMED.fullmatch(file.stem):
        return stack
    if _OF_SCORE.fullmatch(file.stem):
        evidence = "the file has the name of a BPSD or SWD score, where measures start at 1"
        return replace(stack, unit=MEASURES, evidence=evidence)
    reason = f"the score would have {max(times) - 1:g} measures"
    return replace(stack, unit=SECONDS, offers=(Offer(MEASURES, reason),))


STRUCTURE_CSV = Format(
    key="structure",
    name="BPSD, SWD",
    gist="start;end;structure",
    about="labels such as `Exposition:FirstGroup` make two layers; a separate coarse file replaces "
    "the first layer; files about scores (sheet music) are in measures",
    suffixes=(".csv",),
    recognises=lambda file: fields_of(file, _FIELDS) == _FIELDS.keys(),
    read=_read,
    by_line=True,
)
