"""How scores are computed: one value, made where a user asks and passed whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from core.conventions import MIR_EVAL, PAPER_TABLES, Convention
from core.errors import ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.wording import IN_SECONDS, TimeNotation


@dataclass(frozen=True)
class Settings:
    """How scores of a pair are computed.

    Parameters
    ----------
    convention : Convention
        The rules of counting.
    frame_size : float > 0
        Seconds, or the unit of the pair. Not used without frames or at frame times.
    frames : array_like of float, optional
        Times that replace `frame_size`, such as beats (footnote 1 of the paper); kept as a tuple.
    beta : float > 0
        The weight of recall in F.
    equal : {"queries", "triplets"}
        What has equal weight. T and L are means over queries, so a triplet has more weight if its
        query has few. With ``"triplets"``, those of all queries are summed before the division, as
        issue 421 of mir_eval proposes. Then measures that are no mean over queries have no score,
        and the convention's `no_triplet` has no effect. Only :func:`core.tmeasures.score` and what
        is made of its results can do so. Whatever needs single queries (curves of g(q), scapes,
        effects, diagnoses, triplets, weights of layers) raises ScoreError, and so do corpora; all
        call :meth:`require_queries`.
    """

    convention: Convention = MIR_EVAL
    frame_size: float = DEFAULT_FRAME_SIZE
    frames: npt.ArrayLike | None = None
    beta: float = 1.0
    equal: Literal["queries", "triplets"] = "queries"

    def __post_init__(self) -> None:
        if self.frames is not None:
            times = np.atleast_1d(np.asarray(self.frames, dtype=np.float64))
            object.__setattr__(self, "frames", tuple(times.tolist()))

    def require_queries(self) -> None:
        """Raise ScoreError where scores can only be means over queries."""
        if self.equal != "queries":
            raise ScoreError("Only scores of a pair can give all triplets the same weight.")

    @property
    def used_frame_size(self) -> float | None:
        """The frame size in seconds; None without frames or at frame times."""
        return None if self.convention.frameless or self.frames is not None else self.frame_size

    def describe(self, window: float, units: TimeNotation = IN_SECONDS) -> str:
        """Name the window and the frames, such as ``"±15 s, 0.1 s frames, as mir_eval"``."""
        return f"{self.convention.describe_window(window, units)}, {self.describe_frames(units)}"

    def describe_frames(self, units: TimeNotation = IN_SECONDS) -> str:
        """Name the frames, such as ``"0.1 s frames, as mir_eval"``."""
        convention, extra = self.convention, self.describe_mean
        if convention.frameless:
            return f"no frames (the exact limit){extra}"
        frames = units.frames(self.frame_size) if self.frames is None else "frames at given times"
        return f"{frames}, {convention.describe_origin}{extra}"

    @property
    def describe_mean(self) -> str:
        """Name after a comma what is averaged; empty for a mean over queries with a triplet."""
        alike = ", equal weight of all triplets"
        return alike if self.equal == "triplets" else self.convention.describe_mean

    @property
    def describe_weight(self) -> str:
        """Name the weight of recall after a comma; empty if F weighs both equally."""
        return "" if self.beta == 1 else f", β = {self.beta:g}"

    def document(self) -> dict[str, Any]:
        """Return the settings that a corpus can have as plain values, fit for JSON."""
        return {
            "convention": asdict(self.convention),
            "frame_size": self.used_frame_size,
            "beta": self.beta,
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Settings:
        """Read a document of :meth:`document`."""
        size, convention = document["frame_size"], Convention(**document["convention"])
        return cls(convention, cls.frame_size if size is None else size, beta=document["beta"])


DEFAULT = Settings()
"""Like mir_eval: frames of 0.1 s, and equal weight of recall and precision."""

TABLES = Settings(PAPER_TABLES)
"""Like the papers' printed tables."""


class WithSettings:
    """A result that tells by which settings it was computed."""

    settings: Settings

    @property
    def convention(self) -> Convention:
        """The rules of counting."""
        return self.settings.convention

    @property
    def frame_size(self) -> float | None:
        """In seconds; None without frames or at frame times."""
        return self.settings.used_frame_size

    @property
    def beta(self) -> float:
        """The weight of recall in F."""
        return self.settings.beta
