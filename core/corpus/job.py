"""Score the pairs of a corpus as a stream, on this machine or on a cluster."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from loky import cpu_count

from core.corpus.items import Item, Problem
from core.corpus.reading import (
    AbsentError,
    Load,
    digest,
    load_files,
    read_aligned,
    refuse_other_units,
)
from core.corpus.why import NONE, Why, why
from core.errors import HierscopeError, ScoreError
from core.flat.grid import FLAT_MEASURES, FlatMeasure, flat_grid
from core.hierarchy import Hierarchy
from core.io import Choices
from core.io.choices import AS_UNDERSTOOD
from core.jobs.cluster import on_cluster
from core.jobs.running import Kind, chunks, run_here
from core.measures import MEASURES
from core.notes import Note
from core.settings import DEFAULT, Settings, WithSettings
from core.tmeasures import score
from core.vocabulary import PARTS, FloatArray
from core.windows import CORPUS_WINDOWS, finite
from core.wording import counted

LAYERS = ("coarsest", "finest", "best")
"""The coarsest layers of both sides, the finest layers, and the pair of layers with the best F."""


def every_flat() -> tuple[str, ...]:
    """Return the keys of all flat measures."""
    return tuple(measure.key for measure in FLAT_MEASURES)


def flat_measures(keys: tuple[str, ...]) -> list[FlatMeasure]:
    """Return the flat measures with these keys, in their usual order."""
    return [measure for measure in FLAT_MEASURES if measure.key in keys]


def none_flat(count: int) -> FloatArray:
    """Return flat scores without any value, shape (3, count, 3)."""
    return np.full((len(LAYERS), count, len(PARTS)), np.nan)


def flat_scores(
    reference: Hierarchy, estimate: Hierarchy, keys: tuple[str, ...], beta: float
) -> FloatArray:
    """Score layers with flat measures, shape (3, measures, 3) as :data:`LAYERS` and recall,
    precision, F; NaN without a score."""
    flat = none_flat(len(keys))
    if not keys:
        return flat
    try:
        values = flat_grid(reference, estimate, keys, beta=beta).values
    except ScoreError:
        return flat
    flat[0], flat[1] = values[:, 0, 0], values[:, -1, -1]
    for at, grid in enumerate(values):
        scores = grid[..., -1]
        if np.isfinite(scores).any():
            best = np.unravel_index(np.nanargmax(scores), scores.shape)
            flat[2, at] = grid[best]
    return flat


@dataclass(frozen=True)
class Job(WithSettings):
    """The settings for scoring every pair of a corpus."""

    windows: tuple[float, ...] = CORPUS_WINDOWS
    """Seconds, positive; infinite is the whole track. Sorted, without duplicates."""
    settings: Settings = DEFAULT
    keep_silent: bool = False
    diagnosed: tuple[float, ...] = ()  # the windows at which pairs are also diagnosed
    flat: tuple[str, ...] = ()
    reference_read: Choices = AS_UNDERSTOOD
    estimate_read: Choices = AS_UNDERSTOOD
    """Options for reading the files of each side, without a grid; `keep_silent` adds to them."""

    def __post_init__(self) -> None:
        windows = tuple(sorted({float(window) for window in self.windows}))
        if not windows:
            raise ScoreError("Add at least one window.")
        for value, what in (
            *((window, "A window") for window in windows),
            (self.settings.frame_size, "The frame size"),
            (self.settings.beta, "beta"),
        ):
            if not value > 0 or (math.isinf(value) and what != "A window"):
                raise ScoreError(f"{what} must be a positive number, not {value:g}.")
        self.settings.require_queries()
        if self.settings.frames is not None:
            raise ScoreError("A corpus has frames of one size, and equal weight of all queries.")
        diagnosed = tuple(sorted({float(window) for window in self.diagnosed}))
        if not {*diagnosed} <= {*windows}:
            raise ScoreError("Pairs can be diagnosed only at scored windows.")
        object.__setattr__(self, "windows", windows)
        object.__setattr__(self, "diagnosed", diagnosed)

    @property
    def choices(self) -> tuple[Choices, Choices]:
        """Options for reading the files of each side, reference first."""
        first, second = (
            replace(read, keep_silent=read.keep_silent or self.keep_silent)
            for read in (self.reference_read, self.estimate_read)
        )
        return first, second

    @property
    def description(self) -> str:
        """The settings except the windows, as text."""
        silent = ", layers with only silence included" if self.keep_silent else ""
        first, second = self.reference_read.description(), self.estimate_read.description()
        sides = {"": first} if first == second else {"references: ": first, "estimates: ": second}
        read = "".join(f", {side}{choices}" for side, choices in sides.items() if choices)
        return f"{self.settings.describe_frames()}{self.settings.describe_weight}{silent}{read}"

    @cached_property
    def key(self) -> str:
        """A hash of the parameters and of the versions of the software."""
        text = json.dumps(self.document(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def document(self) -> dict[str, Any]:
        """Return the parameters and versions as plain values, fit for JSON."""
        read = [self.reference_read.text, self.estimate_read.text]
        versions = {"hierscope": version("hierscope")}
        if self.settings.convention.rounding == "mir_eval":
            versions["mir_eval"] = version("mir_eval")
        return {
            "windows": [*map(finite, self.windows)],
            **self.settings.document(),
            "keep_silent": self.keep_silent,
            "versions": versions,
            "diagnosed": [*map(finite, self.diagnosed)],
            "flat": [*self.flat],
            "read": read,
            # Rows that lack a measure are scored again.
            "scored": [measure.key for measure in MEASURES],
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Job:
        """Read a document of :meth:`document`; the versions are ignored."""
        first, second = map(Choices.of, document["read"])
        return cls(
            _windows(document["windows"]),
            Settings.from_document(document),
            document["keep_silent"],
            diagnosed=_windows(document["diagnosed"]),
            flat=tuple(document["flat"]),
            reference_read=first,
            estimate_read=second,
        )


def _windows(plain: list[float | None]) -> tuple[float, ...]:
    return tuple(math.inf if window is None else window for window in plain)


@dataclass(frozen=True, eq=False)
class Row:
    item: Item
    digest: str  # hash of the files; see :func:`core.corpus.reading.digest`
    duration: float
    reference_layers: int
    estimate_layers: int
    reference_segments: npt.NDArray[np.float32]
    estimate_segments: npt.NDArray[np.float32]
    """Durations of the segments of the finest layer, in seconds."""
    scores: FloatArray  # in the order of the job's windows and of core.measures.COLUMNS
    notes: tuple[Note, ...] = ()
    why: Why = NONE  # the diagnosis at the job's diagnosed windows
    flat: FloatArray = field(default_factory=partial(none_flat, 0))
    """By the job's flat measures; see :func:`flat_scores`."""


