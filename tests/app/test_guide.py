"""The Guide page shows the pages of docs/, and leads from one to another."""

import re

from apptesting import address, opened_at, ready

from docs.links import ROOT

PAGES = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"api"}  # api.md is for the site


def shown(app):
    return "\n".join(text.value for text in app.markdown)


def test_pages_of_the_guide_are_shown_and_lead_to_pages_of_the_guide():
    app = opened_at("guide", page="zebra")
    assert {*app.selectbox[0].options} >= {"Compare a pair", "Security"}
    assert app.selectbox[0].value == "index"
    for name in sorted(PAGES):
        ready(app.selectbox[0].set_value(name).run())
        assert f"page={name}" in address(app) or name == "index"
        assert "](../" not in shown(app)
        assert ".md" not in re.sub(r"`.*?`", "", " ".join(re.findall(r"\]\((.*?)\)", shown(app))))
        assert set(re.findall(r"\]\(guide\?page=([\w-]+)", shown(app))) <= PAGES
        pictures = re.findall(r"^!\[", (ROOT / "docs" / f"{name}.md").read_text("utf-8"), re.M)
        assert len(app.get("image")) == len(pictures)
