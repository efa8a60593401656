"""The page Papers in Chromium: all numbers come out, and a pair opens in Compare."""

import os

import pytest
from playwright.sync_api import expect
from serving import settled

from core.papers import (
    SALAMI_VARIABLE,
    counts,
    printed_tables,
    reproduce,
    reproduce_all,
    salami_pair,
)
from core.tmeasures import FRAMELESS
from explorer.pair.settings import CONVENTION_WORDS

FIGURE_6 = next(table for table in printed_tables() if table.id == "ismir2015-fig6")

pytestmark = pytest.mark.walk


@pytest.fixture
def open_papers(open_watched):
    def open_at(**how):
        page = open_watched("papers", **how)
        expect(page.locator("table")).to_have_count(len(printed_tables()), timeout=60_000)
        settled(page)
        return page

    return open_at


def found(**how):
    """What the core gives; the server may know a corpus from its environment."""
    folder = os.environ.get(SALAMI_VARIABLE)
    if not folder:
        return reproduce_all(**how)
    pair = salami_pair(folder)
    return reproduce_all((pair.reference, pair.estimate), **how)


def box(page, table):
    return page.locator(f".st-key-table_{table}")


def test_all_numbers_come_out_and_figure_6_opens_in_compare(open_papers):
    page = open_papers()
    count = counts(found())
    expect(
        page.get_by_text(f"{count['matches']} numbers match to the printed digit")
    ).to_be_visible()
    expect(page.get_by_test_id("stAlert")).to_contain_text("none differs")
    expect(page.locator("td", has_text="✗")).to_have_count(0)
    figure = box(page, FIGURE_6.id)
    expect(figure.locator("img")).to_be_visible()
    (cell,) = (
        cell
        for row in reproduce(FIGURE_6).rows
        if row.window == 15
        for cell in row.cells
        if (cell.variant, cell.part) == ("reduced", "recall")
    )
    expect(figure.get_by_text(f"{cell.printed} → {cell.computed:.5f} ✓")).to_be_visible()
    figure.get_by_role("button", name="Open in Compare").click()
    score = page.locator("[data-score=reduced-recall]")
    expect(score).to_contain_text(f"{cell.computed:.3f}")
    expect(page.get_by_role("link", name="Compare")).to_be_visible()
    expect(page.locator(".layers-box .title").first).to_contain_text("Figure 6")


def test_another_convention_shows_what_differs(open_papers):
    page = open_papers()
    page.get_by_role("combobox", name="Recompute under").click()
    named = CONVENTION_WORDS[FRAMELESS.name]
    page.get_by_role("option", name=named, exact=True).click()
    count = counts(found(convention=FRAMELESS))
    assert count["differs"] > 10
    expect(page.locator("td", has_text="✗")).to_have_count(count["differs"])
    expect(page.get_by_test_id("stAlert").first).to_contain_text(f"{count['differs']} differ")
