"""The examples in the docstrings of the door give what they say."""

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
    homes_of = hierscope._HOMES
    homes = {home for home in homes_of.values() if home.startswith("hierscope.")}
    tried = {
        test.name.rpartition(".")[2]
        for home in homes
        for test in doctest.DocTestFinder().find(import_module(home))
        if test.examples
    }
    assert tried == {name for name in homes_of if homes_of[name].startswith("hierscope.")}
