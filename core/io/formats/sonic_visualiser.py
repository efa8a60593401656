"""Read and write Sonic Visualiser's layers, ``.svl``, and sessions, ``.sv``, XML in bzip2.

The format is defined by its sources: ``Event.h`` and the models of svcore, and
``SVFileReader.cpp`` of svapp. A time is a frame of audio at the model's rate.
"""

import bz2
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import HierarchyError, ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy, Layer
from core.io._files import File
from core.io._layers import Flat, Format, Hints, Order, Stack, hints, lasting
from core.io._written import characters, digits, files_of
from core.io._xml import Element, attribute, element, legal, parse
from core.io.limits import MAX_BYTES, MAX_LAYERS, MAX_SEGMENTS, MAX_TIME, refuse_more
from core.notes import Note
from core.repair import RawLayer, Segment
from core.wording import counted

# Rate of written files and most audio; audio at another rate would shift the layers.
_RATE = 44100
# An attribute of the root: number of layers that hierscope wrote, coarsest first.
_MARK = "hierscope"
_INTEGER = re.compile(r"[+-]?\d{1,15}", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,20})?", re.ASCII)
_MAGIC = b"BZh"
_ROOT = re.compile(r"(?:<\?xml[^>]{0,200}>|<!DOCTYPE[^>]{0,200}>|\s)*+<sv[\s>]")
_ADVICE = "Export the layer again from Sonic Visualiser"
_PANE = (
    '<view centre="0" zoom="1024" followPan="1" followZoom="1" tracking="page" type="pane" '
    'centreLineVisible="1" height="150">'
)

# Dimensions and subtype of usable models: instants, labeled values or texts, regions.
_LAYERS = {("1", ""), ("2", ""), ("2", "text"), ("3", "region")}


@dataclass
class _Model:
    name: str
    regions: bool
    end: float
    resolution: float
    points: list[Segment]


def _stack(file: File) -> Stack:
    """Read regions, and instants and labeled values as segments that last to the next one."""
    source = file.display
    root = parse(file)
    if root.name != "sv":
        problem = f"not a Sonic Visualiser file, but XML with the root '{shortened(root.name)}'"
        raise ReadError(problem, advice="Choose a layer (.svl) or a session (.sv)")
    models = [model for model in _models(root) if model.points]
    if not models:
        advice = "Add a layer of time instants or regions, or of values or texts with labels"
        raise ReadError("all layers of instants and regions are empty", advice=advice)
    ours = root.get(_MARK) == str(len(models))
    # All layers are of one piece: the last segment ends with the audio, or the longest layer.
    end = max(_audio_end(root), *(end for model in models for _, end, _ in model.points))
    flats = []
    for number, model in enumerate(models, 1):
        name = model.name
        if not (name or ours):
            name = f"layer {number}" if len(models) > 1 else file.stem
        segments, notes = _segments(model, source, end)
        named = Hints() if ours else hints(model.name)
        flats.append(Flat(RawLayer(segments, name), source, named, notes))
    sparse = sum(model.get("type") == "sparse" for model in root.all("model"))
    if others := sparse - len(models):
        text = f"{counted(others, 'layer')} of {source} without segments, left out"
        notes = (*flats[0].notes, Note("empty-layer", text))
        flats[0] = replace(flats[0], notes=notes)
    return Stack(tuple(flats), source, source, order=Order.SURE if ours else Order.OPEN)


def _models(root: Element) -> list[_Model]:
    # The layer's other name is generated, such as "Time Instants <2>".
    named = [layer for layer in root.all("layer") if layer.get("presentationName")]
    names = {layer.get("model"): layer.get("presentationName") for layer in named}
    datasets = {dataset.get("id"): dataset for dataset in root.all("dataset")}
    models = []
    for model in root.all("model"):
        kind = model.get("dimensions"), model.get("subtype")
        if model.get("type") != "sparse" or kind not in _LAYERS:
            continue
        rate = _rate(model)
        resolution = _frames(model, "resolution", "1") / rate
        end = _seconds(max(_frames(model, "end", "0"), 0), rate, model)
        dataset = datasets.get(model.get("dataset"))
        points = _points(dataset, kind[0], rate) if dataset else []
        models.append(
            _Model(names.get(model.get("id"), ""), kind[0] == "3", end, resolution, points)
        )
        refuse_more(len(models), MAX_LAYERS, "layers", line=model.line)
    return models


def _audio_end(root: Element) -> float:
    """Return the end of the audio in seconds; 0 if unknown."""
    for model in root.all("model"):
        main = model.get("type") == "wavefile" and model.get("mainModel") == "true"
        if main and model.get("sampleRate") != "0":
            return _seconds(_frames(model, "end", "0"), _rate(model), model)
    return 0.0


def _points(dataset: Element, dimensions: str, rate: float) -> list[Segment]:
    """Return the points of a model; none if it is a curve, where some values have no label."""
    points: list[Segment] = []
    for point in dataset.all("point"):
        label = point.get("label")
        if dimensions == "2" and not label:
            return []
        frame = _frames(point, "frame")
        duration = _frames(point, "duration") if dimensions == "3" else 0
        if duration < 0:
            raise _error(f"the region ends before it starts (duration {duration})", point)
        end = _seconds(frame + duration, rate, point)
        points.append((_seconds(frame, rate, point), end, label))
        refuse_more(len(points), MAX_SEGMENTS + 1, "points", line=point.line)
    return points


def _rate(model: Element) -> float:
    text = model.get("sampleRate").strip()
    if not text:
        raise _error("the model has no sampleRate", model)
    if not _NUMBER.fullmatch(text) or not float(text):
        raise _error(f"'{shortened(text)}' is not a sample rate", model)
    return float(text)


