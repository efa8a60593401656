"""Results of a corpus without a run: collected, and written to a file."""

from pathlib import Path

import numpy as np

from core.corpus.columns import gather, problem_batch, row_batch
from core.corpus.items import Problem
from core.corpus.store import BATCH, new_results


def collect(outcomes, job):
    """Give rows and problems as results, in the order in which they come."""
    batches = list(batches_of(outcomes, job))
    count = sum(len(batch) - batch.column("position").null_count for batch in batches)
    return gather(job, job.windows, np.arange(count), batches)


def write_results(path, outcomes, job):
    """Write rows and problems as they come, and put the file in its place when it is whole."""
    with new_results(Path(path), job) as writer:
        for batch in batches_of(outcomes, job):
            writer.write_batch(batch)


def batches_of(outcomes, job):
    rows, problems, count = [], [], 0
    for outcome in outcomes:
        if isinstance(outcome, Problem):
            problems.append(outcome)
            continue
        rows.append((count, outcome))
        count += 1
        if len(rows) == BATCH:
            yield row_batch(rows, job)
            rows = []
    if rows:
        yield row_batch(rows, job)
    if problems:
        yield problem_batch(problems, job)
