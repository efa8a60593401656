"""The documents match the code: links, named files, and the map."""

import re
import webbrowser

import pytest

import hierscope
from docs import licenses, links
from docs import map as drawn
from hierscope.cli import main

ROOT = links.ROOT


def test_the_map_is_that_of_the_tree():
    assert drawn.PICTURE.read_text("utf-8") == drawn.picture(), "run python docs/map.py"


def test_the_licenses_are_those_of_all_packages():
    written = (licenses.DOCS / "licenses.md").read_text("utf-8")
    assert written == f"{licenses.HEAD}{licenses.table()}\n", "run python docs/licenses.py"
    assert re.findall(r"^\| (.*) \| .*[GM]PL", written, re.MULTILINE) == ["certifi"]


def test_every_file_says_what_it_is():
    files = [path for house in drawn.HOUSES for path in ROOT.glob(f"{house}/**/*.[jp][sy]")]
    assert len(files) > 250
    assert [path for path in files if not path.read_text("utf-8").startswith(('"""', "//"))] == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_file_that_a_document_names_is_there(name):
    places = {place.rstrip("/") for place in re.findall(r"`([\w.-]+/[\w./*-]+)`", links.read(name))}
    assert len(places) > 5
    roots = ROOT, ROOT / "explorer"
    assert [place for place in places if not any(list(root.glob(place)) for root in roots)] == []


def test_every_link_leads_to_a_file_and_a_heading():
    assert [link for page in links.PAGES for link in links.broken(page)] == []


def test_the_site_has_all_links_and_asks_nothing_of_other_machines(tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setenv("HIERSCOPE_CACHE", str(tmp_path))
    assert main(["docs"]) == 0  # a link that leads nowhere would end it
    assert opened == [(tmp_path / "guide" / "index.html").as_uri()]
    site = "".join(path.read_text("utf-8") for path in (tmp_path / "guide").glob("*.html"))
    assert re.findall(r"<(?:script|link|img)\b[^>]*(?:src|href)=\"?(?:https?:)?//", site) == []
    names = {f"hierscope.{name}" for name in hierscope.__all__ if name != "__version__"}
    assert names <= set(re.findall('id="(.*?)"', site))