def _frames(element: Element, attribute: str, default: str = "") -> int:
    text = element.attributes.get(attribute, default)
    if not text:
        raise _error(f"no {attribute}", element)
    if not _INTEGER.fullmatch(text.strip()):
        raise _error(f"{attribute} '{shortened(text)}' is not a number of frames", element)
    return int(text)


def _seconds(frame: int, rate: float, element: Element) -> float:
    if frame < 0:
        raise _error(f"negative time (frame {frame})", element, "Frames start at 0")
    if frame / rate > MAX_TIME:
        problem = f"frame {frame} is beyond the longest possible track"
        raise _error(problem, element, "Frames start at 0")
    return frame / rate


def _error(problem: str, element: Element, advice: str = _ADVICE) -> ReadError:
    return ReadError(problem, line=element.line, advice=advice)


def _segments(
    model: _Model, source: str, end: float
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    if model.regions:
        return tuple(model.points), ()
    points = [(time, label) for time, _, label in model.points]
    # A model that ends one step after its last point does not show the end of the audio.
    last = max(time for time, _ in points) + model.resolution
    longer = max(end, model.end if model.end > last else 0.0)
    return lasting(points, source, end=longer, name=model.name)


def _written(layers: Sequence[Layer]) -> bytes:
    data, views, panes = [], [], []
    for number, layer in enumerate(layers):
        model, dataset, drawn = 3 * number + 1, 3 * number + 2, 3 * number + 3
        frames = [_frame(time) for time in layer.boundaries.tolist()]
        if frames[0] == frames[-1]:
            raise HierarchyError(
                "the layer is shorter than a frame of audio", layer=number + 1, advice="Use seconds"
            )
        values: dict[str, int] = {}
        turns = [values.setdefault(label, len(values) + 1) for label in layer.labels]
        data += [
            f'<model id="{model}" name={attribute(layer.name)} sampleRate="{_RATE}" '
            f'start="{frames[0]}" end="{frames[-1]}" type="sparse" dimensions="3" resolution="1" '
            f'notifyOnAdd="true" dataset="{dataset}" subtype="region" valueQuantization="1" '
            f'minimum="0" maximum="{len(values)}" units=""/>',
            f'<dataset id="{dataset}" dimensions="3">',
        ]
        data += [
            element("point", {"frame": at, "value": turn, "duration": to - at, "label": label})
            for at, to, turn, label in zip(frames, frames[1:], turns, layer.labels, strict=False)
            if to > at
        ]
        data.append("</dataset>")
        shown = {"id": drawn, "type": "regions", "name": layer.name or "Regions", "model": model}
        presented = {"presentationName": layer.name} if layer.name else {}
        views.append(element("layer", shown | {"plotStyle": 1, "verticalScale": 1} | presented))
        panes += [_PANE, element("layer", shown | {"visible": "true"}), "</view>"]
    several = len(layers) > 1
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<!DOCTYPE sonic-visualiser>",
        f'<sv {_MARK}="{len(layers)}">',
        "<data>",
        *data,
        *(views if several else ()),
        "</data>",
        "<display>",
        *(panes if several else views),
        "</display>",
        *(("<selections>", "</selections>") if several else ()),
        "</sv>",
        "",
    ]
    return "\n".join(lines).encode()


def _frame(time: float) -> int:
    return math.floor(time * _RATE + 0.5)


def _loses(hierarchy: Hierarchy) -> list[str]:
    return [
        *digits(
            hierarchy, lambda time: _frame(time) / _RATE, f"frames of audio, {_RATE:,} a second"
        ),
        *characters(hierarchy, legal, "characters that XML can't encode"),
    ]


def _read_layer(file: File) -> list[Stack | Flat]:
    stack = _stack(file)
    if len(stack.flats) > 1:
        return [stack]
    return [replace(stack.flats[0], hints=hints(file.stem))]


def _unpacked(file: File) -> bytes:
    """Unpack a session, up to the limit of a file."""
    if not file.data.startswith(_MAGIC):
        return file.data  # some sessions are not compressed
    packed = bz2.BZ2Decompressor()
    try:
        data = packed.decompress(file.data, MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ReadError(
            "the session is damaged", advice="Save it again in Sonic Visualiser"
        ) from error
    if len(data) <= MAX_BYTES and not packed.eof:
        raise ReadError("the session is incomplete", advice="Save it again in Sonic Visualiser")
    if data.startswith(_MAGIC):
        raise ReadError("the session is compressed twice", advice="Decompress it once")
    return data


SV = Format(
    key="sv",
    name="Sonic Visualiser session",
    gist=".sv",
    about="its layers of instants, regions, and values or texts with labels; audio, notes, boxes "
    "and curves are ignored",
    suffixes=(".sv",),
    recognises=lambda file: file.data.startswith(_MAGIC) or file.is_called(".sv"),
    read=lambda file: [_stack(File(file.name, _unpacked(file)))],
    write=lambda hierarchy: bz2.compress(_written(hierarchy.layers)),
    loses=_loses,
    stands_alone=True,
)


SVL = Format(
    key="svl",
    name="Sonic Visualiser",
    gist="layer, .svl",
    about="time instants, regions, or values or texts with labels; one file per layer",
    suffixes=(".svl",),
    recognises=lambda file: file.is_called(".svl") or bool(_ROOT.match(file.text)),
    read=_read_layer,
    write_layers=lambda hierarchy: files_of(hierarchy, ".svl", lambda layer: _written([layer])),
    loses=_loses,
    # Tried with Sonic Visualiser 4.5.1, which ignores a layer's rate.
    advice=f"layers match only audio of {_RATE:,} Hz, because Sonic Visualiser counts their "
    "frames at the rate of the audio",
)
