"""Tables of cases that Python's tests and JavaScript's share: `cases/*.json`."""

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent / "cases"
READERS = ("file", "command", "board", "window")


def table(name):
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def edits(side):
    """What edits one side, `python` or `javascript`, must make: song, edit, and what it gives."""
    found = table("editing")
    for case in found["cases"]:
        wanted = case["gives"] if "gives" in case else case[side]
        song = found["songs"][case["song"]]
        yield pytest.param(song, case, wanted, id=case["name"].replace(" ", "-"))


def times(reader):
    """What one reader must make of typed times: texts, and seconds."""
    for case in table("times")["cases"]:
        todo = case.get("not_yet", {})
        marks = pytest.mark.xfail(reason=f"reads {todo[reader]}") if reader in todo else ()
        wanted = case.get(reader, case["all"])
        yield pytest.param(case["text"], wanted, id=case["text"] or "nothing", marks=marks)
