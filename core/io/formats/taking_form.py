"""Read and write Taking Form: one row per measure and beat, one column of labels per level.

Gotham and Ireland describe it (ISMIR 2019, and README.md of MarkGotham/Taking-Form). ``X`` is a
span without a name, ``9-16=1-8`` copies rows above, ``Repeat: 1-8`` is a repeat in the score.
Measures with a letter repeat measures without, or follow a repeat. Files of its corpus also copy
ranges of another length, and have fractions below 1 or text as beats.
"""

import math
import re
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise, zip_longest
from string import ascii_lowercase

from core.errors import HierarchyError, ReadError
from core.files.names import shortened
from core.files.tables import delimiter
from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._layers import Format, Order, Stack, stack_of
from core.io._tables import joined, number_in, rows_of
from core.io.limits import MAX_LAYERS, MAX_SEGMENTS, refuse_more
from core.io.units import MEASURES
from core.notes import Note
from core.repair import RawLayer
from core.wording import counted

UNNAMED = "X"

_METER = 4  # beats per measure, if neither the file nor the user sets them
_MEASURE = re.compile(r"(\d{1,6})([a-z]?)", re.ASCII)
_BEAT = re.compile(r"-?\d{1,3}(?:[.,]\d{0,20})?", re.ASCII)
_SPAN = re.compile(rf"{_MEASURE.pattern}(?:\s*-\s*{_MEASURE.pattern})?", re.ASCII)
_TEXT = re.compile(r"[^\W\d_]")  # a letter
_REPEAT = re.compile(r"repeats?\b", re.IGNORECASE)
_HEADER = re.compile(r"(measures?|bars?|m)\s*(no\.?|number)?", re.IGNORECASE)
_OPENING = re.compile(
    rf'"?({_MEASURE.pattern}"?[,;\t]|{_HEADER.pattern})', re.ASCII | re.IGNORECASE
)
_MOST_BEATS = 24  # larger numbers in the second column are not beats
_LOOKED_AT = 20  # rows
_COLUMNS = "Form and Phrase"  # the header of all label columns in the authors' programs
_LAST = 999_999  # measures
_LISTED = 5  # repeats or lines listed in a note


@dataclass(frozen=True)
class _Row:
    """A measure and beat, counted from 1, with labels; empty if no span starts there."""

    measure: int
    beat: float
    labels: tuple[str, ...]
    line: int

    def label(self, level: int) -> str:
        return self.labels[level] if level < len(self.labels) else ""

    def position(self, meter: float) -> float:
        """Position in measures from the first bar line; negative beats are an upbeat."""
        into = self.beat - 1 if self.beat > 0 else self.beat
        return self.measure - 1 + into / meter


