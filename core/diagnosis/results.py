"""The frozen results of a diagnosis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from core.diagnosis.kinds import Kind
from core.showing import Column, PairResult, Row
from core.tmeasures import Convention
from core.vocabulary import PARTS, Part, Side, Variant
from core.wording import TIME_WORDS, TimeWords

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
        value: float | None = getattr(self, part)
        return value

    def document(self) -> dict[str, float | None]:
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
    """One reason for a low score, with what fixing it is worth.

    Parameters
    ----------
    kind : str
        One of :data:`core.diagnosis.KINDS`.
    side : {"reference", "estimate"}
        The hierarchy that has the error.
    gain : Values
        The scores after fixing this cause alone, minus those before.
    after : Values
        The scores after fixing this cause alone.
    together : Values
        The scores after fixing this cause and all causes before it.
    share : float
        What it is worth among the others, in T_F or the part asked for: the mean of what fixing
        it first and fixing it last adds.
    touched : int
        The price: how many boundaries the repair moves, adds or removes. Each counts in every
        layer that has it.
    overlaps : bool
        Whether fixing the causes before it removes most of its gain.
    text : str
        What is wrong, without the gain.
    fix : str
        How it is fixed, as a sentence begins: "Removing 4 extra boundaries".
    detail : mapping of str to number
        The numbers in the text.
    marks : tuple of Mark
        What fixing it alone changes; empty where layers are reversed.
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
    fix: str
    detail: Mapping[str, float]
    marks: tuple[Mark, ...]

    def document(self) -> dict[str, Any]:
        scores = {name: getattr(self, name).document() for name in ("gain", "after", "together")}
        others = {name: getattr(self, name) for name in ("share", "touched", "overlaps", "text")}
        return {"kind": self.kind, "side": self.side, **scores, **others}


@dataclass(frozen=True)
class Finding:
    """What is true of a pair as a whole and has no repair.

    Parameters
    ----------
    kind : {"other_track", "no_triplet", "coverage", "alike_layers", "by_chance"}
    text : str
    side : {"reference", "estimate"} or None
        The one without a triplet, or with the smaller share of the track scored.
    window : float or None
        The smallest window at which that side has a triplet, in seconds.
    """

    kind: Literal["other_track", "no_triplet", "coverage", "alike_layers", "by_chance"]
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
        What the part still lacks of 1 when all causes are fixed.
    sentence : str
        The main cause and what fixing it gives.
    frame_size : float
        Seconds.
    unit : str
        What the pair's times are in.
    pair : Alignment, optional
        The pair that was diagnosed.
    """

    columns = (
        Column("kind", "text", "kind of error"),
        Column("side", "text", "the hierarchy that has the error"),
        *(Column(part, "change", "what fixing it alone adds") for part in PARTS),
        Column("share", "change", "mean of what fixing it first and fixing it last adds"),
        Column("together", "score", "the score when it and all causes above are fixed"),
        Column("touched", "count", "how many boundaries the repair changes"),
        Column("overlaps", "flag", "whether fixing the causes above removes most of its gain"),
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
        return TIME_WORDS[self.unit]

    def rows(self) -> list[Row]:
        """Give a row a cause, the most helpful first."""
        rows = [cause.document() for cause in self.causes]
        for row, cause in zip(rows, self.causes, strict=True):
            row |= {**row.pop("gain"), "together": cause.together.part(self.part)}
        return rows

    def headline(self) -> str:
        how = self.convention.describe(self.window, self.frame_size, self.words)
        return f"{self.compared}{self.variant}, {how}"

    def sentences(self) -> list[str]:
        """Give the sentence, and the loss that remains when all causes are fixed."""
        left = f"loss when all causes are fixed: {self.unexplained:.3f}"
        return [self.sentence, *([left] if self.causes else [])]

    def document(self) -> dict[str, Any]:
        """Give the diagnosis as a JSON file has it; the whole track is the window None."""
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
