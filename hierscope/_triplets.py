"""The triplets behind a score: which disagree, and what that costs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from core.align import names_of
from core.errors import ScoreError
from core.export import block_keys, block_rows, flat_keys, flat_row
from core.frames import DEFAULT_FRAME_SIZE
from core.notes import Note
from core.tmeasures import MIR_EVAL, Convention
from core.triplets import (
    LOST,
    OUTCOMES,
    Blocks,
    Filter,
    Outcome,
    QueryBlocks,
    Task,
    costliest,
    explain,
    query_blocks,
    sentence,
)
from core.vocabulary import Direction
from core.windows import DEFAULT_WINDOW
from core.wording import counted, number
from hierscope._reading import Source, convention_of, read_pair
from hierscope._shown import Shown

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class TripletBlocks(Shown):
    """Triplets of a pair in blocks: a run of i times a run of j, for a query.

    Parameters
    ----------
    task : Task
        The pair, window, direction, variant and convention; see :mod:`core.triplets`.
    blocks : Blocks
        What is lost first, the costliest of it first.
    query : QueryBlocks or None
        What the blocks of one query add up to, where one was asked for.
    merge : bool
        Whether a block stands for all neighbouring queries that lose it alike.
    notes : tuple of Note
        What was changed of the pair on the way in, and which side is not nested.
    """

    task: Task
    blocks: Blocks
    query: QueryBlocks | None
    merge: bool
    notes: tuple[Note, ...] = ()

    def __len__(self) -> int:
        return len(self.blocks)

    @cached_property
    def sentence(self) -> str:
        """What both hierarchies make of the costliest block; empty where nothing is lost."""
        first = np.flatnonzero(self.blocks.outcome != OUTCOMES["agree"])[:1]
        if not len(first):
            return ""
        i, j = self.blocks.example[first[0]].tolist()
        return sentence(explain(self.task, float(self.blocks.query[first[0]]), i, j))

    def to_pandas(self) -> DataFrame:
        """Give a row a block.

        Returns
        -------
        pandas.DataFrame
            The columns of :func:`core.export.block_rows`, each pair as two (`i_start`, `i_end`);
            times in seconds.
        """
        from pandas import DataFrame

        keys = block_keys(merge=self.merge)
        types = {
            name: getattr(self.blocks, key).dtype for key in keys for name in flat_keys([key])
        } | {"outcome": str, "count": float if self.task.convention.frameless else int}
        rows = [flat_row(row) for row in self._rows()]
        return DataFrame(rows, columns=[*types]).astype(types)  # also where there is no row

    def _rows(self) -> list[dict[str, Any]]:
        return block_rows(self.blocks, merge=self.merge)

    def _headline(self) -> str:
        task = self.task
        value = number(task.scores.counted(task.direction)[0])
        how = task.convention.describe(task.window, task.frame_size, task.words)
        of = "" if self.query is None else f" of q = {task.words.at(self.query.query)}"
        return (
            f"{names_of(task.reference, task.estimate)}: {counted(len(self), 'block')} of "
            f"triplets{of}, {task.measure.words(task.direction)} {value}, {how}"
        )

    def _sentence(self) -> str:
        return f"Costliest: {self.sentence}" if self.sentence else ""

    def _table(self) -> list[dict[str, str]]:
        words = self.task.words
        return [
            {
                "q": words.at(row["query"]),
                "i": "–".join(map(words.bare, row["i"])),
                "j": "–".join(map(words.bare, row["j"])),
                "outcome": row["outcome"],
                "of query": number(row["share"]),
                "loss": f"{row['loss']:.5f}",
            }
            for row in self._rows()
        ]


def triplets(
    reference: Source,
    estimate: Source,
    query: float | None = None,
    *,
    window: float = DEFAULT_WINDOW,
    direction: Direction = "recall",
    transitive: bool = False,
    outcome: Outcome | Literal["lost"] | Collection[Outcome] | None = None,
    top: int | None = None,
    merge: bool = False,
    reference_annotation: int | None = None,
    estimate_annotation: int | None = None,
    keep_silent: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    of_labels: bool = False,
) -> TripletBlocks:
    """List triplets (q, i, j) as blocks: all of a query, or the costliest of a track.

    Parameters
    ----------
    reference, estimate : path, paths or Hierarchy
        As of :func:`hierscope.score`.
    query : float, optional
        q in seconds. By default the costliest blocks of all queries are listed.
    window : float
        Seconds; ``inf`` is the whole track.
    direction : {"recall", "precision"}
        The reference's triplets, or the estimate's.
    transitive : bool
        True: compare all pairs of layers ("full"). False: successive layers only ("reduced").
    outcome : {"agree", "tie", "inverted", "lost"} or collection of the first three, optional
        Which blocks; ``"lost"`` is tie and inverted. By default all of a query, and what a track
        loses.
    top : int, optional
        At most so many; by default all of a query, and 100 of a track.
    merge : bool
        Whether to list a block once that neighbouring queries lose alike, with the loss of them
        all; of a track only.
    reference_annotation, estimate_annotation, keep_silent, convention, frame_size
        As of :func:`hierscope.score`.
    of_labels : bool
        Whether moments meet by their labels, as L-measures have it, and not in a segment.

    Returns
    -------
    TripletBlocks

    Raises
    ------
    ReadError, HierarchyError
        As :func:`hierscope.score`.
    ScoreError
        If a parameter is out of range, the query outside the track, or labels are asked for of a
        layer that has none.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/figure6.jams")
    >>> lost = hierscope.triplets(reference, estimate, direction="precision", merge=True, top=5)
    >>> lost.to_pandas()[["query", "i_start", "i_end", "outcome"]].head(2)
       query  i_start  i_end outcome
    0   10.0     10.0   15.0     tie
    1   49.8     45.0   50.0     tie
    """
    if merge and query is not None:
        raise ScoreError("merge=True goes with the whole track. Leave out the query.")
    if top is not None and not (isinstance(top, Integral) and top >= 1):
        raise ScoreError(f"At least one block must be asked for, a whole number, not {top}.")
    pair = read_pair(reference, estimate, reference_annotation, estimate_annotation, keep_silent)
    task = Task(
        pair.reference,
        pair.estimate,
        window,
        direction,
        transitive,
        convention_of(convention),
        frame_size,
        of_labels=of_labels,
    )
    only = None if outcome is None else Filter(_outcomes(outcome))
    found = None if query is None else query_blocks(task, query, only)
    if found is None:
        blocks = costliest(task, top or 100, only, merge=merge)
    else:
        blocks = found.blocks.lost_first()[:top]
    return TripletBlocks(task, blocks, found, merge, pair.notes)


def _outcomes(outcome: str | Collection[str]) -> list[Outcome]:
    asked = {outcome} if isinstance(outcome, str) else set(outcome)
    if "lost" in asked:
        asked |= set(LOST)
    unknown = asked - {*OUTCOMES, "lost"}
    if unknown or not asked:
        raise ScoreError(f"An outcome is {', '.join(OUTCOMES)} or lost, not {outcome!r}.")
    return [name for name in OUTCOMES if name in asked]
