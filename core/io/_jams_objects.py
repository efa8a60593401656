"""An annotation of a JAMS file, as far as it is read.

jams itself writes, and tests compare what it takes with what is taken here: it brings pandas and
scipy along, which take longer to import than a pair to be read and scored.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.files.names import shortened

_ANNOTATION = ("namespace", "data", "annotation_metadata", "sandbox", "time", "duration")
_OBSERVATION = ("time", "duration", "value", "confidence")
_CURATOR = ("name", "email")
_METADATA = (
    "curator", "version", "corpus", "annotator", "annotation_tools", "annotation_rules",
    "validation", "data_source",
)  # fmt: skip


@dataclass(frozen=True)
class Observation:
    """What is said of a stretch of time, in seconds."""

    time: float
    duration: float
    value: Any


@dataclass(frozen=True)
class Annotation:
    """An annotation."""

    namespace: str
    data: tuple[Observation, ...]
    """By time."""
    metadata: Mapping[str, Any]
    annotator: Mapping[str, Any]
    curator: Mapping[str, Any]
    sandbox: Mapping[str, Any]
    """As the file has them, empty where it has none; `metadata` is ``annotation_metadata``."""

    @classmethod
    def of(cls, raw: Mapping[str, Any], records: Sequence[Mapping[str, Any]]) -> Annotation:
        """Take the JSON of an annotation, and its observations, whose times are numbers."""
        _refuse_unknown(raw, _ANNOTATION, "an annotation")
        for record in records:
            _refuse_unknown(record, _OBSERVATION, "an observation")
        metadata = _object(raw, "annotation_metadata")
        _refuse_unknown(metadata, _METADATA, "annotation_metadata")
        curator = _object(metadata, "curator")
        _refuse_unknown(curator, _CURATOR, "a curator")
        data = [
            Observation(float(record["time"]), float(record["duration"]), record["value"])
            for record in records
        ]
        data.sort(key=lambda observation: observation.time)
        return cls(
            raw["namespace"],
            tuple(data),
            metadata,
            _object(metadata, "annotator"),
            curator,
            _object(raw, "sandbox"),
        )


def _object(inside: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = inside.get(field)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"{field} is not an object")
    return value


def _refuse_unknown(found: Collection[str], known: Collection[str], what: str) -> None:
    for field in found:
        if field not in known:
            raise ValueError(f"'{field}' is no field of {what}")


def called(name: str, number: int) -> str:
    """Give what a picker calls an annotator, whose name may be a number or empty."""
    short = shortened(name)
    return short if short and not short.isdigit() else f"annotator {short or number}"
