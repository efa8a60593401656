"""Score the pairs of a corpus as a stream, on this machine or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from functools import partial

from loky import cpu_count

from core.corpus.items import Item
from core.corpus.job import Identity, Job, Outcome, failed, identity, score_item
from core.jobs.cluster import on_cluster
from core.jobs.running import Kind, chunks, run_here

One = Callable[[Item, Job, str | None], Outcome]
"""Scores a pair, as :func:`core.corpus.job.score_item`."""

Task = tuple[Item, str | None]
"""A pair, and the digest of which a row is known."""

FEW = 300
"""Pairs that are scored before processes for them would have started."""

_DIED = "the process that scored it died, perhaps for lack of memory"


def run(
    items: Iterable[Item],
    job: Job,
    *,
    known: Mapping[Identity, str] | None = None,
    workers: int | None = None,
    kind: Kind | None = None,
    one: One = score_item,
    scheduler: str | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
    tell: Callable[[str], object] = lambda text: None,
) -> Iterator[Outcome]:
    """Score pairs as they come; what fails becomes a problem and the rest goes on.

    Only a few pairs a worker are under way at once, however many there are.
    """
    total = len(items) if isinstance(items, Sized) else 0
    known = known or {}
    parts = chunks(((item, known.get(identity(item))) for item in items), cancelled)
    if scheduler is not None:
        found = on_cluster(
            scheduler, partial(_score_chunk, one), job, parts, versions=_key, tell=tell
        )
    else:
        # On 2 processors, SALAMI's 494 pairs take 2 processes 1.3 s, 2 threads 1.9 to 3.1 s, and
        # none 2.6 to 3.1 s: reading holds the GIL. But processes take 2 s to start.
        chosen = kind or ("serial" if workers is None and 0 < total <= FEW else "process")
        found = run_here(partial(_score_chunk, one, job), parts, workers or cpu_count(), chosen)
    done = 0
    for part, outcomes in found:
        for outcome in [failed(part[0][0], _DIED)] if outcomes is None else outcomes:
            done += 1
            progress(done, total)
            yield outcome


def _score_chunk(one: One, job: Job, chunk: Sequence[Task]) -> list[Outcome]:
    return [one(item, job, known) for item, known in chunk]


def _key(job: Job) -> str:
    """Give the key, computed where it is asked for: a job that came has that of its sender."""
    return replace(job).key
