"""Scoring a stream of pairs in processes, in threads or serially, for any content of files."""

import math
import os
import select
import subprocess
import sys
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from results_files import read_pair
from strategies import in_settings

from core.corpus.items import Item, Problem
from core.corpus.job import Job, Row, run, score_item
from core.errors import ScoreError
from core.io import Choices
from core.jobs.running import AHEAD, CHUNK
from core.measures import COLUMNS
from core.settings import Settings
from core.tmeasures import CONVENTIONS, FRAMELESS, LOSE_THE_FRAMES, PAPER_EQUATION, score
from core.windows import CORPUS_WINDOWS

JOB = Job((0.5, 3.0, math.inf))
ROOT = Path(__file__).parents[2]
KINDS = ("process", "thread", "serial")


class Deadly(str):
    """Ends the process that unpickles it."""

    def __reduce__(self):
        return os._exit, (1,)


def by_track(outcomes):
    found = {}
    for outcome in outcomes:
        track = outcome.track if isinstance(outcome, Problem) else outcome.item.track
        assert track not in found
        found[track] = outcome
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_the_scores_of_each_pair(corpus, kind):
    items = corpus(37)
    found = by_track(run(items, JOB, kind=kind, workers=2))
    assert len(found) == 37
    for item in items:
        row = found[item.track]
        reference, estimate = read_pair(item)
        wanted = score(reference, estimate, JOB.windows).table()
        assert row.item == item
        assert row.duration == reference.end
        assert (row.reference_layers, row.estimate_layers) == (2, 2)
        np.testing.assert_array_equal(
            row.reference_segments, np.diff(reference.layers[1].boundaries)
        )
        np.testing.assert_array_equal(row.estimate_segments, np.diff(estimate.layers[1].boundaries))
        np.testing.assert_array_equal(row.scores, wanted)


BROKEN = (b"", b"\x00\xff\xfe\x80", b'{"annotations": [', b"0,10,5,20\n", None)


def test_10_broken_files_of_100_are_10_reasons_and_90_rows(corpus):
    items = corpus(100)
    spoilt = {}
    for number, item in enumerate(items[::10]):
        path = spoilt[item.track] = item.estimate[0] if number % 2 else item.reference[0]
        if (data := BROKEN[number % len(BROKEN)]) is None:
            os.unlink(path)
        else:
            Path(path).write_bytes(data)
    found = by_track(run(items, JOB, kind="thread", workers=2))
    rows = {track for track, outcome in found.items() if isinstance(outcome, Row)}
    assert len(rows) == 90
    assert len(found) == 100
    for track, path in spoilt.items():
        problem = found[track]
        assert problem.path == path
        assert path in problem.reason
        assert not problem.reason.startswith("unexpected")


def fails(reference, estimate):
    if reference.end == 22:
        raise ZeroDivisionError("by zero")


@pytest.mark.parametrize("kind", ["thread", "serial"])
def test_an_error_that_nobody_expected_is_a_reason_too(corpus, kind):
    one = partial(score_item, check=fails)
    found = by_track(run(corpus(14), JOB, kind=kind, workers=2, score_pair=one))
    failed = {track: each for track, each in found.items() if isinstance(each, Problem)}
    assert sorted(failed) == ["2", "9"]
    assert {each.reason for each in failed.values()} == {"unexpected: ZeroDivisionError: by zero"}


def test_a_process_that_dies_costs_one_pair(corpus, monkeypatch):
    monkeypatch.setattr("core.jobs.running.ALONE", 1)
    items = corpus(30)
    items[20] = Item("deadly", "m", (Deadly("x"),), ("path",))
    found = by_track(run(items, JOB, kind="process", workers=2))
    assert len(found) == 30
    assert found["deadly"].path == "path"
    assert "ended unexpectedly" in found["deadly"].reason
    assert sum(isinstance(outcome, Row) for outcome in found.values()) == 29


@pytest.mark.parametrize("kind", KINDS)
def test_an_endless_corpus_is_taken_as_it_is_scored_until_cancelled(corpus, kind):
    (item,) = corpus(1)
    taken, given, ahead = 0, 0, []

    def endless():
        nonlocal taken
        for number in count():
            taken += 1
            yield Item(str(number), "m", item.reference, item.estimate)

    def enough():
        return given >= 100

    for _ in run(endless(), JOB, kind=kind, workers=2, cancelled=enough):
        given += 1
        ahead.append(taken - given)
    # Those under way, and the one that is being given.
    assert max(ahead) < (AHEAD * 2 + 1) * CHUNK
    assert given == taken
    assert 100 <= given <= 100 + (AHEAD * 2 + 1) * CHUNK


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_that_nobody_listens_to_stops(corpus, kind):
    taken = 0

    def counted():
        nonlocal taken
        for item in corpus(200):
            taken += 1
            yield item

    stream = run(counted(), JOB, kind=kind, workers=2)
    next(stream)
    stream.close()
    assert taken < 200


