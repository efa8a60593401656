"""Results of a corpus without a run: collected, and written to a file."""

from pathlib import Path
from tempfile import TemporaryDirectory

from core.corpus.items import Problem
from core.corpus.store import BATCH, new_results, problem_batch, read_results, row_batch


def collect(outcomes, job):
    """Give rows and problems as results, in the order in which they come."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "results.parquet")
        write_results(path, outcomes, job)
        return read_results(path)


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
