"""Damaged and generated input, earlier findings, and whether fuzzing would notice a fault."""

import warnings
from importlib import import_module
from pathlib import Path

import pytest
from fuzz import files, messages, requests
from fuzz.trying import MEASURED, MOST_MEMORY, Target, attempt, kept, unkept
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import examples

from core.errors import ReadError

CASES = sorted((Path(__file__).parent / "cases" / "fuzz").glob("*.json"))
FAILURES = Path(__file__).parents[1] / "fuzz-failures"
SETS = (files.TARGETS, messages.TARGETS, requests.TARGETS)
TARGETS = {target.name: target for targets in SETS for target in targets}
SLOW = {"archives": 300, "live": 450, "corpora": 150}
"""Number of tries in the thorough profile for slow inputs; others have 700."""


def tries(name):
    return SLOW.get(name, 700) // (1 if settings().max_examples >= 100 else 2)


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_but_errors_of_ours_comes_of_damaged_input(name):
    @examples(tries(name))
    @given(TARGETS[name].inputs)
    def tried(parts):
        try:
            attempt(TARGETS[name], parts)
        except Exception:
            # The last that hypothesis tries is the smallest that it found.
            FAILURES.mkdir(exist_ok=True)
            (FAILURES / f"{name}.json").write_text(kept(name, parts))
            raise

    tried()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_the_fuzzing_found_stays_fixed(path):
    name, parts = unkept(path.read_text("utf-8"))
    attempt(TARGETS[name], parts)


def test_an_input_is_kept_as_it_is():
    parts = (("\udcff", b"\0\xff"), ("x", b""))
    assert unkept(kept("files", parts)) == ("files", parts)


@pytest.mark.skipif("settings().max_examples >= 100", reason="thorough runs draw others each time")
def test_quick_examples_are_the_same_whatever_modules_are_loaded(tmp_path, monkeypatch):
    seen = []

    @given(st.lists(st.integers(), min_size=20))
    def tried(numbers):
        seen[-1].append(numbers)

    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "of_ours.py").write_text(f"NUMBERS = {[*range(1_000_003, 1_000_903)]}")
    for name in ("math", "of_ours"):
        import_module(name)
        seen.append([])
        tried()
    assert seen[0] == seen[1]


def raises(parts, folder):
    raise KeyError("x")


def warns(parts, folder):
    warnings.warn("x", stacklevel=1)
    return ()


def refuses(parts, folder):
    raise ReadError("is empty", source="x")


def grows(parts, folder):
    assert len(b"x" * int(1.2 * MOST_MEMORY))
    return ()


@pytest.mark.parametrize(
    ("take", "error", "message"),
    [
        (raises, KeyError, "x"),
        (warns, UserWarning, "x"),
        pytest.param(
            *(grows, AssertionError, r"took \d+ MB"),
            marks=pytest.mark.skipif(not MEASURED, reason="the system tells no peak of memory"),
        ),
        (lambda _, folder: [f"no {folder}/other"], AssertionError, "tells a path"),
        (lambda _, folder: ["\x1b[31mred"], AssertionError, "can't be printed"),
        (lambda _, folder: [" "], AssertionError, "says nothing"),
    ],
)
def test_what_fails_is_noticed(take, error, message):
    with pytest.raises(error, match=message):
        attempt(Target("x", None, take), (("x", b""),))


@pytest.mark.parametrize("take", [refuses, lambda _, folder: [f"nothing in {folder}/x"]])
def test_an_error_of_ours_and_the_name_of_a_file_are_no_failures(take):
    attempt(Target("x", None, take), (("x", b""),))
