"""Setup for all tests: number of examples, order, and compilation."""

import gc
import logging
import os
import subprocess
import sys
from itertools import filterfalse
from pathlib import Path

import costs
import pytest
import touching
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from core.compiled import stored
from core.files.access import VARIABLE
from hierscope.__main__ import main as start

ROOT = Path(__file__).resolve().parents[1]
# How fast something is is asserted in benchmarks/, never by a test: there is no deadline, as
# compiling and quadrature take their time.
# Nor is it a fault that many inputs are passed over: with few examples it comes by chance.
HOW = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.filter_too_much, HealthCheck.too_slow],
}
# The quick examples are the same each time, so that a commit does not fail by chance.
settings.register_profile("quick", max_examples=20, derandomize=True, **HOW)
settings.register_profile("thorough", max_examples=100, **HOW)
# Loaded with this file, for imports of a test without pytest's options.
settings.load_profile("quick")
# Each import of the explorer outside Streamlit would print a warning.
logging.getLogger("streamlit.runtime.caching.cache_data_api").addFilter(lambda _: False)


def pytest_addoption(parser):
    parser.addoption(
        "--thorough",
        action="store_true",
        help="run the long tests, too, and try more examples of each property",
    )


def pytest_configure(config):
    gc.disable()  # until all tests are collected, since these objects stay
    # Before any test is imported, since strategies.examples needs the number.
    thorough = config.getoption("--thorough")
    settings.load_profile("thorough" if thorough else "quick")
    if not thorough:
        # Hypothesis 6.170 also draws numbers and texts of the modules that are loaded by then.
        assert callable(providers.is_local_module_file)
        providers.is_local_module_file = lambda _: False


def pytest_collection_modifyitems(config, items):
    """Leave out the long tests; start with the slowest, so that all workers end together."""
    if not config.getoption("--thorough"):
        config.hook.pytest_deselected(items=list(filter(is_long, items)))
        items[:] = filterfalse(is_long, items)
    items.sort(key=lambda item: -costs.weight(item.nodeid))


def is_long(item):
    return item.get_closest_marker("thorough") is not None


def pytest_collection_finish():
    """Exclude modules and tests from garbage collection, since they live to the end."""
    gc.freeze()
    gc.enable()


def pytest_sessionstart(session):
    """Measure the run; compile the kernels once, so that workers do not do it in parallel."""
    config = session.config
    costs.register(config)
    shares_out = config.getoption("numprocesses", None) and not hasattr(config, "workerinput")
    if shares_out and not all(map(stored, (ROOT / "core").glob("*/_kernels.py"))):
        print("hierscope: compiling the kernels for all tests", flush=True)
        subprocess.run([sys.executable, "-m", "tests.warming"], cwd=ROOT, check=True)


@pytest.fixture(autouse=True)
def unconfined():
    """Start and end each test in a process that may open all files, with the same environment."""
    before = environment()
    yield
    os.environ.pop(VARIABLE, None)
    assert environment() == before  # child processes would inherit a worker's changes


def environment():
    """The environment variables, without those of pytest and imported libraries."""
    # KMP_ belongs to threadpoolctl, MPLBACKEND to streamlit.
    others = "PYTEST_", "KMP_", "SYMUSIC_", "MPLBACKEND"
    return {name: value for name, value in os.environ.items() if not name.startswith(others)}


@pytest.fixture
def touches():
    """Record the paths that Python opens or lists in some folders."""
    return touching.touched


@pytest.fixture(scope="session")
def browser():
    """One Chromium for all tests of a worker that need one."""
    from serving import HASTY, chromium  # most runs of a few tests need no browser

    with chromium(HASTY) as found:
        yield found


@pytest.fixture
def refused(capsys):
    """Run a command that is refused; return its only line on standard error."""

    def read(*words):
        try:
            status = start(words)
        except SystemExit as stop:
            status = stop.code
        assert status == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("hierscope: ")
        assert captured.err.count("\n") == 1
        return captured.err

    return read
