"""Rules of this code base that tools can check: style, types, imports, package content."""

import ast
import re
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from core.io import read_path
from core.samples import samples
from explorer.state.pages import PAGES

ROOT = Path(__file__).resolve().parents[1]
OURS = ("core", "explorer", "hierscope")


def modules(*houses):
    return [path for house in houses for path in sorted((ROOT / house).rglob("*.py"))]


def named(path):
    """The name of a file, as the tables here have it."""
    return path.relative_to(ROOT).as_posix()


def dotted(path):
    """The name of a module, as an import has it."""
    return named(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def parsed(path):
    return ast.parse(path.read_text("utf-8"))


def imported(tree):
    """Return the names of the modules that a module imports, or those that a statement does."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module)
    return names


def ran(*words):
    """Run this Python with some words, in the project's folder."""
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)


def run(*command):
    done = ran("-m", *command)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_finds_nothing():
    run("ruff", "check", ".")
    run("ruff", "format", "--check", ".")


@pytest.mark.parametrize("system", ["linux", "win32"])
def test_types_hold(system):
    # mypy can't use what it kept for another system.
    run("mypy", f"--platform={system}", f"--cache-dir=.mypy_cache/{system}")


UNIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}


def test_modules_of_unix_are_imported_where_they_are_needed():
    # So that all modules, and all tests, can be imported on Windows.
    found = [
        named(path)
        for path in modules(*OURS, "tests", "benchmarks", "docs")
        for node in parsed(path).body
        if isinstance(node, ast.Import | ast.ImportFrom) and imported(node) & UNIX
    ]
    assert found == []


