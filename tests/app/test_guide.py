"""The Guide page shows the pages of docs/, and leads from one to another."""

import re

import pytest
from apptesting import address, opened_at, ready

from docs.links import ROOT

PAGES = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"api"}  # api.md is for the site


def shown(app):
    return "\n".join(text.value for text in app.markdown)


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_page_of_the_guide_is_shown_and_leads_to_pages_of_the_guide(name):
    app = opened_at("guide", page=name)
    assert "](../" not in shown(app)
    assert ".md" not in re.sub(r"`.*?`", "", " ".join(re.findall(r"\]\((.*?)\)", shown(app))))
    assert set(re.findall(r"\]\(guide\?page=([\w-]+)", shown(app))) <= PAGES
    pictures = re.findall(r"^!\[", (ROOT / "docs" / f"{name}.md").read_text("utf-8"), re.M)
    assert len(app.get("image")) == len(pictures)


def test_the_guide_begins_with_its_index_and_keeps_the_chosen_page_in_its_address():
    app = opened_at("guide", page="zebra")
    assert {*app.selectbox[0].options} >= {"Compare a pair", "Security"}
    assert app.selectbox[0].value == "index"
    ready(app.selectbox[0].set_value("windows").run())
    assert "The advice" in shown(app)
    assert "page=windows" in address(app)
