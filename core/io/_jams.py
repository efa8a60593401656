"""Read and check annotations of JAMS from JSON.

This does not use :func:`jams.load`, which leaves files open, parses every annotation, fails on
files from before 2015, and imports slowly. Tests compare both."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from core.errors import HierscopeError, ReadError, naming
from core.files.names import shortened
from core.io._files import File
from core.io._json import field_of, time_of
from core.io._layers import Stack
from core.io.limits import MAX_SEGMENTS, refuse_more
from core.notes import Note
from core.repair import OVERLAP

_ANNOTATION = ("namespace", "data", "annotation_metadata", "sandbox", "time", "duration")
_OBSERVATION = ("time", "duration", "value", "confidence")
_CURATOR = ("name", "email")
_METADATA = (
    "curator", "version", "corpus", "annotator", "annotation_tools", "annotation_rules",
    "validation", "data_source",
)  # fmt: skip


class Observation(NamedTuple):
    """A value for a stretch of time, in seconds."""

    time: float
    duration: float
    value: Any


@dataclass(frozen=True)
class Annotation:
    namespace: str
    data: tuple[Observation, ...]
    metadata: Mapping[str, Any]
    annotator: Mapping[str, Any]
    curator: Mapping[str, Any]
    sandbox: Mapping[str, Any]
    """As in the file, or empty; `metadata` is ``annotation_metadata``."""


def _object(inside: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = inside.get(field)
    if not isinstance(value, dict | None):
        raise ValueError(f"{field} is not an object")
    return value or {}


def _refuse_unknown(fields: Collection[str], known: Collection[str], what: str) -> None:
    for field in fields:
        if field not in known:
            raise ValueError(f"'{field}' is not a field of {what}")


def called(name: str, number: int) -> str:
    """Return the title of an annotator, whose name may be a number or empty."""
    short = shortened(name)
    return short if short and not short.isdigit() else f"annotator {short or number}"


MAX_ANNOTATIONS = 200

_NOT_JAMS = "A JAMS file is an object with a list 'annotations'"
_SUCH = 'Expected observations such as {"time": 0.0, "duration": 12.5, "value": "A"}'
_ALL_JSON = (
    "JSON can be JAMS ('annotations'), TiLiA ('timelines'), Dezrann ('labels'), 'segments', or "
    "lists of intervals"
)


def load(
    file: File, namespaces: Collection[str], what: str = "segments", *, prefix: str | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return the annotations of these namespaces, and of others with a prefix."""
    data = file.json
    annotations = field_of(data, "annotations")
    if not isinstance(annotations, list):
        if file.is_called(".jams", ".jamz"):
            raise ReadError("this JSON is not JAMS", advice=_NOT_JAMS)
        raise ReadError("JSON format not recognized", advice=_ALL_JSON)
    seen = set()
    count = 0
    for number, annotation in enumerate(annotations, 1):
        namespace = field_of(annotation, "namespace")
        if not isinstance(namespace, str):
            raise ReadError(f"annotation {number} has no namespace", advice="Is it a JAMS file?")
        seen.add(shortened(namespace))
        if namespace in namespaces or (prefix and namespace.startswith(prefix)):
            count += 1
            refuse_more(count, MAX_ANNOTATIONS, f"annotations of {what}")
            yield number, annotation
    if not count:
        some = f"only {', '.join(sorted(seen)[:10])}" if seen else "no annotations"
        raise ReadError(
            f"no annotation of {what}, {some}", advice=f"Use one of {', '.join(sorted(namespaces))}"
        )


def to_annotation(raw: dict[str, Any], where: str) -> Annotation:
    """Convert an annotation from JSON; its observations are in order of time."""
    records = _records(raw.get("data"), where)
    data = [
        _observation(record, f"{where}: observation {number}")
        for number, record in enumerate(records, 1)
    ]
    try:
        _refuse_unknown(raw, _ANNOTATION, "an annotation")
        for record in records:
            _refuse_unknown(record, _OBSERVATION, "an observation")
        metadata = _object(raw, "annotation_metadata")
        _refuse_unknown(metadata, _METADATA, "annotation_metadata")
        curator = _object(metadata, "curator")
        _refuse_unknown(curator, _CURATOR, "a curator")
        annotator, sandbox = _object(metadata, "annotator"), _object(raw, "sandbox")
    except ValueError as error:
        problem = f"{where} is not valid JAMS ({shortened(str(error))})"
        raise ReadError(problem, advice="Validate the file with jams") from error
    in_order = tuple(sorted(data, key=lambda observation: observation.time))
    return Annotation(raw["namespace"], in_order, metadata, annotator, curator, sandbox)


def _observation(record: object, where: str) -> Observation:
    if not isinstance(record, dict):
        raise ReadError(f"{where} is not an object", advice=_SUCH)
    for field in ("time", "duration", "value"):
        if field not in record:
            raise ReadError(f"{where} has no {field}", advice=_SUCH)
    time = time_of(record["time"], "time", where)
    duration = time_of(record["duration"], "duration", where, least=-OVERLAP)
    return Observation(time, duration, record["value"])


def stacks_of(
    items: Iterable[Any],
    stack: Callable[[Any, int], Stack],
    source: str,
    failures: Sequence[HierscopeError] = (),
) -> list[Stack]:
    """Convert annotations to stacks; note those that fail, or raise the first error if all do."""
    failures = list(failures)
    stacks = []
    for number, item in enumerate(items, 1):
        try:
            with naming(source):
                stacks.append(stack(item, number))
        except HierscopeError as error:
            failures.append(error)
    if not stacks:
        raise failures[0]
    left_out = tuple(Note("annotation-left-out", f"left out: {error}") for error in failures)
    return [replace(stack, notes=(*stack.notes, *left_out)) for stack in stacks]


def _records(data: object, where: str) -> list[Any]:
    if isinstance(data, dict) and all(isinstance(data.get(field), list) for field in _OBSERVATION):
        # Dense form: one list per field.
        columns = [data[field] for field in _OBSERVATION]
        if len({len(column) for column in columns}) == 1:
            data = [dict(zip(_OBSERVATION, row, strict=True)) for row in zip(*columns, strict=True)]
    if not isinstance(data, list):
        raise ReadError(f"{where} has no list of observations", advice=_SUCH)
    if not data:
        raise ReadError(f"{where} is empty", advice="Add observations or remove the annotation")
    refuse_more(len(data), MAX_SEGMENTS, f"observations in {where}")
    return data


def segments(observations: Iterable[Observation]) -> list[tuple[float, float, Any]]:
    """Convert observations of one layer to segments in order of time; remove rounding errors."""
    rows = sorted(
        ((item.time, item.time + item.duration, item.value) for item in observations),
        key=lambda row: row[:2],
    )
    for index in range(len(rows) - 1):
        start, end, value = rows[index]
        if is_close(end, rows[index + 1][0]):
            rows[index] = (start, rows[index + 1][0], value)
    return rows


def is_close(time: float, other: float) -> bool:
    """Return whether two times are equal up to the rounding of a sum."""
    return math.isclose(time, other, rel_tol=1e-15, abs_tol=1e-9)
