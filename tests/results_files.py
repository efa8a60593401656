"""Pairs and results of a corpus without a run: read, collect, and write them to a file."""

from dataclasses import fields
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from core.corpus.items import Problem
from core.corpus.job import run
from core.corpus.reading import load_files, read_aligned
from core.corpus.store import BATCH, moved, new_results, problem_batch, read_results, row_batch

SERIAL = partial(run, kind="serial")


def stopping(after, error=None):
    """Score, but stop after some pairs: by cancelling or by an error."""

    def scoring(items, job, **options):
        for count, outcome in enumerate(SERIAL(items, job, **options)):
            if count == after:
                if error is None:
                    return
                raise error
            yield outcome

    return scoring


def read_pair(item, load=load_files):
    pair = read_aligned(item, load)
    return pair.reference, pair.estimate


def collect(outcomes, job):
    """Return rows and problems as results, in their order."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "results.parquet")
        write_results(path, outcomes, job)
        return read_results(path)


def write_results(path, outcomes, job):
    """Write rows and problems in their order; the file appears when it is complete."""
    with new_results(Path(path), job) as writer:
        for batch in batches_of(outcomes, job):
            writer.write_batch(batch)


def batches_of(outcomes, job):
    rows = [outcome for outcome in outcomes if not isinstance(outcome, Problem)]
    problems = [outcome for outcome in outcomes if isinstance(outcome, Problem)]
    for start in range(0, len(rows), BATCH):
        some = rows[start : start + BATCH]
        places = [(start + at, row.item) for at, row in enumerate(some)]
        yield moved(row_batch(some, job), places, job)
    if problems:
        yield problem_batch(problems, job)


SEGMENTS = ("reference_segments", "estimate_segments")


def assert_same(found, wanted):
    """Compare results, with the types of their arrays."""
    for name in ("job", "items", "digests", "notes", "problems"):
        assert getattr(found, name) == getattr(wanted, name), name
    for name in ("windows", "durations", "reference_layers", "estimate_layers", "scores"):
        same_array(getattr(found, name), getattr(wanted, name))
    for name in SEGMENTS:
        for both in zip(getattr(found, name), getattr(wanted, name), strict=True):
            same_array(*both)
    for one, other in zip(found.why, wanted.why, strict=True):
        for field in fields(one):
            same_array(*(np.asarray(getattr(each, field.name)) for each in (one, other)))


def same_array(found, wanted):
    np.testing.assert_array_equal(found, wanted)
    assert found.dtype == wanted.dtype
