"""Streamlit shows names from files as text: no links, pictures or formulas."""

import json
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from serving import follow, settled

from core.corpus.items import Item
from core.corpus.job import Job
from core.corpus.updating import update_results

EVIL = (
    "![p](http://elsewhere.example/p.png) <img src=http://elsewhere.example/i.png> "
    "[a](http://elsewhere.example) http://elsewhere.example/u www.elsewhere.example $x^2$ :red[r] "
    "<a href='http://elsewhere.example'>h</a> a@elsewhere.example"
)
FOUND = """() => {
  const found = [];
  const look = (root) => {
    for (const each of root.querySelectorAll("*")) {
      if (each.shadowRoot) look(each.shadowRoot);
      const leads = ["href", "src"].map((name) => each.getAttribute(name) ?? "").join(" ");
      if (/elsewhere/.test(leads) && !leads.startsWith("#")) found.push(each.outerHTML);
      if (each.matches("math annotation") && each.textContent === "x^2") found.push("formula");
    }
  };
  look(document);
  return found;
}"""


@pytest.fixture
def results(tmp_path):
    """Two methods on four tracks, all with such names, and a track that can't be read."""
    items = [Item(f"{EVIL} bad", f"{EVIL} 1", ("none.lab",), ("none.lab",))]
    for track in range(4):
        for method in (1, 2):
            files = tmp_path / f"{track}.lab", tmp_path / f"{track}-{method}.lab"
            for file, cut in zip(files, (20 + track, 10 * method), strict=True):
                file.write_text(f"0\t{cut}\t{EVIL}\n{cut}\t60\tb\n")
            names, known = (f"{EVIL} {track}", f"{EVIL} {method}"), ((EVIL, f"{EVIL} {track}"),)
            items.append(Item(*names, *((str(file),) for file in files), metadata=known))
    path = tmp_path / "results.parquet"
    update_results(path, items, Job())
    return path


@pytest.mark.walk
def test_names_of_a_corpus_are_text(open_watched, results):
    form = json.dumps({"kind": "results", "results": str(results)})
    page = open_watched(f"corpus?{urlencode({'corpus': form})}", height=2400)
    page.get_by_role("button", name="Read these files").click()
    page.get_by_text("Methods compared track by track").wait_for()
    settled(page)
    # One by one, each would wait until what unfolds above it has come to rest.
    page.locator("summary:visible").evaluate_all("folds => folds.forEach((fold) => fold.click())")
    expect(page.get_by_text("elsewhere").filter(visible=True).first).to_be_visible()
    assert page.evaluate(FOUND) == []
    follow(page, "Windows")
    page.locator(".st-key-advice").get_by_text("mir_eval").first.wait_for()
    assert page.evaluate(FOUND) == []
