"""Tables of cases shared by Python's and JavaScript's tests: `cases/*.json`."""

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent / "cases"
READERS = ("file", "command", "toolbar", "window")


def table(name):
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def case_rows(book, name):
    """A table of `cases/tables`: one row per test."""
    return table(f"tables/{book}")[name]


def edits(side):
    """Edits that `python` or `javascript` must make: song, edit, and result."""
    found = table("editing")
    return [
        pytest.param(
            found["songs"][case["song"]],
            case,
            case["gives"] if "gives" in case else case[side],
            id=case["name"].replace(" ", "-"),
        )
        for case in found["cases"]
    ]


def numbers():
    """Kind of number, the number, and its text; None is a missing score, or infinity."""
    return [
        pytest.param(
            case["kind"], case.get("value"), case["text"], id=f"{case['kind']} {case['text']}"
        )
        for case in table("numbers")["cases"]
    ]


def times(reader):
    """Typed times for one parser: texts and seconds."""

    def one(case):
        wanted = case.get(reader, case["all"])
        return pytest.param(case["text"], wanted, id=case["text"] or "nothing")

    return [one(case) for case in table("times")["cases"]]
