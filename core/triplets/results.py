"""The frozen results of looking into triplets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from core.triplets._kernels import AGREE, INVERTED, TIE
from core.vocabulary import Direction, FloatArray, IntArray
from core.wording import IN_SECONDS, TimeWords

Outcome = Literal["agree", "tie", "inverted"]

OUTCOMES: dict[Outcome, int] = {"agree": AGREE, "tie": TIE, "inverted": INVERTED}
"""What the other hierarchy says to a triplet, and the kernels' code for it."""

OUTCOME_NAMES: dict[int, Outcome] = {code: name for name, code in OUTCOMES.items()}
"""The outcome of each code."""

LOST: tuple[Outcome, Outcome] = ("tie", "inverted")  # the outcomes that cost score


@dataclass(frozen=True, eq=False)
class Blocks:
    """Blocks of triplets: for one query, a run of i times a run of j.

    All frames of a run have one depth in the reference and one in the estimate, so all triplets of
    a block have the same outcome. Arrays have a row a block; times are in seconds. A frame is named
    by its beginning, or by the boundary that begins it.
    """

    query: FloatArray
    i: FloatArray  # start and end of the run within the window
    j: FloatArray
    example: FloatArray  # a time of i and one of j, in the middle of their runs
    depth_reference: IntArray  # at which i and j meet the query; 0 if in no layer
    depth_estimate: IntArray
    outcome: IntArray  # a code of OUTCOMES
    count: FloatArray  # triplets; seconds times seconds when frameless
    share: FloatArray  # of all triplets of the query
    loss: FloatArray
    """What the block takes away from the track's score; 0 where it agrees. Over all blocks of all
    queries it adds up to 1 less the score, but for what queries without a triplet lose where they
    count. When frameless, a query stands for as many seconds as a frame."""
    run: IntArray
    """Runs of i and j: 0 holds the query; 1, 2, ... are to the right, -1, -2, ... to the left."""
    queries: FloatArray
    """The stretch of queries for which `loss` is summed: one query, unless blocks are merged."""

    def __len__(self) -> int:
        return len(self.query)

    def __getitem__(self, which: slice | IntArray) -> Blocks:
        return Blocks(*(getattr(self, field.name)[which] for field in fields(self)))

    def lost_first(self) -> Blocks:
        """Put what agrees after what is lost; all else stays in order."""
        return self[np.argsort(self.outcome == AGREE, kind="stable")]


@dataclass(frozen=True, eq=False)
class QueryBlocks:
    """All blocks of one query, largest count first, and what they add up to."""

    query: float  # the time that names its frame; see Blocks
    reach: tuple[float, float]  # start and end of the window on the track, in seconds
    blocks: Blocks
    agree: float
    tie: float
    inverted: float

    @property
    def total(self) -> float:
        return self.agree + self.tie + self.inverted

    @property
    def g(self) -> float:
        """g(q), agreeing over all (Eq. 8); NaN without triplets."""
        return self.agree / self.total if self.total else float("nan")


@dataclass(frozen=True, eq=False)
class Survey:
    """What a whole track loses, and where, as shares of the score.

    Each table sums to ``tie + inverted``, which is 1 - T but where queries without a triplet count
    as 0 (Eq. 9's mean over all queries). The track falls into n bins of time: its frames, or
    stretches of one length when frameless.
    """

    score: float  # recall or precision
    tie: float
    inverted: float
    layers_reference: FloatArray  # (2, depths of i, depths of j): ties, and inversions
    layers_estimate: FloatArray
    edges: FloatArray  # of the bins, in seconds
    times: FloatArray  # what names each frame; the middle of each bin when frameless
    as_query: FloatArray  # loss by the place of the query, of i, and of j
    as_i: FloatArray
    as_j: FloatArray
    query_loss: FloatArray  # 1 - g in each bin; NaN where no query has a triplet
    pixels: FloatArray
    """Loss by places of the query (rows) and of i and j (columns), half of it for each of both."""

    @property
    def uncounted(self) -> float:
        """What queries without a triplet lose where they count as 0."""
        rest = 1.0 - self.score - self.tie - self.inverted
        return rest if rest > 1e-9 else 0.0


@dataclass(frozen=True)
class Segment:
    """The segment, or the label, in which two moments meet."""

    level: int  # 1 = coarsest; 0 is the whole track
    start: float  # seconds, of the segment of both, or of the first moment
    end: float
    label: str
    layer: str = ""  # its name
    other: tuple[float, float] | None = None
    """Start and end of the second moment's segment, where labels make them meet."""


@dataclass(frozen=True)
class Explanation:
    """What both hierarchies say of one triplet."""

    q: float
    i: float
    j: float
    direction: Direction
    reference: tuple[Segment, Segment, Segment]
    """The smallest segments that hold q and i, q and j, and i and j; or their deepest labels."""
    estimate: tuple[Segment, Segment, Segment]
    outcome: Outcome | None  # None where the hierarchy of the triplets does not order i and j
    counted: bool  # the reduced measures count triplets of successive layers only
    within: bool  # whether i and j lie in the window of q, and not in its own frame
    words: TimeWords = IN_SECONDS
    of_labels: bool = False  # whether labels make moments meet, not segments
    own_frame: bool = False  # whether i or j lies in the frame of q


@dataclass(frozen=True, eq=False)
class QuerySweep:
    """The counts of one query for many windows, and one block of each that has one."""

    reach: FloatArray  # (windows, 2): start and end on the track, in seconds
    counts: FloatArray  # (windows, 3): triplets that agree, tie, are inverted
    with_block: IntArray  # windows with a block, which the other arrays are for
    i: FloatArray
    j: FloatArray
    count: FloatArray
    run: IntArray
    explanations: tuple[Explanation, ...]  # of the blocks' examples