@dataclass
class _Table:
    rows: list[_Row] = field(default_factory=list)
    width: int = 0
    """Number of cells of the first row."""
    last: int = 0
    repeated: int = 0
    """Last measure of the repeat above, which can have fewer rows; 0 if rows contradict it."""
    copied: int = _LAST + 1
    runs: list[tuple[str, int, int]] = field(default_factory=lambda: [("", 0, 0)])
    """Runs of measures: their letter, their first number, and what to add to their numbers."""
    repeats: list[str] = field(default_factory=list)
    lines: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """Lines of guesses and of rows left out, by kind and text of their note."""

    def add(self, line: int, cells: Sequence[str]) -> None:
        self.width = self.width or len(cells)
        first, beat, *labels = (*cells, "")[: max(len(cells), 2)]
        if _REPEAT.match(first):
            self._repeat(first.partition(":")[2].strip())
            return
        is_copy = "=" in first and _SPAN.match(first)
        match = _MEASURE.fullmatch(first)
        if not (is_copy or match):
            if first or any(labels):
                self._note("rows that are not measures were left out", line, "other")
            return
        if _is_text(beat):
            if len(cells) < self.width or not any(labels):
                labels.insert(0, beat)
                self._note("text in the column of beats was read as a label of layer 1", line)
            else:
                self._note("text in the column of beats was left out; beat 1 is used", line)
            beat = ""
        if match:
            measure = self._numbered(line, int(match[1]), match[2])
            self._append(_Row(measure, self._beat(line, beat), tuple(labels), line))
        else:
            self._copy(line, first, beat, labels)

    def _note(self, text: str, line: int, kind: str = "measures-guessed") -> None:
        lines = self.lines.setdefault((kind, text), [])
        if line not in lines[-1:]:
            lines.append(line)

    def _repeat(self, text: str) -> None:
        self.repeats.append(text or "all")
        if (span := _SPAN.fullmatch(text)) and span[3]:
            *_, (_, _, shift) = self.runs
            self.repeated = int(span[3]) + shift

    def _numbered(self, line: int, measure: int, letter: str) -> int:
        """Return the position of a measure, counted from 1, which can begin another run.

        Measures with another letter follow the others, unless their number is higher anyway.
        """
        *_, (before, _, shift) = self.runs
        if letter != before:
            end = max(self.last, self.repeated)
            if measure + shift <= end:
                shift = end + 1 - measure
            self.runs.append((letter, measure, shift))
        elif measure + shift <= self.repeated:
            self.repeated = 0
        if measure + shift < min(self.last, self.copied):
            problem = f"measure {measure}{letter} comes after a later one"
            raise ReadError(problem, line=line, advice="Sort the rows")
        return measure + shift

    def _position(self, measure: str, letter: str) -> int:
        """Return the position of a measure above; 0 if there is none with its letter."""
        number = int(measure)
        runs = (
            number + shift for of, first, shift in self.runs if of == letter and first <= number
        )
        return max(runs, default=0)

    def _beat(self, line: int, text: str) -> float:
        if not text:
            return 1.0
        beat = number_in(text) if _BEAT.fullmatch(text) else 0.0
        if beat == 0:
            problem = f"'{shortened(text)}' is not a beat"
            raise ReadError(problem, line=line, advice="Beats start at 1; -1 is an upbeat")
        if 0 < beat < 1:
            self._note("beats below 1 were counted back from beat 1", line)
        return beat

    def _append(self, row: _Row) -> None:
        if row.measure < self.last and any(row.labels):
            self._note("labels inside a copied range were added to it", row.line, "other")
        insort(self.rows, row, key=lambda known: known.measure)
        self.last = max(self.last, row.measure)
        refuse_more(len(self.rows), MAX_SEGMENTS, "rows", line=row.line)

    def _copy(self, line: int, text: str, beat: str, labels: Sequence[str]) -> None:
        """Copy rows; the first can have its own labels and beat."""
        spans = [_SPAN.fullmatch(part.strip()) for part in text.split("=")]
        if len(spans) != 2 or spans[0] is None or spans[1] is None:
            problem = f"'{shortened(text)}' is not a pair of ranges"
            raise ReadError(problem, line=line, advice="Expected for example 9-16=1-8")
        into, of = (span.groups() for span in spans if span)
        first = self._position(of[0], of[1])
        # The last measure can lack the letter of the first, as in 25a-32.
        last = self._position(of[2], of[3]) if of[2] and of[3] else first + _length(of) - 1
        measure = self._numbered(line, int(into[0]), into[1])
        end = measure + _length(into) - 1
        if not (first and first <= last < measure <= end):
            to, source = (part.strip() for part in text.split("="))
            problem = f"measures {to} can't copy measures {source}"
            raise ReadError(problem, line=line, advice="Copy measures of earlier rows")
        if end - measure != last - first:
            self._note("ranges of another length were copied from their start", line)
        last = min(last, first + end - measure)
        rows = [row for row in self.rows if first <= row.measure <= last]
        opening = _Row(first, self._beat(line, beat), (), line)
        if not rows or rows[0].measure > first:
            rows.insert(0, opening)
        merged = zip_longest(labels, rows[0].labels, fillvalue="")
        rows[0] = replace(
            rows[0],
            beat=opening.beat if beat else rows[0].beat,
            labels=tuple(new or old for new, old in merged),
        )
        for row in rows:
            self._append(replace(row, measure=row.measure + measure - first, line=line))
        self.copied = measure
        self.last = max(self.last, end)


def _length(span: Sequence[str | None]) -> int:
    """Return the number of measures of a range, or of a single measure."""
    return int(span[2] or span[0] or 0) - int(span[0] or 0) + 1


def _is_text(beat: str) -> bool:
    try:
        float(beat)
    except ValueError:
        return bool(_TEXT.search(beat))
    return False


