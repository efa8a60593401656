"""Light and dark, narrow and wide: requirements for every size and theme."""

import re

import pytest
from accessibility import violations
from playwright.sync_api import expect
from serving import comes_to, follow, open_menu, query, settled, unfold_scores


def of_view(page, expression):
    """Evaluate a function of the live view's root."""
    return page.locator(".scope").evaluate(f"scope => ({expression})(scope.getRootNode())")


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


@pytest.mark.walk
def test_the_view_is_the_same_element_after_a_rerun(open_page):
    page = open_page()
    of_view(page, "(root) => { root.querySelector('svg.layers').dataset.mark = 'same'; }")
    before = query(page)
    open_menu(page)
    page.locator("svg.layers").click(position={"x": 200, "y": 60})  # closes the menu
    expect(page.get_by_test_id("stPopoverBody")).to_be_hidden()
    page.mouse.move(0, 0)
    comes_to(page, before)
    open_menu(page)
    page.get_by_role("button", name="Swap").click()
    expect(page.locator(".layers-box .reference .layer rect")).to_have_count(10)
    expect(page.locator("svg.layers")).to_have_attribute("data-mark", "same")


def test_everything_is_reached_by_the_tab_key(open_page):
    page = open_page()
    unfold_scores(page)
    page.locator("#window").focus()
    focused = "({ activeElement: on }) => on?.getAttribute('aria-label') ?? on?.value ?? null"
    reached = []
    for _ in range(40):
        reached.append(of_view(page, focused))
        page.keyboard.press("Tab")
    for name in ("Window w in seconds", "reduced", "Zoom in"):
        assert name in reached
    assert any(name and name.startswith("Reference and estimate") for name in reached)
