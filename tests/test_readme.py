"""Every Python snippet of the README runs as it stands, beside the sample data."""

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SNIPPETS = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)


@pytest.mark.parametrize("code", SNIPPETS, ids=range(1, len(SNIPPETS) + 1))
def test_a_snippet_runs(code, tmp_path, monkeypatch, capsys):
    shutil.copytree(ROOT / "sample_data", tmp_path / "sample_data")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_snippets_use_the_door():
    assert len(SNIPPETS) == 3
    assert all("import hierscope\n" in code for code in SNIPPETS)
