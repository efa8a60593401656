"""Run chunks of tasks on a Dask cluster (the optional extra ``hierscope[cluster]``)."""

import gc
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import closing
from typing import Any

from core.errors import ReadError
from core.jobs.running import R, T, in_parallel

_AHEAD = 4  # chunks per thread of the cluster, so that no thread waits
_RETRIES = 3
PATIENCE = 10  # seconds to wait for the scheduler and for its first worker
OFTEN = 1  # seconds between counts of the workers
_OTHER_VERSION = "other version"


def on_cluster(
    address: str,
    compute: Callable[[Any, list[T]], R],
    shared: object,
    parts: Iterable[list[T]],
    *,
    versions: Callable[[Any], object],
    tell: Callable[[str], object] = lambda text: None,
) -> Iterator[tuple[list[T], R | None]]:
    """Compute chunks on a cluster; its workers may come and go."""
    with _connected(address) as client:
        from distributed import KilledWorker

        executor = client.get_executor(retries=_RETRIES, pure=False)
        try:
            if not client.nthreads():
                tell(f"waiting for workers of {address}")
            work = _on_worker, compute, shared, versions, versions(shared)

            def room() -> int:
                threads: int = sum(client.nthreads().values())
                return _AHEAD * max(1, threads)

            results = in_parallel(
                parts, lambda part: executor.submit(*work, part), room, KilledWorker, OFTEN
            )
            with closing(results):
                for part, result in results:
                    if result == _OTHER_VERSION:
                        raise _wrong(
                            address,
                            "its workers have other versions of hierscope or its libraries",
                            "Install the same versions everywhere",
                        )
                    yield part, result
        except ReadError:
            raise
        except (CancelledError, OSError) as error:
            raise _wrong(
                address, "the scheduler stopped; finished work is saved", "Start it again"
            ) from error
        except Exception as error:
            raise _wrong(
                address,
                f"its workers can't compute ({type(error).__name__}: {error})",
                "Check that they run and have hierscope; finished work is saved",
            ) from error


def _connected(address: str) -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        advice = "pip install 'hierscope[cluster]', or use this machine"
        raise _wrong("Dask", "distributed is not installed", advice) from error
    try:
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        trouble = _wrong(address, f"there is no scheduler ({error})", "Check the address")
    # Close an unfinished client now; at exit it would log errors.
    gc.collect()
    raise trouble


def _wrong(source: str, problem: str, advice: str) -> ReadError:
    return ReadError(problem, source=source or "''", advice=advice)


def _on_worker(
    compute: Callable[[Any, list[T]], R],
    shared: object,
    versions: Callable[[Any], object],
    wanted: object,
    part: list[T],
) -> R | str:
    return compute(shared, part) if versions(shared) == wanted else _OTHER_VERSION
