"""Compute how the score changes if one boundary of the estimate is removed or added."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from core.align import Alignment
from core.editing import add_boundary, boundary_key, gap, move_boundary, remove_boundary
from core.hierarchy import NEST_DECIMALS, Hierarchy
from core.measures import MEASURES, SYMBOLS
from core.settings import DEFAULT, Settings
from core.showing import Column, PairResult, Row, none_for_nan
from core.tmeasures import TMeasures, score
from core.tmeasures.problem import Cells, pose, segments_of
from core.tmeasures.scoring import score_many
from core.vocabulary import VARIANTS, FloatArray, IntArray, freeze, ratio
from core.windows import DEFAULT_WINDOW
from core.wording import TimeNotation, counted, number

Kind = Literal["remove", "add"]
_NO_ROOM = 4 * 10.0**-NEST_DECIMALS  # seconds; half of a smaller gap may round to its ends


@dataclass(frozen=True, eq=False)
class Changes:
    """Score changes of one measure by n edits; all arrays have shape (n,)."""

    recall: FloatArray
    precision: FloatArray
    f_measure: FloatArray  # score after the edit minus score before: 0.06 is a gain
    slope: FloatArray
    """Change of T_F per second if the boundary moves later; NaN for additions or without room."""


_MEANINGS: dict[str, str] = {
    **dict.fromkeys([*SYMBOLS], "change of the score"),
    "slope": "change of T_F per second that the boundary moves later",
}


@dataclass(frozen=True, eq=False, repr=False)
class Effects(PairResult):
    """Score changes from removing or adding one boundary of the estimate."""

    columns = (
        Column("edit", "text", "remove or add"),
        Column("level", "count", "layer of the estimate, 1 = coarsest"),
        Column("time", "time", "time of the boundary"),
        *(
            Column(f"{field.name}_{variant}", "change", _MEANINGS[field.name])
            for variant in VARIANTS
            for field in fields(Changes)
        ),
    )
    shown = ("edit", "level", "time", *(f"{part}_reduced" for part in SYMBOLS))

    base: TMeasures  # scores without an edit
    window: float  # seconds; infinite is the whole track
    total: int  # number of possible edits; n unless `most` limited them
    kinds: tuple[Kind, ...]  # removals first; within a kind by layer, then time
    levels: IntArray  # the layer of the estimate, 1 = coarsest
    times: FloatArray  # of the boundary, in seconds
    changes: Mapping[str, Changes]  # by the keys of core.measures.MEASURES
    pair: Alignment | None = None

    def __len__(self) -> int:
        return len(self.times)

    @property
    def notation(self) -> TimeNotation:
        """How times of the pair are written."""
        return self.base.notation

    def rows(self) -> list[Row]:
        """Return one row per edit, the largest gain of the reduced T_F first."""
        changes = {
            f"{field.name}_{variant}": none_for_nan(getattr(self.changes[variant], field.name))
            for variant in VARIANTS
            for field in fields(Changes)
        }
        levels, times = self.levels.tolist(), self.times.tolist()
        return [
            {"edit": self.kinds[at], "level": levels[at], "time": times[at]}
            | {name: values[at] for name, values in changes.items()}
            for at in self.ranked("reduced").tolist()
        ]

    def headline(self) -> str:
        base = self.base
        how = base.settings.describe(self.window, base.notation)
        value = number(float(base.scores["reduced"].part("f_measure")[0]))
        edits = counted(len(self), "edit")
        return f"{self.compared}{edits}, reduced {SYMBOLS['f_measure']} {value} as it is, {how}"

    @property
    def reduced(self) -> Changes:
        """Changes of T-measures with the transitive reduction."""
        return self.changes["reduced"]

    @property
    def full(self) -> Changes:
        """Changes of T-measures without the transitive reduction."""
        return self.changes["full"]

    def ranked(self, key: str) -> IntArray:
        """Return the indices of the edits by their change of F, largest gain first."""
        return np.argsort(-self.changes[key].f_measure, kind="stable")


def effects(
    reference: Hierarchy,
    estimate: Hierarchy,
    window: float = DEFAULT_WINDOW,
    *,
    nested: bool = False,
    settings: Settings = DEFAULT,
    first: int = 0,
    most: int | None = None,
) -> Effects:
    """Score the estimate without each of its inner boundaries, and with each of the reference's.

    A boundary is added on the layer of the same number, or the estimate's last, unless that has it.
    The slope is ``(F(t + b) - F(t - a)) / (a + b)``, where F(x) is T_F with the boundary moved from
    t to x; a and b are the frame size, or half the gap to the nearest neighbor if that is less.
    """
    base = score(reference, estimate, [window], settings=settings)
    possible = [
        (level, time)
        for level, row in enumerate(estimate.boundaries, 1)
        for time in row[1:-1].tolist()
    ]
    n_removals = len(possible)
    possible += _missing(reference, estimate)
    edits = possible[first : None if most is None else first + most]
    removals = edits[: max(0, n_removals - first)]
    additions = edits[len(removals) :]
    steps = [
        _steps(gap(estimate, *at, nested=nested), at[1], settings.frame_size) for at in removals
    ]
    moves = [
        (*at, to)
        for at, (back, ahead) in zip(removals, steps, strict=True)
        for to in (at[1] - back, at[1] + ahead)
    ]
    edited = [
        estimate,
        *(remove_boundary(estimate, *edit, nested=nested) for edit in removals),
        *(add_boundary(estimate, *edit, nested=nested) for edit in additions),
        *(
            move_boundary(estimate, level, time, to, nested=nested) if to != time else estimate
            for level, time, to in moves
        ),
    ]
    problem = pose(reference, estimate, base.windows, settings)
    cells = [
        Cells.cut(problem.segments[0], segments_of(hierarchy, problem.place), 0.0, problem.size)
        for hierarchy in edited
    ]
    values = np.nan_to_num(score_many(problem, cells, settings)[0][:, 0])

    moved = values[len(edits) + 1 :, :, -1].reshape(-1, 2, len(MEASURES))
    changes = np.full((len(edits), len(MEASURES), len(fields(Changes))), np.nan)
    changes[..., :-1] = values[1 : len(edits) + 1] - values[0]
    widths = np.array(steps).reshape(-1, 2).sum(axis=1, keepdims=True)
    changes[: len(removals), :, -1] = ratio(moved[:, 1] - moved[:, 0], widths)
    freeze(changes)
    levels = np.array([level for level, _ in edits], dtype=np.int64)
    levels.flags.writeable = False
    kinds: list[Kind] = ["remove"] * len(removals)
    kinds += ["add"] * len(additions)
    return Effects(
        base,
        float(window),
        len(possible),
        tuple(kinds),
        levels,
        freeze(np.array([time for _, time in edits], dtype=np.float64)),
        {measure.key: Changes(*changes[:, at].T) for at, measure in enumerate(MEASURES)},
    )


def _missing(reference: Hierarchy, estimate: Hierarchy) -> Iterator[tuple[int, float]]:
    """Yield level and time of each boundary that the estimate lacks, by level, then time."""
    n_layers = len(estimate.layers)
    for level, layer in enumerate(estimate.layers, 1):
        wanted = reference.layers[level - 1 : level if level < n_layers else None]
        taken = {boundary_key(time) for time in layer.boundaries.tolist()}
        for time in sorted({time for row in wanted for time in row.boundaries[1:-1].tolist()}):
            if boundary_key(time) not in taken:
                taken.add(boundary_key(time))
                yield level, time


def _steps(between: tuple[float, float], time: float, most: float) -> tuple[float, float]:
    """Return how far a boundary moves back and ahead for its slope; 0 if there is no room."""
    gaps = time - between[0], between[1] - time
    if min(gaps) < _NO_ROOM:
        return 0.0, 0.0
    return min(most, gaps[0] / 2), min(most, gaps[1] / 2)
