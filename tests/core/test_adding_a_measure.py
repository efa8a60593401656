"""A measure is one entry of the table and the function that it names: all that shows scores has it.

In a process of its own, whose table of measures has one more line.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOY = """
import numpy as np

def sums(problem, cells):
    counted = np.full((len(problem.back), 2), problem.size)
    return counted * [0.75, 0.25], counted
"""
BEGIN = """
import json, sys, types
from pathlib import Path
path = Path("core/measures.py").resolve()
line = '    Measure("full", "T", "full", _SUMS, queries=_QUERIES, has_triplets=True, paper=_T),\\n'
entry = '    Measure("toy", "K", "", "toy:sums", needs="{needs}"),\\n'
source = path.read_text()
assert source.count(line) == 1
module = sys.modules["core.measures"] = types.ModuleType("core.measures")
exec(compile(source.replace(line, line + entry), str(path), "exec"), module.__dict__)

from core.hierarchy import Hierarchy
from core.samples import sample
pair = sample("figure6").reference, sample("figure6").estimate
"""


@pytest.fixture
def told(tmp_path):
    """Give what a script prints, as JSON, where the table has one more measure."""
    (tmp_path / "toy.py").write_text(TOY)

    def run(script, needs="boundaries"):
        words = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{BEGIN}\n{script}"
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", words.replace("{needs}", needs)],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_scores_exports_and_tables_have_it(told):
    found = told("""
from core.measures import COLUMNS
from core.tmeasures import score
from explorer.tables.pair import convention_rows

result = score(*pair, [15.0])
print(json.dumps({
    "columns": COLUMNS,
    "table": result.table()[0].tolist(),
    "rows": result.rows(),
    "shown": result.text(),
    "latex": result.to_latex(),
    "cited": result.cite().text,
    "conventions": convention_rows({"this": result}, "this")[0],
}))
""")
    assert found["columns"][6:9] == ["recall_toy", "precision_toy", "f_measure_toy"]
    assert found["columns"][-4:-2] == ["recall_share_toy", "precision_share_toy"]
    assert found["table"][6:9] == pytest.approx([0.75, 0.25, 0.375])
    assert found["table"][-4:-2] == [1, 1]
    row = found["rows"][2]
    assert [row[name] for name in ("measure", "recall", "precision")] == ["toy", 0.75, 0.25]
    assert ["toy", "0.750", "0.250", "0.375"] in [
        line.split()[2:6] for line in found["shown"].splitlines()
    ]
    assert r"$\mathcal{K}_R$ & $\mathcal{K}_P$ & $\mathcal{K}_F$" in found["latex"]
    assert "0.75 & 0.25 & 0.38 \\\\" in found["latex"]
    assert "2015) and K-measures, at w = 15 s." in found["cited"]
    assert "0.3750" in found["conventions"].values()


def test_where_a_pair_lacks_what_it_needs_nothing_is_counted(told):
    found = told(
        """
from core.tmeasures import score
bare = Hierarchy.from_boundaries([[0, 8], [0, 4, 8]])
labelled = Hierarchy.from_boundaries([[0, 8]], [["a"]])
print(json.dumps([
    score(each, labelled).scores["toy"].share("f_measure")[0] for each in (bare, labelled)
]))
""",
        needs="labels",
    )
    assert found == [0, 1]


def test_corpora_and_effects_have_it(told):
    found = told("""
from core.corpus.store import schema_of
from core.corpus.scoring import Job
from core.effects import effects

print(json.dumps({
    "columns": schema_of(Job()).names,
    "change": effects(*pair).changes["toy"].f_measure.tolist(),
}))
""")
    assert {"f_measure_toy", "recall_share_toy"} <= set(found["columns"])
    assert set(found["change"]) == {0.0}


def test_the_frontend_and_the_curves_have_it(told):
    found = told("""
from core.tmeasures import score
from explorer.glossary import BY_ID
from explorer.messages.schema import SCHEMA
from explorer.messages.panels import Rows, scores_panel

result = score(*pair, [5.0, 15.0])
panel = scores_panel(Rows(2), result, "toy", 0.9)
print(json.dumps({
    "measures": SCHEMA["measures"],
    "columns": SCHEMA["arrays"],
    "title": panel["title"],
    "lines": panel["lines"],
    "terms": sorted(BY_ID),
}))
""")
    toy = found["measures"][2]
    assert (toy["key"], toy["title"], toy["has_triplets"]) == ("toy", "K", False)
    assert toy["symbols"] == {"recall": "K_R", "precision": "K_P", "f_measure": "K_F"}
    assert "f_measure_toy" in found["columns"]["scores"]
    title = "T_R, T_P and T_F (reduced solid, full dashed), K_R, K_P and K_F (dotted)"
    assert found["title"].startswith(title)
    assert [line["name"] for line in found["lines"][6:9]] == ["K_R", "K_P", "K_F"]
    assert {id for each in found["measures"] for id in each["terms"].values()} <= set(
        found["terms"]
    )
