"""The set-up is repeatable: versions and hashes, supported Pythons, and what run.py installs."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
RUNNING = PROJECT["dependencies"]
TESTING = [*RUNNING, *EXTRAS["cluster"], *EXTRAS["test"]]
TRIED = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))


@pytest.fixture
def run():
    spec = importlib.util.spec_from_file_location("run_hierscope", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def listed(path, python, system="linux"):
    """The versions in a list for a Python version, by name."""
    here = {"python_full_version": f"{python}.0", "python_version": python, "sys_platform": system}
    text = re.sub(r" \\\n +--hash=sha256:[0-9a-f]{64}", "", (ROOT / path).read_text("utf-8"))
    lines = [line for line in text.splitlines() if not line.startswith(("#", "--editable"))]
    wanted = [Requirement(line) for line in lines]
    held = [each for each in wanted if each.marker is None or each.marker.evaluate(here)]
    found = {canonicalize_name(each.name): str(each.specifier) for each in held}
    assert len(found) == len(held)
    assert all(version.startswith("==") for version in found.values())
    return {name: version.removeprefix("==") for name, version in found.items()}


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("python", TRIED)
def test_a_version_within_bounds_is_listed_for_each_dependency(python, system):
    tested = listed("versions/test.txt", python, system)
    for path, dependencies in (
        ("versions/test.txt", TESTING),
        ("versions/run.txt", RUNNING),
        ("requirements.txt", RUNNING),
    ):
        found = listed(path, python, system)
        assert found.items() <= tested.items()
        for wanted in map(Requirement, dependencies):
            assert found[canonicalize_name(wanted.name)] in wanted.specifier, wanted
    assert {"pip", "setuptools"} <= listed("versions/run.txt", python, system).keys()


def test_the_lowest_that_are_tested_are_the_bounds():
    found = listed("versions/lowest.txt", "3.11")
    for wanted in map(Requirement, TESTING):
        (bound,) = (each for each in wanted.specifier if each.operator in (">=", "=="))
        lowest = found[canonicalize_name(wanted.name)]
        assert lowest in Requirement(f"{wanted.name}=={bound.version}").specifier, wanted


def test_every_python_that_was_tried_is_named():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert f"for Python {TRIED[0]} to {TRIED[-1]} (tried" in text
    assert TRIED[0] == PROJECT["requires-python"].removeprefix(">=")


@pytest.fixture
def installed(run, monkeypatch, tmp_path):
    """An environment, the commands that would install something, and those that fail."""
    commands, failing = [], set()

    def call(command, **how):
        if "--version" in command:  # no Python here has uv
            return 1
        if "install" not in command:
            return subprocess.run(command, check=False, **how).returncode
        commands.append([str(word) for word in command])
        return bool(failing & set(commands[-1]))

    python = run.python_of(tmp_path / "environment")
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    run.LISTS = tmp_path
    (tmp_path / "run.txt").write_text("numpy==2.4.6\n")
    monkeypatch.setenv("UV_SYSTEM_CERTS", "1")  # as run.py may set it
    monkeypatch.setattr(run.subprocess, "call", call)
    monkeypatch.setattr(run.shutil, "which", lambda name: f"/{name}")
    return tmp_path / "environment", commands, failing


def test_it_is_installed_again_when_the_list_changes(run, installed):
    venv, commands, _ = installed
    for text in ("numpy==2.4.6\n", "numpy==2.4.7\n", "numpy==2.4.7\n"):
        (run.LISTS / "run.txt").write_text(text)
        run.set_up(venv, "run")
    assert len(commands) == 2 * 2
    assert commands[0][-3:] == ["--require-hashes", "--requirement", str(run.LISTS / "run.txt")]
    assert "--no-deps" in commands[1]


def test_an_installation_that_fails_stops_and_names_the_way_to_newer_versions(run, installed):
    venv, commands, failing = installed
    failing.add("--require-hashes")
    for _ in range(2):
        with pytest.raises(SystemExit, match=rf"versions/run.txt failed.* --editable {ROOT}$"):
            run.set_up(venv, "run")
    assert len(commands) == 2


@pytest.mark.skipif(not shutil.which("uv"), reason="needs uv on the path, as run.py finds it")
def test_a_wrong_hash_stops_the_installation_and_names_the_package(
    run, monkeypatch, tmp_path, capfd
):
    monkeypatch.setenv("UV_SYSTEM_CERTS", "1")
    run.LISTS = tmp_path
    with zipfile.ZipFile(tmp_path / "tiny-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(
            "tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0"
        )
        wheel.writestr("tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any")
    wrong = f"--no-index\n--find-links {tmp_path}\ntiny==1.0 --hash=sha256:{64 * '0'}\n"
    (tmp_path / "run.txt").write_text(wrong)
    with pytest.raises(SystemExit, match=r"installing versions/run\.txt failed"):
        run.set_up(tmp_path / "environment", "run")
    assert "Hash mismatch for `tiny" in capfd.readouterr().err


def test_signals_to_run_py_end_what_it_runs(run):
    if sys.platform == "win32":
        pytest.skip("Windows has no such signals")
    become = f"import runpy; runpy.run_path({str(ROOT / 'run.py')!r})['become']"
    answer = "import os; print(os.getpid())"
    command = [sys.executable, "-c", f"{become}([{sys.executable!r}, '-c', {answer!r}])"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.read() == f"{process.pid}\n"


def test_help_names_the_commands_of_run_py_too(run, monkeypatch, capsys):
    monkeypatch.setattr(run, "set_up", lambda *_: "python")
    monkeypatch.setattr(run, "become", lambda command: command)
    monkeypatch.setattr(run.sys, "argv", ["run.py", "--help"])
    assert run.main() == ["python", "-m", "hierscope", "--help"]
    out = capsys.readouterr().out
    assert "run.py test`" in out
    assert "run.py lock`" in out


def test_uv_comes_by_pip_where_there_is_none(run, installed, monkeypatch):
    venv, commands, failing = installed
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    monkeypatch.setattr(run.sys, "executable", "/python3")
    run.set_up(venv, "run")
    assert commands[0][:3] == ["/python3", "-m", "pip"]
    assert commands[0][-1] == str(run.LISTS / "uv.txt")
    failing.add(str(run.LISTS / "uv.txt"))
    (venv / "installed-run").unlink()
    with pytest.raises(
        SystemExit, match=rf"uv can't be installed; .* Without it: .* --editable {ROOT}$"
    ):
        run.set_up(venv, "run")
