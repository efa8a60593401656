"""Parse JSON within limits; checks for all formats based on JSON."""

import json
import re
from collections.abc import Mapping
from typing import Any

from core.errors import ReadError
from core.files.names import shortened
from core.io._text import refuse_backward
from core.io.limits import MAX_TIME, MAX_VALUES, refuse_more
from core.repair import OVERLAP, Segment

_NUMBERS = (int, float)  # a union in each call would take longer than the comparison
_MAX_LEVEL = 1_000_000


def parse_json(text: str) -> object:
    """Parse JSON within the limits; raise ReadError, with the line of a wrong syntax."""
    most = 1 + sum(map(text.count, "{[,"))  # counts values before parsing
    refuse_more(most, MAX_VALUES, "values")
    advice = "Is this the right file?"
    try:
        data: object = _loaded(text)
        if re.search(r"\\u[dD][89a-fA-F]", text):
            # JSON can have half of a surrogate pair, which can't be written to a file.
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ReadError(
            f"not valid JSON ({error.msg})", line=error.lineno, advice="Is the file complete?"
        ) from error
    except RecursionError as error:
        raise ReadError("the JSON is nested too deeply", advice=advice) from error
    except UnicodeEncodeError as error:
        raise ReadError(
            "not valid JSON (a string has an unpaired surrogate)", advice=advice
        ) from error
    except ValueError as error:
        raise ReadError(
            "not valid JSON (a number has thousands of digits)", advice=advice
        ) from error
    return data


def _loaded(text: str) -> object:
    """Parse JSON, or a JSON value in each line, which becomes a list."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        lines = text.splitlines()
        if error.msg != "Extra data" or len(lines) < 2:
            raise
        try:
            return [json.loads(line) for line in lines if line.strip()]
        except json.JSONDecodeError:
            raise error from None


def shown(value: object) -> str:
    """Format a JSON value for a message; of objects and lists only the type."""
    # The repr of nested JSON can be long, and recurse too deeply.
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return str(value).lower() if isinstance(value, bool) else shortened(repr(value))


def field_of(value: object, field: str) -> Any:
    """Return a field of a JSON object; None if it is missing, or the value is no object."""
    return value.get(field) if isinstance(value, dict) else None


def time_of(value: object, field: str, where: str, *, least: float = 0.0) -> float:
    """Return a time in seconds from `least`; raise ReadError otherwise."""
    late = False
    if isinstance(value, _NUMBERS):
        if least <= value <= MAX_TIME and value is not True and value is not False:
            return float(value)
        late = value > MAX_TIME
    problem = has(value, field, where) + ", beyond the longest possible track" * late
    raise ReadError(problem, advice="Write times as numbers from 0")


def has(value: object, field: str, where: str) -> str:
    """Describe the value of a field, or state that it is missing."""
    return f"{where} has no {field}" if value is None else f"{where} has the {field} {shown(value)}"


def label_of(value: object, where: str) -> str:
    """Return a label as text, empty for null; raise ReadError if it is none."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ReadError(f"{where}: {shown(value)} is not a label", advice="Write labels as text")
    return str(value)


def segment_of(value: Mapping[str, Any], where: str) -> Segment:
    """Return start, end and label of an object; raise ReadError if one is wrong."""
    start, end = (time_of(value.get(field), field, where) for field in ("start", "end"))
    refuse_backward(start, end, where, slack=OVERLAP)
    label = value.get("label")
    labels = label if isinstance(label, list) else [label]  # label-studio has lists
    return start, end, ", ".join(label_of(label, where) for label in labels)


def level_of(value: object, where: str) -> int:
    """Return the number of a level; raise ReadError if it is none."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_LEVEL:
        return value
    raise ReadError(has(value, "level", where), advice="Write levels as 1, 2, 3, ...")
