"""The frozen results of looking into triplets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from core.timewords import IN_SECONDS, TimeWords
from core.triplets._kernels import AGREE, INVERTED, TIE
from core.vocabulary import Direction, FloatArray, IntArray

Outcome = Literal["agree", "tie", "inverted"]

OUTCOMES: dict[Outcome, int] = {"agree": AGREE, "tie": TIE, "inverted": INVERTED}
"""What the other hierarchy says to a triplet, and the kernels' code for it."""

OUTCOME_NAMES: dict[int, Outcome] = {code: name for name, code in OUTCOMES.items()}
"""The outcome of each code."""

LOST: tuple[Outcome, Outcome] = ("tie", "inverted")
"""The outcomes that cost score."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """Blocks of triplets: for one query, a run of i times a run of j.

    All frames of a run have one depth in the reference and one in the estimate, so all triplets of
    a block have the same outcome.

    Parameters
    ----------
    query : ndarray, shape (n,)
        Seconds. A frame is named by its beginning, or by the boundary that begins it.
    i, j : ndarray, shape (n, 2)
        Start and end of the runs within the window, in seconds. The run that holds the query
        itself is one run; the query's own frame is not counted.
    example : ndarray, shape (n, 2)
        A time of i and one of j, in the middle of their runs, to show or explain.
    depth_reference, depth_estimate : ndarray of int, shape (n, 2)
        The depth at which i, and at which j, meets the query; 0 where they share no layer.
    outcome : ndarray of int, shape (n,)
        0 agree, 1 tie, 2 inverted: see :data:`OUTCOMES`.
    count : ndarray, shape (n,)
        Triplets; seconds times seconds when frameless.
    share : ndarray, shape (n,)
        ``count`` as a share of all triplets of the query.
    loss : ndarray, shape (n,)
        What the block takes away from the track's score, recall or precision; 0 where it agrees.
        Summed over all blocks of all queries it is 1 less the score (but for what queries without a
        triplet lose under Eq. 9's mean over all). When frameless, a query stands for as many
        seconds as a frame.
    run : ndarray of int, shape (n, 2)
        Which runs: 0 holds the query, 1, 2, ... follow to the right, -1, -2, ... to the left.
        The same for all queries between two neighbouring boundaries, whatever the window.
    queries : ndarray, shape (n, 2)
        The stretch of the queries for which `loss` is summed, in seconds: one frame, but for merged
        blocks (see :func:`core.triplets.costliest`).
    """

    query: FloatArray
    i: FloatArray
    j: FloatArray
    example: FloatArray
    depth_reference: IntArray
    depth_estimate: IntArray
    outcome: IntArray
    count: FloatArray
    share: FloatArray
    loss: FloatArray
    run: IntArray
    queries: FloatArray

    def __len__(self) -> int:
        return len(self.query)

    def __getitem__(self, which: slice | IntArray) -> Blocks:
        """Give some of the blocks."""
        return Blocks(*(getattr(self, field.name)[which] for field in fields(self)))

    def lost_first(self) -> Blocks:
        """Put what agrees after what is lost; all else stays in order."""
        return self[np.argsort(self.outcome == AGREE, kind="stable")]


@dataclass(frozen=True, eq=False)
class QueryBlocks:
    """All blocks of one query, and what they add up to.

    Parameters
    ----------
    query : float
        Seconds; with frames, what names the query's frame, see :class:`Blocks`.
    window : float
        Seconds.
    reach : (float, float)
        Start and end of the window on the track, in seconds.
    blocks : Blocks
        Largest count first.
    agree, tie, inverted : float
        Counts of triplets.
    score : float
        Recall or precision of the track.
    counted : float
        How many queries the score is a mean of; seconds when frameless.
    """

    query: float
    window: float
    reach: tuple[float, float]
    blocks: Blocks
    agree: float
    tie: float
    inverted: float
    score: float
    counted: float

    @property
    def total(self) -> float:
        """The number of triplets of the query."""
        return self.agree + self.tie + self.inverted

    @property
    def g(self) -> float:
        """g(q), agreeing over all (Eq. 8); NaN without triplets."""
        return self.agree / self.total if self.total else float("nan")


@dataclass(frozen=True, eq=False)
class Survey:
    """What a whole track loses, and where, as shares of the score.

    Each table sums to ``tie + inverted``, which is 1 - T but where queries without a
    triplet count as 0 (Eq. 9's mean over all queries).

    Parameters
    ----------
    score : float
        Recall or precision.
    tie, inverted : float
        Loss by outcome.
    layers_reference, layers_estimate : ndarray, shape (2, layers + 1, layers + 1)
        Loss of ties, and of inversions, by the depth of i and the depth of j in that hierarchy.
    edges : ndarray, shape (n + 1,)
        The ends of the bins of time, in seconds; with frames a bin is a frame.
    times : ndarray, shape (n,)
        What names each frame, see :class:`Blocks`; the middle of each bin when frameless.
    as_query, as_i, as_j : ndarray, shape (n,)
        Loss by the place of the query, of i, and of j.
    query_loss : ndarray, shape (n,)
        1 - g of the query in each bin (its mean, when frameless); NaN where none has a triplet.
    pixels : ndarray, shape (p, p)
        Loss by place of the query (rows) and of i or j (columns), over even parts of the track;
        each triplet counts half at i and half at j.
    """

    score: float
    tie: float
    inverted: float
    layers_reference: FloatArray
    layers_estimate: FloatArray
    edges: FloatArray
    times: FloatArray
    as_query: FloatArray
    as_i: FloatArray
    as_j: FloatArray
    query_loss: FloatArray
    pixels: FloatArray

    @property
    def uncounted(self) -> float:
        """What queries without a triplet lose under Eq. 9's mean over all queries.

        All, under every convention, where no query has a triplet; nothing else otherwise.
        """
        rest = 1.0 - self.score - self.tie - self.inverted
        return rest if rest > 1e-9 else 0.0


@dataclass(frozen=True)
class Segment:
    """Where two moments meet, as an explanation names it: a segment, or a label.

    Parameters
    ----------
    level : int
        1 = coarsest; 0 is the whole track.
    start, end : float
        Seconds; of the segment that both share, or of that of the first moment.
    label : str
    layer : str
        What its layer is called; may be empty.
    other : (float, float), optional
        Start and end of the second moment's segment, where labels make them meet.
    """

    level: int
    start: float
    end: float
    label: str
    layer: str = ""
    other: tuple[float, float] | None = None


@dataclass(frozen=True)
class Explanation:
    """What both hierarchies say of one triplet.

    Parameters
    ----------
    q, i, j : float
        Seconds.
    direction : {"recall", "precision"}
        Whose triplet it is.
    reference, estimate : tuple of Segment
        The smallest segments that hold q and i, q and j, and i and j: H(q, i), H(q, j), H(i, j);
        or the deepest labels that they share.
    outcome : {"agree", "tie", "inverted"} or None
        None where the hierarchy of the triplets does not order i and j, so that it counts none.
    counted : bool
        Whether the variant counts it: the reduced measures take successive layers only.
    within : bool
        Whether i and j lie in the window of q, and not in its own frame.
    words : TimeWords
        How its times are said.
    of_labels : bool
        Whether labels make moments meet, and not segments.
    own_frame : bool
        Whether i or j lies in the frame of q.
    """

    q: float
    i: float
    j: float
    direction: Direction
    reference: tuple[Segment, Segment, Segment]
    estimate: tuple[Segment, Segment, Segment]
    outcome: Outcome | None
    counted: bool
    within: bool
    words: TimeWords = IN_SECONDS
    of_labels: bool = False
    own_frame: bool = False


@dataclass(frozen=True, eq=False)
class QuerySweep:
    """The counts of one query for many windows, and one block of each that has one.

    Parameters
    ----------
    windows : ndarray, shape (w,)
        Seconds.
    reach : ndarray, shape (w, 2)
        Start and end of each window on the track, in seconds.
    counts : ndarray, shape (w, 3)
        Triplets that agree, tie, are inverted.
    found : ndarray of int, shape (n,)
        The windows that have a block; what follows is of these.
    i, j, run, count
        As in :class:`Blocks`.
    explanations : tuple of Explanation
        Of the blocks' examples.
    """

    windows: FloatArray
    reach: FloatArray
    counts: FloatArray
    found: IntArray
    i: FloatArray
    j: FloatArray
    count: FloatArray
    run: IntArray
    explanations: tuple[Explanation, ...]
