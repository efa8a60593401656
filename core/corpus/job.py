"""What is computed for each pair of a corpus, and the row that comes of it."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from importlib.metadata import version
from typing import Any

import numpy as np
import numpy.typing as npt

from core.corpus.flat import flat_scores, none_flat
from core.corpus.items import Item, Problem
from core.corpus.reading import AbsentError, Load, digest, load_files, read_aligned
from core.corpus.why import NONE, Why, why
from core.errors import HierscopeError, ReadError, ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.io import AS_UNDERSTOOD, Choices
from core.io.units import SECONDS
from core.measures import MEASURES
from core.notes import Note
from core.tmeasures import MIR_EVAL, N_SCORES, Convention, score
from core.vocabulary import FloatArray
from core.windows import CORPUS_WINDOWS


@dataclass(frozen=True)
class Job:
    """How every pair of a corpus is scored."""

    windows: tuple[float, ...] = CORPUS_WINDOWS
    """Seconds, positive; infinite is the whole track. Kept sorted, each once."""
    convention: Convention = MIR_EVAL
    frame_size: float = DEFAULT_FRAME_SIZE
    """Seconds; not used when frameless."""
    beta: float = 1.0
    """Weight of recall in the F-measure."""
    keep_silent: bool = False
    """Whether layers that hold silence only are kept; by default they are left out, with a note."""
    diagnosed: tuple[float, ...] = ()
    """Those of the windows at which it is also said why T_F is low; kept as they are."""
    flat: tuple[str, ...] = ()
    """The keys of flat measures that are scored, too; see :mod:`core.corpus.flat`."""
    reference_read: Choices = AS_UNDERSTOOD
    estimate_read: Choices = AS_UNDERSTOOD
    """How the files of each side are read, apart from `keep_silent`; without a grid."""

    def __post_init__(self) -> None:
        windows = tuple(sorted({float(window) for window in self.windows}))
        if not windows:
            raise ScoreError("Give at least one window.")
        for value, what in (
            *((window, "A window") for window in windows),
            (self.frame_size, "The frame size"),
            (self.beta, "beta"),
        ):
            if not value > 0 or (math.isinf(value) and what != "A window"):
                raise ScoreError(f"{what} must be a positive number, not {value:g}.")
        diagnosed = tuple(sorted({float(window) for window in self.diagnosed}))
        if not {*diagnosed} <= {*windows}:
            raise ScoreError("Pairs can be diagnosed only at windows at which they are scored.")
        object.__setattr__(self, "windows", windows)
        object.__setattr__(self, "diagnosed", diagnosed)

    @property
    def choices(self) -> tuple[Choices, Choices]:
        """How the files of each side are read, reference first."""
        first, second = (
            replace(read, keep_silent=read.keep_silent or self.keep_silent)
            for read in (self.reference_read, self.estimate_read)
        )
        return first, second

    @property
    def words(self) -> str:
        """How a pair is scored, but for the windows."""
        weight = "" if self.beta == 1 else f", β = {self.beta:g}"
        silent = ", layers of silence kept" if self.keep_silent else ""
        first, second = self.reference_read.words(), self.estimate_read.words()
        sides = {"": first} if first == second else {"references: ": first, "estimates: ": second}
        read = "".join(f", {side}{words}" for side, words in sides.items() if words)
        return f"{self.convention.describe_frames(self.frame_size)}{weight}{silent}{read}"

    @cached_property
    def key(self) -> str:
        """A hash of the parameters, and of the versions of what computes with them.

        Scores of the same files under the same key are the same.
        """
        text = json.dumps(self.document(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def document(self) -> dict[str, Any]:
        """Give the parameters and versions as plain values, fit for JSON."""
        read = [self.reference_read.text, self.estimate_read.text]
        versions = {"hierscope": version("hierscope")}
        if self.convention.rounding == "mir_eval":
            versions["mir_eval"] = version("mir_eval")
        return {
            "windows": _plain(self.windows),
            "convention": asdict(self.convention),
            "frame_size": None if self.convention.frameless else self.frame_size,
            "beta": self.beta,
            "keep_silent": self.keep_silent,
            "versions": versions,
            "diagnosed": _plain(self.diagnosed),
            "flat": [*self.flat],
            "read": read,
            # Rows that lack a measure are scored again.
            "scored": [measure.key for measure in MEASURES],
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Job:
        """Read what :meth:`document` gives; the versions are not looked at."""
        size = document["frame_size"]
        first, second = map(Choices.of, document["read"])
        return cls(
            _windows(document["windows"]),
            Convention(**document["convention"]),
            cls.frame_size if size is None else size,
            document["beta"],
            document["keep_silent"],
            diagnosed=_windows(document["diagnosed"]),
            flat=tuple(document["flat"]),
            reference_read=first,
            estimate_read=second,
        )


def _plain(windows: tuple[float, ...]) -> list[float | None]:
    return [None if math.isinf(window) else window for window in windows]


def _windows(plain: list[float | None]) -> tuple[float, ...]:
    return tuple(math.inf if window is None else window for window in plain)


@dataclass(frozen=True, eq=False)
class Row:
    """The scores of one pair."""

    item: Item
    digest: str
    """Of the files; see :func:`core.corpus.reading.digest`."""
    duration: float
    """Of the track, in seconds."""
    reference_layers: int
    estimate_layers: int
    """How many layers each has."""
    reference_segments: npt.NDArray[np.float32]
    estimate_segments: npt.NDArray[np.float32]
    """Durations of the segments of the finest layer, in seconds."""
    scores: FloatArray
    """In the order of the job's windows and of :data:`core.measures.COLUMNS`."""
    notes: tuple[Note, ...] = ()
    """What is to be known of the pair, each with its side."""
    why: Why = NONE
    """At the windows at which the job diagnoses."""
    flat: FloatArray = field(default_factory=partial(none_flat, 0))
    """By the job's flat measures; see :func:`core.corpus.flat.flat_scores`."""


