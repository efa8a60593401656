"""Twenty and more damaged files of each format, and what is said of each: `tests/cases/damaged`."""

import base64
import json
from pathlib import Path

import pytest

from core.errors import HierscopeError
from core.io import File, formats, read

FOLDER = Path(__file__).parents[1] / "cases/damaged"
TABLES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
# Their files are long, and made from a whole one beside their other tests.
BESIDE = {
    "eaf",
    "jams",
    "lists-json",
    "old-jams",
    "points",
    "svl",
    "taking-form",
    "textgrid",
    "tilia",
    "xlsx",
}


def content(text):
    """The bytes of a file as the tables have it."""
    packed = text.removeprefix("base64:")
    return text.encode() if packed == text else base64.b64decode(packed)


def said(name, text):
    try:
        read([File(name, content(text))])
    except HierscopeError as error:
        return str(error)
    return "read without an error"


def test_every_format_has_its_damaged_files():
    assert TABLES.keys() | BESIDE == {known.key for known in formats.FORMATS}
    assert not TABLES.keys() & BESIDE


@pytest.mark.parametrize("key", TABLES)
def test_damaged(key):
    name, files = TABLES[key]["name"], TABLES[key]["files"]
    expected = dict(files)
    assert len(expected) == len(files) >= 20
    assert {text: said(name, text) for text in expected} == expected