@dataclass(frozen=True)
class Unchanged:
    """A pair whose files have not changed since its row was computed."""

    item: Item
    digest: str


@dataclass(frozen=True)
class Absent:
    """A baseline that a track lacks; it makes neither a row nor a problem."""

    item: Item


Outcome = Row | Unchanged | Problem | Absent
Identity = tuple[str, str]


def identity(item: Item) -> Identity:
    """Return the track and method of a pair, which identify it across runs."""
    return item.track, item.method


def score_item(
    item: Item,
    job: Job,
    known: str | None = None,
    *,
    load: Load = load_files,
    check: Callable[[Hierarchy, Hierarchy], object] = lambda reference, estimate: None,
) -> Outcome:
    """Read, align and score a pair; any error becomes a problem."""
    try:
        content = digest(item, load)
        if content == known:
            return Unchanged(item, content)
        pair = read_aligned(item, load, job.choices)
        refuse_other_units(pair.reference, item.reference[0])
        check(*pair.pair)
        result = score(*pair.pair, job.windows, settings=job.settings)
        flat = flat_scores(*pair.pair, job.flat, job.settings.beta)
        reasons = why(pair.unaligned, job.diagnosed, settings=job.settings)
    except AbsentError:
        return Absent(item)
    except HierscopeError as error:
        return failed(item, str(error), getattr(error, "source", ""))
    except Exception as error:  # one file must not stop the corpus
        return failed(item, f"unexpected: {type(error).__name__}: {error}")
    return Row(
        item,
        content,
        pair.reference.duration,
        len(pair.reference.layers),
        len(pair.estimate.layers),
        _small_segments(pair.reference),
        _small_segments(pair.estimate),
        result.table(),
        pair.notes,
        reasons,
        flat,
    )


