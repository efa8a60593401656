"""The rules of the house that tools can hold: style, types, imports, what is shipped."""

import ast
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from core.io import read_path
from core.samples import samples

ROOT = Path(__file__).resolve().parents[1]


def run(*command):
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_ruff_finds_nothing():
    run("ruff", "check", ".")
    run("ruff", "format", "--check", ".")


def test_types_hold():
    run("mypy")


def test_imports_go_one_way():
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_kernels_import_numpy_and_what_compiles_them_only():
    # So that numba's cache notices every change of what is compiled.
    found = sorted((ROOT / "core").rglob("_kernels.py"))
    for path in found:
        names = {
            name if name == "core.jit" else name.partition(".")[0]
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (
                [node.module] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
            )
        }
        assert names <= {"__future__", "core.jit", "math", "numpy"}, path
    assert len(found) == 3


def test_no_file_of_the_explorer_hides_a_dependency():
    # explorer/ stands first on the path under `streamlit run`
    script = (
        "import sys, streamlit, plotly, numba, jams, mir_eval, pandas, scipy\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, *sys.stdlib_module_names)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd="/", capture_output=True, text=True, check=True
    )
    taken = set(done.stdout.split())
    ours = {path.stem for path in (ROOT / "explorer").iterdir()} - {"__init__", "__pycache__"}
    assert not ours & (taken - {"__main__"})


SCRIPTS = sorted([*(ROOT / "explorer/pages").glob("[!_]*.py"), ROOT / "explorer/script/app.py"])


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_no_script_of_streamlit_holds_what_its_magic_would_print(path):
    # It prints every expression that stands by itself and is no call, docstrings alone excepted.
    tree = ast.parse(path.read_text())
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documentation = {
        node.body[0]
        for node in ast.walk(tree)
        if isinstance(node, documented) and ast.get_docstring(node) is not None
    }
    alone = {node for node in ast.walk(tree) if isinstance(node, ast.Expr)} - documentation
    printed = [node for node in alone if not isinstance(node.value, ast.Call)]
    assert [f"{path.name}:{node.lineno}" for node in printed] == []
    assert len(SCRIPTS) == 10


KEY = re.compile(r'session_state(?:\[|\.get\()f?"([^"]+)"')


def test_the_session_is_reached_through_its_tables():
    # But for the keys of widgets, where they are drawn.
    found = []
    for path in sorted((ROOT / "explorer").rglob("*.py")):
        if path.parent.name != "session":
            text = path.read_text()
            found += set(KEY.findall(text)) - set(re.findall(r'key=f?"([^"]+)"', text))
            found += re.findall(r"session_state\.(?!get\()\w+", text)
    assert found == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    # Built from a copy: setuptools would reuse what an earlier build left in `build/`.
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    kept = (
        "core",
        "explorer",
        "hierscope",
        "sample_data",
        "pyproject.toml",
        "README.md",
        "LICENSE",
    )
    for name in kept:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, source / name)
    run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(source))
    (path,) = folder.glob("hierscope-*.whl")
    return set(zipfile.ZipFile(path).namelist())


def test_wheel_holds_every_file_that_runs(wheel):
    wanted = {
        str(path.relative_to(ROOT))
        for folder in ("core", "explorer", "hierscope", "sample_data")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted <= wheel
    assert "explorer/script/.streamlit/config.toml" in wheel


def test_wheel_holds_nothing_else(wheel):
    tops = {name.partition("/")[0] for name in wheel}
    assert tops == {"core", "explorer", "hierscope", "sample_data", "hierscope-0.1.0.dist-info"}


def test_every_sample_is_listed_and_reads():
    files = {path.stem for path in (ROOT / "sample_data").glob("*.jams")}
    assert {sample.id for sample in samples()} == files
    for sample in samples():
        assert sample.reference.end == sample.estimate.end
        assert not sample.reference.nesting_faults() + sample.estimate.nesting_faults()
        for found in read_path(ROOT / "sample_data" / f"{sample.id}.jams"):
            assert not found.notes


def test_exported_names_of_the_frontend_are_unique():
    names = [
        name
        for path in (ROOT / "explorer" / "frontend").rglob("*.js")
        if path.parent.name != "alone"  # whose modules stand in for others
        for name in re.findall(r"^export (?:const|class|function) (\w+)", path.read_text(), re.M)
    ]
    assert len(names) == len(set(names))


def test_readme_commands_are_the_ones_that_ci_runs():
    readme = (ROOT / "README.md").read_text()
    assert "    python3 run.py\n" in readme
    assert "    python3 run.py test\n" in readme
    assert "exec python3 run.py test" in (ROOT / ".ci" / "run").read_text()
