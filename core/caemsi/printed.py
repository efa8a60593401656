"""The rows of the paper's Table 2, to be shown beside others."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class PrintedRow:
    """A row, as printed."""

    dataset: str
    test: str
    sizes: tuple[int, int]
    """Of corpus A and of corpus B."""
    classes: tuple[int, int]
    """From how many classes they are."""
    rates: tuple[float, ...]
    """In the order of :data:`core.caemsi.metrics.NAMES`."""
    margin: float | None
    note: str
    """What is wrong with it; empty where nothing is."""


@cache
def printed_table() -> tuple[PrintedRow, ...]:
    """Read the table."""
    document = _document()
    return tuple(
        PrintedRow(
            dataset=row["dataset"],
            test=row["test"],
            sizes=(int(row["sizes"][0]), int(row["sizes"][1])),
            classes=(int(row["classes"][0]), int(row["classes"][1])),
            rates=tuple(row["rates"]),
            margin=row["margin"],
            note=row.get("note", ""),
        )
        for row in document["rows"]
    )


def printed_note() -> str:
    """Read what is to be said of the table as a whole."""
    note: str = _document()["note"]
    return note


@cache
def _document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (files("sample_data") / "caemsi_table2.json").read_text("utf-8")
    )
    return found
