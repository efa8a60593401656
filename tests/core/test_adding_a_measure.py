"""A measure is one entry of the table and the function that it names: all that shows scores has it.

In a process of its own, whose table of measures has one more line.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOY = """
import numpy as np

def sums(problem, cells):
    counted = np.full((len(problem.back), 2), problem.size)
    return counted * [0.75, 0.25], counted
"""
BEGIN = """
import sys, types
from pathlib import Path
path = Path("core/measures.py").resolve()
line = '    Measure("full", "T", "full", _SUMS, queries=_QUERIES, has_triplets=True, paper=_T),\\n'
entry = '    Measure("toy", "K", "", "toy:sums"),\\n'
entry += '    Measure("word", "W", "", "toy:sums", needs="labels"),\\n'
source = path.read_text()
assert source.count(line) == 1
module = sys.modules["core.measures"] = types.ModuleType("core.measures")
exec(compile(source.replace(line, line + entry), str(path), "exec"), module.__dict__)

from core.hierarchy import Hierarchy
from core.samples import sample
from core.tmeasures import score
pair = sample("figure6").reference, sample("figure6").estimate
"""
SCORES = """
result = score(*pair, [15.0])
assert [row["f_measure"] for row in result.rows() if row["measure"] == "toy"] == [0.375]
assert "toy       0.750      0.250      0.375" in result.text()
table = result.to_latex(measures=["toy"])
assert r"$\\mathcal{K}_R$ & $\\mathcal{K}_P$ & $\\mathcal{K}_F$" in table
assert "0.75 & 0.25 & 0.38 \\\\\\\\" in table
assert "2015) and K-measures, at w = 15 s." in result.cite().text
"""
LABELS = """
bare = Hierarchy.from_boundaries([[0, 8], [0, 4, 8]])
labeled = Hierarchy.from_boundaries([[0, 8]], [["a"]])
shares = [score(each, labeled).scores["word"].share("f_measure")[0] for each in (bare, labeled)]
assert shares == [0, 1]
"""
CORPORA = """
from core.corpus.job import Job
from core.corpus.store import schema_of
from core.effects import effects

assert {"f_measure_toy", "recall_share_toy"} <= set(schema_of(Job()).names)
assert set(effects(*pair).changes["toy"].f_measure.tolist()) == {0.0}
"""
FRONTEND = """
from explorer.glossary import BY_ID
from explorer.messages.schema import SCHEMA
from explorer.tables.pair import convention_rows

toy = SCHEMA["measures"][2]
assert (toy["key"], toy["title"], toy["has_triplets"]) == ("toy", "K", False)
assert toy["symbols"] == {"recall": "K_R", "precision": "K_P", "f_measure": "K_F"}
assert "f_measure_toy" in SCHEMA["arrays"]["scores"]
assert {id for each in SCHEMA["measures"] for id in each["terms"].values()} <= set(BY_ID)
result = score(*pair, [5.0, 15.0])
this = score(*pair, [15.0])
assert "0.3750" in convention_rows({"this": this}, "this")[0].values()
"""


def test_what_shows_scores_has_it(tmp_path):
    (tmp_path / "toy.py").write_text(TOY)
    words = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", words + BEGIN + SCORES + LABELS + CORPORA + FRONTEND],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
