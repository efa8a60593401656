"""A quick run of the fuzzing, what it found before, and whether it would notice."""

import sys
from pathlib import Path
from types import ModuleType

import pytest
from fuzz import stand_ins
from fuzz.keeping import keep, kept
from fuzz.running import Task, alone, apart, here
from fuzz.targets import TARGETS
from fuzz.trying import numbered

FOUND = sorted((Path(__file__).parent / "cases" / "fuzz").glob("*.json"))
SLOW = {
    "damaged results": 25,
    "forged results": 25,
    "archives": 60,
    "commands": 40,
    "live": 40,
    "corpora": 30,
}
"""Tries of what takes more than a millisecond or two."""


@pytest.fixture(autouse=True)
def main_is_nothing(monkeypatch):
    """Processes begin with the main module, which AppTest leaves as a page that it has run."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))


@pytest.mark.parametrize("name", TARGETS)
def test_a_few_inputs_of_each_kind(name):
    tried = here(TARGETS[name], 0, range(SLOW.get(name, 120)))
    failures = [(number, failure) for _, number, failure in tried if failure]
    assert not failures, failures[0][1].words


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_stays_mended(path):
    failure = alone(*kept(path, TARGETS))
    assert failure is None, failure.words


def test_an_input_follows_from_its_number():
    for target in TARGETS.values():
        assert numbered(target, 3, 5) == numbered(target, 3, 5)
        assert len({numbered(target, 3, number) for number in range(20)}) > 10


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("raises", "KeyError"),
        ("warns", "UserWarning"),
        ("grows", "breaks the budget"),
        ("tells", "tells a path"),
        ("colours", "has characters that can't be printed"),
        ("is silent", "says nothing"),
        ("refuses", None),
        ("tells what was given", None),
    ],
)
def test_what_fails_is_noticed(name, kind):
    [(_, _, failure)] = here(stand_ins.TARGETS[name], 0, [0])
    assert (failure and failure.kind) == kind


def test_a_process_that_dies_is_a_failure_of_its_input_and_the_rest_is_tried():
    target = stand_ins.TARGETS["dies"]
    deadly = [number for number in range(30) if numbered(target, 0, number)[0][1] == b"2"]
    last = deadly[0] + 1
    tasks = [Task("dies", 0, last), Task("dies", last, 30)]
    found = list(apart(tasks, 0, 1, ".stand_ins"))
    assert sorted(number for _, number, _ in found) == list(range(30))
    assert sorted(number for _, number, failure in found if failure) == deadly
    assert {failure.kind for _, _, failure in found if failure} == {"ends the process"}


def test_a_process_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr("fuzz.running.PATIENCE", 0.1)
    [(_, number, failure)] = apart([Task("never ends", 7, 8)], 0, 1, ".stand_ins")
    assert (number, failure.kind) == (7, "does not end")


def test_a_failure_is_kept_and_tried_again(tmp_path):
    target = stand_ins.TARGETS["raises"]
    parts = (("\udcff", b"\0\xff"), ("x", b""))
    failure = alone(target, parts)
    path = keep(tmp_path / "failures", target.name, parts, failure)
    assert kept(path, stand_ins.TARGETS) == (target, parts)
    assert alone(*kept(path, stand_ins.TARGETS)) == failure