def _recognises(file: File) -> bool:
    """Recognize it by a measure, a beat and labels in each row, or by the header."""
    _, first = file.lines[0]
    if not _OPENING.match(first):
        return False
    mark = delimiter(first)
    rows = [[cell.strip(' "') for cell in line.split(mark)] for _, line in file.lines[:_LOOKED_AT]]
    head = rows[0]
    if len(head) > 1 and _HEADER.fullmatch(head[0]):
        return head[1].lower().startswith("beat")
    match = _MEASURE.fullmatch(head[0])
    if match is None or not any(any(cells[2:]) for cells in rows):
        return False
    if len(rows) > 1 and all(before[1:2] == after[:1] for before, after in pairwise(rows)):
        return False  # starts and ends
    if int(match[1]) == 0 and not _counts_from_0(rows):
        return False
    measures = [cells for cells in rows if _MEASURE.fullmatch(cells[0])]
    with_text = sum(_is_text((*cells, "")[1]) for cells in measures)
    # A few rows have text in the column of beats.
    return 2 * with_text < len(measures) and all(map(_is_row, measures))


def _counts_from_0(rows: Sequence[Sequence[str]]) -> bool:
    """Distinguish measures and beats from starts with ends, durations or values."""
    measures = [(cells[0], *cells[1:2], "")[:2] for cells in rows if _MEASURE.fullmatch(cells[0])]
    spans = [
        _BEAT.fullmatch(beat) and int(measure.rstrip(ascii_lowercase)) < number_in(beat)
        for measure, beat in measures
    ]
    return not all(spans) and (
        any(not beat or beat[0] == "-" for _, beat in measures)
        or any(sum(map(bool, cells[2:])) != 1 for cells in rows if cells[0])
    )


def _is_row(cells: Sequence[str]) -> bool:
    """Return whether the cells after measure and beat are labels, not numbers."""
    _, beat, *labels = (*cells, "")
    if (
        beat
        and not _is_text(beat)
        and not (_BEAT.fullmatch(beat) and abs(number_in(beat)) <= _MOST_BEATS)
    ):
        return False
    return not any(_BEAT.fullmatch(label) for label in labels)


def _read(file: File) -> list[Stack]:
    table = _Table()
    names: list[str] = []
    for turn, (line, cells) in enumerate(rows_of(file)):
        stripped = [cell.strip() for cell in cells]
        refuse_more(len(stripped), MAX_LAYERS + 2, "columns", line=line)
        if turn == 0 and _HEADER.fullmatch(stripped[0]):
            names = ["" if name == _COLUMNS else name for name in stripped[2:]]
        else:
            table.add(line, stripped)
    levels = max((len(row.labels) for row in table.rows), default=0)
    used = [level for level in range(levels) if any(row.label(level) for row in table.rows)]
    if not used:
        advice = "Add one column of labels per level, with X for unnamed spans"
        raise ReadError("no measure has a label", advice=advice)
    table.last = max(table.last, table.repeated)
    # Spreadsheets add columns without labels.
    rows = [replace(row, labels=tuple(map(row.label, used))) for row in table.rows]
    named = [names[level] if level < len(names) else "" for level in used]
    return [_stack(file, replace(table, rows=rows), named, 0.0)]


def _stack(file: File, table: _Table, names: Sequence[str], meter: float) -> Stack:
    """Convert rows to layers in measures with `meter` beats; 0 if unknown."""
    rows = table.rows
    longest = max(rows, key=lambda row: abs(row.beat))
    most = abs(longest.beat)
    if meter and most >= meter + 1:
        problem = f"beat {most:g} in a measure of {meter:g}"
        raise ReadError(problem, line=longest.line, advice="Set the meter of the score")
    beats = meter or max(_METER, math.floor(most))
    layers = []
    for level, name in enumerate(names):
        starts: dict[float, str] = {}
        for at, row in enumerate(rows):
            # A span ends where a span of its level or a coarser one starts.
            if at == 0 or any(row.labels[: level + 1]):
                label = "" if row.labels[level] == UNNAMED else row.labels[level]
                where = row.position(beats)
                starts[where] = label or starts.get(where, "")
        times = [*sorted(starts), float(table.last)]
        segments = ((start, end, starts[start]) for start, end in pairwise(times))
        layers.append(RawLayer(tuple(segments), name))
    guessed = not meter and any(row.beat != 1 and any(row.labels) for row in rows)
    return replace(
        stack_of(layers, file, Order.COARSEST, _notes(table, beats if guessed else 0)),
        unit=MEASURES,
        # Measure 0 is an upbeat, unless it starts on its first beat.
        first=-1.0 if (rows[0].measure, rows[0].beat) == (0, 1) else 0.0,
        evidence="the first column counts measures",
        with_meter=partial(_stack, file, table, names),
    )


