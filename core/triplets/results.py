"""The frozen results about triplets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from core.triplets._kernels import AGREE, INVERTED, TIE
from core.vocabulary import Direction, FloatArray, IntArray
from core.wording import IN_SECONDS, TimeNotation

Outcome = Literal["agree", "tie", "inverted"]

OUTCOMES: dict[Outcome, int] = {"agree": AGREE, "tie": TIE, "inverted": INVERTED}
"""The other hierarchy's answer to a triplet, and its code in the kernels."""

OUTCOME_NAMES: dict[int, Outcome] = {code: name for name, code in OUTCOMES.items()}
"""The outcome of each code."""

LOST: tuple[Outcome, Outcome] = ("tie", "inverted")  # the outcomes that cost score


@dataclass(frozen=True, eq=False)
class Blocks:
    """Blocks of triplets: for one query, a run of i times a run of j.

    All frames of a run have the same depth in the reference, and in the estimate, so all triplets
    of a block have the same outcome. Arrays have one row per block; times are in seconds. A frame
    is named by its start, or by the boundary at its start.
    """

    query: FloatArray
    i: FloatArray  # start and end of the run within the window
    j: FloatArray
    example: FloatArray
    """A time of i and of j: the middle of the widest part of their runs without a boundary."""
    depth_reference: IntArray  # depths at which i and j meet the query; 0 for no layer
    depth_estimate: IntArray
    outcome: IntArray  # a code of OUTCOMES
    count: FloatArray  # number of triplets; without frames, seconds squared
    share: FloatArray  # share of all triplets of the query
    loss: FloatArray
    """The block's part of the track's loss; 0 if it agrees. The sum over all blocks of all queries
    is 1 minus the score, apart from queries without a triplet, if they count. Without frames, a
    query represents as many seconds as a frame."""
    run: IntArray
    """Runs of i and j: 0 contains the query; 1, 2, ... are to the right, -1, ... to the left."""
    queries: FloatArray
    """The stretch of queries over which `loss` is summed: one query, unless blocks are merged."""

    def __len__(self) -> int:
        return len(self.query)

    def __getitem__(self, which: slice | IntArray) -> Blocks:
        return Blocks(*(getattr(self, field.name)[which] for field in fields(self)))

    def lost_first(self) -> Blocks:
        """Return the lost blocks first, then the agreeing ones; otherwise in the same order."""
        return self[np.argsort(self.outcome == AGREE, kind="stable")]


@dataclass(frozen=True, eq=False)
class QueryBlocks:
    """All blocks of one query, largest count first, and their sums."""

    query: float  # the time that names its frame; see Blocks
    reach: tuple[float, float]  # start and end of the window on the track, in seconds
    blocks: Blocks
    agree: float
    tie: float
    inverted: float

    @property
    def total(self) -> float:
        """The number of triplets (Z of Eq. 8); without frames, seconds squared."""
        return self.agree + self.tie + self.inverted

    @property
    def g(self) -> float:
        """g(q), the share of agreeing triplets (Eq. 8); NaN without triplets."""
        return self.agree / self.total if self.total else float("nan")


@dataclass(frozen=True, eq=False)
class Survey:
    """The losses of a whole track by outcome, layers and place, as shares of the score.

    Each table sums to ``tie + inverted``. This is 1 - T, unless queries without a triplet count as
    0 (Eq. 9's mean over all queries). The n bins of time are frames, or stretches of equal length
    without frames.
    """

    score: float  # recall or precision
    tie: float
    inverted: float
    layers_reference: FloatArray  # (2, depths of i, depths of j): ties, and inversions
    layers_estimate: FloatArray
    edges: FloatArray  # edges of the bins, in seconds
    times: FloatArray  # the name of each frame; without frames, the middle of each bin
    as_query: FloatArray  # loss by place of the query, of i, and of j
    as_i: FloatArray
    as_j: FloatArray
    query_loss: FloatArray  # 1 - g in each bin; NaN without a triplet
    pixels: FloatArray
    """Loss by place of the query (rows) and of i and j (columns); i and j have half of it each."""

    @property
    def uncounted(self) -> float:
        """The loss from queries without a triplet, if they count as 0."""
        rest = 1.0 - self.score - self.tie - self.inverted
        return rest if rest > 1e-9 else 0.0


@dataclass(frozen=True)
class Segment:
    """The segment, or the label, in which two moments meet."""

    level: int  # 1 = coarsest; 0 is the whole track
    start: float  # in seconds, of the common segment or the first moment's segment
    end: float
    label: str
    layer: str = ""  # name of the layer
    other: tuple[float, float] | None = None
    """Start and end of the second moment's segment, if moments meet by label."""


@dataclass(frozen=True)
class Explanation:
    """The answers of both hierarchies to one triplet."""

    q: float
    i: float
    j: float
    direction: Direction
    reference: tuple[Segment, Segment, Segment]
    """The smallest segments with q and i, q and j, i and j; or their deepest common labels."""
    estimate: tuple[Segment, Segment, Segment]
    outcome: Outcome | None  # None if i is not closer in the hierarchy of the triplets
    counted: bool  # reduced measures count only triplets of successive layers
    within: bool  # whether i and j lie in the window of q, but not in its own frame
    notation: TimeNotation = IN_SECONDS
    of_labels: bool = False  # whether moments meet by label, not by segment
    own_frame: bool = False  # whether i or j lies in the frame of q


@dataclass(frozen=True, eq=False)
class QuerySweep:
    """The counts of one query at many windows, and one block per window, if any."""

    reach: FloatArray  # (windows, 2): start and end on the track, in seconds
    counts: FloatArray  # (windows, 3): triplets that agree, tie, are inverted
    with_block: IntArray  # windows with a block; the following arrays have one row for each
    i: FloatArray
    j: FloatArray
    count: FloatArray
    run: IntArray
    explanations: tuple[Explanation, ...]  # explanations of the blocks' examples
