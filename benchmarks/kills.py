"""Kill commands, servers and workers at random moments (-9): `python benchmarks/kills.py`.

After each kill, all processes must have ended, everything reported as saved must be complete, and
repeating the work must give the same results as undisturbed work. The seed fixes the moments, as
far as a machine's timing allows.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import psutil
import pyarrow.parquet as pq
from load import question
from serving import ROOT, started
from visitor import RefusedError, Visitor
from websockets.exceptions import WebSocketException

from core.corpus.store import open_results
from core.samples import samples

TIMES = 50
PAIRS = 400
MARK = "HIERSCOPE_KILLS"
SOON = 10  # seconds, in which workers follow their parent
QUICK = "from core.corpus import updating; updating.OFTEN = 0.2; "  # seconds between two parts
MAIN = "import sys; from hierscope.__main__ import main; sys.exit(main())"


class Found(Exception):
    """Something that a kill must not do."""


def check(holds, words):
    if not holds:
        raise Found(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=TIMES, help=f"how often (default: {TIMES})")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=WORKS, help="what is disturbed")
    options = parser.parse_args()
    names = [options.only] if options.only else list(WORKS)
    failures = 0
    with tempfile.TemporaryDirectory() as base:
        manifest = write_corpus(Path(base) / "data")
        for at, name in enumerate(names):
            work = WORKS[name](Path(base), manifest)
            begin = time.perf_counter()
            undisturbed = work.through(work.folder("undisturbed"))
            lasts = time.perf_counter() - begin
            times = options.times // len(names) + (at < options.times % len(names))
            found = [attack(work, options.seed, number, undisturbed) for number in range(times)]
            problems = [words for words in found if words]
            failures += len(problems)
            print(
                f"{name:<12}{times:>3} kills within {lasts:4.1f} s, {len(problems)} failures",
                flush=True,
            )
            for words in problems:
                print(f"    {words}", flush=True)
    print("MISSED" if failures else "nothing was lost, left over or half-written")
    return int(bool(failures))


def attack(work, seed, number, undisturbed):
    """Kill once, check what is left, and repeat the work; return what is wrong, or nothing."""
    chance = random.Random(f"{seed} {work.name} {number}")
    folder = work.folder(str(number))
    mark = uuid4().hex
    moment = chance.random()
    worker = work.has_workers and chance.random() < 1 / 3
    try:
        with marked(mark):
            work.disturbed(folder, mark, moment, worker)
            _, alive = psutil.wait_procs(processes(mark), timeout=SOON)
            check(not alive, f"left over: {[' '.join(each.cmdline())[:80] for each in alive]}")
            kept = work.kept(folder)
            again = work.through(folder)
            check(again == undisturbed, f"other results: {differing(again, undisturbed)}")
            work.still_there(kept, folder)
    except Found as found:
        return f"kill {number} of {'a worker' if worker else 'all'} at {moment:.2f}: {found}"
    finally:
        for each in processes(mark):
            each.kill()
    return ""


def differing(one, other):
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    return ", ".join(f"{name} ({str(one.get(name))[:200]})" for name in names)


@contextmanager
def marked(mark):
    """Mark the processes that are started meanwhile, and theirs."""
    os.environ[MARK] = mark
    try:
        yield
    finally:
        del os.environ[MARK]


def processes(mark):
    found = []
    for each in psutil.process_iter():
        with suppress(psutil.Error):
            if each.environ().get(MARK) == mark and each.pid != os.getpid():
                found.append(each)
    return found


def workers_of(pid):
    """Return the processes that compute for another."""
    with suppress(psutil.Error):
        below = psutil.Process(pid).children(recursive=True)
        return [each for each in below if "popen_loky" in " ".join(each.cmdline())]
    return []


def write_corpus(folder):
    """Write pairs, all different, and a table of them."""
    folder.mkdir()
    lines = ["track,reference,estimate"]
    for number in range(PAIRS):
        end, middle = 200 + number % 7, 5 + number % 111
        fine = ",".join(map(str, range(0, end, 5)))
        for side, coarse in (("r", f"0,100,{end}"), ("e", f"0,{middle},{end}")):
            text = f"{coarse}\n{fine},{end}\n" if side == "r" else f"{coarse}\n{coarse}\n"
            (folder / f"{side}{number}.csv").write_text(text)
        lines.append(f"{number},r{number}.csv,e{number}.csv")
    table = folder / "pairs.csv"
    table.write_text("\n".join(lines))
    return table


def rows_of(path):
    """Return the rows of a results file, in the order of the corpus."""
    return repr(pq.read_table(path).sort_by("position").to_pylist())


def rows_kept(folder):
    """Count the rows in parts, each of which must be whole."""
    count = 0
    for path in folder.glob("*.part/*.parquet"):
        with open_results(path) as opened:
            count += opened.file.read().num_rows
    return count


class Work:
    """Something that takes long, in a folder of its own."""

    has_workers = True

    def __init__(self, base, manifest):
        self.name = type(self).__name__.lower()
        self.base = base
        self.manifest = manifest
        self.lasts = 0.0

    def folder(self, name):
        place = self.base / self.name / name
        place.mkdir(parents=True)
        return place

    def strike(self, process, worker):
        """Kill a worker if requested and running, or else all; return whether work goes on."""
        below = workers_of(process.pid) if worker else []
        with suppress(psutil.NoSuchProcess):
            (below[0] if below else process).kill()
        return bool(below)


class Command(Work):
    """A command that resumes from its saved results."""

    def command(self, folder):
        raise NotImplementedError

    def through(self, folder):
        begin = time.perf_counter()
        done = subprocess.run(
            self.command(folder), cwd=ROOT, capture_output=True, text=True, check=False
        )
        check(done.returncode == 0, f"status {done.returncode}: {done.stderr[-300:]}")
        self.lasts = self.lasts or time.perf_counter() - begin
        self.said = done.stderr
        return {"said": done.stdout.replace(str(folder), ""), **self.results(folder)}

    def disturbed(self, folder, mark, moment, worker):
        with subprocess.Popen(
            self.command(folder), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(moment * self.lasts)
            if self.strike(process, worker):
                check(process.wait() == 0, "it did not do without the worker that was killed")


class Corpus(Command):
    def command(self, folder):
        words = ["corpus", "--manifest", str(self.manifest), "-o", str(folder / "out.parquet")]
        return [sys.executable, "-c", QUICK + MAIN, *words, "--workers", "2"]

    def results(self, folder):
        return {"files": os.listdir(folder), "rows": rows_of(folder / "out.parquet")}

    def kept(self, folder):
        whole = folder / "out.parquet"
        return PAIRS if whole.exists() and rows_of(whole) else rows_kept(folder)

    def still_there(self, kept, folder):
        found = re.search(r"(\d+) unchanged", self.said)
        check(int(found[1]) >= kept, f"{kept} rows were kept, but {found[0]}")


class Served(Work):
    """A visitor's work at a server that is killed, then at the next server."""

    def through(self, folder):
        with self.server(folder) as (address, _):
            begin = time.perf_counter()
            try:
                done = asyncio.run(self.visit(address))
            except (OSError, RefusedError, WebSocketException) as error:
                raise Found(f"{type(error).__name__}: {error}") from error
            self.lasts = self.lasts or time.perf_counter() - begin
        return {"visit": done, **self.results(folder)}

    def disturbed(self, folder, mark, moment, worker):
        with self.server(folder) as (address, server):
            asyncio.run(self.interrupted(address, server, moment, worker))
            server.kill()

    async def interrupted(self, address, server, moment, worker):
        visit = asyncio.create_task(self.visit(address))
        await asyncio.wait([visit], timeout=moment * self.lasts)
        goes_on = self.strike(server, worker)
        try:
            await visit
        except (OSError, RefusedError, WebSocketException) as error:
            check(not goes_on, f"it did not do without the worker that was killed: {error}")

    def server(self, folder):
        return started(environment={**os.environ, "HIERSCOPE_CACHE": str(folder)})

    def kept(self, folder):
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))

    def still_there(self, kept, folder):
        gone = {name for name in kept if not name.endswith(".part")} - set(os.listdir(folder))
        check(not gone, f"{gone} are gone")

    def results(self, folder):
        found = sorted(os.listdir(folder))
        return {"files": found, "rows": [rows_of(folder / name) for name in found]}


