"""The result that lists blocks of triplets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from core.measures import BY_KEY
from core.showing import Column, PairResult, Row
from core.triplets.blocks import survey
from core.triplets.explaining import explain, sentence
from core.triplets.results import OUTCOME_NAMES, OUTCOMES, Blocks, QueryBlocks, Survey
from core.triplets.task import Task
from core.vocabulary import SIDES, FloatArray
from core.wording import TimeNotation, counted

if TYPE_CHECKING:
    from core.align import Alignment

_DEPTHS = "deepest layer that i or j shares with the query, or 0"
_EVERY = (
    Column("query", "time", "the query q"),
    Column("i_start", "time", "start of the run of i"),
    Column("i_end", "time", "end of the run of i"),
    Column("j_start", "time", "start of the run of j"),
    Column("j_end", "time", "end of the run of j"),
    Column("depth_reference_i", "count", _DEPTHS),
    Column("depth_reference_j", "count", _DEPTHS),
    Column("depth_estimate_i", "count", _DEPTHS),
    Column("depth_estimate_j", "count", _DEPTHS),
    Column("outcome", "text", "answer of the other hierarchy"),
    Column("count", "number", "number of triplets; without frames, time squared"),
    Column("share", "score", "share of all triplets of the query"),
    Column("loss", "loss", "loss of score"),
    Column("queries_start", "time", "start of the queries that lose the same block"),
    Column("queries_end", "time", "end of the queries that lose the same block"),
    Column("unit", "text", "unit of times"),
)


@dataclass(frozen=True, eq=False, repr=False)
class TripletBlocks(PairResult):
    """Triplets of a pair in blocks: a run of i times a run of j, for a query.

    Parameters
    ----------
    task : Task
        The pair, window, direction, measure and convention; see :mod:`core.triplets`.
    blocks : Blocks
        Lost blocks first, in order of cost.
    query : QueryBlocks or None
        The sums over the blocks of a query, if one was chosen.
    merge : bool
        Whether a block represents all neighboring queries that lose it.
    pair : Alignment, optional
        The scored pair.
    """

    task: Task
    blocks: Blocks
    query: QueryBlocks | None = None
    merge: bool = False
    pair: Alignment | None = None

    def __len__(self) -> int:
        return len(self.blocks)

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns; merged blocks also have the stretch of queries that lose them."""
        return tuple(
            column for column in _EVERY if self.merge or not column.name.startswith("queries_")
        )

    @property
    def shown(self) -> tuple[str, ...]:  # type: ignore[override]
        names = [column.name for column in self.columns if column.name != "unit"]
        return tuple(names[self.query is not None :])

    @property
    def notation(self) -> TimeNotation:
        return self.task.notation

    @cached_property
    def survey(self) -> Survey:
        return survey(self.task)

    @cached_property
    def sentence(self) -> str:
        """An explanation of the costliest block; empty if nothing is lost."""
        first = np.flatnonzero(self.blocks.outcome != OUTCOMES["agree"])[:1]
        if not len(first):
            return ""
        i, j = self.blocks.example[first[0]].tolist()
        return sentence(explain(self.task, float(self.blocks.query[first[0]]), i, j))

    def rows(self) -> list[Row]:
        """Return one row per block, in the order of `columns`."""
        blocks, units = self.blocks, self.notation

        def times(ends: FloatArray) -> list[Any]:
            return np.round(ends.T + units.first, 9).tolist()

        columns: list[list[Any]] = [
            times(blocks.query),
            *times(blocks.i),
            *times(blocks.j),
            *blocks.depth_reference.T.tolist(),
            *blocks.depth_estimate.T.tolist(),
            [OUTCOME_NAMES[code] for code in blocks.outcome.tolist()],
            # Counts of frames are whole numbers; products of seconds rarely are.
            [int(count) if count.is_integer() else count for count in blocks.count.tolist()],
            blocks.share.tolist(),
            blocks.loss.tolist(),
            *(times(blocks.queries) if self.merge else ()),
            [units.unit] * len(blocks),
        ]
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def headline(self) -> str:
        task = self.task
        how = task.settings.describe(task.window, task.notation)
        return f"{self.compared}{counted(len(self), 'block')} of triplets, {how}"

    def sentences(self) -> list[str]:
        """State the losses of the score and of the query, and explain the costliest block."""
        lost = self.survey.tie + self.survey.inverted
        parts = [self._of_track()]
        if self.query is not None:
            lost = self.query.tie + self.query.inverted
            parts.append(self._of_query(self.query))
        if self.sentence:
            parts.append(f"Costliest: {self.sentence}")
        elif lost:
            parts.append("No block matches the filter.")
        elif self.task.counted:
            parts.append("No triplet is lost.")
        return parts

    def _written(self, column: Column, value: object) -> str:
        if column.name == "count" and self.task.problem.frameless:
            return f"{value:.3f}"
        return super()._written(column, value)

    def _of_track(self) -> str:
        task, whole, measure = self.task, self.survey, BY_KEY[self.task.measure]
        name = measure.label(task.direction)
        if not task.counted:
            which = measure.triplet if task.of_labels else "triplet"
            side, units, rules = SIDES[task.side], task.notation, task.settings.convention
            return f"{name} –: {rules.describe_lack(task.window, side, which, units)}"
        parts = [f"{whole.tie:.3f} ties", f"{whole.inverted:.3f} inverted"]
        if task.settings.convention.no_triplet == 0:
            parts.append(f"{whole.uncounted:.3f} queries without a triplet")
        return f"{name} {whole.score:.3f}, lost {abs(1 - whole.score):.3f}: {', '.join(parts)}"

    def _of_query(self, query: QueryBlocks) -> str:
        units, frameless = self.notation, self.task.problem.frameless
        place = f"q = {units.at(query.query)} (window {units.span(*query.reach)})"
        if not query.total:
            return f"{place}: no triplets"
        unit = f"{units.short}²" if frameless else "triplets"
        total, agree, tie, inverted = (
            f"{count:.3f}" if frameless else f"{count:.0f}"
            for count in (query.total, query.agree, query.tie, query.inverted)
        )
        counts = f"of {total} {unit} {agree} agree, {tie} tie, {inverted} inverted"
        return f"{place}: g(q) {query.g:.3f}, {counts}"
