"""Pages of words in light and dark, for all readers."""

import re

import pytest
from accessibility import violations
from serving import follow, settled


@pytest.mark.walk
def test_pages_of_words_can_be_read_by_all(open_watched):
    # Those with pictures are looked at where they are walked through.
    page = open_watched("glossary")
    page.get_by_text("Styles (").wait_for()
    groups = page.locator(".st-key-glossary summary")
    groups.first.click()
    groups.last.click()  # all are made alike
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
