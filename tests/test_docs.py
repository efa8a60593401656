"""The documents for whoever carries on say what is there."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def drawn():
    spec = importlib.util.spec_from_file_location("map_of_the_house", ROOT / "docs" / "map.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_map_is_that_of_the_tree(drawn):
    assert drawn.PICTURE.read_text("utf-8") == drawn.picture(), "run python docs/map.py"
    assert drawn.WORDS.read_text("utf-8") == drawn.words(), "run python docs/map.py"


def test_every_file_says_what_it_is(drawn):
    found = [each for house in drawn.HOUSES for each in drawn.rooms(ROOT / house)]
    assert len(found) > 250
    assert [name for name, words in found if not words] == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_file_that_a_document_names_is_there(name):
    text = (ROOT / name).read_text("utf-8").partition("<!-- begin")[0]
    places = {place.rstrip("/") for place in re.findall(r"`([\w.-]+/[\w./*-]+)`", text)}
    assert len(places) > 5
    roots = ROOT, ROOT / "explorer", ROOT / "explorer" / "live"
    assert [each for each in places if not any(list(root.glob(each)) for root in roots)] == []
