"""A pair as short text, for links: as it was given, and what was said of its files.

The text is a version, and base64url of deflated JSON. Times are numbers of the unit, or steps from
one boundary to the next in thousandths where every boundary is a whole thousandth."""

import base64
import json
import re
import zlib
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from core.errors import ReadError
from core.hierarchy import Hierarchy, Layer
from core.io.limits import MAX_END, MAX_LAYERS, MAX_PACKED, MAX_TEXT, MAX_UNPACKED
from core.io.pair import pair_document, read_document
from core.notes import Note, by_weight
from core.vocabulary import SIDES

_VERSION = "1"
_COPY = "Copy the whole link, or ask for a new one"
_MOST_NOTES = 12  # of a side, in a link


@dataclass(frozen=True)
class ReadAs:
    """How a side was read, which a link includes."""

    files: str = ""
    line: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Linked:
    """The content of a link: a pair before alignment, and how each side was read."""

    reference: Hierarchy
    estimate: Hierarchy
    reading: tuple[ReadAs, ReadAs] = (ReadAs(), ReadAs())


def pack_pair(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Write a pair of one span as short text that an address can hold."""
    read_document(pair_document(reference, estimate), "pair")
    return pack_link(Linked(reference, estimate))


def pack_link(linked: Linked) -> str:
    """Write a pair as it was given, and what was said of it, as :func:`pack_pair` does."""
    pair = (linked.reference, linked.estimate)
    read_document(pair_document(*pair), "pair", aligned=False)
    value: list[Any] = [
        [hierarchy.name, *(_short(layer) for layer in hierarchy.layers)] for hierarchy in pair
    ]
    if linked.reference.words.musical:
        value.append(linked.reference.unit)
    more: dict[str, Any] = {}
    if any(hierarchy.start for hierarchy in pair):
        more["starts"] = [hierarchy.start for hierarchy in pair]
    if linked.reading != (ReadAs(), ReadAs()):
        more["told"] = [
            [_cut(side.files), _cut(side.line), _rows(side.notes)] for side in linked.reading
        ]
    return pack_json([*value, more] if more else value)


def _rows(notes: tuple[Note, ...]) -> list[list[Any]]:
    heavy, light = by_weight(notes)
    return [
        [note.kind, _cut(note.text), note.layer, _at(note.time), _at(note.seconds) or 0]
        for note in (*heavy, *light)[:_MOST_NOTES]
    ]


def _at(time: float | None) -> float | None:
    """Give a time as a link may have it; notes are made before times are mended."""
    return None if time is None or not time >= 0 else float(min(time, MAX_END))


def _cut(text: str) -> str:
    """Make a text one that a link may have: names of files may hold what can't be printed."""
    whole = "".join(char if char.isprintable() else " " for char in text)
    return whole if len(whole) <= MAX_TEXT else f"{whole[: MAX_TEXT - 1]}…"


def _short(layer: Layer) -> list[Any]:
    times: list[Any] = layer.boundaries.tolist()
    marks = [round(1000 * time) for time in times]
    if [mark / 1000 for mark in marks] == times:
        row = [after - before for before, after in pairwise(marks)]
    else:
        row = times[1:]
    return [layer.name, row, list(layer.labels)] if any(layer.labels) else [layer.name, row]


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("characters that can't be displayed")
    return text


_Time = Annotated[float, Field(strict=True, ge=0, le=MAX_END)]
_Text = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_printable)]
_Level = Annotated[int, Field(strict=True, ge=0, le=MAX_LAYERS)]
_Note = tuple[_Text, _Text, _Level | None, _Time | None, _Time]
_Info = tuple[_Text, _Text, Annotated[list[_Note], Field(max_length=_MOST_NOTES)]]
_Side = Annotated[list[Any], Field(min_length=1)]


class _Link(BaseModel):
    """The parts of a link; names, times and labels are checked as those of any pair."""

    sides: tuple[_Side, _Side]
    units: Annotated[list[str], Field(max_length=1)]
    starts: tuple[_Time, _Time] = (0.0, 0.0)
    told: tuple[_Info, _Info] = (("", "", []), ("", "", []))


def unpack_pair(text: str) -> tuple[Hierarchy, Hierarchy]:
    """Read what :func:`pack_pair` gives, from wherever it comes."""
    linked = unpack_link(text, aligned=True)
    return linked.reference, linked.estimate


def unpack_link(text: str, *, aligned: bool = False) -> Linked:
    """Read what :func:`pack_link` or :func:`pack_pair` gives, from wherever it comes."""
    match unpack_json(text):
        case [reference, estimate, *rest]:
            more = rest.pop() if rest and isinstance(rest[-1], dict) else {}
        case _:
            raise _damaged()
    try:
        link = _Link.model_validate({**more, "sides": [reference, estimate], "units": rest})
    except ValidationError as error:
        raise _damaged() from error
    unit = next(iter(link.units), "seconds")
    document = {
        side: {"name": name, "layers": [_long(layer, start) for layer in layers], "unit": unit}
        for side, (name, *layers), start in zip(SIDES, link.sides, link.starts, strict=True)
    }
    pair = read_document(document, "link", aligned=aligned)
    return Linked(*pair, (_reading_info(link.told[0]), _reading_info(link.told[1])))


def _reading_info(info: _Info) -> ReadAs:
    files, line, rows = info
    notes = (
        Note(kind, text, layer, time, seconds=seconds) for kind, text, layer, time, seconds in rows
    )
    return ReadAs(files, line, tuple(notes))


def _long(layer: object, start: float) -> dict[str, Any]:
    match layer:
        case [name, list(row)] | [name, list(row), _]:
            labels = layer[2] if len(layer) == 3 else []
            return {"name": name, "boundaries": [start, *_seconds(row, start)], "labels": labels}
    raise _damaged()


def _seconds(row: list[Any], start: float) -> list[Any]:
    if not all(type(step) is int for step in row):
        return row
    _, *marks = accumulate(row, initial=round(1000 * start))
    # Larger integers may not convert to seconds.
    if not all(0 <= mark <= 1000 * MAX_END for mark in marks):
        raise _damaged()
    return [mark / 1000 for mark in marks]


def pack_json(value: object) -> str:
    """Write JSON values as short text that an address can hold."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    packed = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    if len(data) > MAX_UNPACKED or len(packed) >= MAX_PACKED:
        raise ReadError(
            "its texts are too long for a link", source="link", mend="Save a file instead"
        )
    return _VERSION + packed


def unpack_json(text: str) -> Any:
    """Read what :func:`pack_json` gives, from wherever it comes."""
    data = _inflate(text)
    try:
        return json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise _damaged() from error


def _damaged() -> ReadError:
    return ReadError("the link is damaged", source="link", mend=_COPY)


def _too_long() -> ReadError:
    return ReadError("the link is too long", source="link", mend="Is it a hierscope link?")


def _inflate(text: str) -> bytes:
    if len(text) > MAX_PACKED:
        raise _too_long()
    if not text.startswith(_VERSION):
        raise ReadError("the link is from an unknown version", source="link", mend=_COPY)
    body = text[len(_VERSION) :]
    # b64decode alone passes over characters that are not its own.
    if not re.fullmatch(r"[A-Za-z0-9_-]*", body):
        raise _damaged()
    inflater = zlib.decompressobj()
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        data = inflater.decompress(packed, MAX_UNPACKED)
    except (ValueError, zlib.error) as error:
        raise _damaged() from error
    if inflater.unconsumed_tail:
        raise _too_long()
    if not inflater.eof or inflater.unused_data:
        raise _damaged()
    return data