def test_cancelled_from_the_start_gives_nothing(corpus):
    assert list(run(corpus(3), JOB, cancelled=lambda: True)) == []
    assert list(run([], JOB)) == []


def test_a_job_is_checked_and_tidied():
    assert Job((3, 0.5, 3.0)).windows == (0.5, 3.0)
    assert len(CORPUS_WINDOWS) == 60
    assert {0.5, 3.0, 15.0, 30.0, math.inf} < set(CORPUS_WINDOWS)
    for wrong in (
        {"windows": ()},
        {"windows": (0.0,)},
        {"windows": (math.nan,)},
        {"frame_size": math.inf},
        {"frame_size": -1.0},
        {"beta": 0.0},
    ):
        with pytest.raises(ScoreError):
            Job(**in_settings(wrong))


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_a_job_is_scored_as_it_says(corpus, convention):
    (item,) = corpus(1)
    wanted = Job((2.0,), Settings(convention, 0.25, beta=2.0))
    row = score_item(item, wanted)
    result = score(*read_pair(item), 2.0, settings=Settings(convention, frame_size=0.25, beta=2.0))
    assert row.scores[0, COLUMNS.index("f_measure_full")] == result.scores["full"].f_measure[0]


def test_the_key_tells_jobs_apart():
    functions = Choices.of("functions")
    jobs = [
        Job(),
        Job((1.0,)),
        Job(settings=Settings(PAPER_EQUATION)),
        Job(settings=Settings(FRAMELESS)),
        Job(settings=Settings(frame_size=0.2)),
        Job(settings=Settings(beta=2.0)),
        Job(settings=Settings(replace(PAPER_EQUATION, no_triplet=0.0))),
        Job(settings=Settings(LOSE_THE_FRAMES)),
        Job(reference_read=functions),
        Job(reference_read=functions, estimate_read=functions),
        silent := Job(reference_read=functions, keep_silent=True),
    ]
    assert len({each.key for each in jobs}) == len(jobs)
    assert all(Job.from_document(each.document()) == each for each in jobs)
    # Without frames, their size does not matter.
    assert Job(settings=Settings(FRAMELESS, frame_size=0.2)).key == jobs[3].key
    assert silent.description.endswith(f", references: {functions.description()}")
    assert silent.choices == (replace(functions, keep_silent=True), Choices(keep_silent=True))


ENDLESS = """
import os, sys
from itertools import count
from pathlib import Path
from core.corpus.items import Item
from core.corpus.job import Job
from core.corpus.job import run

items = (Item(str(number), "m", (sys.argv[1],), (sys.argv[2],)) for number in count())
for number, _ in enumerate(run(items, Job(), workers=2)):
    if number == 20:
        print(Path(f"/proc/self/task/{os.getpid()}/children").read_text(), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")
def test_processes_end_with_the_one_that_started_them_even_if_killed(corpus):
    (item,) = corpus(1)
    command = [sys.executable, "-c", ENDLESS, *item.reference, *item.estimate]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        children = [os.pidfd_open(int(pid)) for pid in process.stdout.readline().split()]
        process.kill()
    assert len(children) >= 2
    for child in children:
        # A process can be read from, so to say, when it has ended.
        assert select.select([child], [], [], 60)[0]
        os.close(child)


def test_a_pair_in_measures_is_a_problem_that_names_the_advice(tmp_path):
    for name in ("r", "e"):
        (tmp_path / f"{name}.csv").write_text(
            "start,start_fraction,end,end_fraction,level,label\n1,0,9,0,2,A\n1,0,5,0,1,a\n"
        )
    paths = [(str(tmp_path / f"{name}.csv"),) for name in ("r", "e")]
    problem = score_item(Item("t", "m", *paths), JOB)
    assert isinstance(problem, Problem)
    assert problem.path == paths[0][0]
    assert "its times are in measures, but a corpus is scored in seconds" in problem.reason
    assert "--grid" in problem.reason
