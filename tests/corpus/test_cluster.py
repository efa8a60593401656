"""Scoring on a Dask cluster: the same results as here, even if workers fail."""

import math
import os
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
from results_files import assert_same

from core.corpus.items import Item, Problem
from core.corpus.job import Job, Row, run
from core.corpus.store import read_results
from core.corpus.updating import update_results
from core.errors import ReadError
from hierscope.cli import main

distributed = pytest.importorskip("distributed")

ROOT = Path(__file__).parents[2]
JOB = Job((0.5, 3.0, math.inf))
LAN = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": ":0"}
FAR = LAN | {"n_workers": 2, "threads_per_worker": 1, "processes": True}


class Deadly(tuple):
    """Holds the number of a process, and ends any other that reads it."""

    def __iter__(self):
        if self[0] != str(os.getpid()):
            os._exit(1)
        return super().__iter__()


@pytest.fixture(scope="module", autouse=True)
def plain_main():
    """Workers run the main module again, and tests of pages leave a page there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "__main__", ModuleType("__main__"))
        yield


@pytest.fixture(scope="module")
def workers(plain_main):
    """A cluster of one worker in this process."""
    with distributed.LocalCluster(**LAN) as lan:
        yield lan


@pytest.fixture(scope="module")
def far(plain_main):
    """A cluster of two processes."""
    with distributed.LocalCluster(**FAR) as lan:
        yield lan


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_a_killed_worker_loses_nothing(corpus, tmp_path, far):
    items = corpus(160)
    for item in items[::40]:
        os.unlink(item.estimate[0])
    killed = []

    def kill_one(done, total):
        assert total == 160
        if done == 20:
            killed.append(pids.popitem()[1])
            os.kill(killed[0], signal.SIGKILL)

    with distributed.Client(far) as client:
        pids = client.run(os.getpid)
        scoring = partial(run, scheduler=far.scheduler_address)
        done = update_results(tmp_path / "far", items, JOB, scoring=scoring, progress=kill_one)
        assert killed
        client.wait_for_workers(2)
        assert killed[0] not in client.run(os.getpid).values()
    assert (done.computed, len(done.problems), done.finished) == (156, 4, True)
    update_results(tmp_path / "near", items, JOB)
    assert_same(*(read_results(tmp_path / name) for name in ("far", "near")))


def test_results_are_those_of_this_machine_and_what_is_known_is_kept(corpus, tmp_path, workers):
    items = corpus(10)
    os.unlink(items[9].estimate[0])
    scoring = partial(run, scheduler=workers.scheduler_address)
    update_results(tmp_path / "near", items, JOB)
    assert update_results(tmp_path / "far", items[:4], JOB, scoring=scoring).computed == 4
    done = update_results(tmp_path / "far", items, JOB, scoring=scoring)
    assert (done.computed, done.kept, len(done.problems)) == (5, 4, 1)
    assert_same(*(read_results(tmp_path / name) for name in ("far", "near")))


def test_a_cancelled_run_gives_what_is_under_way(corpus, workers):
    given = 0

    def enough():
        return given >= 40

    for _ in run(corpus(160), JOB, scheduler=workers.scheduler_address, cancelled=enough):
        given += 1
    # Four chunks of eight for each of two threads are under way.
    assert 40 <= given <= 40 + 2 * 4 * 8


@pytest.mark.thorough
def test_a_pair_that_kills_its_workers_costs_itself(corpus, monkeypatch, far):
    # Twice: what is sent to a worker that is dying at that moment dies with it.
    monkeypatch.setattr("core.jobs.running.ALONE", 2)
    items = corpus(12)
    items[5] = Item("deadly", "m", Deadly((str(os.getpid()),)), ("path",))
    monkeypatch.setattr(far.scheduler, "allowed_failures", 0)
    found = list(run(items, JOB, scheduler=far.scheduler_address))
    problems = [each for each in found if isinstance(each, Problem)]
    assert [problem.track for problem in problems] == ["deadly"]
    assert "ended unexpectedly" in problems[0].reason
    assert sum(isinstance(each, Row) for each in found) == 11


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tls://127.0.0.1:9", "nonsense://x", ""])
def test_no_scheduler_is_one_line(corpus, sides, tmp_path, capfd, monkeypatch, address):
    monkeypatch.setattr("core.jobs.cluster.PATIENCE", 0.5)
    corpus(1)
    assert main(["corpus", *sides, "-o", str(tmp_path / "r"), "--scheduler", address]) == 2
    captured = capfd.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    named = address or "''"
    assert captured.err.startswith(f"hierscope: {named}: there is no scheduler")


SCHEDULER = """
import asyncio, distributed

async def serve():
    async with (
        distributed.Scheduler(protocol="tcp", host="127.0.0.1", port=0, dashboard=False) as there,
        distributed.Worker(there.address, nthreads=1),
    ):
        print(there.address, flush=True)
        await asyncio.Event().wait()

asyncio.run(serve())
"""


@pytest.mark.thorough
def test_a_scheduler_that_dies_is_one_line(corpus, tmp_path):
    (item,) = corpus(1)
    table = tmp_path / "pairs.csv"
    rows = [f"{number},{item.reference[0]},{item.estimate[0]}" for number in range(1000)]
    table.write_text("\n".join(["track,reference,estimate", *rows]))
    words = ["corpus", "--manifest", str(table), "-o", str(tmp_path / "r"), "--windows", "3"]
    start = partial(subprocess.Popen, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with start([sys.executable, "-c", SCHEDULER], stderr=subprocess.DEVNULL) as scheduler:
        address = scheduler.stdout.readline().strip()
        command = [sys.executable, "-m", "hierscope", *words, "--scheduler", address]
        with start(command, stderr=subprocess.PIPE) as process:
            assert process.stderr.readline() == "hierscope: 100 of 1000 pairs\n"
            scheduler.kill()
            out, err = process.communicate()
    *_, said = (lines := [line for line in err.splitlines() if " of 1000 pairs" not in line])
    assert (process.returncode, out, len(lines)) == (2, "", 1)
    assert said.startswith(f"hierscope: {address}: the scheduler stopped; finished work is saved")
    assert list((tmp_path / "r.part").glob("*.parquet"))


def test_who_waits_for_workers_is_told_of_it_and_gets_them(corpus):
    said = []
    with distributed.LocalCluster(**LAN | {"n_workers": 0}) as lan:
        address = lan.scheduler_address

        def tell(text):
            said.append(text)
            lan.scale(1)

        found = list(run(corpus(20), JOB, scheduler=address, tell=tell))
    assert len(found) == 20
    assert said == [f"waiting for workers of {address}"]


def test_without_distributed_the_extra_is_named(corpus, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ReadError, match=r"hierscope\[cluster\]"):
        list(run(corpus(1), JOB, scheduler="tcp://127.0.0.1:9"))


def test_workers_of_another_version_are_refused(corpus, workers):
    class Foreign(Job):
        """Its key here is not the one that it has there."""

        @property
        def key(self):
            return f"of thread {threading.get_ident()}"

    with pytest.raises(ReadError, match="other versions"):
        list(run(corpus(1), Foreign(JOB.windows), scheduler=workers.scheduler_address))
