"""The kinds of error in a diagnosis, and its frozen results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from core.settings import Settings, WithSettings
from core.showing import Column, PairResult, Row
from core.vocabulary import PARTS, Part, Side, Variant
from core.windows import finite

if TYPE_CHECKING:
    from core.align import Alignment

Change = Literal["added", "removed", "moved"]
Kind = Literal[
    "scale",
    "offset",
    "layers_reversed",
    "level_mismatch",
    "grid",
    "not_nested",
    "layer_superfluous",
    "layer_missing",
    "swallowed",
    "wrong_layer",
    "shifted",
    "missing",
    "spurious",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Kinds that concern many boundaries at once come first."""


@dataclass(frozen=True)
class Values:
    """Recall, precision and F, or their gains; None without a score."""

    recall: float | None
    precision: float | None
    f_measure: float | None

    def part(self, part: Part) -> float | None:
        """Return one of them by its name."""
        return getattr(self, part)

    def document(self) -> dict[str, float | None]:
        """Return them by name, for JSON."""
        return {part: self.part(part) for part in PARTS}


@dataclass(frozen=True)
class Mark:
    """A boundary that a repair changes.

    Parameters
    ----------
    change : {"added", "removed", "moved"}
    side : {"reference", "estimate"}
        The hierarchy that changes.
    level : int
        The layer, 1 = coarsest; for an inserted layer, its new number.
    time : float
        In seconds, before a move.
    to : float or None
        In seconds, after a move.
    """

    change: Change
    side: Side
    level: int
    time: float
    to: float | None = None


@dataclass(frozen=True)
class Cause:
    """One cause of a low score, with the gain from fixing it.

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
        Its part of the total gain, in T_F or `part`: the mean of the gains from fixing it first and
        fixing it last.
    touched : int
        The price: number of boundaries that the repair moves, adds or removes, in every layer.
    overlaps : bool
        Whether fixing the causes before it removes most of its gain.
    text : str
        The error, without the gain.
    fix : str
        The repair, as the start of a sentence: "Removing 4 extra boundaries".
    detail : mapping of str to number
        The numbers in the text.
    marks : tuple of Mark
        The boundaries that fixing it alone changes; empty for reversed layers.
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
        """Return plain values for JSON, without the marks."""
        scores = {name: getattr(self, name).document() for name in ("gain", "after", "together")}
        others = {name: getattr(self, name) for name in ("share", "touched", "overlaps", "text")}
        return {"kind": self.kind, "side": self.side, **scores, **others}


@dataclass(frozen=True)
class Finding:
    """A fact about a pair as a whole that no repair can fix.

    Parameters
    ----------
    kind : {"other_track", "no_triplet", "coverage", "alike_layers", "by_chance", "many_layers"}
    text : str
    side : {"reference", "estimate"} or None
        The side without a triplet, or with the smaller share of the track scored.
    window : float or None
        The smallest window at which that side has a triplet, in seconds.
    """

    kind: Literal[
        "other_track", "no_triplet", "coverage", "alike_layers", "by_chance", "many_layers"
    ]
    text: str
    side: Side | None = None
    window: float | None = None


@dataclass(frozen=True, repr=False)
class Diagnosis(WithSettings, PairResult):
    """Causes of a low score at one window.

    Parameters
    ----------
    window : float
        Seconds; infinite is the whole track.
    variant : {"reduced", "full"}
    settings : Settings
        How the scores were computed; also as `convention`, `frame_size` (None without
        frames) and `beta`.
    part : {"recall", "precision", "f_measure"}
        The score that determines the order of causes.
    scores : Values
        Scores of the pair without repairs.
    causes : tuple of Cause
        Most helpful first.
    findings : tuple of Finding
    unexplained : float
        The loss, 1 minus the score, that remains if all causes are fixed.
    sentence : str
        The main cause and the score after fixing it.
    unit : str
        Unit of the pair's times.
    pair : Alignment, optional
        The pair that was diagnosed.
    """

    columns = (
        Column("kind", "text", "kind of error"),
        Column("side", "text", "the hierarchy that has the error"),
        *(Column(part, "change", "gain from fixing it alone") for part in PARTS),
        Column("share", "change", "mean of the gains from fixing it first and fixing it last"),
        Column("together", "score", "score if it and all causes above are fixed"),
        Column("touched", "count", "number of boundaries that the repair changes"),
        Column("overlaps", "flag", "whether fixing the causes above removes most of its gain"),
        Column("text", "text", "description of the error"),
    )
    shown = (*PARTS, "together", "touched", "overlaps", "text")

    window: float
    variant: Variant
    settings: Settings
    part: Part
    scores: Values
    causes: tuple[Cause, ...]
    findings: tuple[Finding, ...]
    unexplained: float
    sentence: str
    unit: str = "seconds"
    pair: Alignment | None = None

    def rows(self) -> list[Row]:
        """Return one row per cause, the most helpful first."""
        rows = [cause.document() for cause in self.causes]
        for row, cause in zip(rows, self.causes, strict=True):
            row |= {**row.pop("gain"), "together": cause.together.part(self.part)}
        return rows

    def headline(self) -> str:
        how = self.settings.describe(self.window, self.notation)
        return f"{self.compared}{self.variant}, {how}"

    def sentences(self) -> list[str]:
        """Return the sentence, and the loss that remains when all causes are fixed."""
        left = f"loss when all causes are fixed: {self.unexplained:.3f}"
        return [self.sentence, *([left] if self.causes else [])]

    def document(self) -> dict[str, Any]:
        """Return the diagnosis for a JSON file; the whole track is the window None."""
        return {
            "window": finite(self.window),
            "variant": self.variant,
            "convention": self.convention.name,
            **self.scores.document(),
            "part": self.part,
            "sentence": self.sentence,
            "causes": [cause.document() for cause in self.causes],
            "findings": [asdict(finding) for finding in self.findings],
            "unexplained": self.unexplained,
        }