def test_imports_go_one_way():
    done = ran("-c", "from importlinter.cli import lint_imports_command as run; run()")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_files_of_core_have_an_underscore_if_only_their_package_imports_them():
    importers = {}
    for path in modules(*OURS, "tests", "benchmarks"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {f"{name}.{alias.name}" for name in imported(node) for alias in node.names}
                for name in imported(node) | names:
                    importers.setdefault(name, set()).add(".".join(dotted(path).split(".")[:2]))
    wrong, inside = [], []
    for path in modules("core"):
        package = ".".join(dotted(path).split(".")[:2])
        if path.parent.name in ("core", "formats") or path.stem in ("__init__", "_kernels"):
            continue
        inside.append(path)
        private = importers.get(dotted(path), set()) <= {package}
        if private != path.name.startswith("_"):
            wrong.append(named(path))
    assert wrong == []
    assert len(inside) > 40


def test_kernels_import_numpy_and_numba_only():
    # So that numba's cache notices every change of compiled code.
    found = [path for path in modules("core") if path.name == "_kernels.py"]
    names = set().union(*map(imported, map(parsed, found)))
    allowed = {"__future__", "core.compiling", "math", "numpy", "numpy.typing", "typing"}
    assert names <= allowed  # core.compiling has numba's njit, and no compiled code
    assert len(found) == 5


def test_numbers_that_kernels_copy_from_each_other_are_equal():
    # A shared file would not do: numba's cache misses its edits.
    values = {}
    for path in modules("core"):
        if path.name == "_kernels.py":
            for node in parsed(path).body:
                if isinstance(node, ast.Assign):
                    name = ast.unparse(node.targets[0]).strip("()")
                    values.setdefault(name, []).append(ast.unparse(node.value))
    copied = {name: every for name, every in values.items() if len(every) > 1}
    assert {"_NODES, _WEIGHTS", "_TOLERANCE", "_NARROWEST", "_THINNEST"} <= set(copied)
    assert all(len(set(every)) == 1 for every in copied.values()), copied


def test_no_file_of_the_explorer_hides_a_dependency():
    # explorer/ is first on the path, and explorer/pages/ while a page runs.
    taken = {*packages_distributions(), *sys.stdlib_module_names}
    assert {"streamlit", "numba", "mir_eval"} < taken
    folders = ROOT / "explorer", ROOT / "explorer/pages"
    ours = {path.stem for folder in folders for path in folder.iterdir()}
    ours -= {"__init__", "__pycache__"}
    assert not ours & (taken - {"explorer"})


PAGES_FOLDER = ROOT / "explorer/pages"
SCRIPTS = sorted({*PAGES_FOLDER.glob("*.py")} - {PAGES_FOLDER / "__init__.py"})


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_no_script_of_streamlit_holds_what_its_magic_would_print(path):
    # Streamlit prints every separate expression that is not a call, except docstrings.
    tree = parsed(path)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documentation = {
        node.body[0]
        for node in ast.walk(tree)
        if isinstance(node, documented) and ast.get_docstring(node) is not None
    }
    alone = {node for node in ast.walk(tree) if isinstance(node, ast.Expr)} - documentation
    printed = [node for node in alone if not isinstance(node.value, ast.Call)]
    assert [f"{path.name}:{node.lineno}" for node in printed] == []
    assert {*SCRIPTS} == {*(page.script for page in PAGES), PAGES_FOLDER / "_navigation.py"}


KEY = re.compile(r'session_state(?:\[|\.get\()f?"([^"]+)"')


def test_the_session_is_reached_through_its_tables():
    # Except keys of widgets.
    found = []
    for path in modules("explorer"):
        if path.parent.name != "session":
            text = path.read_text()
            found += set(KEY.findall(text)) - set(re.findall(r'key=f?"([^"]+)"', text))
            found += re.findall(r"session_state\.(?!get\()\w+", text)
    assert found == []


ASKING = {
    # Names that are also used elsewhere.
    *("os.walk", "np.load", "np.fromfile", "np.memmap", "np.loadtxt", "np.genfromtxt"),
    *("shutil.copyfile", "shutil.copy", "shutil.copytree", "shutil.move"),
    *("open", "fdopen", "scandir", "listdir", "stat", "lstat", "samefile"),
    *("exists", "lexists", "is_file", "is_dir", "is_symlink"),
    *("isfile", "isdir", "islink", "getsize", "getmtime"),
    *("realpath", "resolve", "expanduser", "readlink"),
    *("read_bytes", "read_text", "iterdir", "glob", "iglob", "rglob"),
    *("ParquetFile", "ParquetDataset", "read_parquet", "read_csv", "read_metadata", "read_schema"),
    *("OSFile", "memory_map", "ZipFile"),
}
WITH_FOLDS = (
    *("explorer/corpus/annotators.py", "explorer/corpus/picture.py"),
    "explorer/pair/annotators.py",
    *("explorer/lessons/making.py", "explorer/pages/compare.py"),
    *("explorer/pages/draw.py", "explorer/pages/windows.py"),
)
"""Where `open` is whether a fold is open."""

ALLOWED = {
    # hierscope's own results, under names of its own; what has the name may be written by others,
    # and is opened by way of access.py
    "core/corpus/room.py": {"glob", "stat"},
    "core/corpus/updating.py": {
        *("glob", "iterdir", "scandir", "exists", "is_file", "is_dir", "is_symlink", "lstat"),
        "realpath",
    },
    "core/jobs/files.py": {"exists", "is_file", "open", "realpath"},  # outputs that the user names
    "explorer/corpus/computed.py": {"glob"},
    # Entries listed or opened by access.py, and bytes.
    "core/corpus/sources/patterns.py": {"is_dir"},
    "core/corpus/sources/salami.py": {"is_dir", "is_symlink"},
    "core/corpus/store.py": {"ParquetFile"},
    "core/io/formats/workbook.py": {"ZipFile", "open"},
    "core/io/archives.py": {"open", "ZipFile"},
    "core/caemsi/representations/images.py": {"open"},
    # closed to visitors as a whole
    "core/papers/downloading.py": {"glob", "stat"},
    # Paths from the command line.
    "explorer/app.py": {"resolve", "open"},  # opens a browser
    # compiled code, and the owner's key
    "core/compiled.py": {"expanduser", "glob", "read_text", "stat"},
    "core/compiling.py": {"read_bytes"},
    "explorer/server/keys.py": {"expanduser", "fdopen", "open", "stat"},
    # files of the package, and Streamlit's page
    "core/caemsi/experiment.py": {"read_text"},
    "core/caemsi/samples.py": {"read_text", "read_bytes"},
    "core/corpus/sources/upload.py": {"read_bytes"},
    "core/citing/__init__.py": {"read_text"},
    "core/flat/functions.py": {"read_text"},
    "core/papers/printed.py": {"read_text"},
    "core/samples.py": {"read_text", "read_bytes"},
    "core/tunes.py": {"read_text"},
    "explorer/frontend/serving.py": {"rglob", "read_bytes"},
    "explorer/glossary/__init__.py": {"read_text"},
    "explorer/guide.py": {"exists", "read_text"},
    "explorer/pages/guide.py": {"read_text"},
    "explorer/palette.py": {"read_text"},
    "explorer/server/around_streamlit.py": {"exists", "read_text"},  # whether a server runs
} | {name: {"open"} for name in WITH_FOLDS}
"""Where else files are asked for, and how, than in core/files/access.py."""


def asked_of_files(tree):
    """Find a module's access to files, by the names of functions, called or not."""
    ours = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("core.")
        for name in node.names
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in ours:
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found |= {node.attr, ast.unparse(node)}
        elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("core."):
            found |= {
                each for name in node.names for each in (name.name, f"{node.module}.{name.name}")
            }
    return ASKING & found


def test_files_are_asked_for_in_one_place():
    # So that closed places are closed on every way.
    asked = {named(path): asked_of_files(parsed(path)) for path in modules("core", "explorer")}
    found = {name: functions for name, functions in asked.items() if functions}
    assert found.pop("core/files/access.py") >= {"open", "scandir", "stat"}
    assert found == ALLOWED


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("open(path)", "open"),
        ("io.open(path)", "open"),
        ("list(filter(Path.is_dir, places))", "is_dir"),
        ("os.scandir(path)", "scandir"),
        ("from os import scandir", "scandir"),
        ("from os import walk", "os.walk"),
        ("from os.path import exists", "exists"),
        ("import pyarrow.parquet as pq\npq.ParquetFile(path)", "ParquetFile"),
        ("from core.files.access import exists\nexists(path)", None),
    ],
)
def test_what_asks_for_files_is_found(line, name):
    assert asked_of_files(ast.parse(line)) == ({name} if name else set())


