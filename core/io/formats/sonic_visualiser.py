"""Sonic Visualiser's layers, ``.svl``, and sessions, ``.sv``, which are the same XML in bzip2.

What it writes is told by its own sources: ``Event.h`` and the models of svcore, and
``SVFileReader.cpp`` of svapp, which reads it. A time is a frame of audio, in the model's rate.
"""

from __future__ import annotations

import bz2
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.errors import HierarchyError, ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy, Layer
from core.io._files import File
from core.io._format import Format
from core.io._layers import Flat, Hints, Order, Stack, hints
from core.io._segments import lasting
from core.io._text import encode
from core.io._written import characters, digits, files_of
from core.io._xml import element, legal, parse
from core.io.limits import MAX_BYTES, MAX_LAYERS, MAX_SEGMENTS, MAX_TIME, refuse_more
from core.notes import Note
from core.repair import RawLayer, Segment
from core.wording import counted

# Of what is written, as that of most audio: frames of another rate would be drawn elsewhere.
_RATE = 44100
# An attribute of the root: how many layers were written from here, coarsest first.
_MARK = "hierscope"
_INTEGER = re.compile(r"[+-]?\d{1,15}", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,20})?", re.ASCII)
_MAGIC = b"BZh"
_ROOT = re.compile(r"(?:<\?xml[^>]{0,200}>|<!DOCTYPE[^>]{0,200}>|\s)*+<sv[\s>]")
_MEND = "Export the layer again from Sonic Visualiser"


@dataclass
class _Model:
    """A model that may be a layer: of instants, of regions, or of values or texts with labels."""

    regions: bool
    labelled: bool
    rate: float
    end: float
    resolution: float
    name: str = ""
    used: bool = True
    points: list[tuple[float, float, str]] = field(default_factory=list)


