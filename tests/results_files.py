"""Results of a corpus without a run: collected, and written to a file."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from core.corpus.items import Problem
from core.corpus.scoring import run
from core.corpus.store import BATCH, new_results, problem_batch, read_results, row_batch

SERIAL = partial(run, kind="serial")


def stopping(after, error=None):
    """Score, but stop after so many pairs: as one who cancels, or by an error."""

    def scoring(items, job, **options):
        for count, outcome in enumerate(SERIAL(items, job, **options)):
            if count == after:
                if error is None:
                    return
                raise error
            yield outcome

    return scoring


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
