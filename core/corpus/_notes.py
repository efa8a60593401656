"""The column of notes in a file of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import pyarrow as pa

from core.notes import Note

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
_NAMES = tuple(field.name for field in fields(Note))


def notes_column(notes: Sequence[Sequence[Note]]) -> pa.Array:
    """Give the notes of each row as a column."""
    rows = [[vars(note) | {"material": note.material} for note in each] for each in notes]
    return pa.array(rows, NOTES)


def notes_of(stored: Sequence[Mapping[str, Any]]) -> tuple[Note, ...]:
    """Read the notes of a row."""
    return tuple(Note(**{name: each[name] for name in _NAMES}) for each in stored)
