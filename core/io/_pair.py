"""A pair as a JSON document, for browsers."""

from __future__ import annotations

from typing import Any

from core.errors import HierarchyError, ReadError, naming
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io.limits import MAX_END, MAX_LAYERS, MAX_PAIR_SEGMENTS, MAX_TEXT, refuse_more
from core.timewords import TIME_WORDS
from core.vocabulary import SIDES

_WORDS: dict[type, str] = {dict: "an object", list: "a list", str: "a text"}


def describe(hierarchy: Hierarchy) -> dict[str, Any]:
    """Give a hierarchy as JSON values.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    dict
        ``name``, ``unit`` and ``layers``, coarsest first, each with ``name``, ``boundaries`` in the
        unit and ``labels``, one a segment.
    """
    return {
        "name": hierarchy.name,
        "unit": hierarchy.unit,
        "layers": [
            {
                "name": layer.name,
                "boundaries": layer.boundaries.tolist(),
                "labels": list(layer.labels),
            }
            for layer in hierarchy.layers
        ],
    }


def pair_document(reference: Hierarchy, estimate: Hierarchy) -> dict[str, Any]:
    """Give a pair as JSON values.

    Parameters
    ----------
    reference, estimate : Hierarchy

    Returns
    -------
    dict
        ``reference`` and ``estimate``, each as :func:`describe` gives it.
    """
    return {"reference": describe(reference), "estimate": describe(estimate)}


def read_document(
    value: object, source: str = "drawing", *, aligned: bool = True
) -> tuple[Hierarchy, Hierarchy]:
    """Read what :func:`pair_document` gives, from wherever it comes.

    Parameters
    ----------
    value : object
        Any JSON value. Names, units and the labels of a layer may be missing; other keys are
        ignored.
    source : str
        What messages call it.
    aligned : bool
        Whether both sides must be of one span that starts at 0.

    Returns
    -------
    reference, estimate : Hierarchy

    Raises
    ------
    ReadError
        If a value is of another type, there is too much of something, a text can't be written in
        UTF-8 (it has half of a surrogate pair), or the spans or units are not one.
    HierarchyError
        If the boundaries and labels of a side make no hierarchy; names layer and time.
    """
    with naming(source):
        return _document(value, source, aligned=aligned)


def _document(value: object, source: str, *, aligned: bool) -> tuple[Hierarchy, Hierarchy]:
    sides = [_rows(_get(value, side, dict, "the pair"), side) for side in SIDES]
    n_segments = sum(len(row["boundaries"]) - 1 for *_, rows in sides for row in rows)
    refuse_more(n_segments, MAX_PAIR_SEGMENTS, "segments")
    reference, estimate = (
        _hierarchy(name, unit, rows, side, source)
        for side, (name, unit, rows) in zip(SIDES, sides, strict=True)
    )
    if reference.unit != estimate.unit:
        raise ReadError(
            f"the reference is in {reference.unit}, the estimate in {estimate.unit}",
            mend="Both must be in one unit",
        )
    if not aligned:
        return reference, estimate
    for side, hierarchy in zip(SIDES, (reference, estimate), strict=True):
        if hierarchy.start != 0:
            raise ReadError(
                f"the {side} starts at {hierarchy.words.at(hierarchy.start)}",
                mend=f"Start at {hierarchy.words.at(0.0)}",
            )
    if reference.end != estimate.end:
        raise ReadError(
            f"the reference ends at {reference.words.at(reference.end)}, the estimate at "
            f"{estimate.words.at(estimate.end)}",
            mend="Both must end at the same time",
        )
    return reference, estimate


def _get(value: object, key: str, kind: type, where: str, default: Any = None) -> Any:
    found = value.get(key, default) if isinstance(value, dict) else None
    if not isinstance(found, kind):
        raise ReadError(f"{where} has no '{key}' that is {_WORDS[kind]}", mend="Is it a pair?")
    return found


def _rows(described: object, side: str) -> tuple[str, str, list[dict[str, Any]]]:
    """Check all types and sizes of a side."""
    where = f"the {side}"
    name = _text(_get(described, "name", str, where, ""), f"the name of {where}")
    unit = _get(described, "unit", str, where, "seconds")
    if unit not in TIME_WORDS:
        raise ReadError(
            f"there is no unit '{shortened(unit)}'", mend=f"Choose one of {', '.join(TIME_WORDS)}"
        )
    layers = _get(described, "layers", list, where)
    refuse_more(len(layers), MAX_LAYERS, f"layers in {where}")
    rows = []
    for level, layer in enumerate(layers, 1):
        place = f"layer {level} of {where}"
        labels = _get(layer, "labels", list, place, [])
        # Before each is looked at; the numbers of labels and segments must agree anyway.
        refuse_more(len(labels), MAX_PAIR_SEGMENTS, f"labels in {place}")
        boundaries = _get(layer, "boundaries", list, place)
        refuse_more(len(boundaries), MAX_PAIR_SEGMENTS + 1, f"boundaries in {place}")
        rows.append(
            {
                "name": _text(_get(layer, "name", str, place, ""), f"the name of {place}"),
                "boundaries": [_time(time, place) for time in boundaries],
                "labels": [_text(label, f"a label in {place}") for label in labels],
            }
        )
    return name, unit, rows


def _time(value: object, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ReadError(f"a boundary of {place} is no number", mend="Give times in seconds")
    # Before the conversion, which fails for integers of hundreds of digits.
    if not 0 <= value <= MAX_END:
        raise ReadError(
            f"a boundary of {place} is not a time from 0 to {MAX_END:.0f} s",
            mend="Give times in seconds",
        )
    return float(value)


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise ReadError(f"{what} is not a text", mend="Give a text")
    if len(value) > MAX_TEXT:
        raise ReadError(
            f"{what} has {len(value)} characters, more than the {MAX_TEXT} allowed",
            mend="Shorten it",
        )
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ReadError(
            f"{what} has a character that UTF-8 can't hold (half of a surrogate pair)",
            mend="Rename it",
        ) from error
    return value


def _hierarchy(
    name: str, unit: str, rows: list[dict[str, Any]], side: str, source: str
) -> Hierarchy:
    try:
        return Hierarchy.from_boundaries(
            [row["boundaries"] for row in rows],
            [row["labels"] for row in rows],
            layer_names=[row["name"] for row in rows],
            name=name,
            unit=unit,
        )
    except HierarchyError as error:
        raise HierarchyError(
            f"{error.problem} (in the {side} of the {source})",
            layer=error.layer,
            time=error.time,
            mend=error.mend,
            unit=error.unit,
        ) from error