@dataclass(frozen=True)
class Unchanged:
    """A pair whose files are those of which a row is known."""

    item: Item
    digest: str


@dataclass(frozen=True)
class Absent:
    """A baseline that a track does not have: no row, and no problem."""

    item: Item


Outcome = Row | Unchanged | Problem | Absent
Identity = tuple[str, str]


def identity(item: Item) -> Identity:
    """Give what a pair is known by from one run to the next: its track and its method."""
    return item.track, item.method


def score_item(
    item: Item,
    job: Job,
    known: str | None = None,
    *,
    load: Load = load_files,
    check: Callable[[Hierarchy, Hierarchy], object] = lambda reference, estimate: None,
) -> Outcome:
    """Read, align and score a pair; whatever goes wrong becomes a problem."""
    try:
        found = digest(item, load)
        if found == known:
            return Unchanged(item, found)
        pair = read_aligned(item, load, job.choices)
        _in_seconds(item, pair.reference.unit)
        check(pair.reference, pair.estimate)
        result = score(
            pair.reference,
            pair.estimate,
            job.windows,
            convention=job.convention,
            frame_size=job.frame_size,
            beta=job.beta,
        )
        given = pair.given or (pair.reference, pair.estimate)
        flat = flat_scores(pair.reference, pair.estimate, job.flat, job.beta)
        reasons = why(given, job.diagnosed, job.convention, job.frame_size, job.beta)
    except AbsentError:
        return Absent(item)
    except HierscopeError as error:
        return failed(item, str(error), getattr(error, "source", ""))
    except Exception as error:  # a corpus goes on whatever one of its files does
        return failed(item, f"unexpected: {type(error).__name__}: {error}")
    return Row(
        item,
        found,
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


def _in_seconds(item: Item, unit: str) -> None:
    """Refuse a pair whose times are not seconds, as the windows and durations of a job are."""
    if unit != SECONDS:
        raise ReadError(
            f"its times are in {unit}, and a corpus is scored in seconds",
            source=item.reference[0],
            mend="Give both files in seconds, as hierscope convert makes them with --grid; or "
            "compare this pair alone",
        )


def without_uncounted(scores: FloatArray) -> FloatArray:
    """Give a table of scores with NaN where no query has a triplet.

    The 0 that such a track has in a table is a convention, and would lower every mean.
    """
    shares = scores[..., N_SCORES:] > 0
    counts = []
    for at in range(0, shares.shape[-1], 2):
        recall, precision = shares[..., at], shares[..., at + 1]
        counts += [recall, precision, recall & precision]
    counted = np.concatenate([np.stack(counts, axis=-1), np.ones_like(shares)], axis=-1)
    return np.where(counted, scores, np.nan)


def _small_segments(hierarchy: Hierarchy) -> npt.NDArray[np.float32]:
    return np.diff(hierarchy.layers[-1].boundaries).astype(np.float32)


def failed(item: Item, reason: str, path: str = "") -> Problem:
    """Give the problem of a pair."""
    return Problem(item.track, path or item.estimate[0], reason)
