"""What the columns of a file of results are, in words, and for pandas."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pyarrow as pa

_WORDS = {
    "position": "Of the pair in the corpus, from 0: sorted by it, rows are in the corpus's order.",
    "reference_choice": "Which annotation of the files, from 0.",
    "estimate_choice": "Which annotation of the files, from 0.",
    "baseline": "Which baseline the estimate is; empty for a method's own.",
    "digest": "SHA-256 of what the pair was read from.",
    "duration": "Of the track, in seconds.",
    "notes": "What was changed on the way in, and which side is not nested.",
    "windows": "In seconds; inf is the whole track. The lists of scores have a number for each.",
    "reference_segments": "Durations of the segments of the finest layer, in seconds.",
    "estimate_segments": "Durations of the segments of the finest layer, in seconds.",
    "path": "Of the file at fault, in a row that is no pair.",
    "reason": "Why it is no pair; null in rows of pairs.",
}


def described(field: pa.Field) -> pa.Field:
    """Give a field with what it is, where its name does not say that."""
    text = _WORDS.get(field.name)
    return field.with_metadata({"description": text}) if text else field


def pandas_words(fields: Iterable[pa.Field]) -> str:
    """Tell pandas to keep whole numbers whole, though rows of problems have none."""
    columns = [
        {
            "name": field.name,
            "field_name": field.name,
            "pandas_type": str(field.type),
            "numpy_type": str(field.type).capitalize(),
            "metadata": None,
        }
        for field in fields
        if pa.types.is_integer(field.type)
    ]
    return json.dumps(
        {
            "index_columns": [],
            "column_indexes": [],
            "columns": columns,
            "pandas_version": "2.2.2",
        }
    )
