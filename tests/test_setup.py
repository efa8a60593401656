"""The setup is repeatable: installed versions, and supported Pythons."""

import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
DIRECT = [*PROJECT["dependencies"], *EXTRAS["cluster"], *EXTRAS["test"]]
TRIED = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))


@pytest.fixture
def run():
    spec = importlib.util.spec_from_file_location("run_hierscope", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def listed(name, python, system="linux"):
    """The versions in a list for a Python version, by name."""
    here = {"python_full_version": f"{python}.0", "python_version": python, "sys_platform": system}
    lines = (ROOT / "versions" / name).read_text("utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if not line.startswith("#")]
    held = [each for each in wanted if each.marker is None or each.marker.evaluate(here)]
    found = {canonicalize_name(each.name): str(each.specifier) for each in held}
    assert len(found) == len(held)
    assert all(version.startswith("==") for version in found.values())
    return {name: version.removeprefix("==") for name, version in found.items()}


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("python", TRIED)
def test_a_version_within_bounds_is_listed_for_each_dependency(python, system):
    found = listed("tested.txt", python, system)
    for wanted in map(Requirement, DIRECT):
        assert found[canonicalize_name(wanted.name)] in wanted.specifier, wanted
    assert "pip" in found


def test_the_lowest_that_are_tested_are_the_bounds():
    found = listed("lowest.txt", "3.11")
    for wanted in map(Requirement, DIRECT):
        (bound,) = (each for each in wanted.specifier if each.operator in (">=", "=="))
        lowest = found[canonicalize_name(wanted.name)]
        assert lowest in Requirement(f"{wanted.name}=={bound.version}").specifier, wanted


def test_every_python_that_was_tried_is_named(run):
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert f"for Python {TRIED[0]} to {TRIED[-1]} (tried" in text
    assert TRIED[0] == PROJECT["requires-python"].removeprefix(">=")


def test_another_python_is_given_no_list(run, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, int(TRIED[0].partition(".")[2]), 0))
    assert run.tested() == run.TESTED
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert run.tested() is None


@pytest.fixture
def installed(run, monkeypatch, tmp_path):
    """The requirements that pip would get, each time; other calls do nothing."""
    asked, cannot = [], set()

    def install(python, *what):
        asked.append(what)
        return not cannot & set(what)

    venv = tmp_path / "environment"
    python = run.python_of(venv)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    monkeypatch.setattr(run, "install", install)
    run.TESTED = tmp_path / "tested.txt"
    run.TESTED.write_text("numpy==2.4.6\n")
    return venv, asked, cannot


def test_it_is_installed_again_when_the_list_changes(run, installed):
    venv, asked, _ = installed
    for text in ("numpy==2.4.6\n", "numpy==2.4.7\n", "numpy==2.4.7\n"):
        run.TESTED.write_text(text)
        run.set_up(venv, "", run.TESTED)
    assert len(asked) == 2
    assert asked[0][:2] == ("--constraint", run.TESTED)


def test_without_a_list_the_newest_are_taken_and_it_is_said(run, installed, capsys):
    venv, asked, _ = installed
    run.set_up(venv, "", None)
    assert [words[0] for words in asked] == ["pip"]
    assert "no tested versions are listed for this Python" in capsys.readouterr().out


def test_where_the_list_cannot_be_had_the_newest_are_taken_and_it_is_said(run, installed, capsys):
    venv, asked, cannot = installed
    cannot.add(run.TESTED)
    run.set_up(venv, "[test]", run.TESTED)
    assert [words[0] for words in asked] == ["--constraint", "pip"]
    assert "the tested versions can't be had here" in capsys.readouterr().out


def test_lowest_versions_that_cannot_be_had_are_no_others(run, installed):
    venv, asked, cannot = installed
    run.LOWEST = run.TESTED.with_name("lowest.txt")
    run.LOWEST.write_text("numpy==2.0.0\n")
    cannot.add(run.LOWEST)
    with pytest.raises(SystemExit, match="the installation failed"):
        run.set_up(venv, "[test]", run.LOWEST)
    assert len(asked) == 1
