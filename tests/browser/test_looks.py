"""Light and dark, narrow and wide: requirements for every size and theme."""

import re

import pytest
from accessibility import violations
from serving import follow, settled, unfold_scores

FOCUSED = """view => {
  const on = view.getRootNode().activeElement;
  return on?.getAttribute("aria-label") ?? on?.value ?? null;
}"""


@pytest.mark.walk
def test_pages_of_words_can_be_read_by_all(open_watched):
    # Those with pictures are looked at where they are walked through.
    page = open_watched("glossary")
    page.get_by_text("Styles (").wait_for()
    groups = page.locator(".st-key-glossary summary")
    groups.evaluate_all("groups => groups.forEach(group => group.click())")
    page.get_by_role("heading", name="equivalence margin").wait_for()
    assert violations(page) == []
    for where, ready in (
        ("Papers", "Figure 8"),
        ("Guide", "I want to"),
        ("Lessons", "What is a triplet?"),
    ):
        follow(page, where)
        page.get_by_text(ready).first.wait_for()
        assert violations(page) == []
    page.get_by_role("button", name="Begin").first.click()
    page.get_by_test_id("stRadioOption").last.click()
    settled(page)
    page.get_by_role("button", name="Check").click()
    page.get_by_test_id(re.compile("^stAlertContent")).first.wait_for()
    settled(page)
    assert violations(page) == []


def test_everything_is_reached_by_the_tab_key(open_page):
    page = open_page()
    unfold_scores(page)
    page.locator("#window").focus()
    view, reached = page.locator(".scope"), []
    for _ in range(40):
        reached.append(view.evaluate(FOCUSED))
        page.keyboard.press("Tab")
    for name in ("Window w in seconds", "reduced", "Zoom in"):
        assert name in reached
    assert any(name and name.startswith("Reference and estimate") for name in reached)
