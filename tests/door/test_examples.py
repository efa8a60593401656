"""The examples in public docstrings return the documented results."""

import doctest
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import hierscope

MODULES = ["hierscope", *(f"hierscope.{each.name}" for each in iter_modules(hierscope.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    failed, _ = doctest.testmod(import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_every_function_of_the_door_has_an_example():
    offered = {name: getattr(hierscope, name) for name in hierscope.__all__}
    homes = {
        name: thing.__module__
        for name, thing in offered.items()
        if getattr(thing, "__module__", "").startswith("hierscope.")
    }
    tried = {
        test.name.rpartition(".")[2]
        for home in set(homes.values())
        for test in doctest.DocTestFinder().find(import_module(home))
        if test.examples
    }
    assert tried == homes.keys()
