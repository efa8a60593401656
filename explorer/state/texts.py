"""Texts by name, as JSON: how forms stand in the address."""

from __future__ import annotations

import json
from typing import Any


def read_object(text: str) -> dict[str, Any]:
    """Read a JSON object.

    Raises
    ------
    ValueError
        If it is none.
    """
    try:
        found = json.loads(text)
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def read_texts(text: str) -> dict[str, str]:
    """Read a JSON object of texts.

    Raises
    ------
    ValueError
        If it is none.
    """
    found = read_object(text)
    if not all(isinstance(each, str) and "\0" not in each for each in found.values()):
        raise ValueError("not texts by name")
    "".join(found.values()).encode()  # what can't be written can't be shown
    return found
