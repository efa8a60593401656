"""From a number to its glossary entry, and navigation in the glossary, in Chromium."""

from urllib.parse import urlparse

import pytest
from playwright.sync_api import expect
from serving import settled, unfold_scores

from explorer.glossary import TERMS


def first_term(page):
    return page.locator(".st-key-glossary h3").first


def whole(page):
    """Wait until the page is drawn to its end."""
    page.locator(f"h3#{TERMS[-1].id}").wait_for(state="attached")


@pytest.mark.walk
def test_scores_tables_and_the_menu_lead_to_terms(open_page):
    page = open_page()
    unfold_scores(page)
    before = page.url
    with page.expect_popup() as opened:
        page.get_by_role("columnheader", name="recall").get_by_role("link").first.click()
    glossary = opened.value
    whole(glossary)
    expect(first_term(glossary)).to_have_id("recall")
    # The next one takes the same tab.
    page.get_by_role("link", name="What full means").click()
    expect(first_term(glossary)).to_have_id("full")
    assert len(page.context.pages) == 2
    assert urlparse(page.url).path == urlparse(before).path
    # A "?" beside the label of a row does not choose the row.
    expect(page.get_by_role("radio", name="reduced")).to_be_checked()
    # Streamlit's tables have links of their own.
    page.get_by_text("More measures").click()
    link = page.get_by_role("link", name="median deviation")
    expect(link).to_be_visible()
    expect(link).to_have_attribute("href", "glossary?term=median-deviation")
    # The menu leads there, too.
    menu = page.get_by_role("button", name="More", exact=True)
    menu.press("Enter")
    expect(page.get_by_role("menuitem")).to_have_text(["Styles", "Papers", "Guide", "Glossary"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("menuitem")).to_have_count(0)
    menu.press("Enter")
    page.keyboard.press("End")
    expect(page.get_by_role("menuitem", name="Glossary")).to_be_focused()
    # Links unfold groups.
    page = glossary
    whole(page)
    settled(page)
    expect(page.locator("h3#layer")).to_be_hidden()
    page.locator(".st-key-glossary").get_by_role("link", name="layer", exact=True).first.click()
    expect(page.locator("h3#layer")).to_be_in_viewport()
    page.locator("details[open] a[href='#segment']").first.click()
    expect(page.locator("h3#segment")).to_be_in_viewport()
    assert page.url.endswith("#segment")
