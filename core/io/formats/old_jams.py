"""Read JAMS from before 2015: sections by annotator, with layers by context."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._jams import MAX_ANNOTATIONS, called, stacks_of
from core.io._json import field_of, time_of
from core.io._layers import KIND_NAMES, Flat, Format, Hints, Kind, Order, Stack
from core.io.limits import MAX_SEGMENTS, refuse_more
from core.repair import RawLayer, Segment

_KINDS = {"large_scale": Kind.UPPER, "small_scale": Kind.LOWER, "function": Kind.FUNCTION}
_LEVEL = re.compile(r"level_(\d{1,9})", re.ASCII)
_NO_NAMES = frozenset({"", "todo", "unknown"})  # what tools write for a missing name
_SECTIONS = re.compile(r'"sections"\s*:\s*\[')
_ANNOTATIONS = re.compile(r'"annotations"\s*:\s*\[')
_ADVICE = "A JAMS file from before 2015 is an object with a list 'sections'"


def _read(file: File) -> list[Stack]:
    """Read each annotation of sections as a hierarchy; annotations of other kinds are ignored."""
    data = file.json
    sections = field_of(data, "sections")
    if not isinstance(data, dict) or not isinstance(sections, list):
        raise ReadError("this JSON is not JAMS", advice=_ADVICE)
    if not sections:
        others = ", ".join(shortened(key) for key in data if key != "metadata" and data[key])
        problem = "no sections, " + (f"only {shortened(others)}" if others else "no annotations")
        raise ReadError(problem, advice="Choose a file with annotated sections")
    refuse_more(len(sections), MAX_ANNOTATIONS, "annotations of sections")
    return stacks_of(sections, partial(_stack, source=file.display), file.display)


def _stack(annotation: object, number: int, source: str) -> Stack:
    where = f"annotation {number} (sections)"
    points = field_of(annotation, "data")
    if not isinstance(annotation, dict) or not isinstance(points, list):
        raise ReadError(f"{where} has no list of observations", advice=_ADVICE)
    if not points:
        raise ReadError(f"{where} is empty", advice="Add observations or remove the annotation")
    refuse_more(len(points), MAX_SEGMENTS, f"observations in {where}")
    layers: dict[str, list[Segment]] = {}
    for at, point in enumerate(points, 1):
        context, segment = _point(point, f"{where}: observation {at}")
        layers.setdefault(context, []).append(segment)
    levels = [_LEVEL.fullmatch(context) for context in layers]
    order = Order.OPEN
    contexts = list(layers)
    if all(levels):
        order = Order.COARSEST
        contexts.sort(key=lambda context: int(context.removeprefix("level_")))
    flats = []
    for context in contexts:
        name = KIND_NAMES[Kind.FUNCTION] if context == "function" else shortened(context)
        layer = RawLayer(tuple(layers[context]), name)
        flats.append(Flat(layer, source, Hints(kind=_KINDS.get(context))))
    title = called(_who(annotation), number)
    return Stack(tuple(flats), f"{source} {title}", title, order=order)


def _point(point: object, where: str) -> tuple[str, Segment]:
    """Return the context of a section, and the section."""
    fields: list[Mapping[str, Any]] = []
    for field in ("start", "end", "label"):
        inside = field_of(point, field)
        if not isinstance(inside, dict) or "value" not in inside:
            advice = 'Expected {"start": {"value": 0.0}}, and end and label in the same form'
            raise ReadError(f"{where} has no {field} with a value", advice=advice)
        fields.append(inside)
    start, end, label = fields
    context, value = label.get("context", ""), label["value"]
    if not isinstance(context, str) or isinstance(value, dict | list):
        raise ReadError(f"{where} has a label that is not text", advice="Write labels as text")
    # Algorithms number their segments, so numbers become labels.
    text = "" if value is None else str(value)
    begins = time_of(start["value"], "start", where)
    return context, (begins, time_of(end["value"], "end", where), text)


def _who(annotation: Mapping[str, Any]) -> str:
    """Return the annotator's name, or else the corpus or the tool; may be empty."""
    metadata = annotation.get("annotation_metadata")
    named = field_of(field_of(metadata, "annotator"), "name")
    for name in (named, field_of(metadata, "corpus"), field_of(metadata, "annotation_tools")):
        if isinstance(name, str) and name.strip().lower() not in _NO_NAMES:
            return name
    return ""


def _recognises(file: File) -> bool:
    """Recognize it by keys alone; the JSON is parsed only when it is read."""
    text = file.text
    return (
        text.lstrip().startswith("{")
        and _SECTIONS.search(text) is not None
        and _ANNOTATIONS.search(text) is None
    )


OLD_JAMS = Format(
    key="old-jams",
    name="JAMS from before 2015",
    gist="",
    about="`sections` annotations, one per annotator; `context` orders the layers: `level_004` "
    "before `level_005`, `large_scale` before `small_scale`",
    suffixes=(".jams", ".json"),
    recognises=_recognises,
    read=_read,
    by_object=True,
    stands_alone=True,
)
