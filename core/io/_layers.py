"""What a format reads: layers before they are ordered and become a hierarchy; and formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from itertools import pairwise
from typing import Any

from core.errors import ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io._files import File
from core.io.limits import MAX_LAYERS, refuse_more
from core.io.units import SECONDS, Offer
from core.notes import Note
from core.repair import JITTER, RawLayer, Segment, is_slip
from core.wording import clock, counted


class Kind(IntEnum):
    """The scale of a layer, coarse to fine. Functions label uppercase segments or their parts."""

    UPPER = 0
    MIDDLE = 1
    FUNCTION = 2
    LOWER = 3


KIND_NAMES = {
    Kind.UPPER: "uppercase",
    Kind.MIDDLE: "middle",
    Kind.LOWER: "lowercase",
    Kind.FUNCTION: "functions",
}

_WORDS = {
    **dict.fromkeys(("uppercase", "upper", "large", "coarse"), Kind.UPPER),
    **dict.fromkeys(("middle", "medium", "mid"), Kind.MIDDLE),
    **dict.fromkeys(("lowercase", "lower", "small", "fine"), Kind.LOWER),
    **dict.fromkeys(("function", "functions"), Kind.FUNCTION),
}
_LETTERS = {"l": Kind.UPPER, "m": Kind.MIDDLE, "s": Kind.LOWER}  # large, medium, small, as in SPAM
_LETTER = re.compile(r"(?:^|[_-])([lms])$")
_FORM = ("movement", "form", "section", "subsection", "phrase", "subphrase", "motive motif")
_FORM_PARTS = {name: rank for rank, names in enumerate(_FORM) for name in names.split()}
_SIDES = "(ref|reference|est|estimate|estimated)"
# At the end only as a separate word: French and Latin words end with "est".
_SIDE = re.compile(rf"{_SIDES}(?![a-z])|.*[_\-. ]{_SIDES}[_\-. ]?\d{{0,9}}$", re.ASCII)
_ANNOTATOR = re.compile(r"(?:textfile|annotator)[ _-]?(\d{1,9})([a-z]?)(?![a-z0-9])", re.ASCII)
_LAST_NUMBER = re.compile(r"(\d{1,9})$", re.ASCII)


@dataclass(frozen=True)
class Hints:
    """Hints on a layer from its file name."""

    annotator: str = ""  # `"1"` in `textfile1_uppercase`, else empty
    part: str = ""  # `"b"` in `textfile1b`: SALAMI's files with the layer above `textfile1`
    kind: Kind | None = None
    number: int | None = None  # for example 2 in `ref2`
    form: int | None = None  # rank of the part of a form that follows a side, as in `ref_sections`
    base: str = ""  # the rest of the name: `"song1"` in `song1_fine`, `"ref"` in `ref2`
    side: str = ""  # `"reference"` or `"estimate"`, if the name starts or ends with it


def hints(stem: str) -> Hints:
    """Look for annotator, scale and number in a file's name."""
    lower = stem.lower()
    annotator = _ANNOTATOR.search(lower)
    kinds = {_WORDS[word] for word in re.findall(r"[a-z]+", lower) if word in _WORDS}
    letter = _LETTER.search(lower)
    if letter and not kinds:
        kinds = {_LETTERS[letter[1]]}
    number = _LAST_NUMBER.search(lower[annotator.end() :] if annotator else lower)
    kind = kinds.pop() if len(kinds) == 1 else None
    sided = _SIDE.match(lower)
    side = (sided[1] or sided[2]) if sided else ""
    form = part_of_form(lower) if sided and sided[1] else None
    return Hints(
        annotator[1] if annotator else "",
        annotator[2] if annotator else "",
        kind,
        int(number[1]) if number else None,
        form,
        _base(stem, kind is not None) if form is None else side,
        ("reference" if side.startswith("ref") else "estimate") if side else "",
    )


def _base(stem: str, has_kind: bool) -> str:
    """Return a name without its scale, or else without the number at its end."""
    if not has_kind:
        return _LAST_NUMBER.sub("", stem).rstrip("_- .")
    parts = re.split(r"[_\-. ]+", stem)
    *_, last = parts
    if last.lower() in _LETTERS:
        parts.pop()
    return "_".join(word for word in parts if word.lower() not in _WORDS)


def part_of_form(name: str) -> int | None:
    """Return the rank of a layer named after a part of a form, 0 = the largest part."""
    singular = [word.removesuffix("s") for word in re.findall(r"[a-z]+", name.lower())]
    ranks = {_FORM_PARTS[word] for word in singular if word in _FORM_PARTS}
    return ranks.pop() if len(ranks) == 1 else None