def _small_segments(hierarchy: Hierarchy) -> npt.NDArray[np.float32]:
    return np.diff(hierarchy.layers[-1].boundaries).astype(np.float32)


def failed(item: Item, reason: str, path: str = "") -> Problem:
    """Return the problem of a pair that could not be scored."""
    return Problem(item.track, path or item.estimate[0], reason)


ScorePair = Callable[[Item, Job, str | None], Outcome]

Task = tuple[Item, str | None]

FEW = 300  # pairs that one process scores before further processes would have started

_DIED = "the process that scored it ended unexpectedly, perhaps for lack of memory"


def run(
    items: Iterable[Item],
    job: Job,
    *,
    known: Mapping[Identity, str] | None = None,
    workers: int | None = None,
    kind: Kind | None = None,
    score_pair: ScorePair = score_item,
    scheduler: str | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
    tell: Callable[[str], object] = lambda text: None,
) -> Iterator[Outcome]:
    """Score pairs and yield outcomes as they finish; a failure becomes a problem."""
    total = len(items) if isinstance(items, Sized) else 0
    known = known or {}
    parts = chunks(((item, known.get(identity(item))) for item in items), cancelled)
    compute = partial(_score_chunk, score_pair)
    if scheduler is not None:
        finished = on_cluster(scheduler, compute, job, parts, versions=_key, tell=tell)
    else:
        # SALAMI's 494 pairs on 2 processors: 1.3 s with 2 processes, 1.9 to 3.1 s with 2 threads,
        # 2.6 to 3.1 s serially, as reading holds the GIL. But processes take 2 s to start.
        chosen = kind or ("serial" if workers is None and 0 < total <= FEW else "process")
        finished = run_here(partial(compute, job), parts, workers or cpu_count(), chosen)
    done = 0
    for part, outcomes in finished:
        for outcome in [failed(part[0][0], _DIED)] if outcomes is None else outcomes:
            done += 1
            progress(done, total)
            yield outcome


def _score_chunk(score_pair: ScorePair, job: Job, chunk: Sequence[Task]) -> list[Outcome]:
    return [score_pair(item, job, known) for item, known in chunk]


def _key(job: Job) -> str:
    """Compute the key anew on a worker, since a received job caches its sender's key."""
    return replace(job).key


@dataclass(frozen=True)
class Replaced:
    """A results file with other settings, which was renamed."""

    path: Path
    job: Job
    versions: Mapping[str, str]
    output: str  # the path of the new file, as the user wrote it

    def message(self) -> str:
        """State the settings of the previous file, and its new name."""
        versions = " and ".join(f"{name} {version}" for name, version in self.versions.items())
        return (
            f"{self.output} was scored with other settings: "
            f"{counted(len(self.job.windows), 'window')}"
            f"{'' if self.job.diagnosed else ' without causes'}, {self.job.description}, "
            f"by {versions}; it was renamed {self.path}"
        )


@dataclass(frozen=True)
class Update:
    computed: int
    kept: int
    """Number of pairs that were scored, and of rows that were reused."""
    problems: tuple[Problem, ...]
    finished: bool
    """False if cancelled: the file is unchanged, and the parts hold the rows computed so far."""
    replaced: Replaced | None = None  # the previous file, if it had other settings
    alone: int = 0
    """Number of tracks that lack the baseline :data:`~core.corpus.baselines.OTHER`, if wanted."""

    @property
    def alone_words(self) -> str:
        """State how many tracks have no other annotator; empty if all have one."""
        tracks = counted(self.alone, "track")
        return f"{tracks} without another annotator" if self.alone else ""
