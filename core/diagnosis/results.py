"""The frozen results of a diagnosis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from core.diagnosis.kinds import Kind
from core.showing import Column, PairResult, Row
from core.timewords import TIME_WORDS, TimeWords
from core.tmeasures import Convention
from core.vocabulary import PARTS, Part, Side, Variant

if TYPE_CHECKING:
    from core.align import Alignment

Change = Literal["added", "removed", "moved"]


@dataclass(frozen=True)
class Values:
    """Recall, precision and F, or what is added to them; None where there is no score."""

    recall: float | None
    precision: float | None
    f_measure: float | None

    def part(self, part: Part) -> float | None:
        """Give one of the three."""
        value: float | None = getattr(self, part)
        return value

    def document(self) -> dict[str, float | None]:
        """Give them by name."""
        return {part: self.part(part) for part in PARTS}


@dataclass(frozen=True)
class Mark:
    """A boundary that a repair changes.

    Parameters
    ----------
    change : {"added", "removed", "moved"}
    side : {"reference", "estimate"}
        Of the hierarchy that changes.
    level : int
        The layer, 1 = coarsest; of a layer that is inserted, the number that it gets.
    time : float
        In seconds; of a boundary that moves where it is.
    to : float or None
        Where it moves.
    """

    change: Change
    side: Side
    level: int
    time: float
    to: float | None = None


@dataclass(frozen=True)
class Cause:
    """One reason for a low score, with what mending it is worth.

    Parameters
    ----------
    kind : str
        One of :data:`core.diagnosis.KINDS`.
    side : {"reference", "estimate"}
        Whose fault it is taken to be.
    gain : Values
        The scores after mending this alone, minus those before.
    after : Values
        The scores after mending this alone.
    together : Values
        The scores after mending this and all causes before it.
    share : float
        What it is worth among the others, in T_F or the part asked for: the mean of what mending
        it first and mending it last adds.
    touched : int
        The price: how many boundaries that moves, adds or removes, each counted in every layer
        that has it.
    overlaps : bool
        Whether the causes before it take away most of what mending it alone gains.
    text : str
        What is wrong, without the gain.
    detail : mapping of str to number
        The numbers in the text.
    marks : tuple of Mark
        What mending it alone changes; empty where layers are turned round.
    """

    kind: Kind
    side: Side
    gain: Values
    after: Values
    together: Values
    share: float
    touched: int
    overlaps: bool
    text: str
    detail: Mapping[str, float]
    marks: tuple[Mark, ...]

    def document(self) -> dict[str, Any]:
        """Give what a file holds of it."""
        return {
            "kind": self.kind,
            "side": self.side,
            "gain": self.gain.document(),
            "after": self.after.document(),
            "together": self.together.document(),
            "share": self.share,
            "touched": self.touched,
            "overlaps": self.overlaps,
            "text": self.text,
        }


@dataclass(frozen=True)
class Finding:
    """What is true of a pair as a whole and can't be mended.

    Parameters
    ----------
    kind : {"other_track", "no_triplet", "coverage", "by_chance"}
    text : str
    side : {"reference", "estimate"} or None
        Which of them has no triplet, or counts the smaller share of the track.
    window : float or None
        From which window on it has one, in seconds.
    """

    kind: Literal["other_track", "no_triplet", "coverage", "by_chance"]
    text: str
    side: Side | None = None
    window: float | None = None


@dataclass(frozen=True, repr=False)
class Diagnosis(PairResult):
    """Why a score is low, at one window.

    Parameters
    ----------
    window : float
        Seconds; infinite is the whole track.
    variant : {"reduced", "full"}
    convention : Convention
    part : {"recall", "precision", "f_measure"}
        By which the causes are ordered.
    scores : Values
        Of the pair as it is.
    causes : tuple of Cause
        Most helpful first.
    findings : tuple of Finding
    unexplained : float
        What is still lost of the part when all causes are mended.
    sentence : str
        All of it in two lines at most.
    frame_size : float
        Seconds.
    unit : str
        What the pair's times are in.
    pair : Alignment, optional
        What was diagnosed.
    """

    columns = (
        Column("kind", "text", "of cause"),
        Column("side", "text", "whose fault it is taken to be"),
        *(Column(part, "change", "what mending it alone adds") for part in PARTS),
        Column("share", "change", "what it is worth among the others"),
        Column("together", "score", "the score with it and all above mended"),
        Column("touched", "count", "how many boundaries that changes"),
        Column("overlaps", "flag", "whether the causes above take most of its gain away"),
        Column("text", "text", "what is wrong"),
    )
    shown = (*PARTS, "together", "touched", "overlaps", "text")

    window: float
    variant: Variant
    convention: Convention
    part: Part
    scores: Values
    causes: tuple[Cause, ...]
    findings: tuple[Finding, ...]
    unexplained: float
    sentence: str
    frame_size: float = 0.0
    unit: str = "seconds"
    pair: Alignment | None = None

    @property
    def words(self) -> TimeWords:
        """How times are said."""
        return TIME_WORDS[self.unit]

    def rows(self) -> list[Row]:
        """Give a row a cause, the most helpful first."""
        return [
            {
                "kind": cause.kind,
                "side": cause.side,
                **cause.gain.document(),
                "share": cause.share,
                "together": cause.together.part(self.part),
                "touched": cause.touched,
                "overlaps": cause.overlaps,
                "text": cause.text,
            }
            for cause in self.causes
        ]

    def headline(self) -> str:
        """Say which score is explained."""
        how = self.convention.describe(self.window, self.frame_size, self.words)
        return f"{self.compared}{self.variant}, {how}"

    def sentences(self) -> list[str]:
        """Give the sentence, and what is left when all causes are mended."""
        left = f"left when all are mended: {self.unexplained:.3f}"
        return [self.sentence, *([left] if self.causes else [])]

    def document(self) -> dict[str, Any]:
        """Give what a file holds of it, as JSON has it; the whole track is the window None."""
        return {
            "window": None if math.isinf(self.window) else self.window,
            "variant": self.variant,
            "convention": self.convention.name,
            **self.scores.document(),
            "part": self.part,
            "sentence": self.sentence,
            "causes": [cause.document() for cause in self.causes],
            "findings": [asdict(finding) for finding in self.findings],
            "unexplained": self.unexplained,
        }
