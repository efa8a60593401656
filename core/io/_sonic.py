"""Sonic Visualiser's XML: layers of points and regions, and hierarchies as such.

What it writes is told by its own sources: ``Event.h`` and the models of svcore, and
``SVFileReader.cpp`` of svapp, which reads it. A time is a frame of audio, in the model's rate.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.errors import HierarchyError, ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy, Layer
from core.io._build import refuse_more
from core.io._files import File
from core.io._flat import Flat, Hints, hints
from core.io._losses import characters, digits
from core.io._points import lasting
from core.io._stack import Order, Stack
from core.io._text import encode
from core.io._xml import element, legal, parse
from core.io.limits import MAX_LAYERS, MAX_SEGMENTS, MAX_TIME
from core.notes import Note
from core.repair import RawLayer
from core.wording import counted

RATE = 44100
"""Of what is written, as that of most audio: frames of another rate would be drawn elsewhere."""

MARK = "hierscope"
"""An attribute of the root: how many layers were written from here, coarsest first."""

_INTEGER = re.compile(r"[+-]?\d{1,15}", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,20})?", re.ASCII)
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


@dataclass(frozen=True)
class Found:
    """What a file holds."""

    layers: list[RawLayer]
    """In seconds, in the order of the file; at least one."""
    notes: list[tuple[Note, ...]]
    """Of each layer."""
    hints: list[Hints]
    """What the name of each layer says, where it has one and order is open."""
    ours: bool
    """Whether they are as they were written here, coarsest first."""

    def stack(self, source: str) -> Stack:
        """Give the layers as those of one annotator."""
        rows = zip(self.layers, self.hints, self.notes, strict=True)
        flats = tuple(Flat(layer, source, named, notes) for layer, named, notes in rows)
        return Stack(flats, source, source, order=Order.SURE if self.ours else Order.OPEN)


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
            self.root, self.mark = name, attributes.get(MARK, "")
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


def read_layers(file: File) -> Found:
    """Read the layers of a file: regions as they are, instants and labelled values to the next one.

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
    # Layers of one piece: where one ends, or the audio, the last segment of another does.
    ours = reading.mark == str(len(models))
    ends = [end for model in models for _, end, _ in model.points]
    end = max(reading.audio_end, *ends)
    layers: list[RawLayer] = []
    notes: list[tuple[Note, ...]] = []
    for number, model in enumerate(models, 1):
        name = model.name
        if not (name or ours):
            name = f"layer {number}" if len(models) > 1 else file.stem
        if model.regions:
            layers.append(RawLayer(tuple(model.points), name))
            notes.append(())
            continue
        points = [(time, label) for time, _, label in model.points]
        # What ends a resolution after its last point says nothing of the audio.
        last = max(time for time, _ in points) + model.resolution
        longer = max(end, model.end if model.end > last else 0.0)
        segments, said = lasting(points, source, end=longer, name=model.name)
        layers.append(RawLayer(segments, name))
        notes.append(said)
    empty = len(reading.models) - len(models)
    if empty:
        said_of_all = f"{counted(empty, 'layer')} of {source} without points or labels left out"
        notes[0] = (*notes[0], Note("empty-layer", said_of_all))
    named = [Hints() if ours else hints(model.name) for model in models]
    return Found(layers, notes, named, ours)


def write_layers(layers: Sequence[Layer]) -> bytes:
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
            "sampleRate": RATE,
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
        f'<sv {MARK}="{len(layers)}">',
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
    return math.floor(time * RATE + 0.5)


def losses(hierarchy: Hierarchy) -> list[str]:
    """Say what of a hierarchy is lost where it is written so."""
    return [
        *digits(hierarchy, lambda time: _frame(time) / RATE, f"frames of audio, {RATE:,} a second"),
        *characters(hierarchy, legal, "characters that XML can't hold"),
    ]