def _notes(table: _Table, guessed: float) -> list[Note]:
    repeats = "; ".join(map(shortened, table.repeats[:_LISTED]))
    meter = f"the file has no meter; {guessed:g} beats per measure are assumed; set the meter"
    texts = (
        (guessed, "meter-guessed", meter),
        (table.repeats, "repeats-left", f"repeats of the score ({repeats}) are not written out"),
    )
    of_lines = (
        Note(kind, f"{text} (line {', '.join(map(str, lines[:_LISTED]))})")
        for (kind, text), lines in table.lines.items()
    )
    return [*(Note(kind, text) for applies, kind, text in texts if applies), *of_lines]


def write_taking_form(hierarchy: Hierarchy) -> bytes:
    """Write a table with a row for each measure and beat where a span starts."""
    if not _fits(hierarchy):
        problem = f"Taking Form counts measures, but times are in {hierarchy.unit}"
        raise HierarchyError(problem, advice="Choose another format, or add times of bars")
    if count := _missing(hierarchy):
        problem = (
            f"Taking Form has nested layers, but finer layers lack {counted(count, 'boundary')}"
        )
        raise HierarchyError(problem, advice="Choose another format, or repair the nesting")
    last = math.ceil(hierarchy.end)
    if last > _LAST:
        raise HierarchyError(f"more than {_LAST:,} measures", advice="Choose another format")
    rows: dict[tuple[int, float], list[str]] = {}
    for level, layer in enumerate(hierarchy.layers):
        for start, label in zip(layer.boundaries[:-1].tolist(), layer.labels, strict=True):
            cells = rows.setdefault(_placed(start), [""] * len(hierarchy.layers))
            cells[level] = _written(label) or UNNAMED
    if max(measure for measure, _ in rows) < last:
        rows[last, 1.0] = [""] * len(hierarchy.layers)
    names = [_written(layer.name) for layer in hierarchy.layers]
    lines = [
        ("Measure", "Beat", *(names if all(names) else (_COLUMNS,))),
        *(
            (measure, f"{beat!r}".removesuffix(".0"), *cells)
            for (measure, beat), cells in sorted(rows.items())
        ),
    ]
    return "".join(f"{joined(line)}\n" for line in lines).encode()


def _placed(position: float) -> tuple[int, float]:
    """Return measure and beat, both counted from 1, of a position."""
    whole = math.floor(position)
    beat = 1 + _METER * (position - whole)
    # A position just before a bar line is rounded to it.
    return (whole + 1, beat) if beat < 1 + _METER else (whole + 2, 1.0)


def _written(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _fits(hierarchy: Hierarchy) -> bool:
    return hierarchy.unit == MEASURES


def _missing(hierarchy: Hierarchy) -> int:
    """Count boundaries that finer layers lack, by all digits, unlike Hierarchy.missing."""
    rows = [set[float](row.tolist()) for row in hierarchy.boundaries]
    return sum(len(set().union(*rows[:at]) - row) for at, row in enumerate(rows))


def _loses(hierarchy: Hierarchy) -> list[str]:
    if not _fits(hierarchy):
        return [f"everything: it counts measures, but times are in {hierarchy.unit}"]
    if _missing(hierarchy):
        return ["everything: it has nested layers only"]
    lost = []
    labels = [label for layer in hierarchy.layers for label in layer.labels]
    if count := sum(_written(label) != label for label in labels):
        lost.append(f"white space and marks that can't be printed in {counted(count, 'label')}")
    if count := sum(_written(label) == UNNAMED for label in labels):
        lost.append(f"labels '{UNNAMED}', which mean no name: {count}")
    names = [layer.name for layer in hierarchy.layers]
    storable = all(name and _written(name) == name != _COLUMNS for name in names)
    if any(names) and not storable:
        lost.append("names of layers")
    places = {time for row in hierarchy.boundaries for time in row[:-1].tolist()}
    if count := sum(_Row(*_placed(time), (), 0).position(_METER) != time for time in places):
        lost.append(f"digits of {counted(count, 'position')}")
    if not hierarchy.end.is_integer():
        lost.append("that it ends within a measure")
    return lost


TAKING_FORM = Format(
    key="taking-form",
    name="Taking Form",
    gist="one row per measure, one column per level",
    about="`measure,beat,` and labels, coarse to fine; `X` is unnamed; `9-16=1-8` copies rows; "
    "positions are measures",
    suffixes=(".csv",),
    recognises=_recognises,
    read=_read,
    write=write_taking_form,
    loses=_loses,
    fits=_fits,
    units=(MEASURES,),
)
