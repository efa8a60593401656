"""`import hierscope`: its names, its lazy imports, and modules that hide its own."""

import ast
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import hierscope
from core.hierarchy import Hierarchy
from core.io import write_csv, write_jams, write_labs

ROOT = Path(__file__).parents[2]


def python(script, folder):
    """Run a script as a notebook in a folder does: the folder stands first on the path."""
    paths = f"import sys; sys.path[:0] = ['', {str(ROOT)!r}]\n"
    return subprocess.run(
        [sys.executable, "-P", "-c", paths + script], cwd=folder, capture_output=True, text=True
    )


def test_it_offers_the_workflow_in_a_few_names():
    assert dir(hierscope) == sorted(hierscope.__all__)
    assert all(getattr(hierscope, name) for name in hierscope.__all__)
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        hierscope.scores  # noqa: B018


def test_type_checkers_see_what_is_there_at_run_time():
    tree = ast.parse(Path(hierscope.__file__).read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {name.name: node.module for node in block.body for name in node.names}
    assert {*seen, "__version__"} == set(hierscope.__all__)
    for name, home in seen.items():
        assert getattr(hierscope, name) is getattr(import_module(home), name)


def test_to_import_it_takes_nothing_that_is_slow(tmp_path):
    done = python("import hierscope; print(*sys.modules)", tmp_path)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    slow = {
        "matplotlib",
        "numba",
        "numpy",
        "pandas",
        "plotly",
        "scipy",
        "pyarrow",
        "streamlit",
        "mir_eval",
    }
    assert not loaded & slow
    assert "hierscope" in loaded


SCORES = """
from hierscope.__main__ import main
def tell(): print([name for name in HEAVY if name in sys.modules])
try: main(["score", "--help"])
except SystemExit: tell()
main(["score", *FILES]); tell()
import hierscope
hierscope.score(*FILES[:2])._repr_html_(); tell()
"""


def test_scoring_imports_nothing_heavy_but_numba_and_help_not_even_that(tmp_path):
    two_layers = Hierarchy.from_boundaries([[0, 4, 9], [0, 2, 4, 9]])
    (tmp_path / "csv").write_bytes(write_csv(two_layers))
    (tmp_path / "jams").write_bytes(write_jams(two_layers))
    (tmp_path / "labs").mkdir()
    for name, data in write_labs(two_layers).items():
        (tmp_path / "labs" / name).write_bytes(data)
    heavy = ["scipy", "sklearn", "skimage", "pandas", "jams", "mir_eval", "streamlit", "plotly"]
    heavy += ["pyarrow", "matplotlib", "numba"]
    done = python(f"HEAVY, FILES = {heavy}, ['labs', 'jams', 'csv']{SCORES}", tmp_path)
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith("[")]
    assert told == ["[]", "['numba']", "['numba']"]


def test_figures_wait_for_the_whole_of_pandas(tmp_path):
    done = python("import sys, explorer.figures.parts; print('pandas' in sys.modules)", tmp_path)
    assert done.stdout.split() == ["True"], done.stderr


@pytest.mark.parametrize("name", ["core", "explorer"])
@pytest.mark.parametrize("place", ["{}/__init__.py", "{}.py"])
def test_what_hides_ours_is_named(tmp_path, name, place):
    path = tmp_path / place.format(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text("raise SystemExit('it was run')")
    done = python("import hierscope", tmp_path)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: hierscope needs its own '{name}'")
    assert str(ROOT / name / "__init__.py") in last
    assert str(path) in last
    assert f"rename '{name}' there" in last


def test_a_folder_that_is_no_package_hides_nothing(tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "mine.py").write_text("")
    done = python("import hierscope; hierscope.read", tmp_path)
    assert done.returncode == 0, done.stderr


def test_what_was_imported_before_hides_ours_too(tmp_path):
    (tmp_path / "core.py").write_text("")
    script = "import core; sys.path.remove(''); import hierscope"
    done = python(script, tmp_path)
    assert f"Python finds {tmp_path / 'core.py'} first" in done.stderr.splitlines()[-1]


@pytest.mark.skipif(os.name == "nt", reason="needs a symlink")
def test_a_door_without_its_house_is_said(tmp_path):
    (tmp_path / "hierscope").symlink_to(ROOT / "hierscope")
    script = "import sys; sys.path[:0] = ['']; import hierscope"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], cwd=tmp_path, capture_output=True, text=True
    )
    assert "but Python finds none" in done.stderr.splitlines()[-1]
