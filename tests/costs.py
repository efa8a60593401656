"""The progress of a test run, the processor time that it used, and the files that used most."""

import os
import re
import time
from collections import Counter
from contextlib import suppress

import psutil
import pytest

MOST_MINUTES = 12
"""Of processor time, where the variable CI is set. Raise it only for what is worth the time."""

WEIGHTS = {"browser": 40, "test_rules.py": 20, "door": 5, "app": 3, "corpus": 2}
"""What a test costs in some folders, compared with others: the order of the tests, dearest first,
and the time left depend on it.
"""

LINES = 10
"""Lines of progress in a log; a terminal has one line that changes."""


def spent():
    """Processor seconds of this process and its descendants; Windows forgets those that ended."""
    times = os.times()
    total = times.user + times.system + times.children_user + times.children_system
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            total += sum(child.cpu_times()[:4])
    return total


class Costs:
    """Measures each file where its tests run, and collects the measurements of all workers."""

    def __init__(self, config):
        self.config = config
        self.before = spent()
        self.files = Counter()
        self.total = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        result = yield
        if nextitem is None or nextitem.path != item.path:
            now = spent()
            # A browser that was closed takes the time of its processes along.
            self.files[item.nodeid.partition("::")[0]] += max(0, now - self.before)
            self.before = now
        return result

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        self.files.update(getattr(node, "workeroutput", {}).get("costs", {}))

    @pytest.hookimpl(trylast=True)  # after the workers have ended
    def pytest_sessionfinish(self, session):
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["costs"] = dict(self.files)
        self.total = spent()
        if self.dear() and session.exitstatus == 0:
            session.exitstatus = 1

    def dear(self):
        """Whether the run costs too much for continuous integration."""
        limited = os.environ.get("CI") and not self.config.getoption("--thorough")
        return bool(limited) and self.total > 60 * MOST_MINUTES

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.section("processor time")
        for file, seconds in self.files.most_common(10):
            terminalreporter.write_line(f"{seconds:6.1f} s  {file}")
        terminalreporter.write_line(f"{self.total / 60:.1f} minutes of processor time in all")
        if self.dear():
            terminalreporter.write_line(f"ERROR: CI allows {MOST_MINUTES} minutes of it", red=True)


class Progress:
    """Tells how many tests are done, and about how long the others take, instead of dots."""

    def __init__(self, reporter):
        self.reporter = reporter
        self.total = self.done = self.told = 0
        self.weight = self.weight_done = 0
        self.start = time.monotonic()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        if not self.total:
            self.total, self.start = len(ids), time.monotonic()
            self.weight = sum(map(weight, ids))

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        if report.failed:
            kind = "failed" if report.when == "call" else "error"
            return kind, "", kind.upper()  # the word is for the summary
        if report.passed and report.when != "call":
            return "", "", ""
        return report.outcome, "", ""

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report):
        if report.failed:
            if self.reporter.isatty:
                self.reporter.rewrite("", erase=True)
            self.reporter.write_line(f"FAILED {report.nodeid} ({report.when})", red=True)
        if report.when == "teardown":
            self.done += 1
            self.weight_done += weight(report.nodeid)
            self.tell()

    def tell(self):
        share = self.weight_done / self.weight
        seconds = (time.monotonic() - self.start) * (1 - share) / share
        left = f"about {seconds / 60:.0f} min left" if seconds > 90 else "about a minute left"
        text = f"hierscope: {self.done:,} of {self.total:,} tests"
        if self.done < self.total:
            text += f", {left}"
        if self.reporter.isatty:
            self.reporter.rewrite(text, erase=True)
        elif int(share * LINES) > self.told:
            self.told = int(share * LINES)
            self.reporter.write_line(text)


def weight(name):
    """The weight of a test by its folder, or by its file if that is in none."""
    return WEIGHTS.get(re.split("/|::", name)[1], 1)


def register(config):
    """Measure this run; tell its progress where workers run the tests, unless each is listed."""
    config.pluginmanager.register(Costs(config))
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if config.getoption("numprocesses", None) and reporter and config.get_verbosity() <= 0:
        config.pluginmanager.register(Progress(reporter))
