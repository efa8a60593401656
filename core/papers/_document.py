"""What the papers print, as it ships with hierscope."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def read_document() -> dict[str, Any]:
    """Read ``sample_data/printed_tables.json``: `tables`, and `corpus` for section 5.1."""
    found: dict[str, Any] = json.loads(
        (files("sample_data") / "printed_tables.json").read_text("utf-8")
    )
    return found
