"""Readout, curves and corpora follow the table of measures: a new entry appears in all."""

import json

from core.settings import Settings
from explorer.frontend.serving import FILES
from explorer.messages.score_words import score_words

TOY = {
    "key": "toy",
    "title": "K",
    "windowed": True,
    "letter": "K",
    "needs": "boundaries",
    "has_queries": False,
    "has_triplets": False,
    "names": {"recall": "K_R", "precision": "K_P", "f_measure": "K_F"},
    "symbols": {"recall": "K_R", "precision": "K_P", "f_measure": "K_F"},
    "terms": {"recall": "recall", "precision": "precision", "f_measure": "f-measure"},
}
READ = """
async ({ Readout }, names, says) => {
  const shown = [];
  const readout = new Readout(() => {}, (...said) => shown.push(said));
  const columns = [0.75, 0.5].flatMap(
    (score) => names.map((name) => name.includes("share") ? 1 : score));
  readout.load({ windows: [15, null], scores: Float64Array.from(columns), says });
  const rows = [...readout.element.querySelector("tbody").rows];
  const scores = [1, 0].map((index) => {
    readout.show(index, 3, null);
    return rows.filter(({ hidden }) => !hidden).map(({ cells: [head, cell] }) => {
      const own = head.querySelector(".own:not([hidden])")?.textContent;
      const name = head.querySelector("label")?.textContent.trim() ?? head.textContent;
      return [own ? `${name}, ${own}` : name, cell.querySelector(".value").textContent];
    });
  });
  const row = readout.element.querySelector("tr.toy");
  row.querySelector(".score").click();
  return {
    scores,
    values: [...row.querySelectorAll(".value")].map((each) => each.textContent),
    says: row.querySelector(".says").textContent,
    chosen: row.classList.contains("chosen"),
    pressed: row.querySelectorAll("button").length,
    shown,
  };
}
"""
DRAWN = """
async ({ Curves }, names) => {
  const curves = new Curves(document.body, null);
  document.body.append(curves.element);
  curves.element.style.width = "400px";
  const windows = [1, 2, null];
  const row = names.map((name) => (name.includes("share") ? 1 : 0.5));
  curves.load({ windows, scores: Float64Array.from(windows.flatMap(() => row)) });
  curves.show(1, 3);
  return curves.lines.map(({ variant, part, line }) => [variant, part, line.outerHTML]);
}
"""


def test_the_readout_has_a_row_and_the_curves_three_lines_of_it(modules):
    schema = json.loads(FILES["shared/schema.json"])
    schema["measures"].append(TOY)
    scores = [f"{part}_{each['key']}" for each in schema["measures"] for part in schema["parts"]]
    shares = [
        f"{part}_share_{each['key']}"
        for each in schema["measures"]
        for part in ("recall", "precision")
    ]
    names = schema["arrays"]["scores"] = [*scores, *shares]
    address = "**/shared/schema.json"
    modules.page.context.route(address, lambda route: route.fulfill(json=schema))
    modules.page.reload()  # modules are read once
    says = score_words(Settings(), [15.0], [14.9])
    try:
        found = modules.run("pair/readout", READ, names, says)
        curves = modules.run("pair/curves", DRAWN, names)
    finally:
        modules.page.context.unroute(address)
        modules.page.reload()
    own = [["L, whole track", "0.500"], ["L within w, hierscope's own", "0.750"]]
    of_l = [["L", "0.500"]], own
    for rows, value, named in zip(found["scores"], ("0.500", "0.750"), of_l, strict=True):
        assert rows == [["reduced", value], ["full", value], *named, ["K", value]]
    assert found["values"] == ["0.750"] * 3
    assert found["says"] == "K_R 0.750."
    assert found["chosen"]
    # It has no triplets to look into.
    assert (found["pressed"], found["shown"]) == (0, [])
    own = [(part, line) for variant, part, line in curves if variant == "toy"]
    assert [part for part, _ in own] == ["recall", "precision", "f_measure"]
    # It is chosen, and so not dimmed.
    assert all('stroke-opacity="1"' in line and "points=" in line for _, line in own)
    assert len(curves) == 12