class _Reading:
    """What was found so far, as elements come."""

    def __init__(self) -> None:
        self.models: dict[str, _Model] = {}
        self.awaited: dict[str, _Model] = {}
        self.current: _Model | None = None
        self.audio_end = 0.0
        self.root = ""
        self.mark = ""
        self.others = 0

    def start(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        name = name.lower()
        if not self.root:
            self.root, self.mark = name, attributes.get(_MARK, "")
        match name:
            case "model":
                self._model(attributes, line)
            case "dataset":
                self.current = self.awaited.get(attributes.get("id", ""))
            case "point" if self.current:
                self._point(self.current, attributes, line)
            case "layer":
                model = self.models.get(attributes.get("model", ""))
                if model and not model.name:
                    # The other name is made up, such as "Time Instants <2>".
                    model.name = attributes.get("presentationName", "")

    def end(self, name: str, text: str) -> None:
        if name.lower() == "dataset":
            self.current = None

    def _model(self, attributes: Mapping[str, str], line: int) -> None:
        kind, subtype = attributes.get("type", ""), attributes.get("subtype", "")
        dimensions = attributes.get("dimensions", "")
        if kind == "wavefile":
            if attributes.get("mainModel") == "true" and attributes.get("sampleRate") != "0":
                rate = self._rate(attributes, line)
                end = self._frame(attributes.get("end", "0"), "end", line)
                self.audio_end = self._seconds(end, rate, line)
            return
        wanted = {("1", ""), ("2", ""), ("2", "text"), ("3", "region")}
        if kind != "sparse" or (dimensions, subtype) not in wanted:
            self.others += 1
            return
        rate = self._rate(attributes, line)
        resolution = self._frame(attributes.get("resolution", "1"), "resolution", line)
        end = self._frame(attributes.get("end", "0"), "end", line)
        seconds = self._seconds(max(end, 0), rate, line)
        model = _Model(dimensions == "3", dimensions == "2", rate, seconds, resolution / rate)
        self.models[attributes.get("id", f"line {line}")] = model
        self.awaited[attributes.get("dataset", "")] = model
        refuse_more(len(self.models), MAX_LAYERS, "layers", line=line)

    def _point(self, model: _Model, attributes: Mapping[str, str], line: int) -> None:
        label = attributes.get("label", "")
        if model.labelled and not label:
            model.used = False  # a curve
            return
        if model.labelled and not model.used:
            return
        frame = self._frame(attributes.get("frame", ""), "frame", line)
        duration = 0
        if model.regions:
            duration = self._frame(attributes.get("duration", ""), "duration", line)
        if duration < 0:
            raise ReadError(
                f"the region ends before it starts (duration {duration})", line=line, mend=_MEND
            )
        time = self._seconds(frame, model.rate, line)
        end = self._seconds(frame + duration, model.rate, line)
        model.points.append((time, end, label))
        refuse_more(len(model.points), MAX_SEGMENTS + 1, "points", line=line)

    def _rate(self, attributes: Mapping[str, str], line: int) -> float:
        text = attributes.get("sampleRate", "").strip()
        if not _NUMBER.fullmatch(text) or not float(text):
            raise ReadError(
                f"'{shortened(text)}' is no sample rate" if text else "the model has no sampleRate",
                line=line,
                mend=_MEND,
            )
        return float(text)

    def _seconds(self, frame: int, rate: float, line: int) -> float:
        if not 0 <= frame / rate <= MAX_TIME:
            raise ReadError(
                f"frame {frame} is too late to be one of audio"
                if frame > 0
                else f"negative time (frame {frame})",
                line=line,
                mend="Frames count from 0",
            )
        return frame / rate

    def _frame(self, text: str, what: str, line: int) -> int:
        if not _INTEGER.fullmatch(text.strip()):
            raise ReadError(
                f"{what} '{shortened(text)}' is no number of frames" if text else f"no {what}",
                line=line,
                mend=_MEND,
            )
        return int(text)


def _stack(file: File) -> Stack:
    """Read regions as they are, and instants and labelled values to the next one.

    Layers of audio, notes, boxes, images and curves are no segmentations and are ignored.
    """
    source = file.display
    reading = _Reading()
    parse(file, reading.start, reading.end)
    if reading.root != "sv":
        raise ReadError(
            f"no file of Sonic Visualiser, but XML of '{shortened(reading.root)}'",
            mend="Give a layer (.svl) or a session (.sv)",
        )
    models = [model for model in reading.models.values() if model.used and model.points]
    if not models:
        raise ReadError(
            "no layer of instants or regions has a point",
            mend="Give a layer of time instants or regions, or of values or texts with labels",
        )
    ours = reading.mark == str(len(models))
    # Layers of one piece: where one ends, or the audio, the last segment of another does.
    end = max(reading.audio_end, *(end for model in models for _, end, _ in model.points))
    flats = []
    for number, model in enumerate(models, 1):
        name = model.name
        if not (name or ours):
            name = f"layer {number}" if len(models) > 1 else file.stem
        segments, notes = _segments(model, source, end)
        named = Hints() if ours else hints(model.name)
        flats.append(Flat(RawLayer(segments, name), source, named, notes))
    if empty := len(reading.models) - len(models):
        text = f"{counted(empty, 'layer')} of {source} without points or labels left out"
        notes = (*flats[0].notes, Note("empty-layer", text))
        flats[0] = replace(flats[0], notes=notes)
    return Stack(tuple(flats), source, source, order=Order.SURE if ours else Order.OPEN)


def _segments(
    model: _Model, source: str, end: float
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    if model.regions:
        return tuple(model.points), ()
    points = [(time, label) for time, _, label in model.points]
    # What ends a resolution after its last point says nothing of the audio.
    last = max(time for time, _ in points) + model.resolution
    longer = max(end, model.end if model.end > last else 0.0)
    return lasting(points, source, end=longer, name=model.name)


def _written(layers: Sequence[Layer]) -> bytes:
    """Write layers of regions, coarsest first."""
    data, views = [], []
    for number, layer in enumerate(layers):
        model, dataset, drawn = 3 * number + 1, 3 * number + 2, 3 * number + 3
        frames = [_frame(time) for time in layer.boundaries.tolist()]
        if frames[0] == frames[-1]:
            raise HierarchyError(
                "the layer is shorter than a frame of audio", layer=number + 1, mend="Give seconds"
            )
        values: dict[str, int] = {}
        turns = [values.setdefault(label, len(values) + 1) for label in layer.labels]
        attributes = {
            "id": model,
            "name": layer.name,
            "sampleRate": _RATE,
            "start": frames[0],
            "end": frames[-1],
            "type": "sparse",
            "dimensions": 3,
            "resolution": 1,
            "notifyOnAdd": "true",
            "dataset": dataset,
            "subtype": "region",
            "valueQuantization": 1,
            "minimum": 0,
            "maximum": len(values),
            "units": "",
        }
        data.append(element("model", attributes))
        data.append(f'<dataset id="{dataset}" dimensions="3">')
        data += [
            element("point", {"frame": at, "value": turn, "duration": to - at, "label": label})
            for at, to, turn, label in zip(frames, frames[1:], turns, layer.labels, strict=False)
            if to > at
        ]
        data.append("</dataset>")
        shown = {"id": drawn, "type": "regions", "name": layer.name or "Regions", "model": model}
        presented = {"presentationName": layer.name} if layer.name else {}
        views.append((shown, {"plotStyle": 1, "verticalScale": 1} | presented))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<!DOCTYPE sonic-visualiser>",
        f'<sv {_MARK}="{len(layers)}">',
        "<data>",
        *data,
        *([element("layer", shown | how) for shown, how in views] if len(views) > 1 else ()),
        "</data>",
        "<display>",
        *(_panes(views) if len(views) > 1 else [element("layer", views[0][0] | views[0][1])]),
        "</display>",
        *(["<selections>", "</selections>"] if len(views) > 1 else []),
        "</sv>",
        "",
    ]
    return encode("\n".join(lines))


def _panes(views: Sequence[tuple[Mapping[str, object], Mapping[str, object]]]) -> list[str]:
    """A pane for each layer, the coarsest on top."""
    view = element(
        "view",
        {
            "centre": 0,
            "zoom": 1024,
            "followPan": 1,
            "followZoom": 1,
            "tracking": "page",
            "type": "pane",
            "centreLineVisible": 1,
            "height": 150,
        },
    )
    return [
        line
        for shown, _ in views
        for line in (f"{view[:-2]}>", element("layer", {**shown, "visible": "true"}), "</view>")
    ]


def _frame(time: float) -> int:
    return math.floor(time * _RATE + 0.5)


def _loses(hierarchy: Hierarchy) -> list[str]:
    return [
        *digits(
            hierarchy, lambda time: _frame(time) / _RATE, f"frames of audio, {_RATE:,} a second"
        ),
        *characters(hierarchy, legal, "characters that XML can't hold"),
    ]


def _read_layer(file: File) -> list[Stack | Flat]:
    stack = _stack(file)
    if len(stack.flats) > 1:
        return [stack]
    return [replace(stack.flats[0], hints=hints(file.stem))]


def _read_session(file: File) -> list[Stack]:
    return [_stack(File(file.name, _unpacked(file)))]


def _unpacked(file: File) -> bytes:
    """Unpack a session, and no more than a file may have."""
    if not file.data.startswith(_MAGIC):
        return file.data  # sessions are also kept unpacked
    packed = bz2.BZ2Decompressor()
    try:
        data = packed.decompress(file.data, MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ReadError(
            "the session is damaged", mend="Save it again in Sonic Visualiser"
        ) from error
    if len(data) <= MAX_BYTES and not packed.eof:
        raise ReadError("the session is cut off", mend="Save it again in Sonic Visualiser")
    if data.startswith(_MAGIC):
        raise ReadError("the session is compressed twice", mend="Unpack it once")
    return data


SV = Format(
    key="sv",
    name="Sonic Visualiser session",
    gist=".sv",
    about="its layers of instants, regions, and values or texts with labels; audio, notes, boxes "
    "and curves are ignored",
    suffixes=(".sv",),
    recognises=lambda file: file.data.startswith(_MAGIC) or file.is_called(".sv"),
    read=_read_session,
    write=lambda hierarchy: bz2.compress(_written(hierarchy.layers)),
    loses=_loses,
    stands_alone=True,
)


SVL = Format(
    key="svl",
    name="Sonic Visualiser",
    gist="layer, .svl",
    about="time instants, regions, or values or texts with labels; a file a layer",
    suffixes=(".svl",),
    recognises=lambda file: file.is_called(".svl") or bool(_ROOT.match(file.text)),
    read=_read_layer,
    write_layers=lambda hierarchy: files_of(hierarchy, ".svl", lambda layer: _written([layer])),
    loses=_loses,
    # Tried with Sonic Visualiser 4.5.1, which takes no notice of a layer's rate.
    advice=f"layers are in place over audio of {_RATE:,} Hz only, as Sonic Visualiser counts their "
    "frames at the rate of the audio",
)