@dataclass(frozen=True)
class Flat:
    layer: RawLayer
    source: str
    hints: Hints = Hints()
    notes: tuple[Note, ...] = ()
    raw: bool = False  # whether it comes from a SALAMI file that holds several layers
    omitted: int = 0  # lines with a time that a note, or the format, leaves out
    second: str = ""  # what the second numbers were read as, `"ends"` or `"durations"`, if guessed


class Order(Enum):
    """The known order of layers in a file."""

    SURE = auto()  # coarsest first; hierscope wrote the file
    GIVEN = auto()  # coarsest first, from Python
    COARSEST = auto()  # coarsest first by the format; other files cause a note
    FINEST = auto()  # finest first by the format
    LEVELS = auto()  # by level, but level 1 may be the coarsest or the finest
    CONTAINED = auto()  # separated by containment, coarsest first
    OPEN = auto()


@dataclass(frozen=True)
class Stack:
    """The layers of one annotator, as in the file."""

    flats: tuple[Flat, ...]  # at least one, in the order and the unit of the file
    name: str
    title: str = ""  # title in a picker; the content follows in brackets
    detail: str | None = None  # content in brackets; by default the layers' names or number
    order: Order = Order.OPEN
    format: str = ""
    unit: str = SECONDS
    """A key of :data:`core.io.units.UNITS`."""
    rate: float = 0.0  # units per second, if the file has it
    evidence: str = ""  # reason for the unit, if not seconds
    offers: tuple[Offer, ...] = ()  # other possible units
    notes: tuple[Note, ...] = ()
    first: float = 0.0
    """The file's number of the first bar line or beat, from which positions count."""
    with_meter: Callable[[float], Stack] | None = None
    """Returns the stack for a number of beats per measure, if the file lacks it."""
    put_together: bool = False  # whether the coarsest layer was built from labels of the next layer
    encoding: str = ""  # encoding of the text, if it is not UTF-8
    omitted: int = 0  # lines with a time that a note, or the format, leaves out


@dataclass(frozen=True)
class Format:
    """A kind of file that holds hierarchies or layers."""

    key: str  # its name in commands, such as `"csv"`
    name: str
    gist: str  # what distinguishes it from formats with the same name, or the content of a file
    about: str  # further information in Markdown, for the table of formats in docs/files.md
    suffixes: tuple[str, ...]
    recognises: Callable[[File], bool]
    """Returns whether a file has this format, by its bytes, its text, and then its name."""
    read: Callable[[File], Sequence[Stack | Flat]]
    """Returns stacks of layers, and single layers that combine with other files."""
    write: Callable[..., bytes] | None = None
    """Returns the bytes of a file with one hierarchy, or with all hierarchies if `several`."""
    several: bool = False
    suffix: str = ""
    """Suffix of written files, as in the format's tool; by default the first of `suffixes`."""
    write_layers: Callable[[Hierarchy], Mapping[str, bytes]] | None = None
    """Returns the bytes of one file per layer, by name."""
    loses: Callable[[Hierarchy], Sequence[str]] = lambda _: ()
    """Lists the parts of a hierarchy that the format can't store."""
    advice: str = ""  # advice on opening a file in its tool
    fits: Callable[[Hierarchy], bool] = lambda _: True
    """Returns whether a hierarchy can be written at all; some formats need measures."""
    units: tuple[str, ...] = ("seconds",)
    """Units that the format stores; times in other units are read as seconds."""
    by_line: bool = False
    by_object: bool = False
    """Whether each line, or each object of JSON, with a time must give a boundary; see
    :mod:`core.io._complete`."""
    stands_alone: bool = False
    """Whether a file is always a whole work, and never one of several layers in a folder."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "suffix", self.suffix or self.suffixes[0])

    def files(self, hierarchy: Hierarchy) -> Mapping[str, bytes]:
        """Write a hierarchy as one file per layer or a single file; empty if not writable."""
        if self.write_layers:
            return self.write_layers(hierarchy)
        return {f"layers{self.suffix}": self.write(hierarchy)} if self.write else {}

    @property
    def title(self) -> str:
        """The name in errors, pages and docs."""
        return f"{self.name} ({self.gist})" if self.gist else self.name


Point = tuple[float, str]


def lasting(
    points: Sequence[Point], source: str, *, end: float = 0.0, name: str = ""
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    """Convert points to segments; each lasts to the next point."""
    notes = []
    where = f"{name} of {source}" if name else source
    in_order = sorted(points, key=lambda point: point[0])
    if in_order != list(points):
        notes.append(Note("sorted", f"points of {where} were not in time order and were sorted"))
    time, label = in_order[-1]
    if label.strip().lower() == "end":
        in_order[-1] = (time, "")
    elif end > time:
        in_order.append((end, ""))
    elif len(in_order) > 1:
        last = f"'{shortened(label)}' at {clock(time)}" if label else clock(time)
        notes.append(Note("no-end", f"no end in {where}; the last point, {last}, is used"))
    if len(in_order) < 2:
        problem = "one point does not make a segment" + (f" ({name})" if name else "")
        raise ReadError(problem, advice="Add a point for each boundary, including the end")
    segments = tuple((start, stop, label) for (start, label), (stop, _) in pairwise(in_order))
    return segments, tuple(notes)


def runs(
    parts: Sequence[Segment],
    whole: Callable[[str], str],
    *,
    again: bool = False,
    named: Callable[[Sequence[str]], str] | None = None,
) -> tuple[tuple[Segment, ...], list[Note]]:
    """Merge neighbors; with `again`, a segment also starts anew where its first part repeats."""
    merged: list[list[Segment]] = []
    begun_again = 0
    for part in parts:
        run = merged[-1] if merged else []
        same = bool(run) and whole(run[0][2]) == whole(part[2])
        anew = again and same and part[2] == run[0][2] != run[-1][2]
        begun_again += anew
        if same and not anew:
            run.append(part)
        else:
            merged.append([part])
    segments = []
    for run in merged:
        label = named([label for *_, label in run]) if named else whole(run[0][2])
        segments.append((run[0][0], max(end for _, end, _ in run), label))
    text = (
        "adjacent sections with one name were split where the first part repeats "
        f"({begun_again} of {len(segments)})"
    )
    return tuple(segments), [Note("layer-inferred", text)] if begun_again else []


def flat_of(file: File, segments: Iterable[Segment], notes: Sequence[Note] = ()) -> Flat:
    """Return the only layer of a file; it has the file's name and combines with other files."""
    layer = RawLayer(tuple(segments), file.stem)
    return Flat(layer, file.display, hints(file.stem), tuple(notes))


