"""Write and read a pair as short text for links: the original pair, and how it was read.

The text is a version and base64url of deflated JSON. Times are numbers in the unit. If all
boundaries are whole thousandths, they are stored as steps between boundaries in thousandths."""

import base64
import json
import re
import zlib
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from core.errors import ReadError
from core.hierarchy import Hierarchy, Layer, Pair
from core.io.limits import MAX_END, MAX_LAYERS, MAX_PACKED, MAX_TEXT, MAX_UNPACKED
from core.io.pair import pair_document, read_document
from core.notes import Note, by_weight
from core.vocabulary import SIDES

_VERSION = "1"
_COPY = "Copy the whole link, or ask for a new one"
_MOST_NOTES = 12  # notes per side in a link


@dataclass(frozen=True)
class ReadAs:
    """How a side was read, for a link."""

    files: str = ""
    line: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Linked:
    """The content of a link: a pair before alignment, and how each side was read."""

    pair: Pair
    reading: tuple[ReadAs, ReadAs] = (ReadAs(), ReadAs())


def pack_pair(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Write an aligned pair as short text for an address."""
    read_document(pair_document(reference, estimate), "pair")
    return pack_link(Linked(Pair(reference, estimate)))


def pack_link(linked: Linked) -> str:
    """Write an original pair with its reading and notes, like :func:`pack_pair`."""
    pair = linked.pair
    read_document(pair_document(*pair), "pair", aligned=False)
    value: list[Any] = [
        [hierarchy.name, *(_short(layer) for layer in hierarchy.layers)] for hierarchy in pair
    ]
    if pair.reference.notation.musical:
        value.append(pair.reference.unit)
    more: dict[str, Any] = {}
    if any(hierarchy.start for hierarchy in pair):
        more["starts"] = [hierarchy.start for hierarchy in pair]
    if linked.reading != (ReadAs(), ReadAs()):
        more["reading"] = [
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
    """Limit a note's time to the range of a link; notes can be older than repairs."""
    return None if time is None or not time >= 0 else float(min(time, MAX_END))


def _cut(text: str) -> str:
    """Clean a text for a link: file names can have unprintable characters or be long."""
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
    """The parts of a link; names, times and labels are checked like in any pair."""

    sides: tuple[_Side, _Side]
    units: Annotated[list[str], Field(max_length=1)]
    starts: tuple[_Time, _Time] = (0.0, 0.0)
    reading: tuple[_Info, _Info] = (("", "", []), ("", "", []))


def unpack_pair(text: str) -> Pair:
    """Read a text of :func:`pack_pair`, without trusting its source."""
    return unpack_link(text, aligned=True).pair


def unpack_link(text: str, *, aligned: bool = False) -> Linked:
    """Read a text of :func:`pack_link` or :func:`pack_pair`, without trusting its source."""
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
    return Linked(pair, (_reading_info(link.reading[0]), _reading_info(link.reading[1])))


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
    # Larger integers can fail to convert to seconds.
    if not all(0 <= mark <= 1000 * MAX_END for mark in marks):
        raise _damaged()
    return [mark / 1000 for mark in marks]


def pack_json(value: object) -> str:
    """Write JSON values as short text for an address."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    packed = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    if len(data) > MAX_UNPACKED or len(packed) >= MAX_PACKED:
        raise ReadError(
            "its texts are too long for a link", source="link", advice="Save a file instead"
        )
    return _VERSION + packed


def unpack_json(text: str) -> Any:
    """Read a text of :func:`pack_json`, without trusting its source."""
    data = _inflate(text)
    try:
        return json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise _damaged() from error


def _damaged() -> ReadError:
    return ReadError("the link is damaged", source="link", advice=_COPY)


def _too_long() -> ReadError:
    return ReadError("the link is too long", source="link", advice="Is it a hierscope link?")


def _inflate(text: str) -> bytes:
    if len(text) > MAX_PACKED:
        raise _too_long()
    if not text.startswith(_VERSION):
        raise ReadError("the link is from an unknown version", source="link", advice=_COPY)
    body = text[len(_VERSION) :]
    # b64decode ignores invalid characters.
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