def test_wheel_holds_every_file_that_runs_and_nothing_else(tmp_path):
    # Built from a copy, since setuptools would reuse files in `build/`.
    packages = ("core", "explorer", "hierscope", "sample_data")
    for name in (*packages, "docs"):
        compiled = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=compiled)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(tmp_path))
    (path,) = tmp_path.glob("hierscope-*.whl")
    wheel = set(zipfile.ZipFile(path).namelist())
    wanted = {
        str(path.relative_to(ROOT))
        for folder in packages
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted <= wheel
    assert "explorer/.streamlit/config.toml" in wheel
    guide = "hierscope-0.1.0.data/data/share/doc/hierscope"
    assert {f"{guide}/index.md", f"{guide}/pictures/moments.svg"} <= wheel
    tops = {name.partition("/")[0] for name in wheel}
    assert tops == {*packages} | {f"hierscope-0.1.0.{kind}" for kind in ("dist-info", "data")}


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
        if path.parent.name != "alone"  # their modules replace others
        for name in re.findall(r"^export (?:const|class|function) (\w+)", path.read_text(), re.M)
    ]
    assert len(names) == len(set(names))


def test_readme_commands_are_the_ones_that_ci_runs():
    readme = (ROOT / "README.md").read_text()
    assert "    python3 run.py\n" in readme
    assert "    python3 run.py test\n" in readme
    assert "exec python3 run.py test" in (ROOT / ".ci" / "run").read_text()


DOCUMENTED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
USED = (
    *("core.hierarchy", "core.errors", "core.frames"),
    *("core.tmeasures._kernels", "core.lmeasures._kernels", "core.settings"),
)
"""Modules whose imported names are part of the interface, and those that work on bare arrays."""


def sections(tree):
    """Top-level names whose docstrings, or those of their methods, have numpydoc sections."""
    for top in tree.body:
        inner = [each for each in ast.walk(top) if isinstance(each, DOCUMENTED)]
        if any(re.search(r"^\s*-{4,}$", ast.get_docstring(each) or "", re.M) for each in inner):
            yield top.name


def test_numpydoc_sections_are_for_what_users_import():
    exported = {
        (getattr(thing, "__module__", None), getattr(thing, "__name__", None))
        for path in modules("core", "hierscope")
        if "__all__" in path.read_text()
        for module in [import_module(dotted(path))]
        for thing in (getattr(module, name) for name in module.__all__)
    }
    documented = {
        (dotted(path), name)
        for path in modules("core", "explorer")
        if dotted(path) not in USED
        for name in sections(parsed(path))
    }
    assert documented - exported == set()


MOST_REPLACED = 28
"""hierscope's own names that tests replace, but for limits (in capitals), which tests lower; each
depends on structure, not on behavior.
"""


def used_of_ours(tree):
    """hierscope's names that a test imports, by the test's names for them."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for name in node.names:
                if (home or name.name).partition(".")[0] in OURS:
                    names[name.asname or name.name.partition(".")[0]] = home + name.name
    return names


def start_of(node):
    """The first name of a chain of attributes, or None."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def is_private(name):
    return name.startswith("_") and not name.startswith("__")


def test_tests_use_public_names_and_replace_few():
    private, replaced = [], []
    for path in modules("tests", "benchmarks"):
        tree, place = parsed(path), named(path)
        ours = used_of_ours(tree)
        private += [
            f"{place}: {name}" for name in ours.values() if any(map(is_private, name.split(".")))
        ]
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and is_private(node.attr):
                private += [f"{place}: {ast.unparse(node)}"] if start_of(node) in ours else []
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("atch.setattr"):
                target = node.args[0]
                text = ast.unparse(target).lstrip("f'").partition(".")[0]
                limit = re.search(r"\b[A-Z_]+'", ast.unparse(node))
                if not limit and (start_of(target) in ours or text in OURS):
                    replaced.append(f"{place}: {ast.unparse(node)}")
    assert private == []
    assert len(replaced) <= MOST_REPLACED, "\n".join(replaced)