def stack_of(
    layers: Sequence[RawLayer], file: File, order: Order, notes: Sequence[Note] = (), **more: Any
) -> Stack:
    """Return the layers of a file as one annotator's; `more` are fields of :class:`Stack`."""
    flats = tuple(Flat(layer, file.display) for layer in layers)
    more = {"detail": counted(len(layers), "layer"), **more}
    return Stack(flats, file.display, file.display, order=order, notes=tuple(notes), **more)


def layer_or_stack(
    layers: Sequence[Sequence[Segment]], file: File, notes: Sequence[Note] = ()
) -> Stack | Flat:
    """Return a single layer to combine with other files, or several layers as a hierarchy."""
    refuse_more(len(layers), MAX_LAYERS, "layers")
    if len(layers) == 1:
        return flat_of(file, layers[0], notes)
    tracks = [RawLayer(tuple(layer), f"track {at}") for at, layer in enumerate(layers, 1)]
    return stack_of(tracks, file, Order.OPEN, notes, detail=None)


def overlap(segments: Sequence[Segment]) -> bool:
    """Return whether segments overlap by more than rounding."""
    reached = 0.0
    for start, end, _ in sorted(segments, key=lambda segment: segment[:2]):
        if start < reached - JITTER:
            return True
        reached = max(reached, end)
    return False


def layers_of(segments: Sequence[Segment], *, slips: bool = False) -> list[list[Segment]]:
    """Split a list of segments into layers: segments that contain others are coarser."""
    layers: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda part: (part[0], -part[1])):
        start = segment[0]
        ending = next((layer for layer in layers if layer[-1][1] == start), None)
        if ending is None:
            ending = next((layer for layer in layers if layer[-1][1] <= start + JITTER), None)
        if ending is None and slips:
            ending = next((layer for layer in layers if is_slip(layer[-1][:2], segment[:2])), None)
        if ending is None:
            if len(layers) > MAX_LAYERS:
                break
            layers.append([])
            ending = layers[-1]
        ending.append(segment)
    return layers


def by_level(rows: Iterable[tuple[int, Segment]]) -> tuple[list[RawLayer], list[Note]]:
    """Gather segments by level, in ascending order, and note levels that are skipped."""
    layers: dict[int, list[Segment]] = {}
    for level, segment in rows:
        layers.setdefault(level, []).append(segment)
    levels = sorted(layers)
    notes = []
    if levels and levels[-1] - levels[0] != len(levels) - 1:
        text = "levels are not consecutive; their ascending order is used"
        notes.append(Note("levels-apart", text))
    return [RawLayer(tuple(layers[level])) for level in levels], notes