class Page(Served):
    """Scores a corpus on the Corpus page."""

    async def visit(self, address):
        async with Visitor(address, urlencode({"corpus": json.dumps({"kind": "manifest"})})) as one:
            await one.run("corpus")
            one.type("widget_corpus_manifest", str(self.manifest))
            await one.run()
            if "hierscope_figures" not in one.names:
                await one.press("corpus_score")
            check(not one.problems, f"the page says {one.problems}")
            return "hierscope_figures" in one.names

    def kept(self, folder):
        rows_kept(folder)  # all are whole
        return super().kept(folder)


class Uploads(Served):
    """Uploads a results file to the Corpus page."""

    has_workers = False

    def __init__(self, base, manifest):
        super().__init__(base, manifest)
        made = Corpus(base, manifest)
        made.name = "uploaded"
        place = made.folder("one")
        made.through(place)
        self.data = (place / "out.parquet").read_bytes()

    async def visit(self, address):
        async with Visitor(address, urlencode({"corpus": json.dumps({"kind": "results"})})) as one:
            await one.run("corpus")
            await one.upload("widget_corpus_upload", "results.parquet", self.data)
            await one.run()
            check(not one.problems, f"the page says {one.problems}")
            return "hierscope_figures" in one.names

    def kept(self, folder):
        """Check that uploads on disk are complete; they are not kept beyond their session."""
        for path in folder.glob("upload-*.parquet"):
            check(path.read_bytes() == self.data, f"{path.name} is not whole")
        return []

    def results(self, folder):
        """Count files: the next server deletes those of the killed one and its own."""
        return {"files": len(os.listdir(folder))}


class Drawing(Served):
    """Draws on a pair over the live channel; the browser holds what is drawn."""

    has_workers = False
    moves = 60

    async def visit(self, address):
        async with Visitor(address) as one:
            await one.run("draw")
            pair = samples()[0]
            asked = (question(pair, 0, 20 + turn, told=False) for turn in range(self.moves))
            answers = [await one.ask(said) for said in asked]
            return [
                (head, {name: each.tobytes() for name, each in arrays.items()})
                for head, arrays in answers
            ]


WORKS = {each.__name__.lower(): each for each in (Corpus, Page, Uploads, Drawing)}

if __name__ == "__main__":
    sys.exit(main())
