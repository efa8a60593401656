"""The column of notes in a file of results; in files of the first format they are texts only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
import pyarrow as pa

from core.notes import Note
from core.vocabulary import SIDES

NOTE = pa.struct(
    [
        ("kind", pa.string()),
        ("text", pa.string()),
        ("layer", pa.int32()),
        ("time", pa.float64()),
        ("side", pa.string()),
        ("seconds", pa.float64()),
        ("material", pa.bool_()),
    ]
)
"""A note as it is stored: its fields, of which `layer` and `time` may be null, and its weight."""

NOTES = pa.list_(NOTE)
PLAIN_NOTES = pa.list_(pa.string())
"""The type of the column in files of the first format."""

_NAMES = tuple(field.name for field in fields(Note))
_MAY_LACK = ("layer", "time")
_TEXT = re.compile(rf"(?:({'|'.join(SIDES)}): )?(.*)", re.DOTALL)
_NOT_NESTED = re.compile(r"not nested, missing boundaries: \d+")


def notes_column(notes: Sequence[Sequence[Note]]) -> pa.Array:
    """Give the notes of each row as a column."""
    rows = [[vars(note) | {"material": note.material} for note in each] for each in notes]
    return pa.array(rows, NOTES)


def notes_of(stored: Sequence[Mapping[str, Any]]) -> tuple[Note, ...]:
    """Read the notes of a row."""
    return tuple(Note(**{name: each[name] for name in _NAMES}) for each in stored)


def told_apart(texts: pa.Array) -> pa.Array:
    """Give the notes of the first format, which are texts, as they are stored now.

    Of those only one kind was told apart by its words.
    """
    rows = [
        None if each is None else [_told_apart(text) for text in each] for each in texts.to_pylist()
    ]
    return pa.array(rows, NOTES)


def _told_apart(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    found = _TEXT.fullmatch(text)
    assert found is not None
    kind = "not-nested" if _NOT_NESTED.fullmatch(found[2]) else "other"
    note = Note(kind, found[2], side=found[1] or "")  # type: ignore[arg-type]
    return vars(note) | {"material": note.material}


def unfit(column: pa.ListArray) -> str:
    """Say what is wrong with a column of notes, if anything is."""
    flat = column.flatten()
    parts = dict(zip((field.name for field in NOTE), flat.flatten(), strict=True))
    if flat.null_count or any(parts[name].null_count for name in parts if name not in _MAY_LACK):
        return "lacks a value"
    if not set(parts["side"].to_pylist()) <= {"", *SIDES}:
        return "names a side that is none"
    for name in ("time", "seconds"):
        if not np.isfinite(parts[name].drop_null().to_numpy()).all():
            return "has what is no time"
    return ""
